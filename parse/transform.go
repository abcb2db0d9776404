package parse

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
)

// TransformOptions says what esbuild is to do with a finished program. For the rest esbuild follows
// its own rules: it assumes that programs do not do certain things.
type TransformOptions struct {
	Minify   bool
	Target   Target // the zero value is whatever the program needs
	AnyNames bool   // as in [Options]
	Builtins bool   // nobody replaces, patches or deletes what the language provides
	CSS      bool   // the text is a style sheet
	// Spelled: functions keep their names without a helper where that is possible, even if their
	// definitions look different then.
	Spelled bool
	// SyntaxOnly: minifying writes shorter syntax without white space; names stay.
	SyntaxOnly bool
	// Type is how to parse the program.
	Type SourceType
}

// Target is what a program must run on.
type Target struct {
	version api.Target
	engines []api.Engine
}

// IsZero reports whether there is no requirement.
func (t Target) IsZero() bool { return t.version == 0 && len(t.engines) == 0 }

var versions = map[string]api.Target{"esnext": api.ESNext, "es5": api.ES5, "es6": api.ES2015, "es2015": api.ES2015,
	"es2016": api.ES2016, "es2017": api.ES2017, "es2018": api.ES2018, "es2019": api.ES2019, "es2020": api.ES2020,
	"es2021": api.ES2021, "es2022": api.ES2022, "es2023": api.ES2023, "es2024": api.ES2024}

var engines = map[string]api.EngineName{"chrome": api.EngineChrome, "deno": api.EngineDeno, "edge": api.EngineEdge,
	"firefox": api.EngineFirefox, "hermes": api.EngineHermes, "ie": api.EngineIE, "ios": api.EngineIOS,
	"node": api.EngineNode, "opera": api.EngineOpera, "rhino": api.EngineRhino, "safari": api.EngineSafari}

var engineText = regexp.MustCompile(`^([a-z]+)(\d+(?:\.\d+){0,2})$`)

// ParseTarget reads a list like "es2020,chrome100,node18.2".
func ParseTarget(list string) (t Target, err error) {
	for part := range strings.SplitSeq(list, ",") {
		part = strings.ToLower(strings.TrimSpace(part))
		if v, ok := versions[part]; ok {
			if t.version != 0 {
				return Target{}, fmt.Errorf("%q names two versions of the language", list)
			}
			t.version = v
			continue
		}
		m := engineText.FindStringSubmatch(part)
		known := m != nil
		if known {
			_, known = engines[m[1]]
		}
		if !known {
			return Target{}, fmt.Errorf("there is no target %q; the targets are es5, es2015 to es2024, esnext, and "+
				"chrome, deno, edge, firefox, hermes, ie, ios, node, opera, rhino and safari with a version, like node20", part)
		}
		t.engines = append(t.engines, api.Engine{Name: engines[m[1]], Version: m[2]})
	}
	return t, nil
}

// Transformed is the result of Transform.
type Transformed struct {
	Code string
	Map  *sourcemap.Map // nil if there was none before
	// Added counts the names that a script declares at its top level and did not declare
	// before.
	Added int
}

