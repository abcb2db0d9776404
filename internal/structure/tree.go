package structure

// Tree is a structured program.
type Tree struct {
	Body Seq
	// Labels[id] is the name the source gave label id, or "". Label 0 is no label.
	Labels []string
	// Helper is set when the tree sets and reads the dispatch variable.
	Helper bool
}

// Node is a statement: *CodeNode, *IfNode, *LoopNode, *LabeledNode, *BreakNode,
// *ContinueNode, *SwitchNode, *TryNode, *EndNode, *SetNode or *DispatchNode.
type Node interface{ node() }

// Seq is a list of statements.
type Seq []Node

// CodeNode stands for a block's straight-line statements.
type CodeNode struct{ Block int }

// IfNode is if (Cond) Then else Else. If both are empty, they lead to the same place and only the
// test's effects are left. Then alone is empty only with the hint [ThenEmpty].
type IfNode struct {
	Cond       *Cond
	Then, Else Seq
}

// LoopNode is a loop. Cond is nil in an endless one, and may be nil in a For; that of a ForInOf
// is its header's test, which requests the next item. A continue goes to the test of a DoWhile
// and to the update of a For.
type LoopNode struct {
	Header int
	Kind   LoopKind
	Cond   *Cond
	Body   Seq
	Update int // For: the block printed as the update; else -1
	Label  int
}

// LabeledNode is a labelled block.
type LabeledNode struct {
	Label int
	Body  Seq
}

// BreakNode leaves the frame Label, or the innermost loop or switch.
type BreakNode struct {
	Label int
	via   int32 // see share.go
}

// ContinueNode starts the next iteration of the loop Label, or of the innermost one.
type ContinueNode struct {
	Label int
	via   int32
}

// SwitchNode is a switch over Block's discriminant. A case without a jump at the end of its
// body falls into the next. Successors in no case, which Omitted lists, continue after the
// switch; with no Cases only the discriminant's effects are left.
type SwitchNode struct {
	Block   int
	Cases   []Case
	Omitted []int
	Label   int
}

// Case is one body of a switch and its successors.
type Case struct {
	Succs   []int // indices into the block's Succs, ascending
	Default bool  // Succs contains the default
	Body    Seq
}

// TryNode is a try statement; Block is the one that ends in it. Control continues after it from
// the end of its body or of its catch, but not from the end of its finally.
type TryNode struct {
	Block                int
	Body, Catch, Finally Seq
	HasCatch, HasFinally bool
}

// EndNode is the return, throw or stop of a block. FallsOff says that nothing of the function
// follows, so that a bare return can be omitted.
type EndNode struct {
	Block    int
	FallsOff bool
}

// SetNode sets the dispatch variable.
type SetNode struct{ Value int }

// DispatchNode branches on the dispatch variable. With two targets it prints as an if, which
// break passes through; with more as a switch, which break leaves.
type DispatchNode struct {
	Targets []Target
	Label   int
}

// Target is one target of a dispatch. As in a switch, all but the last end in a jump when there
// are more than two.
type Target struct {
	Value int
	Body  Seq
}

func (Seq) node()           {}
func (*CodeNode) node()     {}
func (*IfNode) node()       {}
func (*LoopNode) node()     {}
func (*LabeledNode) node()  {}
func (*BreakNode) node()    {}
func (*ContinueNode) node() {}
func (*SwitchNode) node()   {}
func (*TryNode) node()      {}
func (*EndNode) node()      {}
func (*SetNode) node()      {}
func (*DispatchNode) node() {}

// CondOp is the operator of a Cond.
type CondOp uint8

const (
	// Test is the test of a block.
	Test CondOp = iota
	// And is X && Y && ...
	And
	// Or is X || Y || ...
	Or
)

// Cond is a condition: one block's test, or several under && and ||. Not negates
// a Test; compound conditions are negated by De Morgan's laws and carry no Not.
type Cond struct {
	Op    CondOp
	Block int
	Not   bool
	Args  []*Cond
}

// negated returns the negation of c, and leaves c unchanged.
func (c *Cond) negated() *Cond {
	if c.Op == Test {
		return &Cond{Op: Test, Block: c.Block, Not: !c.Not}
	}
	n := &Cond{Op: And + Or - c.Op, Args: make([]*Cond, len(c.Args))}
	for i, a := range c.Args {
		n.Args[i] = a.negated()
	}
	return n
}
