// Package verbatim makes a new tree as close to the one it replaces as it can: unchanged
// statements and expressions become the text of the source, and the rest keeps the comments of
// the code that it comes from.
//
// It is the first half of restoring what the author wrote, and works on trees; package restore
// lays out the tokens of what is printed. It knows no graph: emission says for each statement
// from which place of the source it was made, and the rest is found by comparing trees.
package verbatim

import (
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Input is a function printed from its graph, and the function as written.
type Input struct {
	Program *ast.Program
	Old     *ast.Function
	// New is the new function, which Restore changes. Nested functions in it are *ast.Verbatim
	// and *ast.VerbatimStmt without text.
	New *ast.Function
	// Inlined lists the calls in whose places New may have the statements of the callees.
	Inlined []Callee
	// Origin is the place in the source of the code that a statement was made from.
	Origin map[ast.Stmt]ast.Span
	// Declarators maps declarators to those of the source that declare the same name.
	Declarators map[*ast.Declarator]*ast.Declarator
	// Unbraced maps bodies without braces to those of the source.
	Unbraced map[ast.Stmt]ast.Stmt
	// Functions holds the nodes of New that are nested functions.
	Functions map[ast.Node]int
	// Classes maps the nodes of New that are classes to the class as written, and with the new
	// expressions for its heritage and computed keys.
	Classes map[ast.Node][2]*ast.Class
	// Fixed lists the imports, exports and function declarations of a top level.
	Fixed []*ast.VerbatimStmt
	// Authored: the program was written by an author, not in a form of this tool.
	Authored bool
	// Folded: constants of the new function are folded.
	Folded bool
	// Undefined: a variable of the function is called undefined.
	Undefined bool
	// Single: strings are quoted with single quotes.
	Single bool
	// Text returns the source text of a span, with the changes of nested functions. Long parts
	// may be elided; Size returns its length in bytes with those of the source.
	Text func(ast.Span) string
	Size func(ast.Span) int
	// Arena, if set, is the scratch space; see [Arena].
	Arena *Arena
}

// Callee is a function of the source, and the place of a call of it.
type Callee struct {
	Fn   *ast.Function
	Call ast.Span
}

// Tree is a new function with the text of the source in place of what did not change. Its
// methods say what the source has around its statements.
type Tree struct {
	Fn *ast.Function
	// Comments holds the comments before changed statements, and Trailing those after them on
	// their last line; see print.Options.
	Comments, Trailing map[ast.Stmt][]string
	// Cases holds the comments before the cases of changed switches.
	Cases map[*ast.Case][]string
	// Items maps changed calls and arrays to the arguments and elements of the source in whose
	// places theirs are; see print.Options.Items.
	Items map[ast.Expr][]ast.Expr

	in     *Input
	starts map[ast.Stmt]int32 // where a statement and its comments begin in the source
	parts  map[ast.Node][]classPart
}

// Options returns the options of printing the tree: o, and what the source has around statements.
func (t *Tree) Options(o print.Options) print.Options {
	o.LeadingComments = func(st ast.Stmt) []string { return t.Comments[st] }
	o.TrailingComments = func(st ast.Stmt) []string { return t.Trailing[st] }
	o.CaseComments = func(c *ast.Case) []string { return t.Cases[c] }
	o.Items = func(x ast.Expr) []ast.Expr { return t.Items[x] }
	o.OnHeadLine, o.Blank, o.BlankFirst = t.OnHeadLine, t.Blank, t.BlankFirst
	return o
}

// Restore makes a function as close to the source as possible: it copies whole runs of
// unchanged statements as text, with comments. It reports whether only nested functions changed;
// then there is nothing to print.
func Restore(in Input) (t *Tree, unchanged bool) {
	c := in.arena().copier(in)
	c.fuel = fuelPerByte * int(in.Old.End-in.Old.Start)
	for _, x := range in.Inlined {
		c.fuel += fuelPerByte * int(x.Fn.End-x.Fn.Start)
	}
	if sameBody(in.New, in.Old) || len(in.Inlined) == 0 && c.isWhole() { // an instance is no call
		return nil, true
	}
	if in.New.ExprBody == nil {
		c.index(in.Old.Body)
		c.callees()
		c.sortByHash()
		slices.Sort(c.starts)
		c.enclose()
		c.loopsAhead()
		in.New.Body = c.list(in.New.Body)
	} else {
		c.adopt(&in.New.ExprBody, in.Old.ExprBody)
	}
	c.fill()
	return &c.tree, false
}

// Fill fills in the text of nested functions and classes, and copies nothing else.
func Fill(in Input) *Tree {
	c := in.arena().copier(in)
	c.fill()
	return &c.tree
}

func (in *Input) arena() *Arena {
	if in.Arena == nil {
		return &Arena{}
	}
	return in.Arena
}

// fill sets the text of nested functions and other nodes that are copied as a whole.
func (c *copier) fill() {
	c.classTexts()
	for _, x := range c.Fixed {
		x.Text = c.Text(x.Span)
	}
	for x := range c.Functions {
		switch x := x.(type) {
		case *ast.Verbatim:
			x.Text = c.Text(x.Span)
			c.moves(x)
		case *ast.VerbatimStmt:
			x.Text = c.Text(x.Span)
			if mayMove(c, x.Text, x.Span, []ast.Stmt{x.Of}) {
				x.Margin = c.margin(x.Start)
			}
		}
	}
}

// copier finds the statements of the output that are unchanged from the source, and copies
// their text with the comments. It has many fields because one walk of the output uses all that is
// known of the source.
type copier struct {
	Input
	tree      Tree
	all       []sourceStmt
	byHash    []int32                      // indices in all, sorted by hash
	hashes    map[ast.Stmt]uint64          // of the statements of the source and of the output
	next      int32                        // where the copied text ends; of equal statements the one after this is preferred
	nextIn    *ast.Function                // the callee that this text is of; nil: of none
	starts    []int32                      // where the source's statements begin, ascending
	ends      map[int32]int32              // by start: where the outermost statement there ends
	commented map[int32]bool               // of starts: its comments are printed
	ahead     map[int32]bool               // by where they begin in the source: loops that the output has further on
	parent    []int32                      // by index in all: the enclosing statement, or -1; see alike.go
	labels    []string                     // the labels of the output in scope at this place
	forms     map[int]same.Form            // by index in all: its canonical form
	callee    *ast.Function                // while statements are recorded: the callee that they are of
	calls     map[*ast.Function][]ast.Span // the places of the calls that are yet to come
	at        *ast.Function                // the callee that the last statement of the output is of; nil: of none
	newline   finder
	comment   finder
	line      lineMemory
	fuel      int
	alone     bool // copying a body without braces
	bare      bool // copying without comments
}

// sameBody reports whether two functions have the same body.
func sameBody(f, g *ast.Function) bool {
	if f.ExprBody != nil {
		return ast.Equal(f.ExprBody, g.ExprBody)
	}
	return slices.EqualFunc(f.Body, g.Body, func(a, b ast.Stmt) bool { return ast.Equal(a, b) })
}

// body copies what it can of the body of a statement. A comment after a body without braces
// belongs to the whole statement and is not copied with the body.
func (c *copier) body(s *ast.Stmt) {
	if *s == nil {
		return
	}
	if b, ok := (*s).(*ast.Block); ok {
		b.Body = c.list(b.Body)
		return
	}
	was := c.alone
	c.alone = true
	l := c.copied([]ast.Stmt{*s})
	c.alone = was
	if len(l) == 1 {
		if src, ok := c.Unbraced[*s]; ok {
			c.Unbraced[l[0]] = src
		}
		*s = l[0]
	}
}

// list copies what it can of a list of statements.
func (c *copier) list(stmts []ast.Stmt) []ast.Stmt {
	was := c.alone
	c.alone = false
	out := c.copied(stmts)
	c.alone = was
	return out
}

func (c *copier) copied(stmts []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	var before run // what is copied at the end of out
	add := func(src sourceStmt, n int) {
		if before.goesOn(src, c.Program.Source) {
			before.n += n
			out = out[:len(out)-1]
		} else {
			before = run{src, n}
		}
		out = append(out, c.text(before.sourceStmt, before.n))
	}
	for i := 0; i < len(stmts); {
		src, n := c.match(stmts[i:])
		if n == 0 || !c.comesFrom(stmts[i], src.list[src.at].Pos().Span) {
			if s, k := c.alike(stmts[i:]); k > 0 && !c.labelled(s.list[s.at]) {
				add(s, 1)
				i += k
				continue
			}
		}
		if n > 0 {
			c.bare = n == 1 && isBareJump(stmts[i]) && c.placeOf(stmts[i]).IsZero()
			add(src, n)
			c.bare = false
			i += n
			continue
		}
		c.within(stmts[i])
		out, before = append(out, stmts[i]), run{}
		i++
	}
	return out
}

// isBareJump reports whether a statement is a jump that looks like all others of its kind. Where none of
// the source is known to be the one, it gets the comments of none.
func isBareJump(st ast.Stmt) bool {
	r, ok := st.(*ast.Return)
	return ast.IsJump(st) && (!ok || r.X == nil)
}

// many is the number of equal statements in the source up to which all are compared in full; of
// more, only those around the end of the copied text are.
const many = 32

// match finds the longest run of source statements that equals the beginning of stmts.
func (c *copier) match(stmts []ast.Stmt) (src sourceStmt, n int) {
	found := c.withHash(c.hash(stmts[0]))
	few := len(found) <= many
	if !few {
		after := sort.Search(len(found), func(i int) bool { return c.sourceAt(int(found[i])).Pos().Start >= c.next })
		found = found[max(after-many/2, 0):min(after+many/2, len(found))]
	}
	for _, at := range found {
		f := c.all[at]
		k := 0
		for k < len(stmts) && f.at+k < len(f.list) && c.equal(f.list[f.at+k], stmts[k]) {
			k++
		}
		better := k > n
		if k > 0 && k == n && src.list[src.at].Pos().Start < c.next && f.list[f.at].Pos().Start >= c.next {
			better = true // of equal texts, the next one
		}
		if better {
			src, n = f, k
		}
		if !few && n > 0 && src.list[src.at].Pos().Start >= c.next {
			break
		}
	}
	return src, n
}

// equal reports whether two statements have the same text. If not, usually their hashes differ.
func (c *copier) equal(a, b ast.Stmt) bool { return c.hash(a) == c.hash(b) && ast.Equal(a, b) }

// text copies n statements of the source with the comments that belong to them.
func (c *copier) text(src sourceStmt, n int) ast.Stmt {
	last := src.list[src.at+n-1]
	s := ast.Span{Start: src.list[src.at].Pos().Start, End: last.Pos().End}
	if !c.bare {
		s.Start = c.leading(s.Start)
	}
	c.next = s.End
	c.nextIn = src.of
	if b := c.Program.Source[s.End-1]; (b == ';' || b == '}') && !c.alone && !c.bare {
		s.End = c.trailing(s.End)
	}
	v := &ast.VerbatimStmt{Base: ast.Base{Span: s}, Text: c.Text(s), Of: last}
	if mayMove(c, v.Text, s, src.list[src.at:src.at+n]) {
		v.Margin = c.margin(src.list[src.at].Pos().Start) // a comment before the statement may be on the line of a brace
	}
	c.enters(v, src.of)
	return v
}

// within copies what it can inside a changed statement.
func (c *copier) within(st ast.Stmt) {
	if ast.IsLoop(st) {
		delete(c.ahead, c.Origin[st].Start)
	}
	c.comments(st)
	c.expressions(st)
	if x, ok := st.(*ast.ExportDecl); ok {
		st = x.Decl
	}
	switch s := st.(type) {
	case *ast.VarDecl:
		c.declarators(s)
	case *ast.Block:
		s.Body = c.list(s.Body)
	case *ast.If:
		c.body(&s.Then)
		c.body(&s.Else)
	case *ast.For:
		c.body(&s.Body)
	case *ast.ForIn:
		c.body(&s.Body)
	case *ast.ForOf:
		c.body(&s.Body)
	case *ast.While:
		c.body(&s.Body)
	case *ast.DoWhile:
		c.body(&s.Body)
	case *ast.Labeled:
		c.label(s)
		c.labels = append(c.labels, s.Label)
		c.body(&s.Body)
		c.labels = c.labels[:len(c.labels)-1]
	case *ast.Switch:
		for _, k := range s.Cases {
			k.Body = c.list(k.Body)
		}
		c.caseLines(s)
	case *ast.Try:
		for _, b := range []*ast.Block{s.Block, s.Handler, s.Finally} {
			if b != nil {
				b.Body = c.list(b.Body)
			}
		}
	}
}

// declarators copies the unchanged values of a declaration, and its line breaks.
func (c *copier) declarators(d *ast.VarDecl) {
	for _, x := range d.Decls {
		src := c.Declarators[x]
		if src == nil {
			continue
		}
		x.Span = src.Span
		if ast.IsPattern(x.Target) {
			c.copyPart(&x.Target, src.Target)
		}
		if x.Init != nil && src.Init != nil {
			if c.plain(src.Init.Pos().Span) {
				c.copyPart(&x.Init, src.Init)
			}
			c.adopt(&x.Init, src.Init)
		}
	}
}

// copyPart replaces *x by the text of src if they are equal.
func (c *copier) copyPart(x *ast.Expr, src ast.Expr) {
	if s := src.Pos().Span; isText(*x, src) && !src.Pos().Paren {
		*x = c.copyOf(s, src)
	}
}

// plain reports whether a text has no line comment, which might swallow what is printed after
// it.
func (c *copier) plain(s ast.Span) bool {
	return !strings.Contains(c.Program.Source[s.Start:s.End], "//")
}
