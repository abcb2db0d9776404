// Package print writes the tree of parse/ast as JavaScript.
//
// The text reads back as the same tree ([ast.Equal]): parentheses are printed where
// precedence, the start of a statement or an observable difference requires them and
// nowhere else, and no two tokens run together. There are two styles: readable (the
// default) and compact, which leaves out all insignificant white space. [Program] writes a
// file; [Stmts], [Stmt], [Expr] and [FuncText] write parts for splicing into source text
// with [Apply] or [Verbatim].
//
//	print.Expr(e, ast.PrecSeq, print.Options{})  =>  (a, b) * -c ** 2
//
// How it works: everything is appended to one byte slice. Whether a token needs white space
// before it is decided from the bytes before (printer.glue). Whether an expression is where
// a statement starts, and so must not begin with `{` or `function`, is decided by comparing
// output positions, which costs nothing per level of nesting. Operator chains and member
// chains are printed in loops: their length costs no stack. The size of the text is linear
// in that of the tree, so indentation stops growing at a depth that nobody reads.
//
// The printer trusts the tree to be a valid program; a node in an impossible place causes a
// panic with a text that starts with "BUG:".
package print

import (
	"slices"
	"sync"

	"github.com/sonjs/son/parse/ast"
)

// Options say how to print. The zero value is the readable style. It has many fields because
// each is one choice that some caller makes, independent of the others.
type Options struct {
	// Compact leaves out white space that does not matter.
	Compact bool
	// Bare leaves out the annotations __PURE__ and __NO_SIDE_EFFECTS__, which are for tools.
	Bare bool
	// NoShorthand: the compact style does not write {a} for {a: a}, which older engines do not
	// know.
	NoShorthand bool
	// Indent is one level of indentation; "" means two spaces.
	Indent string
	// Margin is white space that every line begins with, before its indentation.
	Margin string
	// Flat does not indent the body of the function, or whatever else makes up the first
	// level of indentation.
	Flat bool
	// Source is the text that spans refer to. In the readable style, literals
	// keep the spelling that they have there, and an object literal stays on
	// one line or on several.
	Source string
	// Lines lets expressions, and the statements of a case, begin lines where they do in
	// Source. Printing the result again may indent such lines differently.
	Lines bool
	// Single prefers single quotes where both need as many escapes.
	Single bool
	// ElseBelow puts an else after a brace on a new line, in the readable style.
	ElseBelow bool
	// Unfold prints the nodes that verbatim texts stand for instead of the
	// texts: for measuring.
	Unfold bool
	// OmitBody, if set, is called with each function inside of the one being printed that has
	// a body in braces, of which only the braces are printed: for measuring, too.
	OmitBody func(*ast.Function)
	// Tokens requests Result.Tokens.
	Tokens bool
	// Pieces requests Result.Pieces.
	Pieces bool
	// Room is about how many bytes the text of a function has; 0 if nobody knows, which costs memory for large ones.
	Room int
	// Copied, if set, returns where the text of a verbatim node comes from, by offsets in
	// the text. Without it the text comes from the node's span in Source, if it is the same
	// there, or its origin is not known. Result.Tokens has what is elided from the text in
	// any case.
	Copied func(ast.Node) []Token
	// LeadingComments, if set, returns the comments to print before a statement
	// of a list, delimiters included. Without it Program keeps legal comments and the
	// annotations __PURE__ and __NO_SIDE_EFFECTS__.
	LeadingComments func(ast.Stmt) []string
	// CaseComments, if set, returns the comments to print before a case of a switch.
	CaseComments func(*ast.Case) []string
	// TrailingComments, if set, returns the comments to print after a statement of a list,
	// on its line. The compact style has none.
	TrailingComments func(ast.Stmt) []string
	// Items, if set, is called with a call or an array that changed. It returns the
	// arguments or elements in Source whose places the new ones take, one for each, or nil.
	Items func(ast.Expr) []ast.Expr
	// OnHeadLine, if set, says which statements without braces are printed on the line of their
	// head in the readable style, simple or not: for (x of list) if (x) f(x).
	OnHeadLine func(ast.Stmt) bool
	// Blank, if set, says before which statements of a list, and before the comments that
	// lead them, an empty line is printed in the readable style.
	Blank func(ast.Stmt) bool
	// BlankFirst, if set, says so for the first statement in braces.
	BlankFirst func(ast.Stmt) bool
}

