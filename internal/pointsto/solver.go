package pointsto

import (
	"math/bits"
	"slices"
)

// value is an object, or one of the values that are none.
type value int32

const (
	outside value = iota
	undefined
	null
	number
	primitive // any other: a string, a bigint
	firstObject
)

// isObject reports whether a value is an object that the program made.
func (v value) isObject() bool { return v >= firstObject }

// node is a place that can have values, such as a variable or a field.
type node int32

// cell is what is known of a node.
type cell struct {
	// values are in the order in which they came; the first done of them have been passed on.
	values []value
	done   int
	in     set  // the same ones, if there are many
	open   bool // outside is among them
	queued bool
	copies []edge
	edges  map[edge]bool // the same ones, if there are many
	uses   []func(value)
}

// edge says that the values of one node, or some of them, are values of another one.
type edge struct {
	to   node
	only filter
}

// filter says which values pass an edge.
type filter uint8

const (
	everything filter = iota
	objectsOnly
	functionsOnly // accessors included
	defined       // all but undefined
	notNullish    // all but undefined and null
	falsy         // those that may be falsy
	notNull       // all but null
	notNumber     // all but numbers
	numbersOnly
	primitivesOnly // without numbers
)

// few is up to how many values are searched one by one.
const few = 12

// solver passes values on until nothing changes.
type solver struct {
	// cells are what is known of nodes, in pieces of the same size: one slice would be copied again and again as it
	// grows, and its old copies were half of the memory that the analysis takes.
	cells [][]cell
	nodes int
	todo  []node
	// first are nodes that go before those in todo: they have outside, which makes other values needless, or
	// the values that escape.
	first   []node
	objects []object
	work    int // done so far; see solve
}

// cellsPiece is how many cells a piece has.
const cellsPiece = 1024

// cell returns what is known of a node.
func (s *solver) cell(n node) *cell { return &s.cells[uint32(n)/cellsPiece][uint32(n)%cellsPiece] }

// newNode makes a node with some values.
func (s *solver) newNode(values ...value) node {
	n := node(s.nodes)
	if s.nodes++; int(n)%cellsPiece == 0 {
		s.cells = append(s.cells, make([]cell, cellsPiece))
	}
	for _, v := range values {
		s.add(n, v)
	}
	return n
}

func (c *cell) has(v value) bool {
	if c.in != nil {
		return c.in.has(v)
	}
	return slices.Contains(c.values, v)
}

// set is a hash table of values with open addressing: each slot is a value plus 1, or 0. Its length is a
// power of two.
type set []value

func (s set) slot(v value) int {
	i := int(uint32(v)*2654435769>>7) & (len(s) - 1)
	for s[i] != 0 && s[i] != v+1 {
		i = (i + 1) & (len(s) - 1)
	}
	return i
}

func (s set) has(v value) bool { return s[s.slot(v)] != 0 }

// setOf returns a set of values with room for as many again.
func setOf(values []value) set {
	n := 4 * few
	for n < 4*len(values) {
		n *= 2
	}
	s := make(set, 1<<bits.Len(uint(n-1)))
	for _, v := range values {
		s[s.slot(v)] = v + 1
	}
	return s
}

// add gives a node a value. What is outside includes the objects that others have: nothing uses these apart
// from it.
func (s *solver) add(n node, v value) {
	c := s.cell(n)
	if c.open && (v == outside || v.isObject() && s.objects[v].escaped) || c.has(v) {
		return
	}
	c.open = c.open || v == outside
	c.values = append(c.values, v)
	switch {
	case c.in != nil && 2*len(c.values) <= len(c.in):
		c.in[c.in.slot(v)] = v + 1
	case len(c.values) > few:
		c.in = setOf(c.values)
	}
	if v == outside {
		last := len(c.values) - 1
		c.values[c.done], c.values[last] = c.values[last], c.values[c.done]
		s.first = append(s.first, n)
		return
	}
	if !c.queued {
		c.queued = true
		s.todo = append(s.todo, n)
	}
}

// next takes a node from those that have values to pass on.
func (s *solver) next() (node, bool) {
	list := &s.first
	if len(*list) == 0 {
		list = &s.todo
	}
	last := len(*list) - 1
	if last < 0 {
		return 0, false
	}
	n := (*list)[last]
	*list = (*list)[:last]
	s.cell(n).queued = s.cell(n).queued && list == &s.first
	return n, true
}

// passes reports whether a value passes a filter.
func (s *solver) passes(v value, f filter) bool {
	switch f {
	case objectsOnly:
		return v.isObject() || v == outside
	case functionsOnly:
		return v == outside || v.isObject() && s.objects[v].isFunction()
	case defined:
		return v != undefined
	case notNullish:
		return v != undefined && v != null
	case numbersOnly:
		return v == number || v == outside
	case primitivesOnly:
		return v == primitive || v == outside
	case notNull:
		return v != null
	case notNumber:
		return v != number
	case falsy:
		return !v.isObject()
	}
	return true
}

// flow lets the values of a node be values of another one.
func (s *solver) flow(from, to node) { s.flowOnly(from, to, everything) }

// flowOnly is flow for the values that pass a filter.
func (s *solver) flowOnly(from, to node, only filter) {
	if from == to {
		return
	}
	c := s.cell(from)
	e := edge{to, only}
	if c.edges[e] || c.edges == nil && slices.Contains(c.copies, e) {
		return
	}
	c.copies = append(c.copies, e)
	if c.edges != nil {
		c.edges[e] = true
	} else if len(c.copies) > few {
		c.edges = make(map[edge]bool, 2*few)
		for _, e := range c.copies {
			c.edges[e] = true
		}
	}
	s.work += c.done
	for _, v := range c.values[:c.done] {
		if s.passes(v, only) {
			s.add(to, v)
		}
	}
}

// each calls use for every value that a node has, or ever gets.
func (s *solver) each(n node, use func(value)) {
	c := s.cell(n)
	c.uses = append(c.uses, use)
	s.work += c.done
	for i, done := 0, c.done; i < done; i++ {
		use(s.cell(n).values[i])
	}
}

// solve passes on all values. It gives up, and returns false, when that takes more steps than a limit: a step passes
// on one value along one edge, or to one use.
func (s *solver) solve(limit int) bool {
	for {
		n, some := s.next()
		if !some {
			return true
		}
		for s.cell(n).done < len(s.cell(n).values) {
			if s.work > limit {
				return false
			}
			c := s.cell(n)
			v := c.values[c.done]
			if c.open && v.isObject() && s.objects[v].escaped {
				last := len(c.values) - 1
				c.values[c.done] = c.values[last]
				c.values = c.values[:last]
				continue
			}
			c.done++
			// What is added from here on is applied to this value, too, where it is added.
			copies, uses := c.copies, c.uses
			s.work += len(copies) + len(uses)
			for _, e := range copies {
				if s.passes(v, e.only) {
					s.add(e.to, v)
				}
			}
			for _, use := range uses {
				use(v)
			}
		}
	}
}

// singleton returns a node that has one value and no other, ever.
func (p *Program) singleton(v value) node {
	n, ok := p.singles[v]
	if !ok {
		n = p.newNode(v)
		p.singles[v] = n
	}
	return n
}
