package passes

import (
	"context"
	"slices"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// What is given out can be read: the program is read again, early errors and all, which
// costs about a hundredth of making it. Where it cannot, that is a fault of the function
// around the error, which stays as it was written.

// maxSpoilt bounds how many functions are made out one by one. If there are more,
// nothing is changed at all.
const maxSpoilt = 8

// spoilt says why the function of an index stays as written: what was printed of it
// cannot be read.
type spoilt struct {
	index   int
	outcome Outcome
	reason  string
}

// readable is once, until the result can be read again.
func readable(ctx context.Context, src string, o Options) (*work, Result, error) {
	w, r, err := once(ctx, src, o)
	if err != nil || w == nil || w.spoilt == nil {
		return w, r, err
	}
	for err == nil && w.spoilt != nil {
		o.spoilt = append(slices.Clip(o.spoilt), *w.spoilt)
		if len(o.spoilt) > maxSpoilt {
			o.Only = func(string, *ast.Function) bool { return false }
			return once(ctx, src, o)
		}
		w, r, err = once(ctx, src, o)
	}
	// The error was perhaps in a function inside of one that was named first.
	for i := len(o.spoilt) - 2; err == nil && i >= 0; i-- {
		fewer := o
		fewer.spoilt = slices.Delete(slices.Clone(o.spoilt), i, i+1)
		if v, s, again := once(ctx, src, fewer); again == nil && v.spoilt == nil {
			w, r, o = v, s, fewer
		}
	}
	return w, r, err
}

// check reads an output again, of which patches are what changed. It notes the function
// that is to blame if that fails.
func (w *work) check(code string, patches []print.Patch) bool {
	if len(patches) == 0 {
		return true
	}
	p, ds := w.parse(code)
	if p != nil {
		w.reread, w.rereadOf = p, code
		return true
	}
	w.spoilt = &spoilt{w.blame(ds[0].Span.Start, 0, patches), Faulty, "BUG: what was printed cannot be read again: " + ds[0].Text}
	if ds[0].Text == parse.TooDeep {
		w.spoilt.outcome, w.spoilt.reason = Refused, "its output would nest too deep"
	}
	return false
}

// blame returns the index of the function that was printed at an offset of a text, or is
// the last before it: of the source from an offset on, with patches.
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

// isSpoilt reports whether fn stays as written because its output could not be read, and
// says so in its report.
func (w *work) isSpoilt(fn *ast.Function, r *FuncReport) bool {
	for _, s := range w.o.spoilt {
		if s.index == fn.Index || fn.Kind == ast.FuncTop && s.index == len(w.p.Funcs) {
			r.Outcome, r.Reason = s.outcome, s.reason
			return true
		}
	}
	return false
}

// again reads an output again, or says that it cannot be read.
func (w *work) again(code string) *ast.Program {
	if p := w.reread; p != nil && w.rereadOf == code {
		w.reread = nil // whoever has it may change it
		return p
	}
	p, ds := w.parse(code)
	if p == nil {
		w.report.Faults = append(w.report.Faults, "BUG: the output cannot be read again: "+ds[0].String())
	}
	return p
}

func (w *work) parse(code string) (*ast.Program, []parse.Diagnostic) {
	return parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()})
}
