package son

import "github.com/sonjs/son/parse/ast"

// Program is all functions of one source file with their graphs.
type Program struct {
	AST *ast.Program
	// Funcs is parallel to AST.Funcs.
	Funcs []*FuncInfo
}

// FuncInfo is one function of a program. Exactly one of Graph and Bailout is nil.
type FuncInfo struct {
	Fn      *ast.Function
	Name    string // path.to.name
	Graph   *Graph
	Bailout *Bailout
}

// Bailout is the reason why a function is left as written (a bailout).
type Bailout struct {
	Reason string // the construct, in a few words; the same words for the same cause
	Span   ast.Span
}

func (k *Bailout) Error() string { return k.Reason }

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

// Iterates reports whether the loop takes its items from an [OpIterOpen]. Such a loop stays a
// loop even when its body never reaches its end: only a loop's head can take an item.
func (k LoopKind) Iterates() bool { return k >= LoopForIn }

// IterKind is the Idx of an IterOpen: which of the three iterations it starts.
const (
	IterIn = iota
	IterOf
	IterAwait
)

// IterKind returns the Idx of the IterOpen of a loop that iterates.
func (k LoopKind) IterKind() int32 { return int32(k - LoopForIn) }

// Sites is a range of sites, from First up to Last; it is empty if First is 0.
type Sites struct{ First, Last ast.Site }

// Add extends the range to s.
func (r *Sites) Add(s ast.Site) {
	if r.First == 0 || s < r.First {
		r.First = s
	}
	r.Last = max(r.Last, s)
}

// LoopInfo describes the source form of a Loop node.
type LoopInfo struct {
	Kind LoopKind
	// Span is the whole statement. Init, Test and Update are the parts of its
	// head, zero if absent. Of a for-of that counts indices now, all three are the
	// source between the item and the array.
	Span, Init, Test, Update ast.Span
	// Site is the statement, and Branches are those in its test.
	Site     ast.Site
	Branches Sites
	// Labels are the source's labels on the loop, outermost first.
	Labels []string
	// Jumps are the kinds of jumps that the source has in the body. It is only known of a loop
	// with a label, or inside of a labelled statement.
	Jumps ast.LoopJumps
	// Peeled: iterations of the loop precede it.
	Peeled bool
	// Rotated: the source has no test, but the loop may be written with one.
	Rotated bool
	// Index is a variable that does not occur in the program, beside the names of a loop over
	// items, to count the items.
	Index *ast.Symbol
	// Array: a for-of is over an array, or throws, because of what the whole program is known to make.
	Array bool
}
