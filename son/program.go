package son

import "github.com/sonjs/son/parse/ast"

// Program is all functions of one source file with their graphs.
type Program struct {
	AST *ast.Program
	// Funcs is parallel to AST.Funcs.
	Funcs []*FuncInfo
}

// FuncInfo is one function of a program. Graph is nil exactly when Kept is not.
type FuncInfo struct {
	Fn    *ast.Function
	Name  string // path.to.name
	Graph *Graph
	Kept  *Kept
}

// Kept says why a function stays as written.
type Kept struct {
	Reason string // the construct, in a few words; the same words for the same cause
	Span   ast.Span
}

func (k *Kept) Error() string { return k.Reason }

// LoopKind is the source form of a loop.
type LoopKind uint8

const (
	LoopWhile LoopKind = iota
	LoopDoWhile
	LoopFor
	LoopForIn
	LoopForOf
	LoopForAwait
)

// Iterates reports whether the loop takes its items from an [OpIterOpen]. Such a
// loop stays a loop even when its body never comes to its end: only a loop's
// head can say what it says.
func (k LoopKind) Iterates() bool { return k >= LoopForIn }

// IterKind is the Idx of an IterOpen: which of the three iterations it starts.
const (
	IterIn = iota
	IterOf
	IterAwait
)

// IterKind returns the Idx of the IterOpen of a loop that iterates.
func (k LoopKind) IterKind() int32 { return int32(k - LoopForIn) }

// LoopInfo is what the source says of a Loop node.
type LoopInfo struct {
	Kind LoopKind
	// Span is the whole statement. Init, Test and Update are the parts of its
	// head, zero if absent.
	Span, Init, Test, Update ast.Span
	// Labels are the source's labels on the loop, outermost first.
	Labels []string
	// Peeled: rounds of the loop stand before it.
	Peeled bool
	// Retest: the source has no test, but the loop may be written with one.
	Retest bool
	// Index is a variable that the program has not, beside the names of a loop over
	// items, to count these.
	Index *ast.Symbol
	// Indexed: the source has a for-of there. Init, Test and Update are what it has
	// between the item and the array: one place for what it does not have.
	Indexed bool
}
