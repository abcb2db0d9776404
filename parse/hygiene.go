package parse

import (
	"hash/fnv"
	"strconv"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// The helpers and temporary variables that esbuild puts at the top level of a script
// have names that all scripts of a page share: var _a of one is that of the other.

// added returns what a script declares at its top level and did not declare before.
func added(before, after *ast.Program) (out []*ast.Symbol) {
	for _, s := range after.Scope.Symbols {
		if before.Scope.Lookup(s.Name) == nil {
			out = append(out, s)
		}
	}
	return out
}

// hygienic gives unique names to what a script declares at its top level and did not
// declare before: the same names for a script in every run, different ones for
// different scripts.
func hygienic(before, p *ast.Program, g generated) generated {
	h := fnv.New64a()
	h.Write([]byte(before.Source))
	tail := "$" + strconv.FormatUint(h.Sum64()%(36*36*36*36*36*36), 36)
	renamed := map[*ast.Symbol]string{}
	for _, s := range added(before, p) {
		renamed[s] = s.Name + tail
	}
	if len(renamed) == 0 {
		return g
	}
	var patches []print.Patch
	done := map[*ast.Ident]bool{}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Property:
			if id := n.ShorthandName(); id != nil && renamed[id.Sym] != "" {
				patches = append(patches, print.Patch{Span: id.Span, Text: id.Name + ": " + renamed[id.Sym]})
				done[id] = true
			}
		case *ast.Ident:
			if name := renamed[n.Sym]; name != "" && !done[n] {
				patches = append(patches, print.Patch{Span: n.Span, Text: name})
			}
		}
		return true
	})
	code := print.Apply(p.Source, patches)
	m := sourcemap.New(code, print.ApplyOrigins(p.Source, patches), sourcemap.Source{Path: p.Path, Text: p.Source, Comments: p.Comments})
	return generated{code: code, data: sourcemap.Compose(m, g.sourceMap()).JSON()}
}
