package build_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

func TestTryAsText(t *testing.T) {
	g := graphOf(t, `function f(a, g) { l: try { a = g(); if (a) break l } catch (e) { return e } finally { g(a) } return a }`, son.Config{})
	want := `graph f
  v1 = Start
  v2 = Param v1 [0] {a} : any
  v3 = Param v1 [1] {g} : any
  v4 = NewCell v1 {a} : cell
  v5 = StoreCell v1 v1 v4 v2 {a} init : any
  v6 = Try v1 v5
  v7 = Proj v6 [0]
  v8 = Call v7 v5 v3 : any
  v9 = StoreCell v7 v8 v4 v8 {a} : any
  v10 = LoadCell v7 v9 v4 {a} : any
  v11 = If v7 v10
  v12 = Proj v11 [0]
  v13 = Leave v12 v9 v6
  v14 = Proj v11 [1]
  v15 = Leave v14 v9 v6
  v16 = Region _ v15 v13
  v17 = Phi v16 v15 v13 mem : mem
  v18 = LoadCell v16 v17 v4 {a} : any
  v19 = Return v16 v17 v18
  v20 = Proj v6 [1]
  v21 = Catch v20 v5 {e} : any
  v22 = Return v20 v21 v21
  v23 = Proj v6 [2]
  v24 = Finally v23 v5 : undefined
  v25 = LoadCell v23 v24 v4 {a} : any
  v26 = Call v23 v24 v3 v25 : any
  v27 = EndFinally v23 v26
  v28 = Stop v22 v27 v19
`
	got := son.Format(g, son.FormatOptions{})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	r, err := son.Read(got)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Verify(); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(got, son.Format(r, son.FormatOptions{})); d != "" {
		t.Errorf("read and printed again: -first +second\n%s", d)
	}
}

// A variable that an exception or a finally may leave with another value than its text suggests
// is a cell.
func TestPlacesOfWhatATryAssigns(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      build.Place
	}{
		{"read after", `function f() { let x; try { x = g() } catch { } return x }`, build.Cell},
		{"read in the handler", `function f() { let x; try { x = g() } catch { g(x) } }`, build.Cell},
		{"read in the finally", `function f() { let x; try { x = g() } finally { g(x) } }`, build.Cell},
		{"read around a loop", `function f() { let x; for (;;) try { g(x); x = g() } catch { } }`, build.Cell},
		{"read around a loop outside of the binding", `function f() { for (;;) { let x; try { x = g(); g(x) } catch { } } }`, build.Value},
		{"read in a loop inside", `function f() { let x; try { for (;;) { g(x); x = g() } } catch { } }`, build.Value},
		{"read in the body only", `function f() { let x; try { x = g(); g(x) } catch { } }`, build.Value},
		{"read in the body only, assigned again after", `function f() { let x; try { x = g(); g(x) } catch { } x = 1 }`, build.Value},
		{"assigned before only", `function f() { let x = 1; try { g(x) } catch { g(x) } return x }`, build.Value},
		{"assigned in the last handler", `function f() { let x; try { g() } catch { x = g() } return x }`, build.Value},
		{"assigned in a handler before a finally", `function f() { let x; try { g() } catch { x = g() } finally { } return x }`, build.Cell},
		{"assigned in a handler inside of a try", `function f() { let x; try { try { g() } catch { x = g() } } catch { } return x }`, build.Cell},
		{"assigned in a finally", `function f() { let x; try { g() } finally { x = g() } return x }`, build.Cell},
		{"assigned and read in a finally", `function f() { let x; try { g() } finally { x = g(); g(x) } }`, build.Value},
		{"declared inside", `function f() { try { let x = g(); x = x + 1; return x } catch { } }`, build.Value},
		{"declared inside, assigned in a try inside", `function f() { try { let x = g(); try { x = g() } catch { } return x } catch { } }`, build.Cell},
		{"var, read inside only", `function f() { try { var x = g(); return x } catch { } }`, build.Value},
		{"var, read outside", `function f() { try { var x = g() } catch { } return x }`, build.Cell},
		{"parameter", `function f(x) { try { x = g() } catch { } return x }`, build.Cell},
		{"updated", `function f(x) { try { x++ } catch { } return x }`, build.Cell},
		{"captured, assigned inside only", `function f() { let x; try { x = g(); g(() => x) } catch { } }`, build.Cell},
		{"assigned by a function only", `function f() { let x; try { (() => { x = 1 })() } catch { } }`, build.Cell},
		{"parameter of a catch", `function f() { try { } catch (x) { x = g(); g(x) } finally { } }`, build.Value},
		{"target of a for-of", `function f() { let x; try { for (x of g()) ; } catch { } return x }`, build.Cell},
		{"target of a pattern", `function f() { let x; try { [x] = g() } catch { } return x }`, build.Cell},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := readJS(t, c.src)
			if got := build.Decide(p).Of(symbolsNamed(p, "x")[0]); got != c.want {
				t.Errorf("%s\ngot %v, want %v", c.src, got, c.want)
			}
		})
	}
}
