// Package emit turns the graph of a function back into the function that its
// author would have written.
//
// The steps, a file each:
//
//	blocks.go   blocks of the schedule; ?:, &&, ||, ?? and switch put together
//	copies.go   values copied into variables where ways meet
//	webs.go     which values share a variable (out of SSA)
//	tree.go     values nest in their uses, in evaluation order; operands.go one of them
//	expr.go     one node as an expression; literal.go constants and literals
//	update.go   x++ and x += y
//	pattern.go  destructuring
//	hints.go    what structuring is told of the source
//	stmts.go    the structured tree as statements; loops.go, looptests.go, each.go,
//	            round.go, switch.go, ifs.go, try.go
//	locate.go   where each variable is mentioned
//	decl.go     where each variable is declared, and how; vars.go as the source has it
//	names.go    what each variable is called
//	named.go    constants that are made of others
//	bare.go     blocks that are no part of a statement
//	braces.go   none where the source has none; groups.go parentheses where it has them
//	putback.go  what does nothing, but stands in the source; cases.go in a switch
//	source.go   the statements of the source, to be found again
//	verbatim.go those that did not change are copied as they were written; remarks.go
//	            with their comments
//	flat.go     the other form: one step a statement, nothing nests
//	basic.go    the same, and each basic block a function
//
// A variable is a place: a value that was read too late, after the variable
// took its next value, is saved in a temporary before that. So swaps and lost
// copies need no case of their own. What cannot be printed soundly is refused
// ([Refusal]), and the caller keeps the function as it was written.
package emit

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// Input is what emission needs to know beside the graph.
type Input struct {
	Program  *ast.Program
	Fn       *ast.Function
	Graph    *son.Graph
	Bindings *build.Bindings
	// Temp is the keyword for helper variables: ast.Var in files without let
	// and const.
	Temp ast.VarKind
	// Single: strings are in single quotes.
	Single bool
	// Flat asks for atomic statements; see flat.go.
	Flat bool
	// Blocks, with Flat, asks for a function each basic block; see basic.go.
	Blocks bool
	// Callers: the program asks for callers of functions, which no block may be.
	Callers bool
	// Memory, if set, is what the emission is made of; see there.
	Memory *Memory
}

// Refusal says why a graph cannot be printed.
type Refusal struct {
	Why  string
	name string // of variables that meet; see scopes.go
}

func (r *Refusal) Error() string { return r.Why }

// emitter holds the state of one emission.
type emitter struct {
	Input
	mem            *Memory
	g              *son.Graph
	flat           bool
	cfg            *son.CFG
	bySpan         map[int32][]ast.Stmt // the source's statements by their start
	ternaries      map[ast.Span]bool    // the source's ?: expressions
	groups         map[ast.Span]operand // the source's operations in parentheses; see groups.go
	voidArms       map[ast.Span]bool    // those of them with an arm that is undefined
	srcSwitches    []*ast.Switch
	switchesUp     []int // see switchAround
	srcLabels      []*ast.Labeled
	loopLabels     []*ast.Labeled             // those of loops, the innermost of each
	loopJumps      map[ast.Span]ast.LoopJumps // see jumpsOf
	follows        map[ast.Stmt]int32         // see endOf
	srcDeclarators map[*ast.Ident]*ast.Declarator
	templates      map[string]ast.Quasi  // what the source writes as a template without holes
	strings        map[string]bool       // what it writes as a string
	loopTests      map[ast.Span]bool     // the tests of the source's loops
	indexed        map[ast.Span]bool     // where the source has the "of" of what are loops over indices
	logicalAssigns map[ast.Span]bool     // the source's x ||= v and the like
	sequences      map[ast.Span]ast.Span // by its expressions but the last: the source's a, b
	directProps    map[int]bool          // functions that are the value of a property themselves
	classProps     map[*ast.Class]bool   // classes that are
	sites          map[*web][2]ast.Stmt  // the first statement that assigns it, and the one that declares it
	taken          map[string]bool       // names that mean something; made when the first is needed
	numbers        map[string]int        // by name: the number from which on names like it may be free
	uses           []int32               // by node id: data uses that are not printed yet
	rootOf         []*root
	links          map[*son.Node]*condItem // operations of optional links
	webs           webs
	blocks         []*block               // by CFG block id; nil where absorbed
	byID           []*block               // the same, absorbed ones too
	born           []*roots               // by node id: the list in which a variable got the value
	places         []*son.Block           // by node id
	tested         map[*son.LoopInfo]bool // see looptests.go
	roundLoops     map[*web]*son.LoopTree // see perround.go
	loopStmts      map[*block]ast.Stmt    // the statements of loops, by their heads
	inRegion       map[*son.RegionTree][]*son.Block
	againIn        map[*son.RegionTree]bool // see runsAgain
	ranks          []int32

	rounds    map[*block]*round   // fors whose variables each round has anew, by their heads
	eaches    map[*block]*each    // loops over items, by their heads
	eachHeads map[ast.Stmt]*each  // the same, by their statements
	items     map[*ast.Ident]bool // what stands for an item until the loop's head prints it

	loc         *locator  // where things are mentioned, before declarations
	list        *stmtList // the list that statements go to
	lists       []*stmtList
	closures    map[ast.Node]int       // *ast.Func, *ast.Verbatim, *ast.FuncDecl -> function index
	classes     map[ast.Node]*classUse // *ast.Verbatim, *ast.VerbatimStmt
	strict      map[ast.Node]bool      // what is strict code in a sloppy function
	owner       map[*ast.Ident]*web
	decls       map[ast.Stmt]*root // statements that define a variable
	origin      map[ast.Stmt]ast.Span
	freeRefs    map[*ast.Ident]bool      // globals and outer bindings
	chainHeads  map[*ast.Chain]*ast.Expr // where the head of a chain was put; see chained
	captured    map[ast.Node][]*web      // by closure: the variables it captures
	heads       map[*ast.For]*stmtList
	beside      map[ast.Stmt]bool     // see Made
	unbraced    map[*ast.Labeled]bool // those whose statement in the source is no block
	caseLists   []*stmtList
	clobbered   []int32 // by block id: for which member of a web it was gone through last
	clobbers    int32
	clobberWork []*block                          // scratch
	slots       map[*son.Node]map[*son.Node][]int // see slotsOf
	symWebs     map[*ast.Symbol]int               // how many variables a symbol has, of as many as are counted
	counted     int
	srcBlocks   []*ast.Block               // those that are no part of a statement
	bare        map[*ast.Block]*ast.Block  // what was put back into one of them
	omitted     map[*ast.Switch][]ast.Expr // literal tests of cases that only leave it
	declaredFns map[*ast.Symbol]bool
	blockFns    []*blockFn            // functions that blocks declare
	entries     map[ast.Stmt]*blockFn // the same, by their declaration, once that is placed
	besides     map[*ast.Symbol]bool  // the variables beside them
	fixed       []*ast.VerbatimStmt   // statements of a top level that are never reached
	hasPatterns bool
	hasRegions  bool // of a try statement or the like: there are ways that are no edges
	initsFound  bool
	basic       *basic // in the form of basic blocks
	flatRounds  map[*block][]flatRound
	itemNames   map[*son.Node]*ast.Ident // what stands for the items of loops
	brackets    []bool                   // by CFG block id, in the flat form: it is inside of a bracket
	storedOf    map[*son.Node]*son.Node  // by assignment; see stored
	newCells    map[*web][]*son.Node     // where the cells of a variable are made; see isMadeAgain

	braced        map[string]bool // see scopes.go
	declaredNames map[string]bool // names of the function's variables; made when needed
}

