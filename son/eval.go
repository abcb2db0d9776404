package son

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Value is the value of an evaluated node: a primitive, or a value of the host.
type Value struct {
	// Prim is a constant type: the primitive, or the hole (TDZ).
	Prim Type
	// Ref, if not nil, is a pointer that the host made for an object, a function,
	// a symbol or a token, or a *[Cell]. Equal pointers are one identity.
	Ref any
}

// Undefined is the value of operations without a result.
var Undefined = Value{Prim: TypeUndefined}

// Done is the host's result of an IterNext when there is no item.
var Done = Value{Ref: new(done)}

type done struct{ _ byte }

// Prim returns a primitive value.
func Prim(t Type) Value { return Value{Prim: t} }

// Host runs the operations that an [Evaluator] does not: everything that touches objects,
// globals and functions, and everything that throws.
type Host interface {
	// Do runs operation n on the values of its data inputs. It is called in order of execution.
	// An operator on primitives is passed on only if it throws, or if engines disagree about its
	// result; a cell access only if it throws. A *[Thrown] error is a JavaScript exception; any
	// other error ends the evaluation.
	Do(n *Node, args []Value) (Value, error)
}

// Thrown is a JavaScript exception.
type Thrown struct{ Value Value }

func (t *Thrown) Error() string {
	if t.Value.Ref != nil {
		return fmt.Sprintf("threw %v", t.Value.Ref)
	}
	return fmt.Sprintf("threw %v", t.Value.Prim)
}

// Cell is the storage of a captured or reassigned binding. It remembers its value at each
// moment, so that a load reads the value at its memory state and not the one that happens to be
// there when it is evaluated.
type Cell struct{ writes []cellWrite }

type cellWrite struct {
	at    int64
	value Value
}

// at returns the cell's value at a moment.
func (c *Cell) at(now int64) Value {
	for i := len(c.writes) - 1; i >= 0; i-- {
		if c.writes[i].at <= now {
			return c.writes[i].value
		}
	}
	return Value{Prim: TypeUninit}
}

// Evaluator runs graphs, simply and slowly, as a second opinion on the meaning of a graph. It
// walks control from Start; in each block it runs the pinned nodes in an order that inputs and
// memory allow, and computes floating nodes when they are needed.
//
// One Evaluator may run several functions that share cells; it keeps the time.
type Evaluator struct {
	Host Host
	// Fuel is how many nodes may still be run; 0: no limit.
	Fuel int
	// Watch, if set, is called with the value of each node.
	Watch func(n *Node, v Value)
	used  int
	now   int64
}

// ErrFuel means that an evaluation took too long.
var ErrFuel = fmt.Errorf("out of fuel")

// Frame is the environment of a call.
type Frame struct {
	Args            []Value
	This, NewTarget Value
	Self, Arguments Value
	// Caught is the exception of the catch that control enters next.
	Caught Value
	// Captured returns the value of a Captured or CapturedCell node.
	Captured func(n *Node) (Value, error)
}

// NewCell returns a cell in its TDZ, for a Frame's captures.
func NewCell() *Cell { return &Cell{} }

// Get returns the current value of a cell.
func (e *Evaluator) Get(c *Cell) Value { return c.at(e.now) }

// Set changes a cell from outside of a graph.
func (e *Evaluator) Set(c *Cell, v Value) { e.write(c, v) }

func (e *Evaluator) write(c *Cell, v Value) {
	e.now++
	c.writes = append(c.writes, cellWrite{e.now, v})
}

// Run evaluates g and returns its result. A *[Thrown] error is an exception that
// the function throws; any other error means that the evaluation failed.
func (e *Evaluator) Run(g *Graph, f Frame) (Value, error) {
	a := newActivation(e, g, f)
	a.mem[g.Start.ID] = e.now
	at, from := g.Start, 0
	for {
		next, input := a.plan.next[at.ID], 0
		if next == nil {
			return Value{}, a.bug(at, "control ends here")
		}
		var c Completion
		err := a.enter(at, from)
		if err == nil {
			c, err = a.complete(next)
		}
		if t, ok := err.(*Thrown); ok {
			c = Completion{Value: t.Value}
		} else if err != nil {
			return Value{}, err
		}
		if c != (Completion{}) || err != nil {
			to, c := a.unwind.Next(a.plan.regions[at], c, &a.frame)
			switch {
			case to != nil:
				at, from = to, 0
			case c.End != nil && c.End.Op == OpReturn:
				return c.Value, nil
			default:
				return Value{}, &Thrown{c.Value}
			}
			continue
		}
		switch next.Op {
		case OpTry:
			next = Projections(next, 1)[TryBody]
		case OpIf:
			cond, err := a.value(next.Cond())
			if err != nil {
				return Value{}, err
			}
			if next = Projections(next, 2)[branch(cond)]; next == nil {
				return Value{}, a.bug(at, "the If has no such projection")
			}
		case OpRegion, OpLoop:
			for i, x := range next.in {
				if x == at {
					input = i
				}
			}
		default:
			return Value{}, a.bug(next, "no case for this control node")
		}
		at, from = next, input
	}
}

