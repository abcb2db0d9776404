package son_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sonjs/son/son"
)

// recorder is a host that records its calls and returns the number of the call; the op named
// throws throws it.
type recorder struct {
	log    []string
	throws son.Op
}

func (r *recorder) Do(n *son.Node, args []son.Value) (son.Value, error) {
	line := n.Op.String() + n.Str
	for _, a := range args {
		if a.Ref == nil {
			line += " " + a.Prim.String()
		} else {
			line += " ref"
		}
	}
	r.log = append(r.log, line)
	v := son.Prim(son.IntConst(int32(len(r.log))))
	if n.Op == r.throws {
		return v, &son.Thrown{Value: v}
	}
	return v, nil
}

func ints(xs ...int32) (out []son.Value) {
	for _, x := range xs {
		out = append(out, son.Prim(son.IntConst(x)))
	}
	return out
}

func TestEvalRunsALoop(t *testing.T) {
	var e son.Evaluator
	v, err := e.Run(read(t, sumText), son.Frame{Args: ints(5)})
	if err != nil || v.Prim != son.IntConst(10) {
		t.Errorf("sum(5) = %v, %v", v.Prim, err)
	}
}

func TestEvalSwapsPhisAtOnce(t *testing.T) {
	g := read(t, `graph swap
  v1 = Start
  v2 = Param v1 [0] : num
  v3 = Const _ : 0
  v4 = Const _ : 1
  v5 = Const _ : 2
  v6 = Loop _ v1 v12
  v7 = Phi v6 v4 v8 : num
  v8 = Phi v6 v5 v7 : num
  v9 = Phi v6 v3 v13 : num
  v10 = Lt _ _ v9 v2 : bool
  v11 = If v6 v10
  v12 = Proj v11 [0]
  v13 = Inc _ _ v9 : num
  v14 = Proj v11 [1]
  v15 = Sub _ _ v7 v8 : num
  v16 = Return v14 v1 v15
`)
	for n, want := range map[int32]int32{0: -1, 1: 1, 2: -1} {
		var e son.Evaluator
		if v, err := e.Run(g, son.Frame{Args: ints(n)}); err != nil || v.Prim != son.IntConst(want) {
			t.Errorf("swap(%d) = %v, %v; want %d", n, v.Prim, err, want)
		}
	}
}

// The lines are in the wrong order on purpose: memory determines the order.
func TestEvalRunsEffectsInOrderOfMemory(t *testing.T) {
	g := read(t, `graph f
  v1 = Start
  v7 = Return v1 v4 v6
  v4 = Call v1 v3 v2 v5 : any
  v6 = Not _ v4 : bool
  v3 = Call v1 v8 v2 : any
  v8 = GlobalLoad v1 v1 ["g"] : any
  v2 = Param v1 [0] : any
  v5 = Const _ : "x"
`)
	r := &recorder{}
	e := son.Evaluator{Host: r}
	v, err := e.Run(g, son.Frame{Args: ints(9)})
	if got, want := strings.Join(r.log, "; "), `GlobalLoadg; Call 9; Call 9 "x"`; got != want {
		t.Errorf("order: %s, want %s", got, want)
	}
	if err != nil || v.Prim != son.TypeFalse {
		t.Errorf("result %v, %v", v.Prim, err)
	}
}

// The load v5 reads the memory before the store, though it is evaluated after it.
const staleLoad = `graph f
  v1 = Start
  v2 = Param v1 [0] : any
  v3 = NewCell v1 : cell
  v4 = StoreCell v1 v1 v3 v2 init : any
  v6 = Const _ : 100
  v7 = StoreCell v1 v4 v3 v6 : any
  v5 = LoadCell v1 v4 v3 : any
  v8 = LoadCell v1 v7 v3 : any
  v9 = StrictEq _ v5 v8 : bool
  v10 = If v1 v9
  v11 = Proj v10 [0]
  v12 = Proj v10 [1]
  v13 = Return v11 v7 v8
  v14 = Return v12 v7 v5
`

func TestEvalReadsCellsAtTheirMemoryState(t *testing.T) {
	var e son.Evaluator
	if v, err := e.Run(read(t, staleLoad), son.Frame{Args: ints(7)}); err != nil || v.Prim != son.IntConst(7) {
		t.Errorf("got %v, %v, want the cell's value before the second store", v.Prim, err)
	}
}

func TestEvalMakesTheHostThrowInTheTDZ(t *testing.T) {
	g := read(t, `graph f
  v1 = Start
  v2 = NewCell v1 : cell
  v3 = LoadCell v1 v1 v2 tdz : any
  v4 = Return v1 v3 v3
`)
	r := &recorder{throws: son.OpLoadCell}
	e := son.Evaluator{Host: r}
	var thrown *son.Thrown
	if _, err := e.Run(g, son.Frame{}); !errors.As(err, &thrown) || len(r.log) != 1 {
		t.Errorf("got %v, %q", err, r.log)
	}
}

func TestEvalStopsWhereTheHostThrows(t *testing.T) {
	g := read(t, `graph f
  v1 = Start
  v2 = Param v1 [0] : any
  v3 = Load v1 v1 v2 ["a"] : any
  v4 = Call v1 v3 v3 : any
  v5 = Throw v1 v4 v4
`)
	r := &recorder{throws: son.OpLoad}
	e := son.Evaluator{Host: r}
	var thrown *son.Thrown
	if _, err := e.Run(g, son.Frame{Args: ints(1)}); !errors.As(err, &thrown) || thrown.Value.Prim != son.IntConst(1) || len(r.log) != 1 {
		t.Errorf("got %v, %q", err, r.log)
	}
	r = &recorder{}
	e = son.Evaluator{Host: r}
	if _, err := e.Run(g, son.Frame{Args: ints(1)}); !errors.As(err, &thrown) || thrown.Value.Prim != son.IntConst(2) {
		t.Errorf("the Throw node: got %v, %q", err, r.log)
	}
}

func TestEvalRunsOutOfFuel(t *testing.T) {
	g := read(t, "graph f\nv1 = Start\nv2 = Loop _ v1 v3\nv3 = Region _ v2\nv4 = Never v2 v1\n")
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	e := son.Evaluator{Fuel: 1000}
	if _, err := e.Run(g, son.Frame{}); !errors.Is(err, son.ErrFuel) {
		t.Errorf("got %v", err)
	}
}

// Long chains of floating nodes must not overflow any recursion.
func TestLongChainsArePrintedReadVerifiedAndEvaluated(t *testing.T) {
	const length = 100_000
	g := son.NewGraph("long", son.Config{})
	x := g.NewNode(son.OpParam, g.Start)
	x.Type = son.TypeNumber
	one := g.Const(son.IntConst(1))
	for range length {
		x = g.NewNode(son.OpAdd, nil, nil, x, one)
		x.Type = son.TypeNumber
	}
	r := g.NewNode(son.OpReturn, g.Start, g.Start, x)
	r.Type = son.TypeControl
	g.AddIn(g.Stop, r)
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	text := canonical(g)
	if again := canonical(read(t, text)); again != text {
		t.Error("reading it back changes the text")
	}
	var e son.Evaluator
	if v, err := e.Run(g, son.Frame{Args: ints(1)}); err != nil || v.Prim != son.IntConst(length+1) {
		t.Errorf("got %v, %v", v.Prim, err)
	}
}
