package passes

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A function whose only call is inlined is removed in the end, so nothing needs a new version of it. It is
// decided after the function that has the call, if that is possible: if it is not inside of that.

// mostBatches is how many batches a wave has at most. It is how deep calls in inlined callees are inlined, plus
// one: in a long chain of single calls, some function begins anew that often.
const mostBatches = 7

// gone tells which functions are not needed any more.
type gone struct {
	// caller is the function that has the only call of a private function, by Function.Index; -1: there
	// is no such function, or it is not decided before.
	caller []int32
	batch  []uint8 // of its wave in which a function is decided, by Function.Index
}

// findGone prepares gone for functions that are decided in waves.
func (w *work) findGone(list [][]*ast.Function) {
	o := &w.o
	if w.plan == nil || !w.removes() || o.ForceGraph || o.graphsToo || o.Observer != nil {
		return
	}
	n := len(w.p.Funcs)
	planned, wave := make([]bool, len(w.plan.Graph.Functions)), make([]int32, n)
	for _, fn := range w.p.Funcs {
		for _, in := range w.facts.Instances(fn) {
			planned[in.Of.Index] = true
		}
	}
	for i, fns := range list {
		for _, fn := range fns {
			wave[fn.Index] = int32(i)
		}
	}
	w.gone = gone{make([]int32, n), make([]uint8, n)}
	for i := range n {
		w.gone.caller[i] = -1
		f := &w.plan.Graph.Functions[i]
		if planned[i] && f.Exposed == "" && len(f.Calls) == 1 && !f.SelfCalls && !w.plan.Stays[i] {
			if in := w.plan.Graph.Site(f.Calls[0]).In; in != nil && wave[in.Index] <= wave[i] {
				w.gone.caller[i] = int32(in.Index)
			}
		}
	}
	w.gone.setBatches(wave)
}

// setBatches has each function come after its caller, if both are in the same wave.
func (g *gone) setBatches(wave []int32) {
	const (
		unknown = 255
		open    = 254 // it is on the path; functions that call each other in a circle are never called
	)
	for i := range g.batch {
		g.batch[i] = unknown
	}
	var path []int
	for i := range g.batch {
		at := i
		for path = path[:0]; g.batch[at] == unknown; {
			g.batch[at] = open
			path = append(path, at)
			if in := int(g.caller[at]); in >= 0 && wave[in] == wave[at] {
				at = in
			}
		}
		for k := len(path) - 1; k >= 0; k-- {
			in, batch := int(g.caller[path[k]]), uint8(0)
			if in >= 0 && wave[in] == wave[path[k]] && g.batch[in] != open {
				batch = (g.batch[in] + 1) % mostBatches
			}
			g.batch[path[k]] = batch
		}
	}
}

// batches splits a wave into functions that can be decided at the same time, and those that wait for them.
func (w *work) batches(wave []*ast.Function) [][]*ast.Function {
	if w.gone.batch == nil {
		return [][]*ast.Function{wave}
	}
	out := make([][]*ast.Function, 1, mostBatches)
	for _, fn := range wave {
		r := int(w.gone.batch[fn.Index])
		for len(out) <= r {
			out = append(out, nil)
		}
		out[r] = append(out[r], fn)
	}
	return out
}

// waitsForCaller reports whether a function may turn out not to be needed.
func (w *work) waitsForCaller(fn *ast.Function) bool {
	return w.gone.caller != nil && w.gone.caller[fn.Index] >= 0
}

// isGone reports whether the only call of a function was inlined, and its code is not called any more.
func (w *work) isGone(fn *ast.Function) bool {
	if fn.Kind == ast.FuncTop || !w.waitsForCaller(fn) {
		return false
	}
	host := &w.funcs[w.gone.caller[fn.Index]]
	around := uint16(0)
	if host.goneTo != nil { // it is where that is
		host, around = host.goneTo, host.goneAs
	} else if host.rep.Outcome != Replaced {
		return false
	}
	call := w.plan.Graph.Functions[fn.Index].Calls[0]
	for k, x := range host.rep.instances {
		if x.Site == call && son.Callee(host.rep.instances, x.Around) == around {
			s := &w.funcs[fn.Index]
			s.goneTo, s.goneAs = host, uint16(k+1)
			return true
		}
	}
	return false
}
