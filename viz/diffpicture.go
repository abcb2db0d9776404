package viz

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/sonjs/son/viz/trace"
)

// sideGap is the space between the two pictures.
const sideGap = 24

// SVG draws both sides side by side and marks the differences: nodes of the left only
// are struck out, nodes of the right only are underlined.
func (d *Difference) SVG(w io.Writer, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	a, b := d.pictures(o)
	title := d.A.Title + " and " + d.B.Title
	doc := svgDocument(title, a.w+sideGap+b.w, max(a.h, b.h), func(c canvas) {
		s := c.(*svgCanvas)
		s.b = append(s.b, "<style>\n"+d.marks()+"</style>\n"...)
		s.b = append(s.b, "<g id=\"side-a\">\n"...)
		a.draw(c)
		s.b = fmt.Appendf(s.b, "</g>\n<g id=\"side-b\" transform=\"translate(%d 0)\">\n", a.w+sideGap)
		b.draw(c)
		s.b = append(s.b, "</g>\n"...)
	})
	_, err := w.Write(doc)
	return err
}

// pictures are those of both sides. In moments of one run, nodes have the same places.
func (d *Difference) pictures(o Options) (a, b *picture) {
	o.NoLegend = true
	if d.oneRun {
		return newPicture(d.B.Trace, d.A.At, o), newPicture(d.B.Trace, d.B.At, o)
	}
	o.Tight = true
	return newPicture(d.A.Trace, d.A.At, o), newPicture(d.B.Trace, d.B.At, o)
}

// marks are the CSS rules for the nodes that differ.
func (d *Difference) marks() string {
	var b strings.Builder
	mark := func(side string, ids []int32, text, stroke string) {
		for i, id := range ids {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `#side-%s [data-key="v%d"] text`, side, id)
		}
		if len(ids) == 0 {
			return
		}
		fmt.Fprintf(&b, "{%s}\n", text)
		for i, id := range ids {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `#side-%s [data-key="v%d"]>rect`, side, id)
		}
		fmt.Fprintf(&b, "{stroke:%s;stroke-width:3}\n", stroke)
	}
	const red, green, amber = "#c0392b", "#1e8449", "#b9770e"
	mark("a", d.Gone, "text-decoration:line-through "+red, red)
	mark("b", d.New, "text-decoration:underline "+green, green)
	mark("a", d.Changed, "text-decoration:underline dotted "+amber, amber)
	mark("b", d.Changed, "text-decoration:underline dotted "+amber, amber)
	return b.String()
}

//go:embed explorer/diff.html
var diffPage string

// HTML writes a self-contained page with both pictures, the nodes that differ, and the
// code of both sides line by line.
func (d *Difference) HTML(w io.Writer, o Options) error {
	var pic bytes.Buffer
	if err := d.SVG(&pic, o); err != nil {
		return err
	}
	var nodes strings.Builder
	for _, l := range d.nodeLines() {
		fmt.Fprintf(&nodes, "<span class=\"%s\">%s</span>\n", lineClass(l), html.EscapeString(l))
	}
	var rows strings.Builder
	for _, r := range sideBySide(d.codeA(), d.codeB()) {
		fmt.Fprintf(&rows, "<tr><td class=\"%s\">%s</td><td class=\"%s\">%s</td></tr>\n",
			cell(r.a, r.same, "old"), html.EscapeString(r.a.text), cell(r.b, r.same, "new"), html.EscapeString(r.b.text))
	}
	summary := fmt.Sprintf("nodes: %d and %d; %d removed, %d added, %d changed",
		len(d.A.At.Nodes), len(d.B.At.Nodes), len(d.Gone), len(d.New), len(d.Changed))
	if d.Same() {
		summary = "no difference"
	}
	_, err := io.WriteString(w, strings.NewReplacer(
		"{{a}}", xmlText(d.A.Title), "{{b}}", xmlText(d.B.Title),
		"{{summary}}", summary, "{{picture}}", pic.String(), "{{nodes}}", nodes.String(), "{{rows}}", rows.String(),
	).Replace(diffPage))
	return err
}

func lineClass(line string) string {
	switch line[0] {
	case '-':
		return "old"
	case '+':
		return "new"
	}
	return "changed"
}

// codeRow is a line of each side, or of one of them.
type codeRow struct {
	a, b codeLine
	same bool
}

type codeLine struct {
	text  string
	there bool
}

func cell(l codeLine, same bool, class string) string {
	switch {
	case !l.there:
		return "none"
	case same:
		return "same"
	}
	return class
}

// sideBySide aligns the lines of two texts: equal lines beside each other, and the
// differing ones in between line by line.
func sideBySide(a, b string) []codeRow {
	as, bs := splitLines(a), splitLines(b)
	goneA, newB := changedLines(a, b)
	var rows []codeRow
	for i, k := 0, 0; i < len(as) || k < len(bs); {
		switch {
		case i < len(as) && k < len(bs) && !goneA[i] && !newB[k]:
			rows = append(rows, codeRow{codeLine{as[i], true}, codeLine{bs[k], true}, true})
			i, k = i+1, k+1
		default:
			r := codeRow{}
			if i < len(as) && (goneA[i] || k >= len(bs)) {
				r.a = codeLine{as[i], true}
				i++
			}
			if k < len(bs) && (newB[k] || i >= len(as) && !r.a.there) {
				r.b = codeLine{bs[k], true}
				k++
			}
			if !r.a.there && !r.b.there {
				return rows // unreachable: the diff accounts for every line
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func splitLines(s string) []string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = trace.Printable(strings.ReplaceAll(l, "\t", "    "))
	}
	return lines
}

// changedLines reads from a unified diff which lines of a are removed, and which of b
// are added.
func changedLines(a, b string) (gone, fresh map[int]bool) {
	gone, fresh = map[int]bool{}, map[int]bool{}
	i, k := 0, 0
	for _, l := range strings.Split(string(diff.Diff("a", []byte(a), "b", []byte(b))), "\n") {
		switch {
		case strings.HasPrefix(l, "@@ -"):
			i, k = hunk(l)
		case strings.HasPrefix(l, "--- "), strings.HasPrefix(l, "+++ "), strings.HasPrefix(l, "diff "):
		case strings.HasPrefix(l, "-"):
			gone[i] = true
			i++
		case strings.HasPrefix(l, "+"):
			fresh[k] = true
			k++
		case strings.HasPrefix(l, " "):
			i, k = i+1, k+1
		}
	}
	return gone, fresh
}

// hunk parses where a hunk begins, counted from 0: "@@ -3,4 +5 @@".
func hunk(line string) (a, b int) {
	from := func(s string) int {
		s, count, _ := strings.Cut(s, ",")
		n, _ := strconv.Atoi(s)
		if count == "0" {
			return n // after line n
		}
		return max(n-1, 0)
	}
	f := strings.Fields(line)
	if len(f) < 3 {
		return 0, 0
	}
	return from(f[1][1:]), from(f[2][1:])
}
