package viz

// style is the role of what is drawn; palette.go has its appearance.
type style uint8

const (
	styleNone style = iota
	stylePage
	styleBlock
	styleLoopBlock
	styleFolded
	styleTitle
	styleLoop
	styleInnerLoop
	styleControl
	styleEffect
	styleRead
	stylePhi
	stylePure
	stylePinned
	styleScope
	styleText
	styleStrong
	styleDim
	styleType
	styleName
	styleMemText
	styleConst
	styleControlEdge
	styleBackEdge
	stylePinEdge
	styleMemEdge
	styleValueEdge
	styleNestEdge
	styleFocus
	styleFocusText
	styleInstance
	styleInstanceText
	stylePrivate
	styleGone
	styleInlinedEdge
	styleCount
)

// point is a place in a picture, in pixels.
type point struct{ x, y int }

// anchor is the end of a text that is at its point.
type anchor uint8

const (
	left anchor = iota
	middle
	right
)

// canvas is the surface that all pictures are drawn on.
type canvas interface {
	// box draws a rectangle.
	box(x, y, w, h int, s style)
	// line draws a path of straight lines, with an arrow at its end on request.
	line(points []point, s style, arrow bool)
	// text writes one line; y is its base line.
	text(x, y int, t string, s style, a anchor)
	// begin and end enclose the drawing of one thing, which other programs can find by
	// its key.
	begin(key string)
	end()
	// hint says more about the thing that was begun, where the pointer rests on it. Pixels have none.
	hint(text string)
}

// Metrics of the only font, which is monospaced.
const (
	fontSize   = 12
	charWidth  = 7.2
	rowHeight  = 17
	baseline   = 13
	padding    = 8
	titleSize  = 16
	gapTrack   = 9  // between two lines of a gap
	gapMargin  = 16 // above and below the lines of a gap
	columnGap  = 28
	pageMargin = 20
)

// width is the width of a text in pixels.
func width(s string) int {
	n := 0.0
	for _, r := range s {
		if n++; r >= 0x1100 && wide(r) {
			n++
		}
	}
	return int(n*charWidth + 0.5)
}

// wide reports whether a letter takes two columns, approximately.
func wide(r rune) bool {
	return r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xff00 && r <= 0xff60 || r >= 0x1f300 && r <= 0x1faff || r >= 0x20000
}
