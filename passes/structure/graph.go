package structure

import "fmt"

// TermKind says how a block ends.
type TermKind uint8

const (
	// Jump goes on to the one successor.
	Jump TermKind = iota
	// If tests: the successors are the true one, then the false one.
	If
	// Switch chooses: one successor a case test in the order of the source, the
	// default's last. Where Ordered is not set, the tests are free of effects and
	// differ from each other, so that their order does not matter.
	Switch
	// End leaves the function (return, throw) or never goes on.
	End
	// Try enters a try statement: the successors are the first blocks of its body,
	// of its catch and of its finally, each in a region of its own. What comes behind
	// the statement is not among them: the body and the catch leave for it.
	Try
	// FinallyEnd is the end of a finally: what was under way before it goes on.
	FinallyEnd
)

// LoopKind is the form in which the source wrote a loop.
type LoopKind uint8

const (
	// While tests before the body.
	While LoopKind = iota
	// DoWhile tests after the body.
	DoWhile
	// For has an update that runs before the next test.
	For
	// Endless has no test: for (;;) or while (true).
	Endless
	// Each takes the items of something: for (x of y). Its header is an If that is
	// clean, and stays the test in the loop's head whatever becomes of the loop.
	Each
)

// LoopHint is what the source says of a loop. It sits on the loop's header.
type LoopHint struct {
	Kind LoopKind
	// Update is the block of the for's update, to which its continue goes; -1
	// when there is none. It counts as the last of the loop, although the source
	// has it before the body.
	Update int
	// Labels are the source's own labels of this loop, the innermost last.
	Labels []string
	// Last is the greatest Order of any block that the source has inside the loop,
	// blocks that never come back included; 0 when unknown.
	Last int32
	// Free: the loop may get a test that the source has not, unless code that leaves it
	// elsewhere would have to jump further for that.
	Free bool
	// Untested: nothing is tested in the head of this for, so that what leaves it
	// stands in its body.
	Untested bool
	// Named: the source continues the loop by its label, and never without.
	Named bool
	// Unbroken: the source has no break without a label in the loop.
	Unbroken bool
}

// IfHint is what the source says of a test.
type IfHint uint8

const (
	// IfUnknown: nothing is known; the shape of the graph decides.
	IfUnknown IfHint = iota
	// IfElse: a statement of its own, with an else.
	IfElse
	// IfPlain: a statement of its own, without an else.
	IfPlain
	// IfOperand: an operand of && or ||.
	IfOperand
)

// Block is one block of straight-line code and its ending.
type Block struct {
	Succs []int
	Term  TermKind
	// Order is the place in the source. It decides which arm comes first, whether
	// an exit stands inside its loop or behind it, and where a default goes. Blocks
	// of one Order are blocks of which nothing is known.
	Order int32
	// Empty (Jump, or End for a bare return): the block prints nothing of its own.
	// An empty Jump is left out of the tree; the bare return of an empty End may
	// be printed in several places, where it saves a label.
	Empty bool
	// Clean (If): nothing is printed before the test, so that the test may stand
	// in a loop's head or foot, or be an operand of && and ||.
	Clean bool
	// Expr: the block's statements print as one expression (a for's update may).
	Expr bool
	// Hint (If) is the source's form of the test.
	Hint IfHint
	// IfLast (If with IfElse, on the block that has the hint) is the greatest Order
	// that the source has inside the whole if statement; 0 when unknown. The arms
	// then stay as the source has them: the true successor is the then-arm, the code
	// of the false side up to there is the else, even where the then-arm ends, and
	// code after it stands behind the if.
	IfLast int32
	// Last is the greatest Order of anything in the block; 0 when that is Order. A
	// block that starts in an if statement and goes on behind it undoes the if's
	// IfLast: rather split such a block at the if's end.
	Last int32
	// Loop is set on loop headers that the source wrote as a loop.
	Loop *LoopHint
	// SwitchLast (Switch) is the greatest Order that the source has inside the switch
	// statement; 0 when unknown. Code up to there is a case's, code after it stands
	// behind the switch. Empty cases have a place, too: give their blocks an Order.
	SwitchLast int32
	// Ordered (Switch): the case tests have effects or may be equal, so that each
	// must be printed, in the order of the successors.
	Ordered bool
	// After are the labels of the source's labelled statements that end right before
	// this block, the outermost first: where jumps to it need a label, it is that one.
	After []string
	// Region is the region in which the block must be printed; 0 is the function.
	Region int
	// Pinned are the headers of loops inside of which this block must be printed,
	// although it may not come back to them: it uses what is declared there. Its
	// test does not stand in a loop's foot, nor its statements in a for's head,
	// where a body's declarations are out of scope.
	Pinned []int
	// Behind: the block declares what loops before it have seen, and must be printed
	// behind each loop that it is not in, even if that takes a label.
	Behind bool
	// Held (If): the test uses what the body of its loop declares, and does not stand
	// in the loop's foot either.
	Held bool
	// InBody: the statements use what the body of their loop declares, and do not
	// become the update of a for.
	InBody bool
}

// Graph is a control-flow graph. Blocks that the entry does not reach are ignored.
type Graph struct {
	Blocks []Block
	Entry  int
	// Regions[0] is the function itself. A graph with that region only may leave the
	// list out.
	Regions []Region
	// Labels are the source's labelled statements that are no loops, in its order.
	Labels []LabelHint
	// Top: a program's top level, where nothing can return.
	Top bool
	// Memory, if set, is what the analysis is made of; see there.
	Memory *Memory
}

// check reports the first thing that makes g no control-flow graph.
func (g *Graph) check() error {
	n := len(g.Blocks)
	if g.Entry < 0 || g.Entry >= n {
		return fmt.Errorf("structure: entry %d of %d blocks", g.Entry, n)
	}
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Region < 0 || b.Region > 0 && b.Region >= len(g.Regions) {
			return fmt.Errorf("structure: block %d: region %d of %d", i, b.Region, len(g.Regions))
		}
		if !b.arity() {
			return fmt.Errorf("structure: block %d: %d successors do not fit its ending", i, len(b.Succs))
		}
		for _, s := range b.Succs {
			if s < 0 || s >= n {
				return fmt.Errorf("structure: block %d: successor %d of %d blocks", i, s, n)
			}
		}
		for _, h := range b.Pinned {
			if h < 0 || h >= n {
				return fmt.Errorf("structure: block %d: pinned to %d of %d blocks", i, h, n)
			}
		}
		if b.Loop != nil && b.Loop.Update >= n {
			return fmt.Errorf("structure: block %d: loop update %d of %d blocks", i, b.Loop.Update, n)
		}
		if b.Loop != nil && b.Loop.Kind == Each && !(b.Term == If && b.Clean) {
			return fmt.Errorf("structure: block %d: a loop over items without a clean test", i)
		}
	}
	return g.checkRegions()
}

func (b *Block) arity() bool {
	switch b.Term {
	case Jump:
		return len(b.Succs) == 1
	case If:
		return len(b.Succs) == 2
	case Switch:
		return len(b.Succs) > 0
	case End, FinallyEnd:
		return len(b.Succs) == 0
	case Try:
		return len(b.Succs) == 2 || len(b.Succs) == 3
	}
	return false
}

// each reports whether b is the header of a loop over items.
func (b *Block) each() bool { return b.Loop != nil && b.Loop.Kind == Each }
