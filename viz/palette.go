package viz

import "fmt"

// look is the appearance of a style.
type look struct {
	name         string // its class in SVG
	fill, stroke string // colours of the light palette; empty: none
	darkFill     string
	darkStroke   string
	width        float64
	dash         int
	bold, italic bool
}

// palette has a row for each style. For text, fill is its colour.
var palette = [styleCount]look{
	stylePage:        {name: "page", fill: "#ffffff", darkFill: "#14161a"},
	styleBlock:       {name: "block", fill: "#fbfbfb", stroke: "#8a8a8a", darkFill: "#1d2026", darkStroke: "#6b7280", width: 1},
	styleLoopBlock:   {name: "loopblock", fill: "#f4f7ff", stroke: "#5573b8", darkFill: "#1c2333", darkStroke: "#6d8bd6", width: 1.5},
	styleFolded:      {name: "folded", fill: "#f0f0ea", stroke: "#8a8a8a", darkFill: "#262722", darkStroke: "#6b7280", width: 1},
	styleTitle:       {name: "title", fill: "#585858", darkFill: "#b4bac4"},
	styleLoop:        {name: "loop", fill: "#eef1fa", darkFill: "#181d29"},
	styleInnerLoop:   {name: "innerloop", fill: "#e3e8f6", darkFill: "#1e2536"},
	styleControl:     {name: "control", fill: "#fff3b0", stroke: "#b8a23a", darkFill: "#4a4218", darkStroke: "#a8963c", width: 1},
	styleEffect:      {name: "effect", fill: "#ffd9c2", stroke: "#c98a62", darkFill: "#50301c", darkStroke: "#b8784e", width: 1},
	styleRead:        {name: "read", fill: "#dcebff", stroke: "#7fa3d4", darkFill: "#1f3350", darkStroke: "#5f86bd", width: 1},
	stylePhi:         {name: "phi", fill: "#d9f2d9", stroke: "#79b279", darkFill: "#1e3d1e", darkStroke: "#5d9a5d", width: 1},
	stylePure:        {name: "pure", fill: "#ffffff", stroke: "#9a9a9a", darkFill: "#24272e", darkStroke: "#7b818c", width: 1},
	stylePinned:      {name: "pinned", fill: "#eeeeee", stroke: "#9a9a9a", darkFill: "#2c2f36", darkStroke: "#7b818c", width: 1},
	styleScope:       {name: "scope", fill: "#f7f7e8", stroke: "#a8a878", darkFill: "#25251a", darkStroke: "#77774f", width: 1},
	styleText:        {name: "t", fill: "#1c1c1c", darkFill: "#e4e6ea"},
	styleStrong:      {name: "strong", fill: "#1c1c1c", darkFill: "#ffffff", bold: true},
	styleDim:         {name: "dim", fill: "#6e6e6e", darkFill: "#9aa0aa"},
	styleType:        {name: "type", fill: "#7a3e9d", darkFill: "#c79be0"},
	styleName:        {name: "name", fill: "#2f6f44", darkFill: "#8fd0a4", italic: true},
	styleMemText:     {name: "memtext", fill: "#1f5fbf", darkFill: "#7fb0f5"},
	styleConst:       {name: "const", fill: "#9a4a00", darkFill: "#e8a860"},
	styleControlEdge: {name: "ce", stroke: "#b22222", darkStroke: "#ef7a7a", width: 1.6},
	styleBackEdge:    {name: "be", stroke: "#3c5fb0", darkStroke: "#86a6f0", width: 1.6},
	stylePinEdge:     {name: "pe", stroke: "#d98880", darkStroke: "#8f5a55", width: 1, dash: 2},
	styleMemEdge:     {name: "me", stroke: "#1f5fbf", darkStroke: "#7fb0f5", width: 1.1, dash: 5},
	styleValueEdge:   {name: "ve", stroke: "#555555", darkStroke: "#a4abb8", width: 1},
	styleNestEdge:    {name: "ne", stroke: "#9a7d3a", darkStroke: "#c9ab63", width: 1, dash: 3},
	styleFocus:       {name: "focus", fill: "#ffe27a", stroke: "#b07d00", darkFill: "#5e4c10", darkStroke: "#e0b030", width: 2},
	styleFocusText:   {name: "focust", fill: "#8a5a00", darkFill: "#ffd75e", bold: true},
	// A callee in place of a call.
	styleInstance:     {name: "inst", fill: "#e3f3ee", stroke: "#b9ddd0", darkFill: "#16302a", darkStroke: "#28564a", width: 1},
	styleInstanceText: {name: "instt", fill: "#1d7a5f", darkFill: "#6fd0b2", italic: true},
	// Functions and calls of a call graph.
	stylePrivate:     {name: "private", fill: "#e6eefb", stroke: "#5573b8", darkFill: "#1c2a45", darkStroke: "#6d8bd6", width: 1},
	styleGone:        {name: "uncalled", fill: "#f2f2f2", stroke: "#c4c4c4", darkFill: "#202226", darkStroke: "#44484f", width: 1},
	styleInlinedEdge: {name: "ie", stroke: "#1d7a5f", darkStroke: "#6fd0b2", width: 1.6},
}

// css writes the palette as rules for SVG; dark chooses the dark one.
func css(dark bool) string {
	s := ""
	for _, l := range palette[1:] {
		fill, stroke := l.fill, l.stroke
		if dark {
			fill, stroke = l.darkFill, l.darkStroke
		}
		if fill == "" {
			fill = "none"
		}
		s += fmt.Sprintf(".%s{fill:%s", l.name, fill)
		if stroke != "" {
			s += fmt.Sprintf(";stroke:%s;stroke-width:%g", stroke, l.width)
		}
		if l.dash > 0 {
			s += fmt.Sprintf(";stroke-dasharray:%d %d", l.dash, l.dash)
		}
		if l.bold {
			s += ";font-weight:bold"
		}
		if l.italic {
			s += ";font-style:italic"
		}
		s += "}\n"
		if l.fill == "" { // an edge: its arrow
			s += fmt.Sprintf(".%sa{fill:%s}\n", l.name, stroke)
		}
	}
	return s
}
