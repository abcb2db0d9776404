package sketch

import (
	"fmt"
	"strings"
)

// Template is a pattern in several versions. In a text, $1 to $9 are names that nothing else
// has, $n is an expression, $l a literal, and $i a small number; a generator may have more.
type Template struct {
	names    int
	versions []string
}

// Shape is a pattern of programs that optimizers are likely to get wrong.
type Shape struct {
	Name   string
	Sloppy bool // not in strict code
	Wild   bool // it violates the standard assumptions, or looks at names
	Hazard bool // it reads variables before they have their values
	Top    bool // it declares functions or vars, so that it is not in a block
	Open   bool // functions of the prelude write to objects of the program
	Text   Template
}

// Write returns a template of so many names.
func Write(names int, versions ...string) Template { return Template{names, versions} }

// Hole is what a generator writes in place of a key; its texts are written one by one.
type Hole struct {
	Key  string
	Text func() string
}

// Fill returns the text of one version.
func (s *Sketch) Fill(t Template, holes ...Hole) string {
	text := Pick(s, t.versions...)
	for i := range t.names {
		text = strings.ReplaceAll(text, fmt.Sprintf("$%d", i+1), s.SerialName(Pick(s, "s", "t", "u")))
	}
	for _, h := range append(holes, Hole{"$i", func() string { return fmt.Sprint(s.R.IntN(4)) }}) {
		for strings.Contains(text, h.Key) {
			text = strings.Replace(text, h.Key, h.Text(), 1)
		}
	}
	return text
}

// Versions returns how many versions there are.
func (t Template) Versions() int { return len(t.versions) }

// Version returns one of the versions as a template.
func (t Template) Version(i int) Template { return Template{t.names, t.versions[i : i+1]} }
