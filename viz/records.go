package viz

import (
	"bufio"
	"fmt"
	"image/png"
	"io"
)

// RecordTree is the tree of the transitions of some records, which joins and loops make a graph.
type RecordTree struct {
	Title string
	Steps []RecordStep
}

// RecordStep is a transition of a record.
type RecordStep struct {
	Kind RecordStepKind
	// Text says what happens, Facts what is known behind it, if anything.
	Text, Facts string
	// At is the place in the source: line:col.
	At string
	// From are the steps before it, as indices of Steps.
	From []int
}

// RecordStepKind is what happens in a transition.
type RecordStepKind uint8

const (
	// RecordRoot is the first step of a record.
	RecordRoot RecordStepKind = iota
	// RecordChanged: a key is set or removed.
	RecordChanged
	// RecordCalled: a call modifies the record.
	RecordCalled
	// RecordJoined: what is known on several paths is joined.
	RecordJoined
	// RecordLetGo: nothing is known of the record from here on.
	RecordLetGo
)

// recordItems are the kinds of transitions, by kind.
var recordItems = []legendItem{
	{style: styleControl, text: "a record begins"}, {style: stylePure, text: "a key is set or removed"},
	{style: styleInstance, text: "a call modifies it"}, {style: stylePhi, text: "paths join"},
	{style: styleGone, text: "let go: nothing is known any more"},
}

func (s *RecordStep) style() style { return recordItems[s.Kind].style }

// lines are the lines in the box of a step.
func (s *RecordStep) lines() []string {
	first := s.Text
	if s.At != "" {
		first = s.At + " " + first
	}
	if s.Facts == "" {
		return []string{first}
	}
	return []string{first, s.Facts}
}

// Records writes the transitions of records as Graphviz input.
func Records(w io.Writer, trees []RecordTree) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph records {\n" +
		"  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n" +
		"  edge [color=\"#555555\"];\n" +
		"  graph [labelloc=t, fontname=\"Helvetica\", fontsize=10, label=<<table border=\"0\">\n")
	dotLegend(b, [][]legendItem{recordItems})
	b.WriteString("  </table>>];\n")
	for i, t := range trees {
		fmt.Fprintf(b, "  subgraph cluster%d {\n    label=%s;\n", i, quoted(t.Title))
		for j := range t.Steps {
			s := &t.Steps[j]
			l := palette[s.style()]
			fmt.Fprintf(b, "    s%d_%d [label=%s, fillcolor=%q, color=%q];\n", i, j, quotedLines(s.lines()), l.fill, l.stroke)
		}
		b.WriteString("  }\n")
		for j, s := range t.Steps {
			for _, f := range s.From {
				fmt.Fprintf(b, "  s%d_%d -> s%d_%d;\n", i, f, i, j)
			}
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}

// RecordsSVG draws the transitions of records, those of each tree below its title.
func RecordsSVG(w io.Writer, title string, trees []RecordTree) error {
	p := newRecordsPicture(title, trees)
	_, err := w.Write(svgDocument(title, p.w, p.h, p.draw))
	return err
}

// RecordsPNG draws the same as pixels. The error is a *[TooLarge] if that would be too many.
func RecordsPNG(w io.Writer, title string, trees []RecordTree) error {
	p := newRecordsPicture(title, trees)
	if p.w > maxPixels/p.h {
		return &TooLarge{p.w, p.h}
	}
	c := newPNGCanvas(p.w, p.h, 1)
	p.draw(c)
	return png.Encode(w, c.img)
}

// recordsPicture is a picture of transitions with all places computed.
type recordsPicture struct {
	title string
	trees []RecordTree
	flows []*flow
	tops  []int // of the trees' titles
	w, h  int
}

func newRecordsPicture(title string, trees []RecordTree) *recordsPicture {
	p := &recordsPicture{title: title, trees: trees}
	p.w = max(width(title), legendWidth([][]legendItem{recordItems})) + 2*pageMargin
	y := pageMargin + titleSize + 12 + 2*rowHeight
	for _, t := range trees {
		boxes := make([]flowBox, len(t.Steps))
		for i := range t.Steps {
			lines := t.Steps[i].lines()
			boxes[i] = flowBox{h: rowHeight*len(lines) + padding, loop: -1}
			for _, l := range lines {
				boxes[i].w = max(boxes[i].w, width(l)+2*padding)
			}
		}
		for i, s := range t.Steps {
			for _, f := range s.From {
				boxes[f].succs = append(boxes[f].succs, i)
				boxes[f].apart = append(boxes[f].apart, false)
			}
		}
		f := newFlow(boxes, callFlow)
		p.flows = append(p.flows, f)
		p.tops = append(p.tops, y)
		y += rowHeight + f.height + 2*rowHeight
		p.w = max(p.w, f.width+2*pageMargin, width(t.Title)+2*pageMargin)
	}
	p.h = y + pageMargin
	return p
}

func (p *recordsPicture) draw(c canvas) {
	c.text(pageMargin, pageMargin+baseline, p.title, styleStrong, left)
	drawLegendRow(c, pageMargin, pageMargin+titleSize+12+baseline, recordItems)
	for i, f := range p.flows {
		c.text(pageMargin, p.tops[i]+baseline, p.trees[i].Title, styleText, left)
		p.drawTree(c, &p.trees[i], f, p.tops[i]+rowHeight+padding)
	}
}

func (p *recordsPicture) drawTree(c canvas, t *RecordTree, f *flow, top int) {
	for i := range f.boxes {
		b := &f.boxes[i]
		for k, s := range b.succs {
			st := styleValueEdge
			if b.layer >= f.boxes[s].layer {
				st = styleBackEdge
			}
			pts := make([]point, len(b.paths[k]))
			for j, q := range b.paths[k] {
				pts[j] = point{pageMargin + q.x, top + q.y}
			}
			c.line(pts, st, true)
		}
	}
	for i := range t.Steps {
		s, b := &t.Steps[i], &f.boxes[i]
		x, y := pageMargin+b.x, top+b.y
		c.box(x, y, b.w, b.h, s.style())
		for j, l := range s.lines() {
			ink := styleText
			if j > 0 {
				ink = styleDim
			}
			c.text(x+padding, y+baseline+3+j*rowHeight, l, ink, left)
		}
	}
}
