package passes

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// CallsReport is what -O2 knows of the calls of a program, and what became of them.
type CallsReport struct {
	// Calls counts the calls of the source. Those of new, of tags and of optional chains are not
	// among them.
	Calls   int `json:"calls"`
	Known   int `json:"known"`   // calls whose callee is known
	Inlined int `json:"inlined"` // known calls that were replaced by the callee
	Private int `json:"private"` // functions that nothing but known calls can run
	Gone    int `json:"gone"`    // private functions whose calls are all inlined: nothing calls them
	// List has the known calls in the order of the source.
	List []CallReport `json:"list"`
}

// CallReport describes what became of one call whose callee is known.
type CallReport struct {
	Place
	In      string `json:"in"` // the function around it
	Callee  string `json:"callee"`
	Inlined bool   `json:"inlined,omitzero"`
	Why     string `json:"why,omitempty"` // why it stays
	// Site is its number in the call graph.
	Site int `json:"-"`
}

// Why a call stays that was to be inlined.
const (
	stayAsWritten  = "the function around it stays as written"
	stayUnpaid     = "the function around it would not be better"
	stayUnreturned = "the callee does not come back to what follows it, or it is never reached"
	stayCopied     = "it stays in a copy of the function around it"
)

// sumCalls reports on the calls, if any were planned: without Options.Details, only which of those that are inlined
// are known under an assumption. What the rest says takes time.
func (w *work) sumCalls() {
	if w.plan == nil {
		return
	}
	o := &callOutcome{work: w, graph: w.plan.Graph, gone: make([]bool, len(w.p.Funcs))}
	o.find()
	o.sumAssumed()
	if w.o.Details {
		w.report.Calls = o.list()
	}
}

// sumAssumed counts the inlined calls whose callee is known under an assumption.
func (o *callOutcome) sumAssumed() {
	assumed, methods, open := o.passed(son.AssumeNoTDZ), 0, o.passed(son.AssumeClosedWorld)
	for i := range o.graph.Own {
		s := o.graph.Sites.At(i)
		if s.Callee == nil || !(s.Assumed || s.Method || s.Open) || !o.isInlined(int32(i)) {
			continue
		}
		if s.Assumed {
			assumed++
		}
		if s.Method {
			methods++
		}
		if s.Open {
			open++
		}
	}
	o.report.assumedTimes(AssumeNoTDZ, inlining, assumed)
	o.report.assumedTimes(AssumeClosedObjects, inlining, methods)
	o.report.assumedTimes(AssumeClosedWorld, inlining, open)
}

// passed counts the inlined calls of parameters whose callee is known under an assumption.
func (o *callOutcome) passed(a son.Assumptions) (n int) {
	for i := range o.funcs {
		if rep := o.funcs[i].rep; rep.Outcome == Replaced {
			for _, x := range rep.instances {
				if x.Assumes.Has(a) {
					n++
				}
			}
		}
	}
	return n
}

// list describes the calls, and the functions that are called.
func (o *callOutcome) list() *CallsReport {
	g := o.graph
	known := 0
	for i := range g.Own {
		if g.Sites.At(i).Callee != nil {
			known++
		}
	}
	r := &CallsReport{Calls: g.Own, List: make([]CallReport, 0, known)}
	for i := range o.p.Funcs {
		f := &o.report.Funcs[i]
		f.Private, f.Gone = g.Functions[i].Exposed == "", o.gone[i]
		f.Summary = o.summaries.words(i)
		if f.Private {
			r.Private++
		}
		if f.Gone {
			r.Gone++
		}
	}
	names := make([]string, len(g.Functions))
	name := func(fn *ast.Function) string {
		if names[fn.Index] == "" {
			names[fn.Index] = o.facts.Path(fn)
		}
		return names[fn.Index]
	}
	for i := range g.Own {
		s := g.Sites.At(i)
		if s.Callee == nil {
			continue
		}
		c := CallReport{Place: o.place(s.Call.Start), In: build.TopName, Callee: name(s.Callee), Site: i}
		if s.In != nil {
			c.In = name(s.In)
		}
		if c.Inlined = o.isInlined(int32(i)); c.Inlined {
			r.Inlined++
		} else {
			c.Why = o.why(int32(i))
		}
		r.List = append(r.List, c)
	}
	r.Known = len(r.List)
	return r
}

