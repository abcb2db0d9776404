// Package noise measures how much of what the optimizer changes in the text of a program
// does not change the program: lines in a diff that its author would wonder about.
//
//	tokens.go    a program as lines and tokens
//	align.go     the lines that differ, and which of their tokens are the same
//	comments.go  comments that were dropped, or separated from their code
//	report.go    the table
//
// The lines of input and output are compared, and those that are not in both, token by
// token. A changed line is noise if no token on it was removed or added: its tokens are only
// on other lines, or spelled differently (quotes, numerals, semicolons, parentheses, names
// of helpers, the keyword of a declaration). It is not noise if only its indentation
// changed because it is nested less or more deeply, or if a token was removed or added
// next to it.
//
// A comment is lost if its text occurs more often in the input than in the output although
// the code next to it stayed. It strayed if it is still there, but not next to that code.
package noise

import (
	"context"
	"errors"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/roundtrip"
	"github.com/sonjs/son/passes"
)

// Kind is what makes a line noise.
type Kind string

// The kinds.
const (
	Quotes      Kind = "quotes"
	Numerals    Kind = "numerals"
	Semicolons  Kind = "semicolons"
	Parentheses Kind = "parentheses"
	Commas      Kind = "commas"
	Names       Kind = "names"
	Layout      Kind = "layout" // the same tokens on other lines, or indented differently
	Blank       Kind = "blank"  // an empty line
)

// Files are the files measured by default, below node_modules.
var Files = []string{
	"acorn/dist/acorn.js",
	"lodash/lodash.js",
	"underscore/underscore-umd.js",
	"jquery/dist/jquery.js",
	"d3/dist/d3.js",
	"vue/dist/vue.global.js",
	"marked/lib/marked.umd.js",
	"prettier/standalone.js",
	"terser/dist/bundle.min.js",
	"echarts/dist/echarts.js",
}

// Result is what optimizing a program changed in its text.
type Result struct {
	Name           string
	Functions      int // that changed
	Lines, Noise   int // of both texts together
	Lost, Strayed  int // comments
	Labels, Levels int // that the source does not have
	Ends           int // lines that differ if the file has CRLF line endings
	Kinds          map[Kind]int
	Examples       []Example
}

// Example is a place that is worth a look.
type Example struct {
	Kind          Kind
	Place         string // file:line of the source
	Before, After string
}

// Kinds of examples that are not noise.
const (
	lost      Kind = "comment lost"
	strayed   Kind = "comment strayed"
	structure Kind = "structure"
	lineEnds  Kind = "line ends"
)

// Measure optimizes a file at -O1 and reports what that changed.
func Measure(ctx context.Context, f roundtrip.File) (*Result, error) {
	f.Source = strings.ReplaceAll(f.Source, "\r\n", "\n")
	optimize := func(src string, mapped bool) (passes.Result, error) {
		out, err := passes.Optimize(ctx, src, passes.Options{Path: f.Name, Level: 1, SourceMap: mapped})
		if err == nil && len(out.Report.Faults) > 0 {
			err = errors.New(strings.Join(out.Report.Faults, "\n"))
		}
		return out, err
	}
	out, err := optimize(f.Source, false)
	if err != nil {
		return nil, err
	}
	r, err := Compare(f.Name, f.Source, out.Code)
	if err != nil {
		return nil, err
	}
	r.Functions = out.Report.Changed
	mapped, err := optimize(f.Source, true)
	if err != nil {
		return nil, err
	}
	found, labels, levels, err := roundtrip.Beyond(f, mapped.Code, mapped.Map)
	if err != nil {
		return nil, err
	}
	r.Labels, r.Levels = labels, levels
	for _, x := range found {
		r.Examples = append(r.Examples, Example{structure, x.Place, x.What, ""})
	}
	wide, err := optimize(strings.ReplaceAll(f.Source, "\n", "\r\n"), false)
	if err != nil {
		return nil, err
	}
	r.ends(out.Code, wide.Code)
	return r, nil
}