// complete evaluates the end of a block that leaves the function or a part of a try statement.
func (a *activation) complete(end *Node) (c Completion, err error) {
	switch end.Op {
	case OpReturn, OpThrow:
		c.Value, err = a.value(end.Arg(0))
	case OpLeave, OpEndFinally:
	default:
		return c, nil
	}
	c.End = end
	return c, err
}

// branch is the index of the projection that a condition selects.
func branch(cond Value) int {
	if Truthy(cond) {
		return 0
	}
	return 1
}

// Truthy is ToBoolean. (Hosts have no document.all.)
func Truthy(v Value) bool { return v.Ref != nil || v.Prim.Truthy() == Yes }

// activation is one call of a function.
type activation struct {
	*Evaluator
	g     *Graph
	frame Frame
	plan  *evalPlan
	// By id: the value, the epoch in which it was computed, and the moment of a memory state.
	// Each entry of a block starts an epoch.
	val   []Value
	stamp []int64
	mem   []int64
	epoch int64

	unwind Unwinder
}

func newActivation(e *Evaluator, g *Graph, f Frame) *activation {
	return &activation{Evaluator: e, g: g, frame: f, plan: newEvalPlan(g),
		val: make([]Value, g.MaxID()), stamp: make([]int64, g.MaxID()), mem: make([]int64, g.MaxID())}
}

func (a *activation) bug(n *Node, format string, args ...any) error {
	return fmt.Errorf("BUG: eval: %s: %s: %s", a.g.Name, FormatNode(a.g, n), fmt.Sprintf(format, args...))
}

// enter runs the block at head, reached by one of its inputs.
func (a *activation) enter(head *Node, input int) error {
	phis := a.plan.phis[head.ID]
	vals, mems := make([]Value, len(phis)), make([]int64, len(phis))
	for i, p := range phis { // all are read before any of them changes
		x := p.in[input]
		if p.IsMemPhi() {
			mems[i] = a.mem[x.ID]
			continue
		}
		v, err := a.value(x)
		if err != nil {
			return err
		}
		vals[i] = v
	}
	a.epoch++
	if head.Op == OpLeave { // a memory state itself
		a.now++
		a.mem[head.ID] = a.now
	}
	for i, p := range phis {
		a.val[p.ID], a.mem[p.ID], a.stamp[p.ID] = vals[i], mems[i], a.epoch
		if a.Watch != nil && !p.IsMemPhi() {
			a.Watch(p, vals[i])
		}
	}
	if err := a.spend(); err != nil {
		return err
	}
	for _, n := range a.plan.pinned[head.ID] {
		if err := a.run(n); err != nil {
			return err
		}
		a.stamp[n.ID] = a.epoch
		if n.OnChain() {
			a.now++
			a.mem[n.ID] = a.now
		}
	}
	return nil
}

// Tick spends fuel on a jump, so that even an empty loop ends.
func (e *Evaluator) Tick() error { return e.spend() }

func (e *Evaluator) spend() error {
	e.used++
	if e.Fuel > 0 && e.used > e.Fuel {
		return ErrFuel
	}
	return nil
}

// value returns the value of a node: for a pinned node or phi, from the last entry of its block;
// for a floating node, its value now.
func (a *activation) value(n *Node) (Value, error) {
	switch {
	case n.Op == OpConst:
		return Prim(n.Type), nil
	case n.Op == OpDead || n.Op.IsControl():
		return Value{}, a.bug(n, "has no value")
	case n.in[0] != nil:
		if a.stamp[n.ID] == 0 {
			return Value{}, a.bug(n, "used before it was run")
		}
		return a.val[n.ID], nil
	case a.stamp[n.ID] == a.epoch:
		return a.val[n.ID], nil
	}
	err := a.run(n)
	a.stamp[n.ID] = a.epoch
	return a.val[n.ID], err
}

// run computes one node that is not a phi.
func (a *activation) run(n *Node) error {
	if err := a.spend(); err != nil {
		return err
	}
	args := make([]Value, n.NumArgs())
	for i, x := range n.Args() {
		v, err := a.value(x)
		if err != nil {
			return err
		}
		args[i] = v
	}
	var at int64
	if mem := n.Mem(); mem != nil {
		at = a.mem[mem.ID]
	}
	v, err := a.step(n, args, &a.frame, at)
	a.val[n.ID] = v
	if err == nil && a.Watch != nil {
		a.Watch(n, v)
	}
	return err
}

