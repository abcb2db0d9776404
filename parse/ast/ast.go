package ast

// Span is a half-open range of byte offsets into the source.
type Span struct{ Start, End int32 }

// IsZero reports whether the node was not read from a source.
func (s Span) IsZero() bool { return s == Span{} }

// Contains reports whether t lies inside s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Node is any node of the tree.
type Node interface{ Pos() *Base }

// Base is embedded in every node. It leaves three bytes of a word unused, which
// is why nodes that have small fields put them first.
type Base struct {
	Span
	// Paren: the expression was written in parentheses (Span excludes them).
	Paren bool
}

// Pos returns the node's base for reading and writing.
func (b *Base) Pos() *Base { return b }

// Site is the number of a construct in its function, by which a graph refers to it without holding
// the tree: of a branch, a loop, a jump with a value, a try, a comma expression or a tagged
// template. Sites count from 1 in the order of the source, and 0 is none: scope analysis numbers
// them, and whoever writes a new tree gives its statements the sites of those they were made from.
type Site int32

// Expr is an expression, a pattern, or an assignment target.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement or a declaration.
type Stmt interface {
	Node
	stmt()
}

// SourceType is the goal symbol that a program was parsed with.
type SourceType uint8

const (
	Script SourceType = iota
	Module
)

// Program is one source file.
type Program struct {
	Base
	Source     string // the text that spans refer to; a byte order mark stays in it
	Path       string // as the user named it; for messages
	InputMap   []byte // the source map from Source to what the author wrote, as JSON; nil if that is Source
	Type       SourceType
	CommonJS   bool   // a script that runs as the body of a function: it may return
	Hashbang   string // without the line end; "" if none
	Directives []string
	Body       []Stmt
	Comments   []Comment // all of them, in source order
	Scope      *Scope    // the global scope of a script, the module scope of a module
	// Funcs holds every function in the order of its start (outer before inner).
	Funcs []*Function
	// Unresolved lists the undeclared names, in order of first reference.
	Unresolved []string
	// Strict: the top level is strict code.
	Strict bool
	// HasTopLevelAwait is set for modules that await outside functions.
	HasTopLevelAwait bool
	Depth            int // how deep expressions and statements nest, at most
	// Symbols is the number of symbols: their IDs are less than it. Sites is the number of sites of
	// the top level.
	Symbols int
	Sites   Site
}

// Comment is one comment; Span covers its delimiters.
type Comment struct {
	Span
	Block bool // /* … */; false for // …, <!-- and -->
	// NewlineBefore: only white space and comments separate this comment from the
	// start of its line.
	NewlineBefore bool
}