// Transform lets esbuild rewrite a program. m is the map of code, or nil: the new map leads
// to the sources of m. Diagnostics refer to those sources, too, or else to code, under the
// name path. The result is nil if there is any error.
func Transform(code string, m *sourcemap.Map, path string, h TransformOptions) (*Transformed, []Diagnostic) {
	o := api.TransformOptions{
		Loader: api.LoaderJS, Target: h.Target.version, Engines: h.Target.engines, Sourcefile: path,
		MinifyWhitespace: h.Minify, MinifyIdentifiers: h.Minify && !h.SyntaxOnly, MinifySyntax: h.Minify,
		KeepNames: !h.AnyNames, Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent,
		Sourcemap: api.SourceMapExternal, SourcesContent: contentOf(code),
	}
	if h.CSS {
		o.Loader, o.Sourcemap, o.KeepNames = api.LoaderCSS, api.SourceMapNone, false
	}
	if o.Target == 0 {
		o.Target = api.ESNext
	}
	e := prepared{code: code, given: code}
	if h.Minify && !h.CSS {
		e = prepare(code, Options{Path: path, Type: h.Type}, h, false)
	}
	r := api.Transform(e.given, o)
	p := read(r, path, h)
	plainer := o.MinifySyntax && !h.CSS && len(r.Errors) == 0 && p == nil
	if plainer {
		o.MinifySyntax = false
		e = prepared{code: code, given: code}
		r = api.Transform(e.given, o)
		p = read(r, path, h)
	}
	ds := fromMessages(r.Errors, Error, e.given, path)
	ds = append(ds, fromMessages(r.Warnings, Warning, e.given, path)...)
	if e.m != nil {
		RemapDiagnostics(ds, e.m)
	}
	if m != nil {
		RemapDiagnostics(ds, m)
	}
	switch {
	case plainer && !hasErrors(ds) && p == nil:
		ds = append(ds, Diagnostic{Path: path, Severity: Error, Text: "esbuild's output for this program is not JavaScript"})
	case plainer:
		ds = append(ds, Diagnostic{Path: path, Severity: Warning, Text: "esbuild's shorter syntax for this program is not JavaScript and was left out"})
	}
	if hasErrors(ds) {
		return nil, ds
	}
	made, ok := e.undo(generated{code: string(r.Code), data: r.Map, p: p})
	if !ok {
		return nil, append(ds, Diagnostic{Path: path, Severity: Error, Text: "globals cannot be distinguished from variables in esbuild's output for this program"})
	}
	names := 0
	if !h.CSS {
		made, names = h.names(made, code, path)
		if h.Minify && h.SyntaxOnly && !h.AnyNames && losesNames(code, made.code, Options{Path: path, Type: h.Type}) {
			return nil, append(ds, Diagnostic{Path: path, Severity: Error, Text: "esbuild does not keep the name of a function"})
		}
	}
	out := &Transformed{Code: made.code, Added: names}
	if m != nil {
		outer := made.sourceMap()
		outer.Contents = []*string{&code}
		out.Map = sourcemap.Compose(outer, m)
	}
	return out, ds
}

// names repairs the names in esbuild's output: those of functions, and those at the top
// level of a script, where it counts the new ones. If esbuild was to mangle names, its names
// stay everywhere.
func (h TransformOptions) names(made generated, code, path string) (generated, int) {
	o := Options{Path: path, Type: h.Type}
	var steps []func(*ast.Program, generated) generated
	own := !h.Minify || h.SyntaxOnly
	if own && !h.AnyNames {
		steps = append(steps, func(p *ast.Program, g generated) generated { return restored(p, g, o) }, withoutNames)
		if h.Minify || h.Spelled {
			steps = append(steps, spelled)
		}
	}
	var before *ast.Program
	if h.Type == Script && (!h.AnyNames || !h.Target.IsZero()) {
		before, _ = Parse(code, o)
	}
	if before != nil && own {
		steps = append(steps, func(p *ast.Program, g generated) generated { return hygienic(before, p, g) })
	}
	for _, change := range steps {
		if p := made.parsed(o); p != nil {
			made = change(p, made)
		}
	}
	if before != nil {
		if p := made.parsed(o); p != nil {
			return made, len(added(before, p))
		}
	}
	return made, 0
}

// losesNames reports whether esbuild gave a function of code another name for good, or for
// too long. The call that restores the name of a generator or an async function comes after
// its declaration, where control may never arrive; and the functions of a module are visible
// to other modules before it runs.
func losesNames(code, made string, o Options) bool {
	renames := o.Type == Module && strings.Contains(made, "\"name\",")
	if !renames && !strings.Contains(made, "async function") && !strings.Contains(made, "function*") {
		return false
	}
	// By name: how many more functions have it in made than in code.
	outer, late := map[string]int{}, map[string]int{}
	count := func(text string, by int) {
		p, _ := Parse(text, o)
		if p == nil {
			return
		}
		ast.Walk(p, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok && f.Fn.Name != nil {
				if f.Fn.Async || f.Fn.Generator {
					late[f.Fn.Name.Name] += by
				}
				if sym := f.Fn.Name.Sym; sym != nil && sym.Scope == p.Scope {
					outer[f.Fn.Name.Name] += by
				}
			}
			return true
		})
	}
	count(code, -1)
	count(made, 1)
	for name, more := range late {
		if more > 0 && !strings.Contains(made, "("+name+",\"") {
			return true
		}
	}
	for _, more := range outer {
		if more > 0 && o.Type == Module {
			return true
		}
	}
	return false
}

// read parses esbuild's output. It is nil if that cannot be parsed, or is not to be. In rare
// cases it is no program: esbuild turns for (var {a, b} in o), where nothing runs it, into
// for (var a, b in o).
func read(r api.TransformResult, path string, h TransformOptions) *ast.Program {
	if h.CSS || !h.Minify || len(r.Errors) > 0 {
		return nil
	}
	p, _ := Parse(string(r.Code), Options{Path: path, Type: h.Type})
	return p
}