// Step runs one operation on values, as the next event: cells have the value stored last. It is
// for evaluators of schedules; [Evaluator.Run] reads cells at the memory state of the node.
func (e *Evaluator) Step(n *Node, args []Value, f *Frame) (Value, error) {
	if err := e.spend(); err != nil {
		return Value{}, err
	}
	return e.step(n, args, f, e.now)
}

// step runs one operation; it reads memory as it was at a moment.
func (e *Evaluator) step(n *Node, args []Value, f *Frame, at int64) (Value, error) {
	switch n.Op {
	case OpConst:
		return Prim(n.Type), nil
	case OpParam:
		if int(n.Idx) < len(f.Args) {
			return f.Args[n.Idx], nil
		}
		return Undefined, nil
	case OpThis:
		return f.This, nil
	case OpNewTarget:
		return f.NewTarget, nil
	case OpSelf:
		return f.Self, nil
	case OpArguments:
		return f.Arguments, nil
	case OpArgumentsLength:
		return Prim(IntConst(int32(len(f.Args)))), nil
	case OpCatch:
		return f.Caught, nil
	case OpFinally:
		return Undefined, nil
	case OpCaptured, OpCapturedCell:
		if f.Captured == nil {
			return Value{}, fmt.Errorf("BUG: eval: nothing is captured, but v%d %v needs a capture", n.ID, n.Op)
		}
		return f.Captured(n)
	case OpNewCell:
		return Value{Ref: NewCell()}, nil
	case OpHasNext:
		return Prim(BoolConst(args[0] != Done)), nil
	case OpCopyCell:
		c, ok := args[0].Ref.(*Cell)
		if !ok {
			return Value{}, fmt.Errorf("BUG: eval: input of v%d %v is not a cell", n.ID, n.Op)
		}
		next := NewCell()
		e.write(next, c.at(at))
		return Value{Ref: next}, nil
	case OpLoadCell, OpStoreCell:
		return e.cell(n, args, at)
	}
	if v, ok := applyPure(n, args); ok {
		return v, nil
	}
	return e.Host.Do(n, args)
}

// cell runs accesses to cells; if they throw, the host throws.
func (e *Evaluator) cell(n *Node, args []Value, at int64) (Value, error) {
	c, ok := args[0].Ref.(*Cell)
	if !ok {
		return Value{}, fmt.Errorf("BUG: eval: input of v%d %v is not a cell", n.ID, n.Op)
	}
	held := c.at(at)
	dead := n.Has(FlagTDZ) && held.Ref == nil && held.Prim == TypeUninit
	switch {
	case dead, n.Op == OpStoreCell && n.Has(FlagConst):
		return e.Host.Do(n, args)
	case n.Op == OpLoadCell:
		return held, nil
	}
	e.write(c, args[1])
	return args[1], nil
}

// applyPure runs operations that need no host: operators on primitives, and those that only look
// at identities.
func applyPure(n *Node, args []Value) (Value, bool) {
	prims := true
	for _, v := range args {
		prims = prims && v.Ref == nil
	}
	switch n.Op {
	case OpBind, OpCast:
		return args[0], true
	case OpNot:
		return Prim(BoolConst(!Truthy(args[0]))), true
	case OpIsNullish:
		return Prim(BoolConst(prims && args[0].Prim.Nullish() == Yes)), true
	case OpIsUndefined:
		return Prim(BoolConst(prims && args[0].Prim == TypeUndefined)), true
	case OpStrictEq, OpStrictNe:
		if !prims {
			return Prim(BoolConst((args[0] == args[1]) == (n.Op == OpStrictEq))), true
		}
	case OpTemplate:
		return joinTemplate(n, args), true
	}
	if !prims {
		return Value{}, false
	}
	var t Type
	var ok bool
	switch n.Op {
	default:
		if n.Op.IsOperator() && len(args) == 2 {
			t, ok = FoldBinary(n.Op, args[0].Prim, args[1].Prim)
		} else if n.Op.IsOperator() {
			t, ok = FoldUnary(n.Op, args[0].Prim)
		}
	case OpBuiltin:
		types := make([]Type, len(args))
		for i, v := range args {
			types[i] = v.Prim
		}
		t = builtinType(n, operandTypes{n: n, of: func(i int) Type { return types[i] }})
		ok = t.IsConst()
	case OpToStr, OpToKey:
		var s string
		s, ok = FoldToString(args[0].Prim)
		t = StringConst(s)
	}
	return Prim(t), ok
}

// joinTemplate joins the texts and the strings of a template.
func joinTemplate(n *Node, args []Value) Value {
	s := ""
	for _, p := range n.Parts {
		if p.Kind == PartText {
			s = ast.ConcatWTF8(s, p.Str)
			continue
		}
		text, _ := args[0].Prim.Text()
		s = ast.ConcatWTF8(s, text)
		args = args[1:]
	}
	return Prim(StringConst(s))
}