// callOutcome finds out what became of calls, from the instances in the functions that are replaced.
type callOutcome struct {
	*work
	graph *calls.Graph
	own   []bool    // by site: it is inlined in the function that it stands in
	in    [][]*copy // by Function.Index: where the function is in place of a call
	gone  []bool
}

// copy is an instance of a function: one of those in the graph of another one.
type copy struct {
	of    int     // Function.Index of the caller; that of the top level is the last
	sites []int32 // of the calls in it that are inlined
}

// find lists the copies, and the functions that are gone.
func (o *callOutcome) find() {
	o.own, o.in = make([]bool, o.graph.Sites.Len()), make([][]*copy, len(o.graph.Functions))
	for f := range o.funcs {
		rep := o.funcs[f].rep
		if rep.Outcome != Replaced {
			continue
		}
		o.copies(f, rep.instances)
	}
	for again := true; again; {
		again = false
		for f := range o.gone {
			k := &o.graph.Functions[f]
			if !o.gone[f] && k.Exposed == "" && len(k.Calls) > 0 && !slices.ContainsFunc(k.Calls, func(i int32) bool { return !o.isGone(i) }) {
				o.gone[f], again = true, true
			}
		}
	}
}

// copies lists the copies in one function.
func (o *callOutcome) copies(f int, list []son.Instance) {
	made := make([]*copy, len(list))
	for k, x := range list {
		if x.Body {
			continue
		}
		made[k] = &copy{of: f}
		o.in[x.Fn] = append(o.in[x.Fn], made[k])
		if around := son.Callee(list, x.Around); around == 0 {
			o.own[x.Site] = true
		} else {
			made[around-1].sites = append(made[around-1].sites, x.Site)
		}
	}
}

// isInlined reports whether a call is inlined in its function; if that is gone, in its copies.
func (o *callOutcome) isInlined(i int32) bool {
	if in := o.graph.Site(i).In; in != nil && o.gone[in.Index] {
		return o.isInCopies(i, in)
	}
	return o.own[i]
}

// isGone reports whether a call is inlined wherever it is, in its function and in the copies of that.
func (o *callOutcome) isGone(i int32) bool {
	in := o.graph.Site(i).In
	return o.isInlined(i) && (in == nil || o.isInCopies(i, in))
}

// isInCopies reports whether a call in a function is inlined in all copies of the function.
func (o *callOutcome) isInCopies(i int32, fn *ast.Function) bool {
	for _, c := range o.in[fn.Index] {
		if (c.of == len(o.gone) || !o.gone[c.of]) && !slices.Contains(c.sites, i) {
			return false
		}
	}
	return true
}

// isUndone reports whether a call is one of those that do not pay in a function in which others do.
func (o *callOutcome) isUndone(fn *ast.Function, i int32) bool {
	at := len(o.gone)
	if fn != nil {
		at = fn.Index
	}
	return slices.ContainsFunc(o.facts.Instances(fn), func(in *build.Instance) bool {
		return in.Site == i && slices.Contains(o.funcs[at].rep.Undone, inliningCall(in.Number))
	})
}

// why says why a known call stays.
func (o *callOutcome) why(i int32) string {
	if why := o.plan.Why[i]; why != "" {
		return why
	}
	at, in := len(o.gone), o.graph.Site(i).In
	if in != nil {
		at = in.Index
	}
	rep := o.funcs[at].rep
	switch {
	case at < len(o.gone) && o.gone[at]:
		return stayCopied
	case rep.Outcome == NotCarried, rep.Outcome == Refused, rep.Outcome == Faulty:
		return stayAsWritten
	case rep.Outcome == Replaced && !slices.Contains(rep.Undone, inlining) && !o.isUndone(in, i):
		return stayUnreturned
	}
	return stayUnpaid
}
