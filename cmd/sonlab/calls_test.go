package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/passes/cost"
)

func TestCallFiguresCountTheCallsOfAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.mjs")
	src := "export const f = (a, g) => twice(a) + g(a) + safe(a);\nfunction twice(x) { return x + x; }\nfunction safe(x) { try { return x.y } catch { return 0 } }\n"
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := callFigures(context.Background(), []string{file}, cost.Balanced)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(table, "\n")
	if got, want := strings.Join(strings.Fields(lines[1]), " "), "in.mjs 3 2 66.7 1 | 3 2 2 2 | 1 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !strings.HasSuffix(table, "\nknown calls that stay: 1\n     all  single    tiny\n       1       1       0  it has a try statement\n") {
		t.Errorf("the reasons are\n%s", table)
	}
}
