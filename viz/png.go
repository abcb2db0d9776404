package viz

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strconv"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/gomonoitalic"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/sonjs/son/viz/trace"
)

// maxPixels is how large a PNG may be: four bytes a pixel are in memory at once.
const maxPixels = 48_000_000

// TooLarge is the error for a picture with too many pixels.
type TooLarge struct{ Width, Height int }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("a picture of %d by %d pixels is too large for PNG: write SVG (-f svg), fold it, or show a part (--focus vN --hops 2)", e.Width, e.Height)
}

// PNG draws a moment of a trace, with the same strokes as [SVG], at twice the size
// unless that is too large. The error is a *[TooLarge] if the picture is too large anyway.
func PNG(w io.Writer, t *trace.Trace, m *trace.Moment, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	p := newPicture(t, m, o)
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

// pngCanvas draws pixels. All lines are vertical or horizontal.
type pngCanvas struct {
	img   *image.RGBA
	scale int
	faces [3]font.Face // plain, bold, italic
}

func newPNGCanvas(w, h, scale int) *pngCanvas {
	c := &pngCanvas{img: image.NewRGBA(image.Rect(0, 0, w*scale, h*scale)), scale: scale}
	for i, f := range fonts() {
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: float64(fontSize * scale), DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			panic("BUG: " + err.Error())
		}
		c.faces[i] = face
	}
	c.fill(0, 0, w*scale, h*scale, colorOf(palette[stylePage].fill))
	return c
}

// fonts are the Go fonts, which come with the library.
var fonts = sync.OnceValue(func() (out [3]*opentype.Font) {
	for i, data := range [][]byte{gomono.TTF, gomonobold.TTF, gomonoitalic.TTF} {
		f, err := opentype.Parse(data)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		out[i] = f
	}
	return out
})

// colorOf parses #rrggbb.
func colorOf(s string) color.RGBA {
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		panic("BUG: colour " + s)
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// fill paints pixels.
func (c *pngCanvas) fill(x, y, w, h int, col color.RGBA) {
	draw.Draw(c.img, image.Rect(x, y, x+w, y+h), &image.Uniform{C: col}, image.Point{}, draw.Src)
}

func (c *pngCanvas) box(x, y, w, h int, s style) {
	l, k := palette[s], c.scale
	c.fill(x*k, y*k, w*k, h*k, colorOf(l.fill))
	if l.stroke == "" {
		return
	}
	col := colorOf(l.stroke)
	c.fill(x*k, y*k, w*k, k, col)
	c.fill(x*k, (y+h-1)*k, w*k, k, col)
	c.fill(x*k, y*k, k, h*k, col)
	c.fill((x+w-1)*k, y*k, k, h*k, col)
}

func (c *pngCanvas) line(points []point, s style, arrow bool) {
	l, k := palette[s], c.scale
	col := colorOf(l.stroke)
	thick := max(1, int(l.width*float64(k)))
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		x0, x1, y0, y1 := min(a.x, b.x)*k, max(a.x, b.x)*k, min(a.y, b.y)*k, max(a.y, b.y)*k
		dash := l.dash * k
		switch {
		case dash == 0:
			c.fill(x0, y0, x1-x0+thick, y1-y0+thick, col)
		case y0 == y1:
			for x := x0; x < x1; x += 2 * dash {
				c.fill(x, y0, min(dash, x1-x), thick, col)
			}
		default:
			for y := y0; y < y1; y += 2 * dash {
				c.fill(x0, y, thick, min(dash, y1-y), col)
			}
		}
	}
	if arrow {
		c.arrow(points, col)
	}
}

// arrow fills the triangle at the end of a path.
func (c *pngCanvas) arrow(points []point, col color.RGBA) {
	p, q, r := arrowHead(points)
	k := c.scale
	lo := point{min(p.x, q.x, r.x) * k, min(p.y, q.y, r.y) * k}
	hi := point{max(p.x, q.x, r.x) * k, max(p.y, q.y, r.y) * k}
	side := func(a, b point, x, y int) int { return (b.x-a.x)*k*(y-a.y*k) - (b.y-a.y)*k*(x-a.x*k) }
	for y := lo.y; y <= hi.y; y++ {
		for x := lo.x; x <= hi.x; x++ {
			s1, s2, s3 := side(p, q, x, y), side(q, r, x, y), side(r, p, x, y)
			if s1 >= 0 && s2 >= 0 && s3 >= 0 || s1 <= 0 && s2 <= 0 && s3 <= 0 {
				c.img.SetRGBA(x, y, col)
			}
		}
	}
}

func (c *pngCanvas) text(x, y int, t string, s style, a anchor) {
	if t == "" {
		return
	}
	l := palette[s]
	face := c.faces[0]
	switch {
	case l.bold:
		face = c.faces[1]
	case l.italic:
		face = c.faces[2]
	}
	t = trace.Printable(t)
	switch a {
	case middle:
		x -= width(t) / 2
	case right:
		x -= width(t)
	}
	d := font.Drawer{Dst: c.img, Src: &image.Uniform{C: colorOf(l.fill)}, Face: face, Dot: fixed.P(x*c.scale, y*c.scale)}
	d.DrawString(t)
}

func (c *pngCanvas) begin(string) {}
func (c *pngCanvas) end()         {}
func (c *pngCanvas) hint(string)  {}
