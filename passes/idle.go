package passes

import (
	"maps"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// withoutIdle makes a function again without each optional pass that did something, where that is no
// worse. made is the function with all of them; the result is in m.emit.
func (w *work) withoutIdle(fn *ast.Function, m *scratch, r *FuncReport, made *printed, o Options) (*printed, Options) {
	o.Observer = nil
	uncached := w.takeUncached(fn)
	for i, p := range slices.Backward(Table) {
		if w.o.settled || !p.Optional || !p.fired(r.Rules) || w.o.Until != "" || w.ctx.Err() != nil {
			continue
		}
		without := append(slices.Clip(o.without), p.Name)
		plain := FuncReport{Name: r.Name, Place: r.Place}
		o.without = without
		m.emit, m.other = m.other, m.emit
		var other *printed
		if uncached != nil && i == len(Table)-1 {
			other, plain = uncached.made, uncached.r
		} else {
			other = w.attempt(fn, *m, &plain, o)
		}
		if made != nil && w.pays(fn, made, other, &p) {
			o.without = without[:len(without)-1]
			m.emit, m.other = m.other, m.emit
			continue
		}
		made, *r = other, plain
	}
	return made, o
}

// withUncached is attempt with all passes. If the last one of [Table] rewrites something, it also keeps the function
// without that pass for withoutIdle, in m.other: up to there, the graphs are the same.
func (w *work) withUncached(fn *ast.Function, m scratch, r *FuncReport) *printed {
	o, s := w.o, &w.funcs[fn.Index]
	s.uncached = nil
	if o.settled || o.Until != "" || o.Observer != nil {
		return w.attempt(fn, m, r, o)
	}
	return w.attemptBefore(fn, m, r, o, func(g *son.Graph) {
		v := &version{r: FuncReport{Name: r.Name, Place: r.Place}}
		v.made = w.printIfBetter(fn, g, &v.r, o, m.other)
		v.r.Rules, v.r.assumptionUses = maps.Clone(v.r.Rules), maps.Clone(v.r.assumptionUses)
		for bit, uses := range v.r.assumptionUses {
			v.r.assumptionUses[bit] = maps.Clone(uses)
		}
		s.uncached = v
	})
}

// takeUncached returns what withUncached kept, once, or nil.
func (w *work) takeUncached(fn *ast.Function) *version {
	s := &w.funcs[fn.Index]
	v := s.uncached
	s.uncached = nil
	return v
}

// withoutLabels makes a function again that has labels that its author did not write: without the calls whose
// callees most likely brought them, or else without those that may have, and if that is not enough, without any
// inlining.
func (w *work) withoutLabels(fn *ast.Function, m *scratch, r *FuncReport) (*printed, Options) {
	if w.o.For.IsSpeed() {
		likely, all := w.labeling(fn, r.instances, true), w.labeling(fn, r.instances, false)
		for i, calls := range [][]string{likely, all} {
			if len(calls) == 0 || i > 0 && len(calls) == len(likely) {
				continue // nothing to leave out, or nothing else
			}
			made, o := w.withoutThese(fn, m, r, calls)
			if made != nil && !w.hasNewLabels(fn, made, r.instances) {
				return made, o
			}
		}
	}
	return w.withoutThese(fn, m, r, []string{inlining})
}

// withoutThese makes a function again without some passes or calls, and without each pass that does not pay then.
func (w *work) withoutThese(fn *ast.Function, m *scratch, r *FuncReport, names []string) (*printed, Options) {
	o := w.o
	o.Observer, o.without = nil, append(slices.Clip(w.o.without), names...)
	*r = FuncReport{Name: r.Name, Place: r.Place}
	made := w.attempt(fn, *m, r, o)
	return w.withoutIdle(fn, m, r, made, o)
}
