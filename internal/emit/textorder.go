package emit

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// textOrder says what comes first in the text where callees stand in place of their calls. The
// structurer keeps code in the loops and branches that it is in by its place, but a callee may stand
// anywhere in the source:
//
//	function f(x) { g(x); h(x) }                // h(x) comes after the loop
//	function g(x) { while (x.next()) … }
//
// So places are those of a text in which callees stand before the statements that their calls are in. The zero value is for a
// graph without callees, whose places are those of the source.
type textOrder struct {
	instances []son.Instance
	// By the number of the instance, 0 being the function itself: where its text begins in that order,
	// and the callees in it, in order.
	begin  []int32
	inside [][]callee
	texts  []ast.Span // of the callees, in order; none is inside another one
}

// callee is the text of a callee in the text around it.
type callee struct {
	number int   // of the instance
	at     int32 // the place before the statement of the call, in the source
	length int32 // of the text of the callee, callees in it included
	before int32 // the length of those before it
}

// newTextOrder finds the order for a graph.
func newTextOrder(g *son.Graph) (o textOrder) {
	n := len(g.Instances)
	if n == 0 {
		return o
	}
	o = textOrder{instances: g.Instances, begin: make([]int32, n+1), inside: make([][]callee, n+1), texts: textsOf(g.Instances)}
	length := make([]int32, n+1)
	for k := n; k > 0; k-- { // inner ones first: they were entered later
		in := g.Instances[k-1]
		length[k] += in.Text.End - in.Text.Start
		length[in.Around] += length[k]
		o.inside[in.Around] = append(o.inside[in.Around], callee{number: k, at: in.At - 1, length: length[k]})
	}
	for _, list := range o.inside {
		slices.SortFunc(list, func(a, b callee) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.number, b.number)) })
		before := int32(0)
		for i := range list {
			list[i].before = before
			before += list[i].length
		}
	}
	for around := range o.inside { // outer ones first
		same := int32(0) // the length of those in the same statement
		for i, c := range o.inside[around] {
			if i > 0 && o.inside[around][i-1].at == c.at {
				same += o.inside[around][i-1].length
			} else {
				same = 0
			}
			o.begin[c.number] = o.place(uint16(around), c.at) + same
		}
	}
	return o
}

// textsOf returns the texts of callees, in order and without those inside others.
func textsOf(instances []son.Instance) (list []ast.Span) {
	for _, in := range instances {
		list = append(list, in.Text)
	}
	slices.SortFunc(list, func(a, b ast.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	end := int32(0)
	return slices.DeleteFunc(list, func(s ast.Span) bool {
		inner := s.End <= end
		end = max(end, s.End)
		return inner
	})
}

// isOfCallee reports whether code at a place of the source is of a callee.
func (o *textOrder) isOfCallee(at ast.Span) bool {
	i := sort.Search(len(o.texts), func(i int) bool { return o.texts[i].Start > at.Start }) - 1
	return i >= 0 && at.Start < o.texts[i].End
}

// place returns the place in that order of a place in the source, of an instance.
func (o *textOrder) place(instance uint16, at int32) int32 {
	if len(o.instances) == 0 {
		return at
	}
	list, before := o.inside[instance], int32(0)
	if i := sort.Search(len(list), func(i int) bool { return list[i].at >= at }); i > 0 {
		before = list[i-1].before + list[i-1].length
	}
	if instance == 0 {
		return at + before
	}
	text := o.instances[instance-1].Text
	return o.begin[instance] + min(max(at, text.Start), text.End) - text.Start + before
}