// Func prints the graph as a function. The result has the head of in.Fn and a
// new body; err is a *Refusal.
func Func(in Input) (*Made, error) {
	if in.Memory == nil {
		in.Memory = &Memory{}
	}
	braced := map[string]bool{}
	for {
		made, why := try(in, braced)
		if why == nil {
			return made, nil
		}
		if why.name == "" || braced[why.name] || in.Flat {
			return nil, why
		}
		braced[why.name] = true
	}
}

// try prints the graph with the scopes of some names in braces.
func try(in Input, braced map[string]bool) (made *Made, why *Refusal) {
	defer func() {
		if r := recover(); r != nil {
			ref, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			made, why = nil, ref
		}
	}()
	e := in.Memory.emitter(in, braced)
	e.cfg = schedule.Run(in.Graph)
	e.findStatements()
	for _, l := range e.g.Loops {
		if !l.Test.IsZero() {
			e.loopTests[l.Test] = true
		}
		if l.Indexed {
			e.indexed[l.Update] = true
		}
	}
	e.countUses()
	e.makeWebs()
	e.nearUsers()
	e.makeBlocks()
	e.findBrackets()
	e.collapse()
	e.switches()
	e.evictAll()
	for _, b := range e.blocks {
		if b != nil {
			b.items = e.patterns(e.finishConds(b.items))
			if b.sw != nil {
				for i, t := range b.sw.tests {
					b.sw.tests[i].items = e.patterns(e.finishConds(t.items))
				}
			}
		}
	}
	e.splitUpdates()
	e.findRounds()
	e.edgeCopies()
	e.trees()
	e.findEaches()
	if in.Blocks {
		if body := e.basicBlocks(); body != nil {
			e.declareBasic(body)
			return &Made{Fn: e.finish(body), e: e}, nil
		}
	}
	body := e.structure()
	e.braceScopes()
	e.blockFunctions(body)
	e.bareBlocks()
	body = e.hoisted(body)
	e.declare(body)
	fn := e.finish(body)
	if !e.flat {
		e.bracesAsWritten()
		e.groupsAsWritten(fn)
	}
	return &Made{Fn: fn, e: e}, nil
}

func refuse(format string, args ...any) {
	panic(&Refusal{Why: fmt.Sprintf(format, args...)})
}

// countUses counts the data uses of each node by nodes that run.
func (e *emitter) countUses() {
	count := func(u *son.Node) {
		for i, x := range u.Ins() {
			if x != nil && u.SlotKind(i) == son.SlotData {
				if u.Op != son.OpPatEnd {
					x = e.stored(x)
				}
				e.uses[x.ID]++
			}
		}
	}
	for _, b := range e.cfg.Blocks {
		for _, n := range b.Nodes {
			count(n)
			e.hasPatterns = e.hasPatterns || n.Opens()
		}
		for _, p := range b.Phis {
			count(p)
		}
		if b.End != nil {
			count(b.End)
		}
	}
}
