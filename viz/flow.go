package viz

import (
	"cmp"
	"slices"
)

// flow lays boxes out in layers, with control downwards. The exit of a loop is below
// the whole loop; edges have right angles and run in the gaps between layers, and back
// edges run on the right of their loop.
//
// The method is that of Sugiyama, Tagawa and Toda (1981) with the layers of
// SpiderMonkey's iongraph. All of it is a function of the boxes' order and sizes.
// Cost: O((boxes + edges) log), except for edges that pass many layers, which take a
// place in each.
type flow struct {
	boxes  []flowBox
	kind   flowKind
	layers [][]int // items, left to right
	items  []item
	lanes  map[laneKey]int // item of a passing edge
	width  int
	height int
}

// flowKind is what the boxes stand for.
type flowKind uint8

const (
	// controlFlow: boxes are blocks. Edges to one block run together.
	controlFlow flowKind = iota
	// dataFlow: boxes are nodes. Edges from one node run together, values and memory
	// separately; a node without inputs is right above its users; gaps are small.
	dataFlow
	// callFlow: boxes are functions. As a data flow, but with cycles, and with room for a
	// number before each arrow.
	callFlow
)

// bundle is a set of edges that run together: those to a box, or in a data flow those
// from one.
type bundle struct {
	owner int
	apart bool
}

// laneKey names a passing edge in a layer.
type laneKey struct {
	bundle
	layer int
	back  bool // of back edges
}

// flowBox is a box with its successors.
type flowBox struct {
	w, h  int
	succs []int
	// out and in are where an edge leaves this box and enters the other, from their
	// left sides; nil: spread along the bottom, and in the middle of the top.
	out, in []int
	apart   []bool // in a data flow: the edge runs separately
	loop    int    // index of the head of the innermost enclosing loop; -1: none
	back    []bool
	layer   int
	item    int
	x, y    int
	paths   [][]point // of the edges to succs
}

// item is an element of a layer: a box, or a passing edge.
type item struct {
	box   int // -1: a passing edge
	to    int // the box that the passing edges lead to
	back  bool
	layer int
	w     int
	x     int
	up    []link // links to items of the layer above
	down  []link
}

// link joins items of neighbouring layers, at distances from their left sides.
type link struct{ item, from, to int }

// laneWidth is the width of a passing edge.
func (f *flow) laneWidth() int {
	if f.kind != controlFlow {
		return 6
	}
	return 10
}

// bundle is the bundle of edge k of box i.
func (f *flow) bundle(i, k int) bundle {
	if f.kind != controlFlow {
		return bundle{i, f.boxes[i].apart[k]}
	}
	return bundle{owner: f.boxes[i].succs[k]}
}

// newFlow computes the layout.
func newFlow(boxes []flowBox, kind flowKind) *flow {
	f := &flow{boxes: boxes, kind: kind, lanes: map[laneKey]int{}}
	if len(boxes) == 0 {
		return f
	}
	f.findBack()
	f.findLayers()
	if kind != controlFlow {
		f.pullDown()
	}
	f.finish()
	return f
}

// partOfFlow is a layout of boxes whose layers and back edges are known: they are some of
// the boxes of another layout.
func partOfFlow(boxes []flowBox, back [][]bool) *flow {
	f := &flow{boxes: boxes, kind: controlFlow, lanes: map[laneKey]int{}}
	for i := range boxes {
		boxes[i].back, boxes[i].paths = back[i], make([][]point, len(boxes[i].succs))
	}
	if len(boxes) > 0 {
		f.finish()
	}
	return f
}

// finish places boxes whose layers are known.
func (f *flow) finish() {
	f.makeItems()
	f.order()
	if f.kind == callFlow {
		f.lanesNear()
	}
	f.place()
	f.pullLanes()
	f.route()
}

// findBack marks the back edges of a depth-first walk.
func (f *flow) findBack() {
	const active, done = 1, 2
	state := make([]uint8, len(f.boxes))
	for i := range f.boxes {
		f.boxes[i].back = make([]bool, len(f.boxes[i].succs))
		f.boxes[i].paths = make([][]point, len(f.boxes[i].succs))
	}
	type frame struct{ b, next int }
	for root := range f.boxes {
		if state[root] != 0 {
			continue
		}
		state[root] = active
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			t := &stack[len(stack)-1]
			b := &f.boxes[t.b]
			if t.next == len(b.succs) {
				state[t.b] = done
				stack = stack[:len(stack)-1]
				continue
			}
			k := t.next
			t.next++
			switch s := b.succs[k]; state[s] {
			case active:
				b.back[k] = true
			case 0:
				state[s] = active
				stack = append(stack, frame{s, 0})
			}
		}
	}
}

