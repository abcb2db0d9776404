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
	texts  []calleeText // in order
}

// callee is the text of a callee in the text around it.
type callee struct {
	number int   // of the instance
	end    int32 // of the call: that of an argument ends, and is evaluated, before the call around it
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
		o.inside[in.Around] = append(o.inside[in.Around], callee{number: k, end: in.Call.End, at: in.At - 1, length: length[k]})
	}
	for _, list := range o.inside {
		slices.SortFunc(list, func(a, b callee) int {
			return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.end, b.end), cmp.Compare(a.number, b.number))
		})
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

// calleeText is the text of a callee, and where the function has the statements in whose places it is.
type calleeText struct {
	ast.Span
	fn     int32
	at     []int32 // in order
	around int     // the index of the innermost text around it; -1: none
}

// textsOf returns the texts of callees, in order.
func textsOf(instances []son.Instance) (list []calleeText) {
	at := make([]int32, len(instances)) // by instance: where the function has the statement
	order := make([]int, len(instances))
	for i, in := range instances {
		at[i], order[i] = in.At, i
		if around := son.Callee(instances, in.Around); around > 0 {
			at[i] = at[around-1]
		}
	}
	order = slices.DeleteFunc(order, func(i int) bool { return instances[i].Body })
	slices.SortFunc(order, func(i, j int) int {
		a, b := instances[i].Text, instances[j].Text
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(at[i], at[j]))
	})
	for _, i := range order {
		if n := len(list); n > 0 && list[n-1].fn == instances[i].Fn {
			list[n-1].at = append(list[n-1].at, at[i])
		} else {
			list = append(list, calleeText{Span: instances[i].Text, fn: instances[i].Fn, at: []int32{at[i]}})
		}
	}
	for i := range list {
		around := i - 1
		for around >= 0 && list[around].End <= list[i].Start {
			around = list[around].around
		}
		list[i].around = around
	}
	return list
}

// inFunction returns where code at a place of the source is in the function itself: that of a callee is
// where the call was, after the place last if possible.
func (o *textOrder) inFunction(place, last int32) int32 {
	i := sort.Search(len(o.texts), func(i int) bool { return o.texts[i].Start > place }) - 1
	for i >= 0 && o.texts[i].End <= place {
		i = o.texts[i].around
	}
	if i < 0 {
		return place
	}
	at := o.texts[i].at
	k := sort.Search(len(at), func(k int) bool { return at[k] >= last })
	return at[min(k, len(at)-1)]
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
