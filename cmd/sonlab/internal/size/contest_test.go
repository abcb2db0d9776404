package size

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestContest runs tools that print what they are given, or fail.
func TestContest(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	script, module := filepath.Join(dir, "a.js"), filepath.Join(dir, "b.js")
	text := strings.Repeat("f(1);\n", 1000)
	for file, text := range map[string]string{script: text, module: text + "export {};\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const cat = `const [, file, more] = process.argv; process.stdout.write(require("fs").readFileSync(file, "utf8") + (more ?? ""))`
	tools := []Tool{
		{Name: sizeYardstick, Settings: "all", Group: Minifiers, Command: []string{"node", "-e", cat, Input, Module}},
		{Name: timeYardstick, Settings: "twice", Group: Minifiers, Command: []string{"node", "-e", cat + ";process.stdout.write(\"g()\".repeat(100))", Input}},
		{Name: "fails", Settings: "nothing", Group: Minifiers, Command: []string{"node", "-e", "console.error(\"no\\nuse\"); process.exit(1)"}},
		{Name: "silent", Settings: "without a usage", Group: Ablations, Command: []string{"true"}},
	}
	seen := 0
	entries, err := Contest{Tools: tools, Rounds: 2}.Run(context.Background(), []string{script, module}, func(Entry) { seen++ })
	if err != nil || seen != 8 || len(entries) != 8 {
		t.Fatalf("%d entries, %d of them seen: %v", len(entries), seen, err)
	}
	first := entries[0]
	if first.Raw != 6000 || first.Gzip < 20 || first.Gzip > 200 || first.Brotli < 10 || first.Brotli > first.Gzip || first.Memory < 1<<20 || first.CPU <= 0 || first.Bytes != 6000 {
		t.Errorf("got %+v", first)
	}
	if m := entries[1]; m.Raw != 6011+len("--module") {
		t.Errorf("the module: %+v", m)
	}
	if x := entries[2]; x.Raw != 6300 || x.Gzip <= first.Gzip {
		t.Errorf("more text: %+v", x)
	}
	if !strings.Contains(entries[4].Failed, "no") || !strings.Contains(entries[6].Failed, "usage") {
		t.Errorf("failures: %q, %q", entries[4].Failed, entries[6].Failed)
	}
}

// TestPage checks means and what is said of failures.
func TestPage(t *testing.T) {
	tools := []Tool{{Name: sizeYardstick, Group: Minifiers}, {Name: timeYardstick, Group: Minifiers}, {Name: "half", Settings: "`--half`", Group: Minifiers}, {Name: "less", Settings: "one part", Group: Ablations}}
	entry := func(tool, file string, size int, cpu time.Duration) Entry {
		return Entry{Tool: tool, File: file, Bytes: 1000, Raw: 2 * size, Gzip: size, Brotli: size, CPU: cpu, Memory: 5000}
	}
	entries := []Entry{
		entry(sizeYardstick, "a", 100, 8), entry(sizeYardstick, "b", 400, 8),
		entry(timeYardstick, "a", 100, 1), entry(timeYardstick, "b", 400, 3),
		entry("half", "a", 50, 2), entry("half", "b", 200, 8),
		entry("less", "a", 25, 4), {Tool: "less", File: "b", Failed: "it has no end"},
	}
	page := Page(tools, entries, []string{"node 1"}, "a machine")
	for _, want := range []string{"on a machine", "node 1", "| half | 0.500 | 0.5000 | 0.500 | 0.5000 | 2.50 | 5 |", "| a | 100 | 1.000 | 0.500 |", "- half: `--half`", "| one part | 0.250 | 0.2500 | 0.250 | 0.2500 | 4.00 | 5 |", "less fails on b: it has no end"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if got := filesOf(entries); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("files %v", got)
	}
}

// TestEsbuild minifies a text, and one that has an error.
func TestEsbuild(t *testing.T) {
	if got, err := Esbuild("f(1 + 1)", "a.js"); err != nil || strings.TrimSpace(got) != "f(2);" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := Esbuild("f(", "a.js"); err == nil {
		t.Error("no error")
	}
}
