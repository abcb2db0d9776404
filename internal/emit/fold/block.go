package fold

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Block is a block of the schedule, perhaps merged with others.
type Block struct {
	ID     int
	Src    *son.Block // where it begins
	Last   *son.Block // where it ends; differs from Src if blocks were absorbed
	Items  []Item
	Term   Term
	End    *son.Node // If, Return, Throw
	Succs  []*Block
	Preds  []*Block
	Switch *Switch
	// Update: the block is a for's update, split off the end of its body.
	Update   bool
	Loop     *son.LoopInfo // of a loop header
	into     *Block        // the block that absorbed this one
	Num      int           // in the structure graph; -1: unreachable
	rest     *Block        // an absorbed block, whose items follow
	IterBody bool          // it is the first block of the body of a for-in or for-of loop
}

// Term is the kind of a block's terminator.
type Term uint8

// The terminators.
const (
	Jump Term = iota
	If
	Cases   // a switch
	Iterate // the header of a for-in or for-of loop
	Return
	Throw
	Try
	EndFinally
	Stop // control never continues
)

// Item is one step of a block: a node, a copy into a phi's variable, a conditional expression
// or an update.
type Item struct {
	Node    *son.Node
	To      *son.Node // copy: the phi
	Cond    *Cond
	Update  *Update
	Pattern *Pattern
}

// Cond is a conditional expression, test ? then : else, written with the operator of its
// kind.
type Cond struct {
	Kind   CondKind
	Test   *son.Node
	Phi    *son.Node // the value, or nil
	Then   Arm
	Else   Arm
	Joined []*son.Node // the other phis of the join
	// ThenSlot is the input of the join's phis that comes from the then arm.
	ThenSlot    int
	Drop        *son.Node // a test that the operator performs itself
	Store       *son.Node // of a Store
	Chain       bool      // the source wrote ?.
	Link        *son.Node // of a Chain: the operation on the tested value
	Placeholder *ast.Ident
	Flags       son.Flags // of the If
	Span        ast.Span
}

// Arm is one arm of a conditional expression: what it computes, and its value or nil.
type Arm struct {
	Items []Item
	Value *son.Node
}

// CondKind is the operator of a conditional expression.
type CondKind uint8

// The operators.
const (
	Ternary CondKind = iota
	And
	Or
	Nullish
	Default // of a pattern
	Store   // ref ||= v and its like
	Chain   // test?.rest: test is the tested value, or a reference to it
)

// Switch is a chain of case tests.
type Switch struct {
	Disc  *son.Node
	Tests []Arm
	Sites []ast.Site // the cases of the source, by test
	// The block's Succs are one for each test and then the default's.
}

// Update is x++ or --x on a variable: the adjacent nodes that the graph has for it, which come
// from one source expression.
type Update struct {
	Load *son.Node // LoadCell, of a cell
	Num  *son.Node // ToNumeric, or nil if types made it unnecessary
	Inc  *son.Node // Inc or Dec
	Set  *son.Node // Bind or StoreCell
	Old  *son.Node // the variable's value before, if it is not a cell
	Span ast.Span
}

// Pattern is a destructuring: the items from a PatObject or PatArray to its PatEnd, which print
// as one pattern. If anything else has to stand between them, the emission is refused.
type Pattern struct {
	Begin, End *son.Node
	Steps      []PatternStep
}

// PatternStep is one property or element of a pattern.
type PatternStep struct {
	// Before computes the key and the target's reference.
	Before  []Item
	Fetch   *son.Node // PatProp, PatNext or PatRest
	Default *Cond     // the default, or nil
	Put     *son.Node // fetch itself: an elision
	Inner   *Pattern  // put is the PatEnd of this pattern
}

// OwnNames counts the targets of a pattern that are not names of the environment.
func (p *Pattern) OwnNames() int {
	n := 0
	for _, s := range p.Steps {
		switch {
		case s.Inner != nil:
			n += s.Inner.OwnNames()
		case s.Put != s.Fetch && s.Put.Op != son.OpGlobalInit:
			n++
		}
	}
	return n
}

// Visit calls items for the item lists inside the pattern, and f for its other nodes.
func (p *Pattern) Visit(items func([]Item), f func(*son.Node)) {
	f(p.Begin)
	for _, s := range p.Steps {
		items(s.Before)
		f(s.Fetch)
		if s.Default != nil {
			items(s.Default.Then.Items)
		}
		if s.Inner != nil {
			s.Inner.Visit(items, f)
		} else {
			f(s.Put)
		}
	}
	f(p.End)
}

// Base returns the place of the conditional expression in the source.
func (c *Cond) Base() ast.Base {
	if c.Phi != nil && c.Phi.Span.Contains(c.Span) {
		return ast.Base{Span: c.Phi.Span}
	}
	return ast.Base{Span: c.Span}
}
