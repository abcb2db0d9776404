package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An object is removed from each of two functions; one of the operators is pure.
func TestFiguresMatchTheReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.js")
	src := "function f(x, y) { const o = { a: x }; return o.a - y; }\nfunction g(x) { const o = { b: 1, c: x }; return (o.b - 1) + o.c; }\n(() => { const k = 1, h = () => k; m(); const m = () => j; const j = 2; })();\n"
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := figures(context.Background(), []string{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines:\n%s", len(lines), table)
	}
	got := strings.Fields(lines[1])
	head := strings.Fields(strings.Replace(lines[0], "operators", "file operators", 1))
	if len(got) != len(head) {
		t.Fatalf("the columns are not those of the header:\n%s", table)
	}
	for i, want := range map[string]string{"file": "in.js", "operators": "2", "loads": "3", "objects": "2", "reads": "2", "settled": "50.0%", "constants": "1", "provable": "1", "known": "100.0%"} {
		for k, name := range head {
			if name == i && got[k] != want {
				t.Errorf("%s: %s, want %s", name, got[k], want)
			}
		}
	}
}
