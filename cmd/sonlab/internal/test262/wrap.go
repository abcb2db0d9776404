package test262

import (
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// wrapped puts the body of a test into a function that is called immediately, so
// that an optimizer of functions can work on it. If that changes what the test
// means, it fails untouched, and so is not comparable; why says why a test cannot
// be wrapped at all.
//
//	assert.sameValue(this.x, 1);
//	=>
//	(function () {
//	assert.sameValue(this.x, 1);
//	}).call(this);
//
// The imports of a module stay in front of the function.
func wrapped(text string, mode Mode) (code, why string) {
	switch mode {
	case Strict:
		return "(function () { \"use strict\";\n" + text + "\n}).call(this);\n", ""
	case Module:
		return wrappedModule(text)
	}
	return "(function () {\n" + text + "\n}).call(this);\n", ""
}

func wrappedModule(text string) (code, why string) {
	p, _ := parse.Parse(text, parse.Options{Type: parse.Module})
	if p == nil {
		return "", "cannot be read, so is not wrapped"
	}
	var imports, rest strings.Builder
	at := int32(0)
	for _, st := range p.Body {
		switch st := st.(type) {
		case *ast.Import:
			rest.WriteString(text[at:st.Start])
			imports.WriteString(text[st.Start:st.End] + "\n")
			at = st.End
		case *ast.ExportNamed, *ast.ExportAll, *ast.ExportDecl, *ast.ExportDefault:
			return "", "exports, so is not wrapped"
		}
	}
	rest.WriteString(text[at:])
	head := "(function () {\n"
	if p.HasTopLevelAwait {
		head = "await (async function () {\n"
	}
	return imports.String() + head + rest.String() + "\n}).call(this);\n", ""
}
