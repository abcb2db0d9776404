package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/passes"
)

// A file whose lines end with CRLF keeps those line ends, and is otherwise the same as with LF.
func TestLinesEndAsInTheSource(t *testing.T) {
	for _, f := range fixtures(t, "opt", "emit") {
		t.Run(f.name, func(t *testing.T) {
			if strings.Contains(f.in, "\r") {
				t.Skip("it has others")
			}
			o := passes.Options{Path: f.file, Level: 1, Assume: f.assume, For: f.aim}
			plain := optimize(t, f.in, o).Code
			wide := optimize(t, strings.ReplaceAll(f.in, "\n", "\r\n"), o).Code
			if want := strings.ReplaceAll(plain, "\n", "\r\n"); wide != want {
				lines, wants := strings.Split(wide, "\n"), strings.Split(want, "\n")
				for i := range min(len(lines), len(wants)) {
					if lines[i] != wants[i] {
						t.Fatalf("line %d: %q, want %q", i+1, lines[i], wants[i])
					}
				}
				t.Errorf("%d lines, want %d", len(lines), len(wants))
			}
		})
	}
}