// ends compares the output with that of the same file with CRLF line endings.
func (r *Result) ends(plain, wide string) {
	want := strings.Split(strings.ReplaceAll(plain, "\n", "\r\n"), "\n")
	got := strings.Split(wide, "\n")
	if len(want) == len(got) {
		for i, line := range want {
			if line != got[i] {
				r.Ends++
				r.example(lineEnds, i, line, got[i])
			}
		}
		return
	}
	p := alignment(want, got)
	for s, lines := range [][]string{want, got} {
		for i, at := range p[s] {
			if at < 0 {
				r.Ends++
				r.example(lineEnds, i, lines[i], "")
			}
		}
	}
}

// Compare compares a program with its optimized text.
func Compare(name, before, after string) (*Result, error) {
	r := &Result{Name: name, Kinds: map[Kind]int{}}
	if before == after {
		return r, nil
	}
	a, err := read(name, before)
	if err != nil {
		return nil, err
	}
	b, err := read(name, after)
	if err != nil {
		return nil, errors.Join(errors.New("the output"), err)
	}
	marks, hunks := changed(a, b)
	absent := missing(a, b)
	for _, h := range hunks {
		c := compare(a, b, h)
		r.lines(a, b, c, marks)
		r.comments(a, b, c, absent)
	}
	return r, nil
}

// lines counts the changed lines of a hunk and those of them that are noise.
func (r *Result) lines(a, b *text, c *compared, marks [2][]bool) {
	first := Kind("")
	for s, t := range []*text{a, b} {
		for line := c.from[s]; line < c.to[s]; line++ {
			if !marks[s][line] {
				continue
			}
			r.Lines++
			if k := c.noise(s, line, t, marks[s]); k != "" {
				r.Noise++
				r.Kinds[k]++
				if first == "" {
					first = k
				}
			}
		}
	}
	if first != "" {
		r.example(first, c.from[0], a.show(c.from[0], c.to[0]), b.show(c.from[1], c.to[1]))
	}
}

// noise returns the kind of noise that a changed line is, or "".
func (c *compared) noise(s, line int, t *text, marks []bool) Kind {
	if c.touch[s][line] {
		return ""
	}
	if strings.TrimSpace(t.lines[line]) == "" {
		for _, step := range []int{-1, 1} {
			at := line + step
			for at >= c.from[s] && at < c.to[s] && strings.TrimSpace(t.lines[at]) == "" {
				at += step
			}
			if at >= c.from[s] && at < c.to[s] && marks[at] && !c.has(s, at, t) {
				return "" // the lines that it separated were removed or added
			}
		}
		return Blank
	}
	if !c.has(s, line, t) {
		return ""
	}
	if k := c.kinds[s][line]; k != "" {
		return k
	}
	if c.nestedDifferently(s, line, t) {
		return ""
	}
	return Layout
}

// has reports whether the tokens on a line are in the other text as well.
func (c *compared) has(s, line int, t *text) bool {
	if c.touch[s][line] {
		return false
	}
	any := false
	for i := t.first[line]; i < t.first[line+1]; i++ {
		switch at := i - t.first[c.from[s]]; {
		case c.state[s][at] == real:
			return false
		case c.state[s][at] == stays:
			any = true
		}
	}
	return any
}

// nestedDifferently reports whether a line is in the other text, too, except for its
// indentation, and is nested more or less deeply there.
func (c *compared) nestedDifferently(s, line int, t *text) bool {
	i, o := t.first[line]-t.first[c.from[s]], 1-s
	at := c.pair[s][i]
	if at < 0 {
		return false
	}
	if at > 0 && c.tokens[o][at-1].line == c.tokens[o][at].line {
		return false
	}
	for k := range t.first[line+1] - t.first[line] {
		if i+k >= len(c.pair[s]) || c.pair[s][i+k] != at+k {
			return false
		}
	}
	return c.depth[s][i] != c.depth[o][at]
}

// show returns the text of some lines.
func (t *text) show(from, to int) string { return strings.Join(t.lines[from:to], "") }

// example records a place on a line of the source, counted from 0.
func (r *Result) example(k Kind, line int, before, after string) {
	r.Examples = append(r.Examples, Example{k, r.Name + ":" + itoa(line+1), before, after})
}
