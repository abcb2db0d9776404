package viz

import (
	"cmp"
	"image/png"
	"io"
	"slices"

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
	title string
	names []string
	edges [][]callEdge // by box, as the flow's succs
	flow  *flow
	w, h  int
}

// callEdge is the meaning of an edge.
type callEdge struct {
	inside bool
	label  string
}

const (
	callHeight = 24
	callSlot   = 13 // between edges that enter a function
	callTop    = pageMargin + titleSize + 12 + 2*rowHeight
)

func newCallsPicture(title string, calls graph.Graph[string, string]) (*callsPicture, error) {
	nodes, edges, err := sortedCalls(calls)
	if err != nil {
		return nil, err
	}
	p := &callsPicture{title: title, names: nodes, edges: make([][]callEdge, len(nodes))}
	boxes := make([]flowBox, len(nodes))
	index := map[string]int{}
	for i, n := range nodes {
		index[n] = i
		boxes[i] = flowBox{w: callHeight, h: width(n) + 2*padding, loop: -1}
	}
	for _, e := range edges {
		from := index[e.Source]
		join := func(inside bool, label string) {
			b := &boxes[from]
			b.succs = append(b.succs, index[e.Target])
			b.apart = append(b.apart, inside)
			p.edges[from] = append(p.edges[from], callEdge{inside, label})
		}
		if isCall(e) {
			join(false, e.Properties.Attributes[CallLabel])
		}
		if isInside(e) {
			join(true, "")
		}
	}
	spread(boxes)
	p.flow = newFlow(boxes, callFlow)
	w, h := p.flow.height, p.flow.width
	p.w = max(w, width(title), callLegendWidth()) + 2*pageMargin
	p.h = callTop + h + pageMargin
	return p, nil
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
	callLegend(c)
	turn := func(q point) point { return point{pageMargin + q.y, callTop + q.x} }
	for i := range p.flow.boxes {
		b := &p.flow.boxes[i]
		for k, s := range b.succs {
			e := p.edges[i][k]
			st := styleValueEdge
			switch {
			case e.inside:
				st = styleNestEdge
			case b.layer >= p.flow.boxes[s].layer:
				st = styleBackEdge
			}
			pts := make([]point, len(b.paths[k]))
			for j, q := range b.paths[k] {
				pts[j] = turn(q)
			}
			c.begin(p.names[i] + " > " + p.names[s])
			c.line(pts, st, true)
			tip := pts[len(pts)-1]
			c.text(tip.x-9, tip.y-3, e.label, styleDim, right)
			c.end()
		}
	}
	for i, n := range p.names {
		b := &p.flow.boxes[i]
		at := turn(point{b.x, b.y})
		c.begin(n)
		c.box(at.x, at.y, b.h, b.w, styleBlock)
		c.text(at.x+padding, at.y+b.w/2+4, n, styleText, left)
		c.end()
	}
}

// callItems are the legend of a call graph.
var callItems = []legendItem{
	{style: styleValueEdge, text: "calls"}, {style: styleBackEdge, text: "calls back"},
	{style: styleNestEdge, text: "contains"}, {style: styleDim, word: "2", text: "number of calls in the source"},
}

func callLegendWidth() int {
	w := 0
	for _, l := range callItems {
		w += l.width() + legendGap
	}
	return w
}

func callLegend(c canvas) {
	drawLegendRow(c, pageMargin, pageMargin+titleSize+12+baseline, callItems)
}

// sortedCalls lists the functions and edges of a call graph, sorted by name.
func sortedCalls(calls graph.Graph[string, string]) (names []string, edges []graph.Edge[string], err error) {
	adjacency, err := calls.AdjacencyMap()
	if err != nil {
		return nil, nil, err
	}
	for name, to := range adjacency {
		names = append(names, name)
		for _, e := range to {
			edges = append(edges, e)
		}
	}
	slices.Sort(names)
	slices.SortFunc(edges, func(x, y graph.Edge[string]) int {
		return cmp.Or(cmp.Compare(x.Source, y.Source), cmp.Compare(x.Target, y.Target))
	})
	return names, edges, nil
}
