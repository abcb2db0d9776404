// Package parse is the front end: it parses JavaScript into the tree of parse/ast and
// reports every early error of ES2025 and Annex B.
//
// [Parse] parses plain JavaScript. [Read] also accepts TypeScript and JSX, and
// [NewBundle] a program with everything that it imports; esbuild's public API turns
// these into JavaScript first. All resolve names: see [ast.Scope]. At the other end,
// [Transform] lets esbuild minify a program or lower it to older engines.
//
// A program with any error is rejected as a whole; errors are returned as located
// diagnostics and never cause a panic.
//
// The lexer works on demand for a recursive-descent parser with one token of lookahead.
// What may turn out to be a pattern is parsed as an expression and converted
// (parse_target.go); binary operators are parsed by precedence climbing in a loop, so a
// long chain does not nest. Contexts that change the meaning of a token (strict, yield,
// await, …) are in type context.
package parse

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// SourceType says which goal symbol to parse with.
type SourceType uint8

const (
	// Auto decides by the file's extension (.mjs, .cjs, …), then by what the file
	// contains: it is a module if it imports, exports, uses import.meta, or can only be
	// parsed with top-level await.
	Auto SourceType = iota
	Script
	Module
	// CommonJS is a script that an engine runs as the body of a function, so
	// that it may return.
	CommonJS
)

// IsWrapperName reports whether a CommonJS file has a parameter of that name: an engine
// runs it as the body of function (exports, require, module, __filename, __dirname).
func IsWrapperName(name string) bool {
	switch name {
	case "exports", "require", "module", "__filename", "__dirname":
		return true
	}
	return false
}

// Loader says which language a file is in.
type Loader uint8

const (
	AutoLoader Loader = iota // by extension; JS for an unknown one
	JS
	JSX
	TS
	TSX
)

// Options say how to parse. The zero value parses JavaScript of any type.
type Options struct {
	Path   string // for messages and extensions
	Type   SourceType
	Loader Loader
	// FindTsconfig lets Read look for tsconfig.json from Path's directory upwards, and
	// Tsconfig names the one to use. Without either, no other file is read for
	// TypeScript.
	FindTsconfig bool
	Tsconfig     string
	// AnyNames says that the names of functions and classes may change. Otherwise they
	// stay as the author wrote them, although esbuild renames some variables.
	AnyNames bool
	// MaxErrors is how many errors to report before giving up; 0 means 10.
	MaxErrors int

	// Extent is how much scope analysis finds out.
	Extent Extent

	known *Known // see Valid
}

// Parse parses JavaScript. The program is nil if there is any error; otherwise the
// diagnostics are warnings.
func Parse(src string, o Options) (*ast.Program, []Diagnostic) {
	if o.Type == Auto {
		switch strings.ToLower(filepath.Ext(o.Path)) {
		case ".mjs", ".mts":
			o.Type = Module
		case ".cjs", ".cts":
			o.Type = CommonJS
		}
	}
	if o.MaxErrors <= 0 {
		o.MaxErrors = 10
	}
	if len(src) > maxSource {
		return nil, Locate([]Diagnostic{{Text: fmt.Sprintf("the file is larger than %d bytes", maxSource)}}, "", o.Path)
	}
	var r result
	switch o.Type {
	case Script, CommonJS:
		r = run(src, o, ast.Script, false)
	case Module:
		r = run(src, o, ast.Module, false)
	default:
		r = run(src, o, ast.Script, true)
		if r.isModule {
			r = run(src, o, ast.Module, false)
		} else if r.sawAwait && hasErrors(r.diags) {
			// Whichever goal symbol gets further is what was meant.
			m := run(src, o, ast.Module, false)
			if !hasErrors(m.diags) && m.program.HasTopLevelAwait ||
				hasErrors(m.diags) && firstError(m.diags) > firstError(r.diags) {
				r = m
			}
		}
	}
	ds := Locate(r.diags, src, o.Path)
	if hasErrors(ds) {
		return nil, ds
	}
	return r.program, ds
}

// maxSource keeps every offset in an int32 with room to spare.
const maxSource = 1 << 30

// maxDepth bounds the nesting of expressions and statements. Go's stack grows to a
// gigabyte, and there is no recovery from overflowing it; TestDeepNesting parses the
// deepest form of each construct at this limit.
const maxDepth = 100_000

// TooDeep is the text of the Diagnostic about code that nests deeper than that.
const TooDeep = "nesting too deep"

// result is the outcome of one attempt to parse a source.
type result struct {
	program  *ast.Program
	diags    []Diagnostic
	isModule bool // found something that only a module has; in auto mode only
	sawAwait bool // found `await` where a module would have an operator
}

// run parses src with one goal symbol.
func run(src string, o Options, goal ast.SourceType, auto bool) (r result) {
	p := &parser{goalSymbol: goalSymbol{auto: auto, commonJS: o.Type == CommonJS}, known: o.known}
	p.src, p.max, p.module = src, o.MaxErrors, goal == ast.Module
	p.arrowAt, p.arrowEnd = -1, -1
	defer func() {
		r.diags, r.isModule, r.sawAwait = p.diags, p.foundModule, p.sawAwait
		switch e := recover(); e.(type) {
		case nil:
		case stopped:
			r.program = nil
		default:
			r.program = nil
			r.diags = append(r.diags, Diagnostic{
				Span: ast.Span{Start: int32(p.start), End: int32(p.start)},
				Text: fmt.Sprintf("BUG: the reader failed: %v", e),
			})
		}
	}()
	prog := p.parseProgram(o.Path)
	prog.Depth = p.deepest
	x := o.Extent
	if p.known != nil && !p.commonJS {
		x = declarations
	}
	resolve(prog, x, func(span ast.Span, msg string) { p.errSpan(span, msg) })
	p.checkExports(prog)
	r.program = prog
	return
}