// outer returns the loop around each loop: that of a box which enters it.
func (f *flow) outer() []int {
	out := make([]int, len(f.boxes))
	for i := range out {
		out[i] = -1
	}
	for i := range f.boxes {
		b := &f.boxes[i]
		for k, s := range b.succs {
			if f.boxes[s].loop == s && !b.back[k] && b.loop != s {
				out[s] = b.loop
			}
		}
	}
	return out
}

// findLayers assigns each box the length of the longest path to it, including paths
// through the end of a loop.
func (f *flow) findLayers() {
	n := len(f.boxes)
	outer := f.outer()
	inside := func(b, loop int) bool { // bounded: a union of moments may have odd loops
		for l, k := f.boxes[b].loop, 0; l >= 0 && k < n; l, k = outer[l], k+1 {
			if l == loop {
				return true
			}
		}
		return false
	}
	type need struct{ from, weight int }
	needs := make([][]need, 2*n) // n+l: the end of loop l
	for i := range f.boxes {
		b := &f.boxes[i]
		if b.loop >= 0 {
			needs[n+b.loop] = append(needs[n+b.loop], need{i, 0})
		}
		if b.loop == i && outer[i] >= 0 {
			needs[n+outer[i]] = append(needs[n+outer[i]], need{n + i, 0})
		}
		for k, s := range b.succs {
			if b.back[k] {
				continue
			}
			needs[s] = append(needs[s], need{i, 1})
			for l, k := b.loop, 0; l >= 0 && k < n && !inside(s, l); l, k = outer[l], k+1 {
				needs[s] = append(needs[s], need{n + l, 1})
			}
		}
	}
	layer := make([]int, 2*n)
	state := make([]uint8, 2*n)
	type frame struct{ v, next int }
	for root := range n {
		if state[root] != 0 {
			continue
		}
		state[root] = 1
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			t := &stack[len(stack)-1]
			if t.next < len(needs[t.v]) {
				d := needs[t.v][t.next]
				if state[d.from] == 0 {
					state[d.from] = 1
					stack = append(stack, frame{d.from, 0})
					continue
				}
				t.next++
				if state[d.from] == 2 {
					layer[t.v] = max(layer[t.v], layer[d.from]+d.weight)
				}
				continue
			}
			state[t.v] = 2
			stack = stack[:len(stack)-1]
		}
	}
	for i := range f.boxes {
		f.boxes[i].layer = layer[i]
	}
}

// makeItems puts boxes and passing edges into the layers. Edges of one bundle that pass
// the same layer share an item.
func (f *flow) makeItems() {
	deepest := 0
	for i := range f.boxes {
		deepest = max(deepest, f.boxes[i].layer)
	}
	f.layers = make([][]int, deepest+1)
	for i := range f.boxes {
		b := &f.boxes[i]
		b.item = f.add(item{box: i, to: i, layer: b.layer, w: b.w})
	}
	lane := func(b bundle, layer int, back bool) int {
		k := laneKey{b, layer, back}
		i, ok := f.lanes[k]
		if !ok {
			i = f.add(item{box: -1, to: b.owner, back: back, layer: layer, w: f.laneWidth()})
			f.lanes[k] = i
		}
		return i
	}
	for i := range f.boxes {
		b := &f.boxes[i]
		for k, s := range b.succs {
			if b.layer >= f.boxes[s].layer {
				to := bundle{owner: s}
				for l := f.boxes[s].layer; l <= b.layer; l++ {
					it := lane(to, l, true)
					if l > f.boxes[s].layer {
						f.join(lane(to, l-1, true), it, f.laneWidth()/2, f.laneWidth()/2)
					}
				}
				continue
			}
			from, at := b.item, f.port(i, k)
			for l := b.layer + 1; l < f.boxes[s].layer; l++ {
				it := lane(f.bundle(i, k), l, false)
				f.join(from, it, at, f.laneWidth()/2)
				from, at = it, f.laneWidth()/2
			}
			f.join(from, f.boxes[s].item, at, f.entry(i, k))
		}
	}
}

func (f *flow) add(it item) int {
	f.items = append(f.items, it)
	i := len(f.items) - 1
	f.layers[it.layer] = append(f.layers[it.layer], i)
	return i
}

