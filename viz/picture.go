package viz

import (
	"fmt"
	"slices"

	"github.com/sonjs/son/viz/trace"
)

// picture is a drawing with all places computed.
type picture struct {
	o      Options
	t      *trace.Trace
	m      *trace.Moment
	title  string
	plan   *plan
	groups []group // by index in plan.blocks
	flow   *flow
	near   map[int32]bool
	whole  map[int32]placed // places of the blocks in the whole picture, if only a part is drawn
	live   map[int32]*block // the blocks of the moment, by head
	folded bool
	w, h   int
	top    int
}

// group is how one block is drawn.
type group struct {
	w, h  int
	draw  func(c canvas, x, y int)
	rows  []int32 // for a list
	small *sea    // for a small graph
}

// newPicture lays out a moment of a trace.
func newPicture(t *trace.Trace, m *trace.Moment, o Options) *picture {
	p := &picture{o: o, t: t, m: m, title: m.Title, near: o.near(m), live: map[int32]*block{}}
	p.layOut(p.moments())
	return p
}

// layOut computes one layout for several moments.
func (p *picture) layOut(moments []*trace.Moment) {
	var lists [][]*block
	for _, x := range moments {
		bs := blocksOf(x)
		if x == p.m {
			for _, b := range bs {
				p.live[b.head] = b
			}
		}
		lists = append(lists, bs)
	}
	p.plan = unite(lists...)
	p.fold()
	if p.near != nil {
		p.whole = p.layers()
		moments = []*trace.Moment{p.m}
	}
	p.keepNear()
	if p.o.View == Sea && !p.folded {
		p.seaGroups(moments)
	} else {
		p.blockGroups(moments)
	}
	p.arrange()
}

// moments are those that share one layout: the ends of the phases and the moment that
// is drawn, or with Tight only the latter.
func (p *picture) moments() []*trace.Moment {
	if p.o.Tight {
		return []*trace.Moment{p.m}
	}
	var out []*trace.Moment
	seen := false
	for _, ph := range p.t.Phases {
		if ph.Step == p.m.Step {
			out, seen = append(out, p.m), true
		} else {
			out = append(out, p.t.At(ph.Step))
		}
	}
	if !seen {
		out = append(out, p.m)
	}
	return out
}

// fold decides whether there are too many nodes to draw each.
func (p *picture) fold() {
	n := 0
	for _, b := range p.plan.blocks {
		n += len(b.rows)
	}
	p.folded = n > foldAbove && !p.o.Unfold && p.near == nil
}

// placed is the place of a block in the whole picture: its layer, and which of its
// outgoing edges are back edges.
type placed struct {
	layer int
	back  map[int32]bool
}

// layers finds the places of all blocks, also of those that will not be drawn.
func (p *picture) layers() map[int32]placed {
	boxes, _ := p.boxes()
	f := &flow{boxes: boxes}
	f.findBack()
	f.findLayers()
	out := map[int32]placed{}
	for i, b := range p.plan.blocks {
		at := placed{layer: boxes[i].layer, back: map[int32]bool{}}
		for k, s := range boxes[i].succs {
			at.back[p.plan.blocks[s].head] = boxes[i].back[k]
		}
		out[b.head] = at
	}
	return out
}

// keepNear drops the rows outside of the focus, and blocks without rows.
func (p *picture) keepNear() {
	if p.near == nil {
		return
	}
	p.plan.blocks = slices.DeleteFunc(p.plan.blocks, func(b *block) bool {
		now := p.live[b.head]
		b.rows = slices.DeleteFunc(slices.Clone(b.rows), func(id int32) bool {
			return now == nil || !p.near[id] || !slices.Contains(now.rows, id)
		})
		if len(b.rows) == 0 {
			delete(p.plan.byHead, b.head)
		}
		return len(b.rows) == 0
	})
}

// boxes are the boxes of the blocks, without sizes, and their indices by head.
func (p *picture) boxes() ([]flowBox, map[int32]int) {
	index := map[int32]int{}
	for i, b := range p.plan.blocks {
		index[b.head] = i
	}
	boxes := make([]flowBox, len(p.plan.blocks))
	for i, b := range p.plan.blocks {
		boxes[i].loop = -1
		if l, ok := index[b.loop]; ok && b.loop != 0 {
			boxes[i].loop = l
		}
		for _, s := range b.succs {
			if k, ok := index[s]; ok {
				boxes[i].succs = append(boxes[i].succs, k)
			}
		}
	}
	return boxes, index
}

// arrange puts the groups on the page.
func (p *picture) arrange() {
	boxes, _ := p.boxes()
	for i := range boxes {
		boxes[i].w, boxes[i].h = p.groups[i].w, p.groups[i].h
	}
	if p.whole == nil {
		p.flow = newFlow(boxes, controlFlow)
	} else {
		p.flow = partOfFlow(boxes, p.settle(boxes))
	}
	p.top = pageMargin + titleSize + 12 + p.legendHeight()
	w, h := p.flow.width, p.flow.height
	if sw, sh := p.scopesSize(); sw > 0 {
		w, h = w+2*columnGap+sw, max(h, sh)
	}
	p.w = max(w, width(p.title), p.legendWidth()) + 2*pageMargin
	p.h = p.top + h + pageMargin
}

