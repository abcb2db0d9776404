package main

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
)

// TestTally runs programs in two runs, and the same programs in one.
func TestTally(t *testing.T) {
	e, err := engine.NewQuickJS()
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string, n int) *diff.Report {
		t.Helper()
		ms, err := modesNamed([]string{"O2", "O2-minify"})
		if err != nil {
			t.Fatal(err)
		}
		s := spread{seed: 7, per: 2, kind: callsKind, modes: ms}
		c := diff.Config{N: n, Engines: []engine.Engine{e}, Make: s.program}
		for _, m := range ms {
			do, err := m.transform()
			if err != nil {
				t.Fatal(err)
			}
			c.Transforms = append(c.Transforms, do)
		}
		r, err := runParts(context.Background(), io.Discard, name, c, &s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	dir := t.TempDir()
	run(filepath.Join(dir, "a"), 3)
	two, one := run(filepath.Join(dir, "a"), 5), run(filepath.Join(dir, "b"), 8)
	two.Elapsed, one.Elapsed = 0, 0
	if two.String() != one.String() || one.Programs+one.Skipped != 8 || one.Runs == 0 {
		t.Errorf("in two runs:\n%v\nin one:\n%v", two, one)
	}
	if f, err := readTally(filepath.Join(dir, "a"), 1); err != nil || f.Next != 15 {
		t.Errorf("the next seed is %d, %v", f.Next, err)
	}
}
