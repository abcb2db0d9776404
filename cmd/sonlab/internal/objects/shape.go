package objects

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/calls"
	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
)

// propertyShapes are those about the properties of objects that stay inside.
var propertyShapes = slices.Concat(finalShapes, numberShapes)

// shapes are all of them, with those of package calls about objects that travel between functions.
var shapes = slices.Concat(calls.ObjectShapes, classShapes, constructorShapes, literalShapes, prototypeShapes, lateShapes, receiverShapes, containerShapes, languageShapes, builtinShapes, designShapes, closedShapes, analysisShapes, callbackShapes, eachShapes, copiedShapes, propertyShapes)

// shape writes one of the shapes, with other names, values and details each time.
func (g *generator) shape() { g.shapeOf(shapes) }

// shapeOf writes one of some shapes.
func (g *generator) shapeOf(list []sketch.Shape) {
	for {
		s := list[g.R.IntN(len(list))]
		if s.Open || s.Sloppy && g.strict || s.Wild && g.tame || s.Hazard && g.tame {
			continue
		}
		g.Count(s.Name)
		g.Lines(g.fill(s.Text))
		return
	}
}

// fill returns a version of a template. In a text, $o is an object of the program, and $m the
// name of a method, the same throughout: not one that conversions call.
func (g *generator) fill(t sketch.Template) string {
	m := g.methods[0].name
	for range 3 {
		if n := g.method(0); !slices.Contains(converting, n) {
			m = n.name
		}
	}
	text := g.Fill(t, sketch.Hole{Key: "$n", Text: g.number}, sketch.Hole{Key: "$l", Text: g.literal},
		sketch.Hole{Key: "$m", Text: func() string { return m }}, sketch.Hole{Key: "$o", Text: func() string {
			if len(g.objects) == 0 {
				return fmt.Sprintf("({ %s: () => %s, p: %s })", m, g.unique(), g.unique())
			}
			return pick(g, g.objects...).name
		}})
	return strings.TrimPrefix(text, "\n")
}
