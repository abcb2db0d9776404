package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

const swatch = 14 // width of the colour before a row

// blockGroups draws each block as a list of its nodes, or folded if there are too many.
func (p *picture) blockGroups(moments []*trace.Moment) {
	for _, b := range p.plan.blocks {
		if p.folded {
			p.groups = append(p.groups, p.foldedGroup(b))
		} else {
			p.groups = append(p.groups, p.listGroup(b, moments))
		}
	}
}

// listGroup is wide enough for the rows of all moments.
func (p *picture) listGroup(b *block, moments []*trace.Moment) group {
	var rows []int32
	w := max(width(p.blockTitle(b))+2*padding, p.exitsWidth(b))
	for _, id := range b.rows {
		shown := false
		for _, m := range moments {
			n := m.Node(id)
			if !p.o.shows(n, p.near) {
				continue
			}
			shown = true
			ws, typ := p.o.row(m, n)
			rw := swatch + wordsWidth(ws) + 2*padding
			if in, ok := instanceWord(p.t, n); ok {
				rw += width(in.text)
			}
			if typ != "" {
				rw += width("   " + typ)
			}
			w = max(w, rw)
		}
		if shown {
			rows = append(rows, id)
		}
	}
	h := 6 + rowHeight*(len(rows)+1)
	return group{w: w, h: h, rows: rows, draw: func(c canvas, x, y int) { p.drawList(c, b, rows, x, y, w, h) }}
}

func (p *picture) drawList(c canvas, b *block, rows []int32, x, y, w, h int) {
	p.frame(c, b, x, y, w, h)
	now := p.live[b.head]
	var above int32 // the instance of the row above
	for i, id := range rows {
		n := p.m.Node(id)
		if n == nil || !slices.Contains(now.rows, id) {
			continue
		}
		top := y + 3 + rowHeight*(i+1)
		ws, typ := p.o.row(p.m, n)
		c.begin(name(id))
		if in, ok := instanceWord(p.t, n); ok {
			c.box(x+2, top, w-4, rowHeight, styleInstance)
			if n.Instance != above {
				ws = append(ws, in)
			}
		}
		above = n.Instance
		if id == p.o.Focus {
			c.box(x+2, top, w-4, rowHeight, styleFocus)
		}
		c.box(x+5, top+4, 9, 9, kindStyle(n))
		drawWords(c, x+padding+swatch-2, top+baseline, ws)
		c.text(x+w-padding, top+baseline, typ, styleType, right)
		c.end()
	}
}

func (p *picture) frame(c canvas, b *block, x, y, w, h int) {
	st := styleBlock
	switch now := p.live[b.head]; {
	case p.folded:
		st = styleFolded
	case now.loop == b.head:
		st = styleLoopBlock
	}
	c.box(x, y, w, h, st)
	c.text(x+padding, y+3+baseline, p.blockTitle(b), styleTitle, left)
}

// foldedText and foldedLines bound the source text that a folded block shows.
const foldedText, foldedLines = 44, 3

// foldedGroup shows the source of a block, and how many nodes it has.
func (p *picture) foldedGroup(b *block) group {
	lines := p.foldedLines(b)
	w := width(p.blockTitle(b))
	for _, l := range lines {
		w = max(w, width(l.text))
	}
	w = max(w+2*padding, p.exitsWidth(b))
	h := 6 + rowHeight*(len(lines)+1)
	return group{w: w, h: h, draw: func(c canvas, x, y int) {
		p.frame(c, b, x, y, w, h)
		for i, l := range lines {
			c.text(x+padding, y+3+rowHeight*(i+1)+baseline, l.text, l.style, left)
		}
	}}
}

func (p *picture) foldedLines(b *block) []word {
	lines := []word{{p.census(b), styleDim}}
	for _, l := range p.sourceOf(b) {
		lines = append(lines, word{l, styleText})
	}
	return lines
}

// census counts the nodes of a block by kind.
func (p *picture) census(b *block) string {
	count := map[trace.Kind]int{}
	total := 0
	now := p.live[b.head]
	if now == nil {
		return ""
	}
	for _, id := range now.rows {
		if n := p.m.Node(id); n != nil {
			count[n.Kind]++
			total++
		}
	}
	parts := []string{plural(total, "node")}
	if k := count[trace.Phi]; k > 0 {
		parts = append(parts, plural(k, "phi"))
	}
	if k := count[trace.Effect]; k > 0 {
		parts = append(parts, plural(k, "effect"))
	}
	if e := p.m.Node(now.end); e != nil && e.Op != "If" {
		parts = append(parts, e.Label)
	}
	return strings.Join(parts, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// sourceOf returns the lines of the source that the nodes of a block come from: the
// shortest spans of those that have an effect, or of all.
func (p *picture) sourceOf(b *block) []string {
	now := p.live[b.head]
	if now == nil {
		return nil
	}
	var spans []trace.Span
	for _, id := range now.rows {
		n := p.m.Node(id)
		if n == nil || n.Span == nil || isHead(n.Op) || n.Kind == trace.Phi || n.Kind == trace.MemPhi {
			continue
		}
		s := *n.Span
		if n.Op == "If" && len(n.In) > 1 {
			if x := p.m.Node(n.In[1].From); x != nil && x.Span != nil {
				s = *x.Span
			}
		}
		if s[1]-s[0] > 0 {
			spans = append(spans, s)
		}
	}
	slices.SortFunc(spans, func(a, b trace.Span) int {
		if a[0] != b[0] {
			return a[0] - b[0]
		}
		return b[1] - a[1]
	})
	var out []string
	end := -1
	for _, s := range spans {
		if s[0] < end {
			continue // inside a span that is shown
		}
		end = s[1]
		text := strings.Join(strings.Fields(p.t.Source.Text[s[0]:s[1]]), " ")
		if len(out) == foldedLines {
			out[foldedLines-1] = "…"
			break
		}
		out = append(out, trace.Cut(text, foldedText))
	}
	return out
}
