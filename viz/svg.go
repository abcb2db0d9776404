package viz

import (
	"strconv"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// svgCanvas writes SVG.
type svgCanvas struct{ b []byte }

func (c *svgCanvas) attr(name string, v int) {
	c.b = append(c.b, ' ')
	c.b = append(c.b, name...)
	c.b = append(c.b, '=', '"')
	c.b = strconv.AppendInt(c.b, int64(v), 10)
	c.b = append(c.b, '"')
}

func (c *svgCanvas) class(s style) {
	c.b = append(c.b, ` class="`...)
	c.b = append(c.b, palette[s].name...)
	c.b = append(c.b, '"')
}

func (c *svgCanvas) box(x, y, w, h int, s style) {
	c.b = append(c.b, "<rect"...)
	c.class(s)
	c.attr("x", x)
	c.attr("y", y)
	c.attr("width", w)
	c.attr("height", h)
	if s != stylePage {
		c.attr("rx", 3)
	}
	c.b = append(c.b, "/>\n"...)
}

func (c *svgCanvas) line(points []point, s style, arrow bool) {
	c.b = append(c.b, "<path"...)
	c.class(s)
	c.b = append(c.b, ` d="`...)
	for i, p := range points {
		if i == 0 {
			c.b = append(c.b, 'M')
		} else {
			c.b = append(c.b, 'L')
		}
		c.b = strconv.AppendInt(c.b, int64(p.x), 10)
		c.b = append(c.b, ' ')
		c.b = strconv.AppendInt(c.b, int64(p.y), 10)
	}
	c.b = append(c.b, "\"/>\n"...)
	if arrow {
		c.arrow(points, s)
	}
}

// arrow draws the head at the end of a path.
func (c *svgCanvas) arrow(points []point, s style) {
	a, b, d := arrowHead(points)
	c.b = append(c.b, `<path class="`...)
	c.b = append(c.b, palette[s].name...)
	c.b = append(c.b, `a" d="M`...)
	for i, p := range []point{a, b, d} {
		if i > 0 {
			c.b = append(c.b, 'L')
		}
		c.b = strconv.AppendInt(c.b, int64(p.x), 10)
		c.b = append(c.b, ' ')
		c.b = strconv.AppendInt(c.b, int64(p.y), 10)
	}
	c.b = append(c.b, "Z\"/>\n"...)
}

// arrowHead returns the corners of the arrow at the end of a path.
func arrowHead(points []point) (tip, l, r point) {
	const long, half = 7, 4
	tip = points[len(points)-1]
	from := points[len(points)-2]
	switch {
	case from.y < tip.y:
		return tip, point{tip.x - half, tip.y - long}, point{tip.x + half, tip.y - long}
	case from.y > tip.y:
		return tip, point{tip.x - half, tip.y + long}, point{tip.x + half, tip.y + long}
	case from.x > tip.x:
		return tip, point{tip.x + long, tip.y - half}, point{tip.x + long, tip.y + half}
	}
	return tip, point{tip.x - long, tip.y - half}, point{tip.x - long, tip.y + half}
}

func (c *svgCanvas) text(x, y int, t string, s style, a anchor) {
	if t == "" {
		return
	}
	c.b = append(c.b, "<text"...)
	c.class(s)
	c.attr("x", x)
	c.attr("y", y)
	switch a {
	case middle:
		c.b = append(c.b, ` text-anchor="middle"`...)
	case right:
		c.b = append(c.b, ` text-anchor="end"`...)
	}
	c.b = append(c.b, '>')
	c.b = append(c.b, xmlText(t)...)
	c.b = append(c.b, "</text>\n"...)
}

func (c *svgCanvas) begin(key string) {
	c.b = append(c.b, `<g data-key="`...)
	c.b = append(c.b, xmlText(key)...)
	c.b = append(c.b, "\">\n"...)
}

func (c *svgCanvas) end() { c.b = append(c.b, "</g>\n"...) }

func (c *svgCanvas) hint(text string) {
	if text == "" {
		return
	}
	c.b = append(c.b, "<title>"...)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			c.b = append(c.b, '\n')
		}
		c.b = append(c.b, xmlText(line)...)
	}
	c.b = append(c.b, "</title>\n"...)
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// xmlText escapes text for XML; characters that XML does not allow are spelled out.
func xmlText(s string) string { return xmlEscapes.Replace(trace.Printable(s)) }

// svgDocument is a complete picture.
func svgDocument(title string, w, h int, draw func(c canvas)) []byte {
	c := &svgCanvas{}
	c.b = append(c.b, `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve"`...)
	c.attr("width", w)
	c.attr("height", h)
	c.b = append(c.b, ` viewBox="0 0 `...)
	c.b = strconv.AppendInt(c.b, int64(w), 10)
	c.b = append(c.b, ' ')
	c.b = strconv.AppendInt(c.b, int64(h), 10)
	c.b = append(c.b, "\">\n<title>"...)
	c.b = append(c.b, xmlText(title)...)
	c.b = append(c.b, "</title>\n<style>text{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,monospace;font-size:12px;white-space:pre}\n"...)
	c.b = append(c.b, css(false)...)
	c.b = append(c.b, "</style>\n"...)
	c.box(0, 0, w, h, stylePage)
	draw(c)
	c.b = append(c.b, "</svg>\n"...)
	return c.b
}
