package viz

import "github.com/sonjs/son/viz/trace"

// scopeRows is a scope as lines: names and the nodes they stand for.
func (p *picture) scopeRows(s trace.Scope) [][2]string {
	var rows [][2]string
	for _, b := range s.Names {
		holds := "–"
		if n := p.m.Node(b.Node); n != nil {
			holds = name(b.Node) + " " + n.Label
		} else if b.Node != 0 {
			holds = name(b.Node) + " (removed)"
		}
		rows = append(rows, [2]string{b.Name, holds})
	}
	return rows
}

func (p *picture) scopeWidths(s trace.Scope) (names, all int) {
	all = width("scope " + s.Title)
	values := 0
	for _, r := range p.scopeRows(s) {
		names, values = max(names, width(r[0])), max(values, width(r[1]))
	}
	names += columnGap / 2
	return names, max(all, names+values) + 2*padding
}

// scopesSize is the size of the scopes beside the graph.
func (p *picture) scopesSize() (w, h int) {
	for _, s := range p.m.Scopes {
		_, sw := p.scopeWidths(s)
		w = max(w, sw)
		h += rowHeight*(len(s.Names)+1) + 6 + columnGap
	}
	return w, h
}

// scopes draws the builder's scopes.
func (p *picture) scopes(c canvas, x, y int) {
	for _, s := range p.m.Scopes {
		names, w := p.scopeWidths(s)
		h := rowHeight*(len(s.Names)+1) + 6
		c.box(x, y, w, h, styleScope)
		c.text(x+padding, y+3+baseline, "scope "+s.Title, styleTitle, left)
		for i, r := range p.scopeRows(s) {
			top := y + 3 + rowHeight*(i+1)
			c.begin(name(s.Names[i].Node))
			c.text(x+padding, top+baseline, r[0], styleName, left)
			c.text(x+padding+names, top+baseline, r[1], styleText, left)
			c.end()
		}
		y += h + columnGap
	}
}
