package speed

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/sonjs/son/passes/cost"
)

func TestOperationsRun(t *testing.T) {
	ops, err := Operations()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, o := range ops {
		if seen[o.Name] || o.Doc == "" || o.Body == o.Base {
			t.Errorf("%q: named twice, not documented, or nothing to measure", o.Name)
		}
		seen[o.Name] = true
		for _, s := range []string{o.Base, o.Body} {
			if _, err := (quickJS{}).Time(context.Background(), o.script(s), 2); err != nil {
				t.Errorf("%s: %v", o.Name, err)
			}
		}
	}
}

// TestModelCoversOperations compares the weights that the optimizer uses with the
// operations that are measured.
func TestModelCoversOperations(t *testing.T) {
	ops, err := Operations()
	if err != nil {
		t.Fatal(err)
	}
	for _, aim := range []cost.Aim{cost.Balanced, cost.SpeedQuickJS, cost.SpeedV8, cost.SpeedJitless} {
		weights := cost.Weights(aim)
		for _, o := range ops {
			if weights[o.Name] <= 0 {
				t.Errorf("weights.json lacks %s for %v", o.Name, aim)
			}
			delete(weights, o.Name)
		}
		for name := range weights {
			t.Errorf("%s is not measured", name)
		}
	}
}

func TestMix(t *testing.T) {
	ws := []Weight{
		{Operation: "arith", Cost: []float64{1, 10}},
		{Operation: "compare", Cost: []float64{2, 20}},
		{Operation: "load", Cost: []float64{3, 30}},
		{Operation: "call", Cost: []float64{8, 20}},
		{Operation: "gone", Cost: []float64{-1, 0}},
	}
	if err := mix(ws, 2); err != nil {
		t.Fatal(err)
	}
	if got := ws[3].Mean; math.Abs(got-2.5) > 1e-12 { // the mean of 8/2 and 20/20
		t.Errorf("call weighs %v, want 2.5", got)
	}
	if got := ws[4].Mean; math.Abs(got-least) > 1e-12 {
		t.Errorf("an operation without cost weighs %v, want %v", got, least)
	}
	want := `{
  "arith": {"quickjs": 0.50, "v8": 0.50, "mean": 0.50},
  "call": {"quickjs": 4.0, "v8": 1.0, "mean": 2.5},
  "compare": {"quickjs": 1.0, "v8": 1.0, "mean": 1.0},
  "gone": {"quickjs": 0.050, "v8": 0.050, "mean": 0.050},
  "load": {"quickjs": 1.5, "v8": 1.5, "mean": 1.5}
}
`
	if got := Table(ws, []string{"quickjs", "node"}); got != want {
		t.Errorf("table\n%s\nwant\n%s", got, want)
	}
	if err := mix(ws[:2], 2); err == nil {
		t.Error("a missing unit is not an error")
	}
}

func TestCostIsADifference(t *testing.T) {
	c := Contest{Rounds: 3, Work: time.Millisecond}
	got, err := c.cost(context.Background(), clock{}, Operation{Base: "", Body: "slow"})
	if err != nil || math.Abs(got-100_000) > 1 { // 100 microseconds a "slow"
		t.Errorf("%v ns, %v; want 100000", got, err)
	}
}
