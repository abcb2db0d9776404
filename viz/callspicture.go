package viz

import (
	"image/png"
	"io"

	"github.com/dominikbraun/graph"
)

// CallGraphSVG draws which function calls which, and which is nested in which, from left
// to right.
func CallGraphSVG(w io.Writer, title string, calls graph.Graph[string, string]) error {
	p, err := newCallsPicture(title, calls)
	if err != nil {
		return err
	}
	_, err = w.Write(svgDocument(title, p.w, p.h, p.draw))
	return err
}

// CallGraphPNG draws the same as pixels, at twice the size unless that is too large. The
// error is a *[TooLarge] if the picture is too large anyway.
func CallGraphPNG(w io.Writer, title string, calls graph.Graph[string, string]) error {
	p, err := newCallsPicture(title, calls)
	if err != nil {
		return err
	}
	scale := 2
	if p.w*p.h*scale*scale > maxPixels {
		scale = 1
	}
	if p.w > maxPixels/p.h {
		return &TooLarge{p.w, p.h}
	}
	c := newPNGCanvas(p.w, p.h, scale)
	p.draw(c)
	return png.Encode(w, c.img)
}

// callsPicture is a call graph with all places computed. It is laid out downwards like
// all graphs, and drawn with x and y exchanged, because there are many long names.
type callsPicture struct {
	*callsModel
	title string
	wires [][]callWire // by box, as the flow's succs
	flow  *flow
	top   int
	w, h  int
}

// callWire is one line of an edge: the calls, or the nesting.
type callWire struct {
	*callEdge
	nests bool
}

const (
	callHeight = 24
	callSlot   = 13 // between edges that enter a function
)

func newCallsPicture(title string, calls graph.Graph[string, string]) (*callsPicture, error) {
	m, err := newCallsModel(calls)
	if err != nil {
		return nil, err
	}
	p := &callsPicture{callsModel: m, title: title, wires: make([][]callWire, len(m.functions))}
	boxes := make([]flowBox, len(m.functions))
	index := map[string]int{}
	for i := range m.functions {
		f := &m.functions[i]
		index[f.name] = i
		boxes[i] = flowBox{w: callHeight + rowHeight*len(f.lines), h: f.width() + 2*padding, loop: -1}
	}
	for k := range m.edges {
		e := &m.edges[k]
		from := index[e.from]
		join := func(nests bool) {
			b := &boxes[from]
			b.succs = append(b.succs, index[e.to])
			b.apart = append(b.apart, nests)
			p.wires[from] = append(p.wires[from], callWire{e, nests})
		}
		if e.call {
			join(false)
		}
		if e.inside {
			join(true)
		}
	}
	spread(boxes)
	p.flow = newFlow(boxes, callFlow)
	legend := m.legend()
	p.top = pageMargin + titleSize + 12 + rowHeight*(len(legend)+1)
	w, h := p.flow.height, p.flow.width
	p.w = max(w, width(title), legendWidth(legend)) + 2*pageMargin
	p.h = p.top + h + pageMargin
	return p, nil
}

// width is that of the longest line of a function.
func (f *callFunction) width() int {
	w := width(f.name)
	for _, l := range f.lines {
		w = max(w, width(l))
	}
	return w
}

// spread makes room in each function for the edges that enter it, with one place for all
// back edges, and lets its calls leave in one place and its nested functions in another.
func spread(boxes []flowBox) {
	(&flow{boxes: boxes}).findBack()
	ins := make([]int, len(boxes))
	hasBack := make([]bool, len(boxes))
	at := make([][]int, len(boxes)) // by edge: its index among those that enter
	for i := range boxes {
		for k, s := range boxes[i].succs {
			at[i] = append(at[i], ins[s])
			if boxes[i].back[k] {
				hasBack[s] = true
			} else {
				ins[s]++
			}
		}
	}
	for i := range boxes {
		if b := &boxes[i]; ins[i] > 0 || hasBack[i] {
			b.w = max(b.w, callSlot*ins[i]+6)
			if hasBack[i] && ins[i] > 0 {
				b.w += backIn
			}
		}
	}
	for i := range boxes {
		b := &boxes[i]
		for k, s := range b.succs {
			t := &boxes[s]
			room := t.w
			if hasBack[s] && ins[s] > 0 {
				room -= backIn
			}
			out := b.w / 2
			if b.apart[k] {
				out += 5
			}
			b.out = append(b.out, out)
			b.in = append(b.in, room*(2*at[i][k]+1)/(2*max(1, ins[s])))
		}
	}
}

func (p *callsPicture) draw(c canvas) {
	c.text(pageMargin, pageMargin+baseline, p.title, styleStrong, left)
	for i, row := range p.legend() {
		drawLegendRow(c, pageMargin, pageMargin+titleSize+12+i*rowHeight+baseline, row)
	}
	turn := func(q point) point { return point{pageMargin + q.y, p.top + q.x} }
	for i := range p.flow.boxes {
		b := &p.flow.boxes[i]
		for k, s := range b.succs {
			e := p.wires[i][k]
			st := styleValueEdge
			switch {
			case e.nests:
				st = styleNestEdge
			case e.state == Inlined:
				st = styleInlinedEdge
			case b.layer >= p.flow.boxes[s].layer:
				st = styleBackEdge
			}
			pts := make([]point, len(b.paths[k]))
			for j, q := range b.paths[k] {
				pts[j] = turn(q)
			}
			c.begin(e.from + " > " + e.to)
			if !e.nests {
				c.hint(e.tip)
			}
			c.line(pts, st, true)
			if !e.nests {
				tip := pts[len(pts)-1]
				c.text(tip.x-9, tip.y-3, e.label, styleDim, right)
			}
			c.end()
		}
	}
	for i := range p.functions {
		f, b := &p.functions[i], &p.flow.boxes[i]
		at := turn(point{b.x, b.y})
		c.begin(f.name)
		if f.tip != f.name {
			c.hint(f.tip)
		}
		c.box(at.x, at.y, b.h, b.w, f.style())
		y := at.y + (b.w-rowHeight*len(f.lines))/2 + 4
		c.text(at.x+padding, y, f.name, f.ink(), left)
		for _, l := range f.lines {
			y += rowHeight
			c.text(at.x+padding, y, l, styleDim, left)
		}
		c.end()
	}
}

// callItems are the legend of a call graph.
var callItems = []legendItem{
	{style: styleValueEdge, text: "calls"}, {style: styleBackEdge, text: "calls back"},
	{style: styleNestEdge, text: "contains"}, {style: styleDim, word: "2", text: "number of calls in the source"},
}