// Token says where a piece of output comes from.
type Token struct {
	Out  int32    // byte offset in the output
	Span ast.Span // of the source; zero if the token has no origin
	Name string   // the original name, if it is an identifier
	// Copy is how many bytes from Out on are those of the source from
	// Span.Start on: a stretch of text, not a single token.
	Copy int32
	// Elided, if set, is what the mark at Out stands for; then no other field but Out is
	// set.
	Elided *Elided
}

// Result is printed text. Tokens are in order of Out.
type Result struct {
	Code   string
	Tokens []Token
	// Pieces are the verbatim texts and the regular expressions, in order.
	Pieces []Piece
}

// Piece is a stretch of output that a scanner of tokens must know.
type Piece struct {
	Out, End int32    // byte offsets in the output
	Span     ast.Span // of the source; zero: not known
	Copied   bool     // it is verbatim text
	Moved    bool     // its lines move with the margin of its first line
	Margin   string   // the margin that it has now
	Was      string   // and the one that it has in the source
}

// Program prints a file. It ends in a newline in the readable style.
func Program(prog *ast.Program, o Options) Result {
	p := newPrinter(o, make([]byte, 0, len(prog.Source)+64))
	p.legalComments(prog)
	p.collectAnnotations(prog)
	if prog.Hashbang != "" {
		p.raw(prog.Hashbang)
		p.raw("\n")
	}
	p.indentIfAny()
	p.stmts(prog.Body, prog.Directives)
	p.flushSemi()
	if !o.Compact && len(prog.Body) > 0 {
		p.raw("\n")
	}
	p.legalUpTo(int32(len(prog.Source)) + 1)
	return p.result()
}

// Stmts prints statements for a place where the first begins: its first line has no
// indentation, and the last line no newline. They may be the start of a function body: a
// string that is not a directive is kept from becoming one.
func Stmts(list []ast.Stmt, o Options) Result {
	p := newPrinter(o, nil)
	p.stmts(list, nil)
	p.flushSemi()
	return p.result()
}

// Stmt prints one statement the way [Stmts] does.
func Stmt(s ast.Stmt, o Options) Result { return Stmts([]ast.Stmt{s}, o) }

// Expr prints an expression for a place that requires precedence prec or higher. The place
// must not be the start of a statement.
func Expr(e ast.Expr, prec ast.Prec, o Options) Result {
	p := newPrinter(o, nil)
	p.expr(e, prec, 0)
	return p.result()
}

// FuncContext says in which form to print a function.
type FuncContext uint8

const (
	AsDecl  FuncContext = iota // function f(a) {…}
	AsExpr                     // the same, name optional; not for the start of a statement
	AsArrow                    // (a) => …
	AsTail                     // (a) {…}: what follows the key of a method or accessor
	AsTop                      // the statements of a program's top level
	AsValue                    // what follows the = of a class's field
)

// FuncText prints one function.
func FuncText(fn *ast.Function, ctx FuncContext, o Options) Result {
	buffer := buffers.Get().(*[]byte)
	p := newPrinter(o, slices.Grow((*buffer)[:0], o.Room))
	p.funcText(fn, ctx)
	*buffer = p.out
	r := p.result() // a copy of the text
	buffers.Put(buffer)
	return r
}

// buffers are for texts of functions.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// FuncSize returns the length in bytes of the text of [FuncText].
func FuncSize(fn *ast.Function, ctx FuncContext, o Options) int {
	buffer := buffers.Get().(*[]byte)
	p := newPrinter(o, (*buffer)[:0])
	p.funcText(fn, ctx)
	*buffer = p.out
	buffers.Put(buffer)
	return len(p.out)
}

func (p *printer) funcText(fn *ast.Function, ctx FuncContext) {
	p.outer = fn
	if fn.ExprBody != nil {
		p.enter(ast.Span{}) // its lines are measured from where it begins
	}
	switch ctx {
	case AsDecl, AsExpr:
		p.function(fn)
	case AsArrow:
		p.arrow(fn, 0)
	case AsTail:
		p.funcTail(fn)
	case AsValue:
		p.expr(fn.ExprBody, ast.PrecAssign, 0)
	case AsTop:
		p.stmts(fn.Body, fn.Directives)
		p.flushSemi()
	default:
		panic("BUG: print: unknown FuncContext")
	}
}
