package viz

import "slices"

// legendItem is a colour, a line or a word, and what it means.
type legendItem struct {
	style style
	word  string // an example; empty: a box, or a line if the style has no fill
	text  string
}

var nodeItems = []legendItem{
	{style: styleControl, text: "control"}, {style: stylePhi, text: "phi"},
	{style: styleEffect, text: "has an effect"}, {style: styleRead, text: "reads memory"},
	{style: stylePure, text: "pure, floats"}, {style: stylePinned, text: "pinned, no effect"},
}

var edgeItems = []legendItem{{style: styleControlEdge, text: "control"}, {style: styleBackEdge, text: "back edge"}}

var foldedItem = legendItem{style: styleFolded, text: "a folded block: --unfold draws its nodes"}

var wordItems = []legendItem{
	{style: styleMemText, word: "@v1", text: "memory state"},
	{style: styleName, word: "{x}", text: "name in the source"},
	{style: styleType, word: "int", text: "type"},
}

var seaItems = []legendItem{
	{style: styleValueEdge, text: "value"}, {style: styleMemEdge, text: "memory"},
	{style: styleText, word: "v1", text: "distant node"},
	{style: styleName, word: "x", text: "name in the source"},
	{style: styleType, word: "int", text: "type"},
}

// legendRows are the lines of the legend.
func (p *picture) legendRows() [][]legendItem {
	switch {
	case p.o.NoLegend:
		return nil
	case p.folded:
		return [][]legendItem{append([]legendItem{foldedItem}, edgeItems...)}
	case p.o.View == Sea:
		return [][]legendItem{p.nodeItems(), p.shown(edgeItems, seaItems)}
	}
	return [][]legendItem{p.nodeItems(), p.shown(edgeItems, wordItems)}
}

// nodeItems are the kinds of nodes, and the focused node.
func (p *picture) nodeItems() []legendItem {
	items := slices.Clone(nodeItems)
	if len(p.t.Instances) > 0 {
		items = append(items, legendItem{style: styleInstance, text: "of a callee, inlined"})
	}
	if p.o.Focus != 0 {
		items = append(items, legendItem{style: styleFocus, text: "focus: " + name(p.o.Focus)})
	}
	return items
}

// shown leaves out the items of hidden parts.
func (p *picture) shown(lists ...[]legendItem) []legendItem {
	hidden := map[style]bool{
		styleMemText: p.o.hides("mem"), styleMemEdge: p.o.hides("mem"),
		styleType: p.o.hides("types"), styleName: p.o.hides("names"),
	}
	return slices.DeleteFunc(slices.Concat(lists...), func(l legendItem) bool { return hidden[l.style] })
}

const (
	legendBox  = 10
	legendLine = 22
	legendGap  = 20
)

// sample is how wide the example of an item is.
func (l legendItem) sample() int {
	switch {
	case l.word != "":
		return width(l.word)
	case palette[l.style].fill == "":
		return legendLine
	}
	return legendBox
}

func (l legendItem) width() int { return l.sample() + 6 + width(l.text) }

func (p *picture) legendWidth() int { return legendWidth(p.legendRows()) }

func legendWidth(rows [][]legendItem) int {
	most := 0
	for _, row := range rows {
		w := -legendGap
		for _, l := range row {
			w += legendGap + l.width()
		}
		most = max(most, w)
	}
	return most
}

func (p *picture) legendHeight() int {
	if n := len(p.legendRows()); n > 0 {
		return n*rowHeight + rowHeight
	}
	return 0
}

// legend explains colours, lines and letters. It is at the top, since pictures can be
// tall.
func (p *picture) legend(c canvas, x, y int) {
	for i, row := range p.legendRows() {
		drawLegendRow(c, x, y+i*rowHeight+baseline, row)
	}
}

// drawLegendRow draws a line of a legend on its base line.
func drawLegendRow(c canvas, at, base int, row []legendItem) {
	for _, l := range row {
		switch {
		case l.word != "":
			c.text(at, base, l.word, l.style, left)
		case palette[l.style].fill == "":
			c.line([]point{{at, base - 4}, {at + legendLine, base - 4}}, l.style, true)
		default:
			c.box(at, base-9, legendBox, legendBox, l.style)
		}
		c.text(at+l.sample()+6, base, l.text, styleDim, left)
		at += l.width() + legendGap
	}
}
