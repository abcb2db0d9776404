package roundtrip

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// alone returns the text of one function without the bodies of those inside it,
// in a wrapper that makes it a program; f is nil for the top level.
func (s *side) alone(f *ast.Function) alone {
	if f == nil {
		return alone{text: s.cut(ast.Span{End: int32(len(s.p.Source))}, s.kids[len(s.p.Funcs)])}
	}
	text := s.cut(f.Span, s.kids[f.Index])
	a := s.wrapper(f)
	a.text = text
	return a
}

// alone is the text of a function in its wrapper.
type alone struct{ before, text, after string }

func (a alone) String() string { return a.before + a.text + a.after }

// tokens returns about how many tokens the function has, by its minified wrapped text.
func (a alone) tokens(minified string) int {
	return countTokens(minified) - countTokens(a.before+a.after)
}

// cut copies a span of the source, with the bodies of the functions in it replaced
// by the ids of the functions.
func (s *side) cut(span ast.Span, kids []*ast.Function) string {
	var b strings.Builder
	at := span.Start
	var over func(kids []*ast.Function, end int32)
	over = func(kids []*ast.Function, end int32) {
		for _, k := range kids {
			if k.Start >= end {
				return
			}
			over(s.kids[k.Index], k.BodySpan.Start) // in its parameters
			b.WriteString(s.p.Source[at:k.BodySpan.Start])
			at = k.BodySpan.End
			if k.Kind == ast.FuncField {
				fmt.Fprintf(&b, `"@%d"`, s.ids[k.Index])
			} else {
				fmt.Fprintf(&b, `{"@%d"}`, s.ids[k.Index])
			}
		}
	}
	over(kids, span.End)
	b.WriteString(s.p.Source[at:span.End])
	return b.String()
}

// wrapper returns a wrapper in which the text of f is valid.
func (s *side) wrapper(f *ast.Function) alone {
	in, out := "_({", "})"
	if s.inClass[f] {
		in, out = "_(class extends _{", "})"
		for _, name := range privateNames(f) {
			in += "#" + name + ";"
		}
	}
	star := ""
	if f.Generator {
		star = "*"
	}
	if f.Async {
		star = "async " + star
	}
	switch f.Kind {
	case ast.FuncNormal, ast.FuncArrow:
		m := "m"
		if s.inClass[f] {
			m = "constructor" // which may also call super
		}
		return alone{before: in + m + "(){_(", after: ")}" + out}
	case ast.FuncGetter:
		return alone{before: in + "get x", after: out}
	case ast.FuncSetter:
		return alone{before: in + "set x", after: out}
	case ast.FuncCtor:
		return alone{before: in + "constructor", after: out}
	case ast.FuncStaticInit:
		return alone{before: in + "static", after: out}
	case ast.FuncField:
		return alone{before: in + "x=", after: ";" + out}
	}
	return alone{before: in + star + "m", after: out}
}

// privateNames returns the private names that f uses.
func privateNames(f *ast.Function) []string {
	var names []string
	note := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	ast.Walk(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Member:
			if n.Private {
				note(n.Name)
			}
		case *ast.PrivateName:
			note(n.Name)
		}
		return true
	})
	return names
}

// classFunctions finds the functions inside classes.
func classFunctions(p *ast.Program) map[*ast.Function]bool {
	found := map[*ast.Function]bool{}
	for _, st := range p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			c, ok := n.(*ast.Class)
			if ok {
				ast.Walk(c, func(n ast.Node) bool {
					if f, ok := n.(*ast.Function); ok {
						found[f] = true
					}
					return true
				})
			}
			return !ok
		})
	}
	return found
}

// tokenPattern splits minified text. A regular expression counts as a few tokens
// instead of one.
var tokenPattern = regexp.MustCompile("[\\p{L}\\p{N}_$#]+|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|`(?:\\\\.|[^`\\\\])*`|[-+*/%&|^!=<>?.~]+|\\S")

func countTokens(s string) int { return len(tokenPattern.FindAllStringIndex(s, -1)) }
