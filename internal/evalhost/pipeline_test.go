package evalhost_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"modernc.org/quickjs"

	"github.com/sonjs/son/passes"
)

// A random program that went through the whole pipeline, including graphs, has the same meaning
// to the engine as before.
func TestRandomProgramsSurviveTheWholePipeline(t *testing.T) {
	var vm *quickjs.VM
	for i := range *randomCount {
		if i%500 == 0 {
			var err error
			if vm, err = quickjs.NewVM(); err != nil {
				t.Fatal(err)
			}
			vm.SetWTF8(true)
			vm.SetMemoryLimit(64 << 20)
			if err := vm.SetEvalTimeout(time.Second); err != nil {
				t.Fatal(err)
			}
			defer vm.Close()
		}
		seed := *randomFirst + i
		src := (&generator{r: rand.New(rand.NewPCG(seed, 0))}).program()
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			for _, o := range []passes.Options{
				{Level: 0, ForceGraph: true, Verify: true},
				{Level: 1, ForceGraph: true, Verify: true},
				{Level: 1, Verify: true},
			} {
				r, err := passes.Optimize(context.Background(), src, o)
				if err != nil {
					t.Fatalf("-O%d: %v\n%s", o.Level, err, src)
				}
				for _, list := range []string{"1, 0", "-7, 3", "null, true"} {
					want, ok := tryEngine(vm, src, list)
					if !ok {
						t.Skip("strings that double in a loop grow too large")
					}
					got, ok := tryEngine(vm, r.Code, list)
					if diff := cmp.Diff(want, got); diff != "" || !ok {
						t.Fatalf("-O%d, force %v: f(%s): -source +output (%v)\n%s\n%s\n%s", o.Level, o.ForceGraph, list, ok, diff, src, r.Code)
					}
				}
			}
		})
	}
}

// tryEngine runs f in the engine, unless that exceeds some limit.
func tryEngine(vm *quickjs.VM, src, list string) (string, bool) {
	v, err := vm.Eval(script(src, list), quickjs.EvalGlobal)
	if err != nil {
		return err.Error(), false
	}
	s, ok := v.(string)
	return s, ok && len(s) < 1<<16 && !strings.Contains(s, "throws InternalError")
}
