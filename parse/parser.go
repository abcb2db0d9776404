package parse

import (
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// parser holds the state of parsing one source.
type parser struct {
	lexer
	ctx     context
	depth   int
	deepest int
	known   *Known // see skipBody
	noIn    bool   // `in` is not an operator: the head of a for statement

	goalSymbol

	// arrowAt is the start of the token where an arrow function may begin, and
	// arrowEnd the end of the last one read. An arrow function is not an
	// operand: an operator right after it (prevEnd == arrowEnd) is not
	// consumed.
	arrowAt, arrowEnd int

	// The last yield and await expressions and the last use of `await` as a
	// name, of the current function: an arrow's parameters may not have them.
	yieldAt, awaitAt, awaitNameAt int

	labels  []label
	labelAt map[string]int // index of the innermost label of a name
	classes []classNames
	exports exportNames

	stacks
	alloc arena
}

// goalSymbol is the goal symbol to parse, and what the source says about it so far.
type goalSymbol struct {
	auto        bool // a script unless it turns out to be a module
	commonJS    bool // a script that may return
	foundModule bool
	sawAwait    bool
	topAwait    bool
}

// stacks collect the items of lists of unknown length. When the innermost list is complete, it
// moves to the arena.
type stacks struct {
	exprs []ast.Expr
	stmts []ast.Stmt
	props []*ast.Property
	decls []*ast.Declarator
}

// context is what a function, class element or the top level allows. It is
// replaced as a whole at their borders.
type context struct {
	strict bool
	ret    bool // return statements
	yield  bool // yield is an operator
	await  bool // await is an operator
	top    bool // await would be the module's own, top-level await
	params bool // in a parameter list, where yield and await are forbidden
	static bool // in a static block, where `await` is reserved
	noArgs bool // in a field initializer or static block: no `arguments`

	superProp, superCall, newTarget bool

	loops    int // enclosing loops and switches of this function
	switches int
	labels   int // first label of this function in parser.labels
}

// label is one label around the current statement.
type label struct {
	name  string
	start int  // of the labelled statement
	body  int  // where the statement under the label starts
	loop  bool // it labels a loop
	prev  int  // index of the label that this one hides, or -1
}

// ---- tokens ----

// eat skips the current token if it is t.
func (p *parser) eat(t tok) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return false
}

// expect skips the current token, which must be t.
func (p *parser) expect(t tok) {
	if p.tok != t {
		p.expected(strconv.Quote(tokText[t]))
	}
	p.next()
}

// isWord reports whether the current token is the plain name s, unescaped.
func (p *parser) isWord(s string) bool { return p.tok == tIdent && !p.esc && p.text == s }

func (p *parser) expectWord(s string) {
	if !p.isWord(s) {
		p.expected(strconv.Quote(s))
	}
	p.next()
}

// found describes the current token.
func (p *parser) found() string {
	if p.tok == tEOF {
		return "the end of the file"
	}
	s := p.src[p.start:p.pos]
	switch p.tok {
	case tString:
		return "a string"
	case tEscaped:
		return "a keyword with escapes"
	}
	if len(s) > 40 {
		s = s[:40]
	}
	return strconv.Quote(strings.ToValidUTF8(s, "\uFFFD"))
}

func (p *parser) expected(what string) {
	p.fail(p.start, p.pos, "expected "+what+" but found "+p.found())
}

func (p *parser) unexpected() {
	p.fail(p.start, p.pos, "unexpected "+strings.TrimPrefix(p.found(), "the "))
}

// errTok reports an early error at the current token.
func (p *parser) errTok(text string) { p.err(p.start, p.pos, text) }

// span is from start to the end of the token before the current one.
func (p *parser) span(start int) ast.Span {
	return ast.Span{Start: int32(start), End: int32(p.prevEnd)}
}

func (p *parser) base(start int) ast.Base { return ast.Base{Span: p.span(start)} }

// tokSpan is the span of the current token.
func (p *parser) tokSpan() ast.Span { return ast.Span{Start: int32(p.start), End: int32(p.pos)} }

// semicolon skips one or inserts it.
func (p *parser) semicolon() {
	if p.tok == tSemicolon {
		p.next()
	} else if p.tok != tRBrace && p.tok != tEOF && !p.nl {
		p.expected(`";"`)
	}
}

// enter counts a level of nesting; leave ends it.
func (p *parser) enter() {
	p.depth++
	if p.deepest = max(p.deepest, p.depth); p.depth > maxDepth {
		p.fail(p.start, p.pos, TooDeep)
	}
}

func (p *parser) leave() { p.depth-- }

// moduleOnly records that the source must be a module: in auto mode parsing
// starts over as one.
func (p *parser) moduleOnly() {
	if p.auto {
		p.foundModule = true
		panic(stopped{})
	}
}
