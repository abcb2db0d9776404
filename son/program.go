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
)

// LoopInfo is what the source says of a Loop node.
type LoopInfo struct {
	Kind LoopKind
	// Span is the whole statement. Init, Test and Update are the parts of its
	// head, zero if absent.
	Span, Init, Test, Update ast.Span
	// Labels are the source's labels on the loop, outermost first.
	Labels []string
}