// settle gives boxes their layers in the whole picture, without those that are empty now,
// and returns which of their edges are back edges.
func (p *picture) settle(boxes []flowBox) (back [][]bool) {
	var used []int
	for _, b := range p.plan.blocks {
		used = append(used, p.whole[b.head].layer)
	}
	slices.Sort(used)
	used = slices.Compact(used)
	for i, b := range p.plan.blocks {
		boxes[i].layer, _ = slices.BinarySearch(used, p.whole[b.head].layer)
		marks := make([]bool, len(boxes[i].succs))
		for k, s := range boxes[i].succs {
			marks[k] = p.whole[b.head].back[p.plan.blocks[s].head]
		}
		back = append(back, marks)
	}
	return back
}

// draw draws everything.
func (p *picture) draw(c canvas) {
	c.text(pageMargin, pageMargin+baseline, p.title, styleStrong, left)
	p.legend(c, pageMargin, pageMargin+titleSize+12)
	p.loops(c)
	for i := range p.flow.boxes {
		p.edges(c, i)
	}
	for i, g := range p.groups {
		b := &p.flow.boxes[i]
		if p.live[p.plan.blocks[i].head] != nil {
			c.begin("b" + name(p.plan.blocks[i].head)[1:])
			g.draw(c, pageMargin+b.x, p.top+b.y)
			c.end()
		}
	}
	p.scopes(c, pageMargin+p.flow.width+2*columnGap, p.top)
}

// exitsWidth is how wide a block must be for the labels of its exits not to overlap: two
// are written in opposite directions, more are not.
func (p *picture) exitsWidth(b *block) int {
	if len(b.succs) < 3 {
		return 0
	}
	most := 0
	for _, s := range b.succs {
		if n := p.m.Node(s); n != nil && n.Op == "Proj" {
			most = max(most, width(n.Label))
		}
	}
	return (len(b.succs) + 1) * (most + 12)
}

// edges draws the control edges from a block that exist at this moment.
func (p *picture) edges(c canvas, i int) {
	from := p.live[p.plan.blocks[i].head]
	if from == nil {
		return
	}
	b := &p.flow.boxes[i]
	for k, s := range b.succs {
		to := p.plan.blocks[s]
		if !slices.Contains(from.succs, to.head) || p.live[to.head] == nil {
			continue
		}
		st := styleControlEdge
		if b.layer >= p.flow.boxes[s].layer {
			st = styleBackEdge
		}
		pts := make([]point, len(b.paths[k]))
		for j, q := range b.paths[k] {
			pts[j] = point{q.x + pageMargin, q.y + p.top}
		}
		c.line(pts, st, true)
		if n := p.m.Node(to.head); n != nil && n.Op == "Proj" {
			x, a := pts[0].x+5, left
			if k == 0 && len(b.succs) == 2 {
				x, a = pts[0].x-5, right // away from the label beside it
			}
			c.text(x, pts[0].y+12, n.Label, styleDim, a)
		}
	}
}

// loops tints the background of each loop that overlaps nothing else.
func (p *picture) loops(c canvas) {
	for head, b := range p.plan.blocks {
		if b.loop != b.head || p.live[b.head] == nil {
			continue
		}
		x0, y0, x1, y1, ok := p.flow.extent(head)
		if ok {
			st := styleLoop
			if b.depth%2 == 0 {
				st = styleInnerLoop
			}
			c.box(pageMargin+x0, p.top+y0, x1-x0, y1-y0, st)
		}
	}
}

// extent is the background of a loop; not ok if it overlaps other boxes.
func (f *flow) extent(head int) (x0, y0, x1, y1 int, ok bool) {
	const rim = 9
	outer := f.outer()
	in := func(i int) bool {
		for l, k := f.boxes[i].loop, 0; l >= 0 && k < len(f.boxes); l, k = outer[l], k+1 {
			if l == head {
				return true
			}
		}
		return false
	}
	x0, y0 = 1<<30, 1<<30
	for i := range f.boxes {
		if b := &f.boxes[i]; in(i) {
			x0, y0, x1, y1 = min(x0, b.x), min(y0, b.y), max(x1, b.x+b.w), max(y1, b.y+b.h)
		}
	}
	for i := range f.boxes {
		for k, s := range f.boxes[i].succs {
			if s != head || f.boxes[i].layer < f.boxes[s].layer {
				continue
			}
			for _, q := range f.boxes[i].paths[k] {
				x1, y0, y1 = max(x1, q.x), min(y0, q.y), max(y1, q.y)
			}
		}
	}
	x0, y0, x1, y1 = x0-rim, y0-rim/2, x1+rim, y1+rim/2
	for i := range f.boxes {
		if b := &f.boxes[i]; !in(i) && b.x < x1 && b.x+b.w > x0 && b.y < y1 && b.y+b.h > y0 {
			return 0, 0, 0, 0, false
		}
	}
	return x0, y0, x1, y1, x0 < x1
}

// blockTitle names a block and its place in the loop tree.
func (p *picture) blockTitle(b *block) string {
	now := p.live[b.head]
	if now == nil {
		now = b
	}
	s := fmt.Sprintf("block %d", now.id)
	if now.id < 0 {
		s = "block of " + name(b.head)
	}
	switch {
	case now.loop == b.head:
		s += fmt.Sprintf(" · head of a loop, depth %d", now.depth)
	case now.depth > 0:
		s += fmt.Sprintf(" · depth %d", now.depth)
	}
	return s
}
