package emit

import (
	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// folded holds the blocks of the schedule, some of them merged because they form an expression or a
// switch.
type folded struct {
	fold.Blocks
	code []trees // by block id
}

func (f *folded) reset() {
	f.Blocks.Reset()
	f.code = f.code[:0]
}

// loopForms is what loops become: which keep their test, and what their heads declare and print.
type loopForms struct {
	loopSites map[ast.Site]bool         // the loops that are left; whether they have a test
	jumps     []jump                    // by block id; see emitter.target
	tested    map[*son.LoopInfo]bool    // see looptests.go
	loopStmts map[*fold.Block]ast.Stmt  // the statements of loops, by their headers
	iterLoops map[*fold.Block]*iterLoop // for-in and for-of loops, by their headers
	items     map[*ast.Ident]bool       // placeholders of items, until the loop's head prints them
	itemNames map[*son.Node]*ast.Ident
	// Of variables that each iteration has its own of.
	perIterFors  map[*fold.Block]*perIterFor // for loops that declare them in their heads, by their headers
	perIterLoops map[*web]*son.LoopTree      // see periterloop.go
	flatPerIters map[*fold.Block][]flatPerIter
}

func (l *loopForms) reset() {
	*l = loopForms{
		loopSites: slab.Emptied(l.loopSites), loopStmts: slab.Emptied(l.loopStmts), items: slab.Emptied(l.items),
		iterLoops: slab.Emptied(l.iterLoops), perIterFors: slab.Emptied(l.perIterFors),
	}
}

// treeState is the state of nesting values in their uses.
type treeState struct {
	uses        []int32                  // by node id: data uses not printed yet
	rootOf      []*root                  // by node id
	born        []*roots                 // by node id: the list in which its variable was assigned
	links       map[*son.Node]*fold.Cond // operations on optional links
	chainHeads  map[*ast.Chain]*ast.Expr // where the head of a chain was inserted; see chained
	hasPatterns bool
}

// reset prepares for a graph with ids below n.
func (t *treeState) reset(n int) {
	*t = treeState{uses: slab.Zeroed(t.uses, n), rootOf: slab.Zeroed(t.rootOf, n), born: slab.Zeroed(t.born, n)}
}

// flatForm is the state of printing the flat form, and that of basic blocks.
type flatForm struct {
	flat     bool
	brackets []bool                  // by CFG block id: its test is inside a bracket
	storedOf map[*son.Node]*son.Node // by assignment; see stored
	basic    *basic                  // in the form of basic blocks
}

// output is the tree of statements that is being made.
type output struct {
	list      *scope.List // receives statements
	lists     []*scope.List
	caseLists []*scope.List
	heads     map[ast.Stmt]*scope.List   // of the for, for-in and for-of loops
	assigned  map[ast.Stmt]decl.Assign   // those of decls, for package decl
	decls     map[ast.Stmt]*root         // statements that define a variable
	origin    map[ast.Stmt]ast.Span      // the places in the source of what statements were made from
	bare      map[*ast.Block]*ast.Block  // the bare block of the source that an emitted one restores
	unbraced  map[*ast.Labeled]bool      // whether the labelled statement is no block in the source
	omitted   map[*ast.Switch][]ast.Expr // literal tests of cases that only leave the switch
}

func (o *output) reset() {
	*o = output{
		lists: o.lists[:0], caseLists: o.caseLists[:0], heads: slab.Emptied(o.heads), assigned: slab.Emptied(o.assigned), decls: slab.Emptied(o.decls), origin: slab.Emptied(o.origin),
		bare: slab.Emptied(o.bare), unbraced: slab.Emptied(o.unbraced), omitted: slab.Emptied(o.omitted),
	}
}

// references says what the identifiers, functions and classes in the output refer to, and which of
// its code is strict in a sloppy function.
type references struct {
	scope.Refs
	strict map[ast.Node]bool
}

func (r *references) reset() {
	r.Refs.Begin()
	r.strict = slab.Emptied(r.strict)
}

// blockFnSet holds the functions that blocks declare.
type blockFnSet struct {
	blockFns   []*scope.BlockFunc
	entries    map[ast.Stmt]*scope.BlockFunc // by their placed declarations
	annexBVars map[*ast.Symbol]bool          // the Annex B variables of them
}

// declarations is what the declarations of variables depend on.
type declarations struct {
	declaredFns map[*ast.Symbol]bool // by function declarations of the body
	braced      map[string]bool      // see scopes.go
}

// naming is the state of asking for names in use, computed on demand.
type naming struct {
	declaredNames map[string]bool // names of the function's variables
}
