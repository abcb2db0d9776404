package roundtrip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son/build"
)

// minTokens is the minimum number of tokens of a function that is compared.
const minTokens = 10

// File is a program to measure.
type File struct {
	Name   string // shown in reports; its extension selects the language
	Source string
}

// Result is the outcome of the round trip of one file.
type Result struct {
	Name               string
	Functions, Through int
	Top                bool           // the top level went through the graph
	Bailouts           map[string]int // why the others did not
	MinIn, MinOut      int            // bytes after esbuild's minify
	Compared           int            // functions, the top level among them
	Short              int            // skipped, because they are too short
	Unreached          int            // not in the output, because they are unreachable
	Equal              int            // the same tokens, minified
	Written            int            // the same tokens, as written
	Lost               []string       // functions that could not be compared, and why
	Differ             []Difference
	Labels             []Finding // functions with more labels than in the source
	Helpers            []Finding
	Deeper             []Finding // nested deeper by more than one level
}

// Finding is something about a function that no author would have written.
type Finding struct {
	Place string // file:line of the source
	What  string
}

func (f Finding) String() string { return f.Place + ": " + f.What }

// Difference is a function that differs.
type Difference struct {
	Place, Class  string
	Before, After string // minified
}

// Ratio is the size after over the size before.
func (r *Result) Ratio() float64 { return float64(r.MinOut) / float64(max(r.MinIn, 1)) }

// Measure measures the round trip of a file.
func Measure(ctx context.Context, f File) (*Result, error) {
	out, err := passes.Optimize(ctx, f.Source, passes.Options{Path: f.Name, ForceGraph: true, SourceMap: true})
	if err != nil {
		return nil, err
	}
	if len(out.Report.Faults) > 0 {
		return nil, errors.New(strings.Join(out.Report.Faults, "\n"))
	}
	r := &Result{Name: f.Name, Functions: out.Report.Functions, Through: out.Report.ThroughGraph, Bailouts: map[string]int{}}
	r.Top = out.Report.TopLevel == passes.Replaced || out.Report.TopLevel == passes.NoGain
	for _, k := range out.Report.Bailouts {
		r.Bailouts[gen.WithoutNames(k.Reason)]++
	}
	if r.MinIn, err = minified(f.Source); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	if r.MinOut, err = minified(out.Code); err != nil {
		return nil, fmt.Errorf("%s: the output: %w", f.Name, err)
	}
	return r, r.compare(f, out.Code, out.Map)
}

// compare compares the functions of a file with those of the output.
func (r *Result) compare(f File, code string, mapping []byte) error {
	before, err := read(f.Name, f.Source)
	if err != nil {
		return err
	}
	after, err := read(f.Name, code)
	if err != nil {
		return fmt.Errorf("the output: %w", err)
	}
	pairs, err := match(before, after, mapping)
	if err != nil {
		return err
	}
	for i, fn := range before.p.Funcs {
		if pairs[i] == nil && before.unreached(fn) {
			r.Unreached++
			continue
		}
		if pairs[i] == nil {
			r.Lost = append(r.Lost, before.place(fn.Start)+": it is not in the output")
			continue
		}
		r.pair(before, after, fn, pairs[i])
	}
	r.pair(before, after, nil, nil)
	return nil
}

// pair compares one function with its counterpart in the output; nil is the top level.
func (r *Result) pair(before, after *side, x, y *ast.Function) {
	place := before.place(0)
	if x != nil {
		place = before.place(x.Start)
	}
	r.structure(place, before.shapeOf(x), after.shapeOf(y))
	a, b := before.alone(x), after.alone(y)
	written := func() bool { return a == b || sameAsWritten(a, b) }
	minified := func(a alone) (string, error) { return squeezed(a, minifySyntax) }
	r.compareBy(place, "in the output", a, b, minified, written)
}

