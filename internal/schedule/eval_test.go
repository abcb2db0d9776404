package schedule_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

func scheduled(t *testing.T, text string) *schedule.Schedule {
	t.Helper()
	g, err := son.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	return schedule.Run(g)
}

func find(c *schedule.Schedule, op son.Op) (b *son.Block, i int) {
	for _, b := range c.Blocks {
		if i := slices.IndexFunc(b.Nodes, func(n *son.Node) bool { return n.Op == op }); i >= 0 {
			return b, i
		}
	}
	return nil, -1
}

func args(xs ...int32) (f son.Frame) {
	for _, x := range xs {
		f.Args = append(f.Args, son.Prim(son.IntConst(x)))
	}
	return f
}

const cells = `graph f
  v1 = Start
  v2 = Param v1 [0] : num
  v3 = NewCell v1 : cell
  v4 = StoreCell v1 v1 v3 v2 init : num
  v5 = LoadCell v1 v4 v3 : any
  v6 = Const _ : 100
  v7 = StoreCell v1 v4 v3 v6 : num
  v8 = If v1 v2
  v9 = Proj v8 [0]
  v10 = Inc _ _ v2 : num
  v11 = StoreCell v9 v7 v3 v10 : num
  v12 = Return v9 v11 v5
  v13 = Proj v8 [1]
  v14 = LoadCell v13 v7 v3 : any
  v15 = Return v13 v7 v14
`

func TestEvalRunsTheSchedule(t *testing.T) {
	c := scheduled(t, cells)
	for arg, want := range map[int32]int32{7: 7, 0: 100} {
		var e son.Evaluator
		if v, err := schedule.Eval(&e, c, args(arg)); err != nil || v.Prim != son.IntConst(want) {
			t.Errorf("f(%d) = %v, %v; want %d", arg, v.Prim, err, want)
		}
	}
}

func TestEvalNoticesALoadAfterTheStore(t *testing.T) {
	c := scheduled(t, cells)
	b, i := find(c, son.OpLoadCell)
	load := b.Nodes[i]
	b.Nodes = append(slices.Delete(b.Nodes, i, i+1), load)
	var e son.Evaluator
	if v, err := schedule.Eval(&e, c, args(7)); err == nil && v.Prim == son.IntConst(7) {
		t.Error("the load moved below the store unnoticed")
	}
}

func TestEvalNoticesAUseBeforeItsInput(t *testing.T) {
	c := scheduled(t, cells)
	b, i := find(c, son.OpInc)
	inc := b.Nodes[i]
	b.Nodes = append(slices.Delete(b.Nodes, i, i+1), inc)
	var e son.Evaluator
	if _, err := schedule.Eval(&e, c, args(7)); err == nil || !strings.Contains(err.Error(), "used before it is computed") {
		t.Errorf("got %v", err)
	}
}

func TestEvalNoticesAnInputInAnotherBranch(t *testing.T) {
	c := scheduled(t, `graph f
  v1 = Start
  v2 = Param v1 [0] : num
  v3 = Loop _ v1 v8
  v4 = Phi v3 v2 v5 : num
  v5 = Dec _ _ v4 : num
  v6 = If v3 v5
  v7 = Proj v6 [0]
  v8 = Region _ v7
  v9 = Proj v6 [1]
  v10 = Return v9 v1 v5
`)
	from, i := find(c, son.OpDec)
	dec := from.Nodes[i]
	var e son.Evaluator
	if v, err := schedule.Eval(&e, c, args(3)); err != nil || v.Prim != son.IntConst(0) {
		t.Fatalf("got %v, %v", v.Prim, err)
	}
	from.Nodes = slices.Delete(from.Nodes, i, i+1)
	for _, b := range c.Blocks {
		if b.Head.Op == son.OpRegion {
			b.Nodes = append(b.Nodes, dec)
		}
	}
	if _, err := schedule.Eval(&e, c, args(3)); err == nil || !strings.Contains(err.Error(), "BUG: schedule") {
		t.Errorf("got %v", err)
	}
}
