package structure

import "fmt"

// TermKind says how a block ends.
type TermKind uint8

const (
	// Jump continues at the one successor.
	Jump TermKind = iota
	// If tests: the successors are the true one, then the false one.
	If
	// Switch branches on a value: one successor per case test in the order of the source, the
	// default's last. If Ordered is not set, the tests have no effects and differ from each
	// other, so that their order does not matter.
	Switch
	// End leaves the function (return, throw) or never continues.
	End
	// Try enters a try statement: the successors are the first blocks of its body, of its catch
	// and of its finally, each in a region of its own. The code after the statement is not
	// among them: the body and the catch leave to it.
	Try
	// FinallyEnd is the end of a finally: the pending completion continues.
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
	// ForInOf iterates (for (x of y), for (x in y)). Its header is an If that is clean, and stays
	// the test in the loop's head whatever becomes of the loop.
	ForInOf
)

// LoopHint is the source's form of a loop. It is set on the loop's header.
type LoopHint struct {
	Kind LoopKind
	// Update is the block of the for's update, which is the target of its continue; -1 when
	// there is none. It counts as the last of the loop, although the source has it before the
	// body.
	Update int
	// Labels are the source's own labels of this loop, the innermost last.
	Labels []string
	// Last is the greatest Order of any block that the source has inside the loop, including
	// blocks from which control does not return to the header; 0 when unknown.
	Last int32
	// Free: the loop may get a test that the source does not have, unless that would make code
	// that leaves the loop elsewhere jump further.
	Free bool
	// Untested: the head of this for has no test, so that exits stand in its body.
	Untested bool
	// Named: the source continues the loop only by its label.
	Named bool
	// Unbroken: the source has no break without a label in the loop. This is only asked inside of
	// a loop with a label; of other loops it may be said without being known.
	Unbroken bool
}

// IfHint is the source's form of a test.
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

// ThenHint is the source's form of the then-arm of an if that has an else.
type ThenHint uint8

const (
	// ThenCode: there is code. If nothing is left of it, the else becomes the only arm.
	ThenCode ThenHint = iota
	// ThenJumps: it ends in a jump. If nothing else is left of it, the jump stays.
	ThenJumps
	// ThenEmpty: if (c) ; else …. That form stays.
	ThenEmpty
)

// Block is one block of straight-line code and its ending.
type Block struct {
	Succs []int
	Term  TermKind
	// Order is the place in the source. It decides which arm comes first, whether an exit
	// stands inside its loop or after it, and where a default goes. Nothing is known about the
	// relative places of blocks with the same Order.
	Order int32
	// Empty (Jump, or End for a bare return): the block prints nothing of its own. An empty
	// Jump is left out of the tree; the bare return of an empty End may be printed in several
	// places, where it saves a label.
	Empty bool
	// Clean (If): nothing is printed before the test, so that the test may be in a loop's head
	// or foot, or an operand of && and ||.
	Clean bool
	// Expr: the block's statements print as one expression (a for's update may).
	Expr bool
	// Hint (If) is the source's form of the test.
	Hint IfHint
	// IfLast (If with IfElse, on the block that has the hint) is the greatest Order that the
	// source has inside the whole if statement; 0 when unknown. The arms then stay as the
	// source has them: the true successor is the then-arm, the code of the false side up to
	// there is the else, even where the then-arm ends, and later code stands after the if.
	IfLast int32
	// Then (If with IfLast) is the source's then-arm. It decides what becomes of the if when there
	// is no code in that arm.
	Then ThenHint
	// Last is the greatest Order of anything in the block; 0 when that is Order. A block that
	// starts in an if statement and continues after it makes the if's IfLast ineffective:
	// rather split such a block at the if's end.
	Last int32
	// Loop is set on loop headers that the source wrote as a loop.
	Loop *LoopHint
	// SwitchLast (Switch) is the greatest Order that the source has inside the switch
	// statement; 0 when unknown. Code up to there belongs to a case, later code stands after
	// the switch. Empty cases have a place, too: give their blocks an Order.
	SwitchLast int32
	// Ordered (Switch): the case tests have effects or may be equal, so that each
	// must be printed, in the order of the successors.
	Ordered bool
	// After are the labels of the source's labelled statements that end right before this
	// block, the outermost first: if jumps to it need a label, that one is used.
	After []string
	// Region is the region in which the block must be printed; 0 is the function.
	Region int
	// Pinned are the headers of loops inside which this block must be printed, although control
	// may not return from it to them: it uses declarations of the loop's body. Its test must
	// not become the loop's do-while test, nor its statements part of a for's head: the body's
	// declarations are out of scope there.
	Pinned []int
	// AfterLoops: the block declares a name that loops before it reference, and must be printed
	// after each loop that does not contain it, even if that takes a label.
	AfterLoops bool
	// TestNeedsBody (If): the test uses a declaration of the body of its loop, and must not become the
	// loop's do-while test either.
	TestNeedsBody bool
	// InBody: the statements use a declaration of the body of their loop, and must not become
	// the update of a for.
	InBody bool
}

// Graph is a control-flow graph. Blocks that are unreachable from the entry are ignored.
type Graph struct {
	Blocks []Block
	Entry  int
	// Regions[0] is the function itself. The list may be omitted if that is the only region.
	Regions []Region
	// Labels are the source's labelled statements that are not loops, in its order.
	Labels []LabelHint
	// Top: a program's top level, where nothing can return.
	Top bool
	// Arena, if set, is where the analysis allocates; see [Arena].
	Arena *Arena
}

// check reports the first reason why g is not a valid control-flow graph.
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
		if b.Loop != nil && b.Loop.Kind == ForInOf && !(b.Term == If && b.Clean) {
			return fmt.Errorf("structure: block %d: an iteration loop without a clean test", i)
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

// iterates reports whether b is the header of an iteration loop.
func (b *Block) iterates() bool { return b.Loop != nil && b.Loop.Kind == ForInOf }
