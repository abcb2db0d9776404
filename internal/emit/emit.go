// Package emit turns the graph of a function back into the function that its author would have
// written.
//
// The steps, a file each:
//
//	state.go    the parts of the state: each is a type
//	blocks.go   blocks of the schedule, merged by package fold; which of ?:, &&, || and ?? they form
//	webs.go     which values share a variable; package vars finds interference
//	source.go   declarators of the source; package written has an index of it by site
//	copies.go   copies into the variables of phis (SSA destruction)
//	tree.go     values nested in their uses, in evaluation order; operands.go one of them
//	expr.go     one node as an expression; literal.go constants and literals
//	update.go   x++ and x += y
//	pattern.go  destructuring
//	hints.go    hints from the source for structuring
//	stmts.go    the structured tree as statements; loops.go, looptests.go, iterloop.go,
//	            periter.go, switch.go, ifs.go, try.go
//	declare.go  what packages decl and names must know of the variables that they declare and name
//	keepnames.go  functions and classes keep their names
//	named.go    constants computed from other constants
//	bare.go     blocks that are not part of another statement
//	cases.go    which cases need braces
//	flat.go     the flat form: one node per statement, nothing nests
//	basic.go    the same, with a function for each basic block
//
// Stages that are packages of their own have an input and an output with a text form: package fold
// merges blocks, package vars says which values may share a variable, package decl where and how the
// variables are declared, and package names what they are called. What the last two have in common,
// the tree of statements and the variables in it, is in package scope.
//
// A variable is a storage location: if a value is read after its variable has been overwritten,
// it is saved in a temporary before that. So swaps and lost copies need no special treatment.
// What cannot be printed soundly is refused ([Refusal]), and the caller keeps the source of the
// function.
package emit

import (
	"fmt"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/vars"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// Input is the input of an emission.
type Input struct {
	Program  *ast.Program
	Fn       *ast.Function
	Graph    *son.Graph
	Bindings *build.Bindings
	// Temp is the keyword for helper variables: ast.Var in files without let
	// and const.
	Temp ast.VarKind
	// Single: strings are quoted with single quotes.
	Single bool
	// Flat selects the flat form; see flat.go.
	Flat bool
	// Blocks, with Flat, selects the form of basic blocks; see basic.go.
	Blocks bool
	// Callers: the program inspects the callers of functions, where block functions must not
	// appear.
	Callers bool
	// Arena, if set, is the scratch space of the emission; see [Arena].
	Arena *Arena
}

// Refusal says why a graph cannot be printed.
type Refusal struct {
	Why  string
	name string // of variables whose names conflict; see scopes.go
}

func (r *Refusal) Error() string { return r.Why }

// emitter is one emission: what it prints, and the state of each of its steps. Steps that need only
// one of these parts are methods of that part.
type emitter struct {
	Input
	mem  *Arena
	g    *son.Graph
	cfg  *son.CFG
	flow vars.Flow
	src  written.Index
	webs webs

	folded
	loopForms
	treeState
	flatForm
	output
	references
	blockFnSet
	declarations
	naming

	order textOrder
	decl  *decl.Declarer      // of the variables, once their references are located
	fixed []*ast.VerbatimStmt // of the top level: imports, exports and function declarations
}

// Func prints the graph as a function. The result has the head of in.Fn and a new body; err is
// a *Refusal.
func Func(in Input) (*Made, error) {
	if in.Arena == nil {
		in.Arena = &Arena{}
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

// try prints the graph, with braces around the scopes of some names.
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
	e := in.Arena.emitter(in, braced)
	e.cfg = schedule.Run(in.Graph).CFG
	e.flow.Begin(e.cfg)
	e.src.Fill(e.Fn)
	e.order = newTextOrder(in.Graph)
	if in.Graph.Stats.Inlined > 0 {
		for _, x := range in.Bindings.Instances(e.Fn) {
			e.src.Add(x.Fn)
		}
	}
	for _, l := range e.g.Loops {
		e.loopSites[l.Site] = e.loopSites[l.Site] || !l.Test.IsZero()
	}
	e.countUses()
	e.makeWebs()
	e.nearUsers()
	e.foldBlocks()
	e.evictAll()
	e.share()
	for _, b := range e.List {
		if b != nil {
			b.Items = e.patterns(e.finishConds(b.Items))
			if b.Switch != nil {
				for i, t := range b.Switch.Tests {
					b.Switch.Tests[i].Items = e.patterns(e.finishConds(t.Items))
				}
			}
		}
	}
	e.splitUpdates()
	e.findPerIterCopies()
	e.edgeCopies()
	e.trees()
	e.findIterLoops()
	if in.Blocks {
		if body := e.basicBlocks(); body != nil {
			e.declareBasic(body)
			return e.made(e.finish(body)), nil
		}
	}
	body := e.structure()
	e.braceScopes()
	e.blockFunctions(body)
	e.bareBlocks()
	body = e.hoisted(body)
	e.declare(body)
	return e.made(e.finish(body)), nil
}

func refuse(format string, args ...any) {
	panic(&Refusal{Why: fmt.Sprintf(format, args...)})
}

// countUses counts the data uses of each node by scheduled nodes.
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