// compareBy compares the functions a and b by a text of each; messages call b other.
// written, if set, reports whether they are the same without comparing these texts.
func (r *Result) compareBy(place, other string, a, b alone, text func(alone) (string, error), written func() bool) {
	was, err := text(a)
	if err != nil {
		r.Lost = append(r.Lost, fmt.Sprintf("%s: %v", place, err))
		return
	}
	if a.tokens(was) < minTokens {
		r.Short++
		return
	}
	r.Compared++
	if written != nil && written() {
		r.Written++
		r.Equal++
		return
	}
	is, err := text(b)
	switch {
	case err != nil:
		r.Lost = append(r.Lost, fmt.Sprintf("%s: %s: %v", place, other, err))
	case was == is:
		r.Equal++
	default:
		r.Differ = append(r.Differ, Difference{place, classify(was, is), was, is})
	}
}

// sameAsWritten reports whether two texts are the same except for white space and
// comments.
func sameAsWritten(a, b alone) bool {
	x, err1 := squeezed(a, asWritten)
	y, err2 := squeezed(b, asWritten)
	return err1 == nil && err2 == nil && x == y
}

// structure compares the structure of two functions.
func (r *Result) structure(place string, a, b *shape) {
	if n := b.labels - a.labels; n > 0 {
		r.Labels = append(r.Labels, Finding{place, fmt.Sprintf("%d more labels", n)})
	}
	for _, name := range b.names {
		if !slices.Contains(a.names, name) {
			r.Helpers = append(r.Helpers, Finding{place, name})
		}
	}
	if b.inner > a.inner {
		r.Helpers = append(r.Helpers, Finding{place, fmt.Sprintf("%d more functions", b.inner-a.inner)})
	}
	if b.depth > a.depth+1 {
		r.Deeper = append(r.Deeper, Finding{place, fmt.Sprintf("%d levels instead of %d", b.depth, a.depth)})
	}
}

// side is one of the two programs.
type side struct {
	p       *ast.Program
	name    string
	kids    [][]*ast.Function // by Function.Index, and the top level's last
	ids     []int             // by Function.Index: the corresponding function of the input
	inClass map[*ast.Function]bool
	facts   *build.Bindings // computed when needed
}

func read(name, src string) (*side, error) {
	p, ds := parse.Parse(src, parse.Options{Path: name})
	if p == nil {
		return nil, errors.New(ds[0].String())
	}
	s := &side{p: p, name: name, kids: make([][]*ast.Function, len(p.Funcs)+1), ids: make([]int, len(p.Funcs)), inClass: classFunctions(p)}
	for i, f := range p.Funcs {
		s.ids[i] = i
		at := len(p.Funcs)
		if f.Parent != nil {
			at = f.Parent.Index
		}
		s.kids[at] = append(s.kids[at], f)
	}
	for _, k := range s.kids {
		slices.SortFunc(k, func(a, b *ast.Function) int { return cmp.Compare(a.Start, b.Start) })
	}
	return s, nil
}

// place returns file:line.
func (s *side) place(at int32) string {
	return fmt.Sprintf("%s:%d", s.name, 1+strings.Count(s.p.Source[:at], "\n"))
}

// minified returns the size after esbuild's minify.
func minified(src string) (int, error) {
	text, err := transform(src, api.TransformOptions{MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true})
	return len(text), err
}

// spelling selects whether esbuild chooses the spelling.
type spelling bool

const (
	asWritten    spelling = false
	minifySyntax spelling = true
)

// squeezed returns a function without white space and comments.
func squeezed(a alone, s spelling) (string, error) {
	return transform(a.String(), api.TransformOptions{MinifyWhitespace: true, MinifySyntax: s == minifySyntax})
}

func transform(src string, o api.TransformOptions) (string, error) {
	o.LegalComments, o.LogLevel, o.Charset = api.LegalCommentsNone, api.LogLevelSilent, api.CharsetUTF8
	r := api.Transform(src, o)
	if len(r.Errors) > 0 {
		return "", errors.New(r.Errors[0].Text)
	}
	return string(r.Code), nil
}
