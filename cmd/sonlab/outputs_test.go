package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputsAreComparedByteForByte saves the outputs of two programs and asserts that equal
// ones agree, and that a changed text, a new program and a missing one are reported.
func TestOutputsAreComparedByteForByte(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("a.js", "let a = 1;\nprint(a + 2);\n")
	b := write("b.txtar", "-- in.mjs --\nexport default 1;\n-- bad.js --\nlet let;\n")
	saved := filepath.Join(dir, "kept")
	run := func(wantErr bool, want string, args ...string) {
		t.Helper()
		got, err := sonlab(t, append([]string{"outputs", "--modes", "default,forced-O1"}, args...)...)
		if (err != nil) != wantErr || !strings.Contains(got, want) {
			t.Errorf("%v: %v\n%swant %q", args, err, got, want)
		}
	}
	run(false, "3 programs in 2 modes: saved", "--save", saved, a, b)
	run(true, "", "--save", saved, a)
	run(false, "3 programs in 2 modes: 0 differ, 0 are new, 0 are missing", "--against", saved, a, b)
	run(true, "0 differ, 0 are new, 4 are missing", "--against", saved, a)
	run(true, "0 differ, 2 are new, 6 are missing", "--against", saved, write("c.js", "print(1);\n"))
	write("a.js", "let a = 1;\nprint(a + 3);\n")
	run(true, "2 differ, 0 are new, 0 are missing", "--against", saved, a, b)
	run(true, "- print(a + 2);\n+ print(a + 3);\n", "--against", saved, "--show", "1", a, b)
	run(true, "", a) // neither --save nor --against
	if _, err := sonlab(t, "outputs", "--against", dir, a); err == nil || !strings.Contains(err.Error(), "has no outputs") {
		t.Errorf("a directory without outputs: %v", err)
	}
}
