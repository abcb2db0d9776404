package tier

import (
	"os"
	"path/filepath"
	"testing"
)

func TestModules(t *testing.T) {
	t.Setenv("SON_LONG", "1")
	dir := t.TempDir()
	acorn := filepath.Join(dir, "node_modules", "acorn")
	if err := os.MkdirAll(acorn, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(acorn, "package.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, env := range []string{dir, filepath.Join(dir, "node_modules")} {
		t.Setenv("NPM_DIR", env)
		if got, want := Modules(t), filepath.Join(dir, "node_modules"); got != want {
			t.Errorf("NPM_DIR=%s: %s, want %s", env, got, want)
		}
	}
	t.Setenv("NPM_DIR", t.TempDir())
	f := &failing{TB: t}
	func() {
		defer func() { _ = recover() }()
		Modules(f)
	}()
	if !f.failed {
		t.Error("an empty NPM_DIR is not noticed")
	}
}

func TestShare(t *testing.T) {
	for env, want := range map[string]int{"": 3, "1": 40} {
		t.Setenv("SON_LONG", env)
		if got := Share(3, 40); got != want {
			t.Errorf("SON_LONG=%q: %d, want %d", env, got, want)
		}
		if got := len(Some(make([]int, 40), 14)); got != want {
			t.Errorf("SON_LONG=%q: %d elements, want %d", env, got, want)
		}
	}
}

func TestInTurn(t *testing.T) {
	for env, want := range map[string]int{"": 80, "1": 27, "full": 80} {
		t.Setenv("SON_LONG", env)
		tried, modes := 0, map[int]bool{}
		for program := range 10 {
			for mode := range 8 {
				if InTurn(program, mode) {
					tried++
					modes[mode] = true
				}
			}
		}
		if tried != want || len(modes) != 8 {
			t.Errorf("SON_LONG=%q: tried %d times, want %d, in %d modes", env, tried, want, len(modes))
		}
	}
}

// failing records that a test failed, and goes on.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Fatalf(string, ...any) {
	f.failed = true
	panic("stop")
}
