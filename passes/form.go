package passes

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sonjs/son/internal/emit"
	"github.com/sonjs/son/internal/normal"
	"github.com/sonjs/son/internal/restore/grouping"
	"github.com/sonjs/son/internal/restore/putback"
	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/son"
)

// Form is a form of the output.
type Form uint8

const (
	// Structured is what an author would write, with the input's own text where nothing
	// changed.
	Structured Form = iota
	// Normal has atomic statements only; see package normal.
	Normal
	// Blocks is the normal form with a function for each basic block; functions
	// that have no such form are in normal form.
	Blocks
)

// Forms are the names of the forms, in the order of the constants.
var Forms = []string{"structured", "normal", "blocks"}

func (f Form) String() string { return Forms[f] }

// print prints a function from its graph.
func (w *work) print(fn *ast.Function, g *son.Graph, r *FuncReport, arena *emit.Arena) (*printed, error) {
	in := emit.Input{Program: w.p, Fn: fn, Graph: g, Bindings: w.facts, Temp: w.temp, Single: w.single,
		Flat: w.o.Emit != Structured, Blocks: w.o.Emit == Blocks, Callers: w.callers, Arena: arena}
	made, err := emit.Func(in)
	if err != nil && in.Blocks {
		r.Reason = err.Error()
		in.Blocks = false
		made, err = emit.Func(in)
	}
	if err != nil {
		return nil, err
	}
	p := &printed{Made: made}
	if !in.Flat || fn.Kind == ast.FuncField {
		putBack(made, fn, g)
		var copies []*ast.Function
		p.inlined, copies = w.instancesIn(fn, g)
		p.unbraced = grouping.Restore(grouping.Input{Old: fn, New: made.Fn, Inlined: copies, Parens: g.Config.Authored})
	}
	return p, nil
}

// putBack restores code of the source that does nothing.
func putBack(made *emit.Made, fn *ast.Function, g *son.Graph) {
	if made.Fn.ExprBody != nil {
		return
	}
	made.Fn.Body = putback.Restore(putback.Input{
		Old: fn, New: made.Fn.Body, Sites: made.Sites,
		Returns: fn.Kind != ast.FuncTop && fn.Kind != ast.FuncStaticInit && fn.Kind != ast.FuncField,
		Bare:    made.Bare, Omitted: made.Omitted, Matches: knownBranches(g), Acts: made.Acts, Braces: made.CaseBraces,
		Undefined: made.Undefined, Origin: made.Origin,
	})
}

// printed is a function that was made from its graph.
type printed struct {
	*emit.Made
	unbraced map[ast.Stmt]ast.Stmt // see verbatim.Input
	inlined  []verbatim.Callee     // likewise
}

// toForm finishes an output in normal form or in the form of basic blocks: each binding gets a
// name of its own, and the whole file is reprinted. m is the map of r.Code.
func (w *work) toForm(r *Result, m *sourcemap.Map) *sourcemap.Map {
	start := time.Now()
	defer func() { w.ms("form", start) }()
	p := w.again(r.Code)
	if p == nil {
		return m
	}
	r.AsWritten, r.InNormal = w.exempt(p)
	normal.Rename(p)
	out := print.Program(p, print.Options{Indent: w.indent, Single: w.single, Source: r.Code, Tokens: m != nil})
	if w.again(out.Code) == nil {
		return m
	}
	if m != nil {
		outer := sourcemap.New(out.Code, out.Tokens, sourcemap.Source{Path: w.o.Path, Text: r.Code})
		m = sourcemap.Compose(outer, m)
	}
	r.Code = out.Code
	return m
}

// mark puts a comment before a function that is not in the requested form, so that it can be
// found in the output. Printing the form drops comments.
func (w *work) mark(fn *ast.Function) {
	s := &w.funcs[fn.Index]
	if fn.Kind == ast.FuncTop || s.rep.Outcome == Replaced && s.rep.Reason == "" {
		return
	}
	if s.text == nil {
		s.tokens = w.origins(fn.Span, fn)
		w.put(s, w.text(fn.Span, fn))
	}
	note := fmt.Sprintf("/*%s%d*/", markText, fn.Index)
	text := note + *s.text
	s.text, s.tokens = &text, print.Shift(nil, s.tokens, int32(len(note)))
}

const markText = "not in the form: "

// exempt finds the marked functions in the output p: those left as written, and those in normal
// form instead of the form of basic blocks.
func (w *work) exempt(p *ast.Program) (asWritten, inNormal map[int]string) {
	marked := map[int32]*funcState{} // by the end of the mark
	for _, c := range p.Comments {
		rest, ok := strings.CutPrefix(p.Source[c.Start:c.End], "/*"+markText)
		i, err := strconv.Atoi(strings.TrimSuffix(rest, "*/"))
		if ok && err == nil && i >= 0 && i < len(w.p.Funcs) {
			marked[c.End] = &w.funcs[i]
		}
	}
	asWritten, inNormal = map[int]string{}, map[int]string{}
	put := func(i int, rep *FuncReport) {
		switch {
		case rep.Outcome != Replaced:
			asWritten[i] = rep.Reason
		case rep.Reason != "":
			inNormal[i] = rep.Reason
		}
	}
	for _, fn := range p.Funcs {
		if s := marked[fn.Start]; s != nil {
			put(fn.Index, s.rep)
		}
	}
	if top := w.funcs[len(w.p.Funcs)].rep; top.Name != "" {
		put(-1, top)
	}
	return asWritten, inNormal
}
