package viz

import (
	"bufio"
	"fmt"
	"image/png"
	"io"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// Outline is a node of a syntax tree that can be shown.
type Outline struct {
	Role string // its role in its parent
	Kind string
	Text string // further details
	At   string // line:column
	Kids []*Outline
}

// OutlineText writes a tree as lines, indented by depth.
func OutlineText(w io.Writer, o *Outline) error {
	out := bufio.NewWriter(w)
	walkOutline(o, 0, func(o *Outline, depth int) {
		line := strings.Repeat("  ", depth)
		if o.Role != "" {
			line += o.Role + ": "
		}
		line += o.Kind
		if o.Text != "" {
			line += " " + trace.Printable(o.Text)
		}
		if o.At != "" {
			line = fmt.Sprintf("%-60s %s", line, o.At)
		}
		fmt.Fprintln(out, line)
	})
	return out.Flush()
}

func walkOutline(o *Outline, depth int, visit func(o *Outline, depth int)) {
	visit(o, depth)
	for _, k := range o.Kids {
		walkOutline(k, depth+1, visit)
	}
}

// OutlineSVG draws a tree: a row for each node, below that of its parent.
func OutlineSVG(w io.Writer, title string, o *Outline) error {
	p := outlinePicture(title, o)
	_, err := w.Write(svgDocument(title, p.w, p.h, p.draw))
	return err
}

// OutlinePNG draws a tree as pixels. The error is a *[TooLarge] if that would be too many.
func OutlinePNG(w io.Writer, title string, o *Outline) error {
	p := outlinePicture(title, o)
	if p.w > maxPixels/p.h {
		return &TooLarge{p.w, p.h}
	}
	c := newPNGCanvas(p.w, p.h, 1)
	p.draw(c)
	return png.Encode(w, c.img)
}

// outlined is a tree with its size.
type outlined struct {
	title string
	o     *Outline
	w, h  int
}

const (
	outlineIndent = 22
	outlineText   = 48 // letters of a text that a picture shows
	atWidth       = 70
)

func outlinePicture(title string, o *Outline) *outlined {
	p := &outlined{title: title, o: o, w: width(title)}
	rows := 2
	walkOutline(o, 0, func(o *Outline, depth int) {
		rows++
		p.w = max(p.w, depth*outlineIndent+wordsWidth(o.words())+atWidth)
	})
	p.w += 2 * pageMargin
	p.h = rows*rowHeight + 2*pageMargin
	return p
}

// words are the text of a row.
func (o *Outline) words() []word {
	var ws []word
	if o.Role != "" {
		ws = append(ws, word{o.Role + " ", styleDim})
	}
	ws = append(ws, word{o.Kind, styleStrong})
	if o.Text != "" {
		ws = append(ws, word{" " + trace.Cut(o.Text, outlineText), styleName})
	}
	return ws
}

func (p *outlined) draw(c canvas) {
	c.text(pageMargin, pageMargin+baseline, p.title, styleStrong, left)
	row := 2
	var tree func(o *Outline, depth int)
	tree = func(o *Outline, depth int) {
		x, y := pageMargin+depth*outlineIndent, pageMargin+row*rowHeight
		drawWords(c, x, y+baseline, o.words())
		c.text(p.w-pageMargin, y+baseline, o.At, styleDim, right)
		row++
		for _, k := range o.Kids {
			at := pageMargin + row*rowHeight + rowHeight/2
			c.line([]point{{x + 5, y + rowHeight - 1}, {x + 5, at}, {x + outlineIndent - 3, at}}, styleValueEdge, false)
			tree(k, depth+1)
		}
	}
	tree(p.o, 0)
}
