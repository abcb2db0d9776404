package parse

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// To write shorter syntax, esbuild joins consecutive statements with commas, and at each
// comma looks again at all operands before it. So it is given
//
//   - very long statement lists in parts, separated by a comment across which it does not
//     join; the comment is removed afterwards, and a semicolon stays where a comma would be
//     no shorter;
//   - very long comma sequences with parentheses, which make their tree shallow and which
//     esbuild drops; and many expressions as statements, one after the other, as the sequence
//     that it would make of them;
//   - very long concatenations of string literals likewise; see concatenation;
//   - very long if-else chains as the conditional expressions that it would make of them;
//     see conditionals.
//
// Besides, anonymous functions are kept anonymous, and globals are hidden; see anonymous.go
// and globals.go.

const (
	partStatements = 256 // of a list that are joined at most
	longSequence   = 64  // operands from which on a sequence gets parentheses
	flatSequence   = 16  // operands in one pair of parentheses
)

// prepared is a program in the form that esbuild gets.
type prepared struct {
	code  string // of the program
	given string // to esbuild
	mark  string // the comment between parts of lists
	keep  string // the function that wraps anonymous functions, and the prefix of globals
	o     Options
	m     *sourcemap.Map
}

// prepare prepares a program for minification. measured: only the size of the result matters,
// so comments that esbuild may keep are left out, and esbuild may assume what it likes.
func prepare(code string, o Options, h TransformOptions, measured bool) prepared {
	e := prepared{code: code, given: code, o: o}
	if measured && !mayBeWide(code) {
		return e
	}
	p, _ := Parse(code, o)
	if p == nil {
		return e // esbuild reports why
	}
	n := 0
	for e.mark = "/*!*/"; strings.Contains(code, e.mark); n++ {
		e.mark = "/*!" + strconv.Itoa(n) + "*/"
	}
	b := preparer{p: p, mark: e.mark, hidden: map[string]bool{}, inner: map[*ast.Binary]bool{}, joined: map[*ast.Block]bool{}}
	if !measured {
		e.keep = newName(code)
		b.keep, b.names, b.globals = e.keep, !h.AnyNames, !h.Builtins
	}
	ast.Walk(p, b.visit)
	b.patches = append(b.patches, b.ends...)
	if !h.SyntaxOnly { // SyntaxOnly needs no names reserved; that would rename what shadows a global
		b.reserve()
	}
	if len(b.patches) == 0 {
		return e
	}
	if measured {
		for _, c := range p.Comments {
			text := " "
			if strings.ContainsAny(code[c.Start:c.End], "\n\r\u2028\u2029") {
				text = "\n"
			}
			b.patches = append(b.patches, print.Patch{Span: c.Span, Text: text})
		}
	}
	e.given = print.Apply(code, b.patches)
	e.m = sourcemap.New(e.given, print.ApplyOrigins(code, b.patches), sourcemap.Source{Path: o.Path, Text: code, Comments: p.Comments})
	return e
}

// mayBeWide reports whether a text has enough commas, pluses or statement ends for a list,
// sequence or concatenation that is too long.
func mayBeWide(code string) bool {
	n := 0
	for i := 0; i < len(code) && n < longSequence; i++ {
		switch code[i] {
		case ',', ';', '}', '+', '\n', '\r':
			n++
		}
	}
	return n == longSequence
}

// undo removes from esbuild's output what was put into its input. ok is false if that is not
// possible.
func (e prepared) undo(g generated) (made generated, ok bool) {
	if e.m == nil {
		return g, true
	}
	if g.data != nil {
		g.data = sourcemap.Compose(g.sourceMap(), e.m).JSON()
	}
	if e.keep != "" {
		before := g.parsed(e.o)
		if before == nil {
			return g, false
		}
		if patches := append(released(before, e.keep), exposed(before, e.keep)...); len(patches) > 0 {
			g = g.patched(patches)
			if after := g.parsed(e.o); after == nil || !sameNames(before, after, e.keep) {
				return g, false
			}
		}
	}
	var patches []print.Patch
	for at := 0; ; {
		i := strings.Index(g.code[at:], e.mark)
		if i < 0 {
			break
		}
		start := at + i
		end := start + len(e.mark)
		at = end
		if line := strings.TrimRight(g.code[:start], " "); strings.HasSuffix(line, "\n") && strings.HasPrefix(g.code[end:], "\n") {
			start, end = len(line), end+1 // a line of its own
		}
		patches = append(patches, print.Patch{Span: ast.Span{Start: int32(start), End: int32(end)}})
	}
	return g.patched(patches), true
}

