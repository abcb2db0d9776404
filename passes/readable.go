package passes

import (
	"context"
	"slices"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes/cost"
)

// The output is checked to be readable: it is parsed again, early errors included. Unless a later
// step needs its tree, functions that are found there as they were in the source are skipped. If
// it cannot be parsed, that is a fault of the function around the error, which stays as it was
// written.

// maxUnreadable bounds how many faulty functions are identified one by one. If there are more,
// nothing is changed at all.
const maxUnreadable = 8

// unreadable is a function, by index, that stays as written because its printed text cannot be
// parsed, and the reason.
type unreadable struct {
	index   int
	outcome Outcome
	reason  string
}

// readable repeats once until the result can be parsed.
func readable(ctx context.Context, src string, o Options) (*work, Result, error) {
	w, r, err := once(ctx, src, o)
	if err != nil || w == nil || w.unreadable == nil {
		return w, r, err
	}
	for err == nil && w.unreadable != nil {
		o.unreadable = append(slices.Clip(o.unreadable), *w.unreadable)
		if len(o.unreadable) > maxUnreadable {
			o.Only = func(string, *ast.Function) bool { return false }
			return once(ctx, src, o)
		}
		w, r, err = once(ctx, src, o)
	}
	// The error may have been in a function inside one that was blamed before it.
	for i := len(o.unreadable) - 2; err == nil && i >= 0; i-- {
		fewer := o
		fewer.unreadable = slices.Delete(slices.Clone(o.unreadable), i, i+1)
		if v, s, again := once(ctx, src, fewer); again == nil && v.unreadable == nil {
			w, r, o = v, s, fewer
		}
	}
	return w, r, err
}

// check parses an output again, whose changes are the patches. If that fails, it records the
// function that is to blame.
func (w *work) check(code string, patches []print.Patch) bool {
	if len(patches) == 0 {
		return true
	}
	if w.o.Check != 0 {
		return w.again(code) != nil
	}
	// Of the tree, only some modes have a use.
	if w.o.Emit == Structured && w.o.For != cost.Size && !w.o.Compact && !w.removes() {
		if parse.Valid(code, parse.Options{Path: w.o.Path, Type: w.goal()}, w.unchanged(code)) {
			return true
		}
	}
	p, ds := w.parse(code)
	if p != nil {
		w.reread, w.rereadOf = p, code
		return true
	}
	w.unreadable = &unreadable{w.blame(ds[0].Span.Start, 0, patches), Faulty, "BUG: the printed text cannot be parsed: " + ds[0].Text}
	if ds[0].Text == parse.TooDeep {
		w.unreadable.outcome, w.unreadable.reason = Refused, "its output would nest too deep"
	}
	return false
}

// largeFunction is the size in bytes from which it pays to find a function in the output, and
// searched how far from the place that the one before it suggests.
const (
	largeFunction = 1 << 6
	searched      = 1 << 14
)

// unchanged finds functions in an output that are as they were in the source.
func (w *work) unchanged(code string) *parse.Known {
	changed := make([]bool, len(w.p.Funcs))
	for _, fn := range slices.Backward(w.p.Funcs) {
		changed[fn.Index] = changed[fn.Index] || w.funcs[fn.Index].text != nil
		if fn.Parent != nil && changed[fn.Index] {
			changed[fn.Parent.Index] = true
		}
	}
	k := parse.NewKnown(w.p)
	next, at, moved := int32(0), 0, 0
	for _, fn := range w.p.Funcs {
		if fn.Start < next || changed[fn.Index] || fn.End-fn.Start < largeFunction || !parse.IsSelfContained(fn) {
			continue
		}
		text := w.p.Source[fn.Start:fn.End]
		from := max(at, int(fn.Start)+moved-searched)
		to := min(from+len(text)+2*searched, len(code))
		if from > to || strings.IndexByte(text, '#') >= 0 {
			continue
		}
		if i := strings.Index(code[from:to], text); i >= 0 {
			k.Add(fn, int32(from+i))
			at, moved, next = from+i+len(text), from+i-int(fn.Start), fn.End
		}
	}
	return k
}

// blame returns the index of the function printed at an offset of a text, or of the last one
// before it; the text is that of the source from an offset on, with patches.
func (w *work) blame(at, from int32, patches []print.Patch) int {
	last, begin := patches[0], patches[0].Span.Start-from
	for moved := -from; len(patches) > 0 && patches[0].Span.Start+moved <= at; patches = patches[1:] {
		last, begin = patches[0], patches[0].Span.Start+moved
		text, _ := print.Complete(last.Text, last.Tokens)
		moved += int32(len(text)) - (last.Span.End - last.Span.Start)
	}
	for _, fn := range w.p.Funcs {
		s := &w.funcs[fn.Index]
		if fn.Span != last.Span || s.text == nil || *s.text != last.Text {
			continue
		}
		inner := w.patches(fn.Span, w.inside(fn))
		if s.rep.Outcome == Replaced || len(inner) == 0 {
			return fn.Index
		}
		note := int32(strings.Index(last.Text, "*/") + len("*/")) // see mark
		return w.blame(at-begin-note, fn.Start, inner)
	}
	return len(w.p.Funcs)
}

// isUnreadable reports whether fn stays as written because its output could not be parsed, and
// records that in its report.
func (w *work) isUnreadable(fn *ast.Function, r *FuncReport) bool {
	for _, s := range w.o.unreadable {
		if s.index == fn.Index || fn.Kind == ast.FuncTop && s.index == len(w.p.Funcs) {
			r.Outcome, r.Reason = s.outcome, s.reason
			return true
		}
	}
	return false
}

// again parses an output again, and records a fault if that fails.
func (w *work) again(code string) *ast.Program {
	if p := w.reread; p != nil && w.rereadOf == code {
		w.reread = nil // the caller may change it
		return p
	}
	p, ds := w.parse(code)
	if p == nil {
		w.report.Faults = append(w.report.Faults, "BUG: the output cannot be parsed: "+ds[0].String())
	}
	return p
}

func (w *work) parse(code string) (*ast.Program, []parse.Diagnostic) {
	o := parse.Options{Path: w.o.Path, Type: w.goal()}
	if w.o.Emit == Structured && w.o.For == cost.Balanced {
		o.Extent = parse.References // packages singleuse and blockscoping, and the normal form, need more
	}
	return parse.Parse(code, o)
}