func (f *flow) join(a, b, from, to int) {
	for _, l := range f.items[a].down {
		if l.item == b && l.from == from {
			return
		}
	}
	f.items[a].down = append(f.items[a].down, link{b, from, to})
	f.items[b].up = append(f.items[b].up, link{a, to, from})
}

// port is where edge k leaves box i, from its left side.
func (f *flow) port(i, k int) int {
	b := &f.boxes[i]
	if b.out != nil {
		return b.out[k]
	}
	return b.w * (k + 1) / (len(b.succs) + 1)
}

// entry is where edge k of box i enters the other box, from its left side.
func (f *flow) entry(i, k int) int {
	b := &f.boxes[i]
	if b.in != nil {
		return b.in[k]
	}
	return f.boxes[b.succs[k]].w / 2
}

// pullDown moves boxes without predecessors right above their topmost successor.
func (f *flow) pullDown() {
	ins := make([]int, len(f.boxes))
	for i := range f.boxes {
		for _, s := range f.boxes[i].succs {
			ins[s]++
		}
	}
	for i := range f.boxes {
		if b := &f.boxes[i]; ins[i] == 0 && len(b.succs) > 0 {
			layer := f.boxes[b.succs[0]].layer
			for _, s := range b.succs {
				layer = min(layer, f.boxes[s].layer)
			}
			b.layer = max(0, layer-1)
		}
	}
}

// order sorts each layer so that few edges cross: by the mean place of the linked items
// above, then below.
func (f *flow) order() {
	pos := make([]float64, len(f.items))
	number := func(layer []int) {
		for i, it := range layer {
			pos[it] = float64(i)
		}
	}
	f.firstOrder()
	for _, l := range f.layers {
		number(l)
	}
	sortBy := func(layer []int, up bool) {
		mean := make(map[int]float64, len(layer))
		for _, i := range layer {
			links := f.items[i].down
			if up {
				links = f.items[i].up
			}
			if len(links) == 0 {
				mean[i] = pos[i]
				continue
			}
			sum := 0.0
			for _, l := range links {
				sum += pos[l.item] + float64(l.to)/float64(max(1, f.items[l.item].w))*0.9
			}
			mean[i] = sum / float64(len(links))
		}
		slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
		f.lanesRight(layer)
		number(layer)
	}
	for range 2 {
		for _, l := range f.layers[1:] {
			sortBy(l, true)
		}
		for i := len(f.layers) - 2; i >= 0; i-- {
			sortBy(f.layers[i], false)
		}
	}
	for _, l := range f.layers {
		sortBy(l, true)
	}
}

// firstOrder sorts the layers by a depth-first walk, the first successor first.
func (f *flow) firstOrder() {
	rank := make([]int, len(f.items))
	next := 1
	for root := range f.items {
		if rank[root] != 0 {
			continue
		}
		stack := []int{root}
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if rank[i] != 0 {
				continue
			}
			rank[i] = next
			next++
			down := f.items[i].down
			for k := len(down) - 1; k >= 0; k-- {
				stack = append(stack, down[k].item)
			}
		}
	}
	for _, l := range f.layers {
		slices.SortStableFunc(l, func(a, b int) int { return rank[a] - rank[b] })
		f.lanesRight(l)
	}
}

// lanesRight moves the lanes of back edges to the right of their loop.
func (f *flow) lanesRight(layer []int) {
	if f.kind != controlFlow {
		return // there are no loops, at most cycles: see lanesNear
	}
	var backs []int
	for _, i := range layer {
		if f.items[i].back {
			backs = append(backs, i)
		}
	}
	// Inner loops come later in the source, and their lanes are further left.
	slices.SortStableFunc(backs, func(a, b int) int { return f.items[b].to - f.items[a].to })
	for _, i := range backs {
		at := slices.Index(layer, i)
		last := at
		for k, j := range layer {
			it := &f.items[j]
			if k > at && (it.box >= 0 && f.within(it.box, f.items[i].to) || it.back && it.to > f.items[i].to) {
				last = k
			}
		}
		copy(layer[at:], layer[at+1:last+1])
		layer[last] = i
	}
}

// within reports whether a box is in the loop with a head, or in a nested one: loops of
// the source nest, and so do the ranges of their boxes' numbers, more or less.
func (f *flow) within(box, head int) bool {
	return f.boxes[box].loop == head || f.boxes[box].loop > head && f.boxes[box].layer >= f.boxes[head].layer
}