// patched returns g with patches applied to its code.
func (g generated) patched(patches []print.Patch) generated {
	if len(patches) == 0 {
		return g
	}
	code := print.Apply(g.code, patches)
	if g.data == nil {
		return generated{code: code}
	}
	out := sourcemap.New(code, print.ApplyOrigins(g.code, patches), sourcemap.Source{Text: g.code})
	return generated{code: code, data: sourcemap.Compose(out, g.sourceMap()).JSON()}
}

// preparer collects the patches that prepare a program.
type preparer struct {
	p        *ast.Program
	mark     string
	keep     string
	names    bool // anonymous functions stay anonymous
	globals  bool // globals are hidden; see globals.go
	hidden   map[string]bool
	reserved []string             // the names of hidden globals, in source order
	inner    map[*ast.Binary]bool // left operands of additions
	joined   map[*ast.Block]bool  // branches whose statements became a sequence
	ends     []print.Patch        // of statements, after what else is put there
	patches  []print.Patch
}

func (b *preparer) visit(n ast.Node) bool {
	if b.names {
		eachAnonymous(n, func(x ast.Expr) {
			b.put(x.Pos().Start, b.keep+"(")
			b.put(x.Pos().End, ")")
		})
	}
	if b.globals {
		b.hide(n)
	}
	switch n := n.(type) {
	case *ast.Program:
		b.list(n.Body)
	case *ast.Function:
		b.list(n.Body)
	case *ast.Block:
		if !b.joined[n] {
			b.list(n.Body)
		}
	case *ast.Case:
		b.list(n.Body)
	case *ast.Seq:
		b.sequence(n)
	case *ast.Binary:
		b.concatenation(n)
	}
	return true
}

// list puts marks between the parts of a list, each on a line of its own: at a comment, esbuild
// looks back to the beginning of the line.
func (b *preparer) list(body []ast.Stmt) {
	for i := partStatements; i < len(body); i += partStatements {
		b.put(body[i].Pos().Start, "\n"+b.mark)
	}
	for part := range slices.Chunk(body, partStatements) {
		b.statements(part)
	}
	for _, st := range body {
		if x, ok := st.(*ast.If); ok {
			b.conditionals(x)
		}
	}
}

// put inserts a text, which may be empty.
func (b *preparer) put(at int32, text string) {
	if text == "" {
		return
	}
	b.patches = append(b.patches, print.Patch{Span: ast.Span{Start: at, End: at}, Text: text})
}

// sequence puts parentheses into a sequence. The first operands and the last one get none:
// an opening parenthesis in front could continue the statement before, and esbuild looks for
// the last operand of a sequence:
//
//	a, b, (c, d), ((e, f), (g, h)), i
func (b *preparer) sequence(n *ast.Seq) {
	last := len(n.Exprs) - 1
	if last < longSequence {
		return
	}
	commas := make([]int32, last) // after each operand but the last
	for i := range commas {
		commas[i] = b.comma(n.Exprs[i].Pos().End)
	}
	opens, closes := nested(last)
	for i, at := range commas {
		if i > 0 { // the first has none
			b.put(commas[i-1]+1, strings.Repeat("(", opens[i]))
		}
		b.put(at, strings.Repeat(")", closes[i]))
	}
}

// comma returns the offset of the next comma outside comments.
func (b *preparer) comma(at int32) int32 { return b.next(at, ',') }

// next returns the offset of the next c outside comments.
func (b *preparer) next(at int32, c byte) int32 {
	all := b.p.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].Start >= at })
	for {
		if i < len(all) && all[i].Start == at {
			at = all[i].End
			i++
			continue
		}
		if b.p.Source[at] == c {
			return at
		}
		at++
	}
}
