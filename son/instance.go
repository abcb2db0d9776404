package son

import (
	"math"

	"github.com/sonjs/son/parse/ast"
)

// Instance is a callee that a graph has in place of a call.
type Instance struct {
	Name string   // of the callee: path.to.name
	Call ast.Span // of the call
	Text ast.Span // of the callee
	Fn   int32    // the callee's ast.Function.Index
	At   int32    // where the statement or declarator begins that the call is in
	// Site is the number of the call in the call graph of the program.
	Site int32
	// Around is the instance that the call is in, as [Node.Instance] has it.
	Around uint16
	// Body: it is no callee, but the body of a loop in the place of the yield of its generator, and Own is the
	// instance that the loop is in. Call is the yield, Text the loop; Site is -1.
	Body bool
	Own  uint16
	// Assumes is what the callee is known under, if the call is one of a parameter.
	Assumes Assumptions
}

// Callee returns the number of the callee whose code an instance is, 0 being the function itself: the body of a loop
// is a part of what the loop is in.
func Callee(list []Instance, number uint16) uint16 {
	for number > 0 && list[number-1].Body {
		number = list[number-1].Own
	}
	return number
}

// EnterInstance says that the graph has a callee in place of a call: the nodes that are made from now
// on are of the callee. The result is for [Graph.LeaveInstance].
func (g *Graph) EnterInstance(in Instance) (around uint16) {
	g.Stats.Inlined++
	g.Stats.Changes++
	g.Stats.gone++
	return g.enterInstance(in)
}

// Rebuilt counts a construct that is built in another form than its text has. No rule makes that change.
func (g *Graph) Rebuilt() {
	g.Stats.Changes++
	g.Stats.rewritten++
	g.own(g.instance)
}

// EnterBody is EnterInstance for the body of a loop whose generator the nodes so far are of.
func (g *Graph) EnterBody(in Instance) (around uint16) {
	in.Body = true
	return g.enterInstance(in)
}

func (g *Graph) enterInstance(in Instance) (around uint16) {
	around = g.instance
	if len(g.Instances) < math.MaxUint16 { // the nodes of further ones belong to what is around them
		in.Around = around
		g.Instances = append(g.Instances, in)
		g.instance = uint16(len(g.Instances))
	}
	return around
}

// Instance is the one that the nodes which are made now are of, as [Node.Instance] has it.
func (g *Graph) Instance() uint16 { return g.instance }

// LeaveInstance ends what EnterInstance began.
func (g *Graph) LeaveInstance(around uint16) { g.instance = around }
