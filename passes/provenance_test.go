package passes_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// knowGraphs are the packages between reading and restoring: code may move between functions
// there, so that neither source text nor a place in it says what a node is. Facts that the source
// decides are flags of nodes; see docs/design.md.
var knowGraphs = []string{"son", "son/build", "passes/emit", "passes/memory", "passes/branch", "passes/loop", "passes/sink", "passes/structure", "passes/schedule", "passes/cost", "passes/normal"}

// sourceText matches uses of the text of a program, and spanIdentity what uses a span as the
// identity of a construct.
var (
	sourceText   = regexp.MustCompile(`\b(p|prog|[pP]rogram)\.Source\b`)
	spanIdentity = regexp.MustCompile(`\bmap\[ast\.Span\]|(\.Span|\bSpan\(\)) (==|!=) |(==|!=) [\w.()]+\.Span\b`)
)

// spanDebts counts the lines that compare spans and should not, by file. A file that has fewer is
// to be corrected here.
var spanDebts = map[string]int{
	"passes/branch/readability.go": 1, "passes/emit/bare.go": 1, "passes/emit/blockfunc.go": 1, "passes/emit/class.go": 1, "passes/emit/emit.go": 2,
	"passes/emit/hints.go": 1, "passes/emit/periterloop.go": 1, "passes/emit/update.go": 1, "son/decided.go": 2, "son/graph.go": 1,
	"son/verify_value.go": 1,
}

func TestSourceTextAndSpansIdentifyNothing(t *testing.T) {
	found := map[string]int{}
	for _, dir := range knowGraphs {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && dir == "son" && path != filepath.Join("..", dir):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, _ := filepath.Rel("..", path)
			number := 0
			for line := range strings.Lines(string(text)) {
				number++
				code, _, _ := strings.Cut(line, "//")
				if sourceText.MatchString(code) {
					t.Errorf("%s:%d reads source text: %s", name, number, strings.TrimSpace(line))
				}
				if spanIdentity.MatchString(code) {
					found[filepath.ToSlash(name)]++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !maps.Equal(found, spanDebts) {
		for _, name := range slices.Sorted(maps.Keys(found)) {
			if found[name] != spanDebts[name] {
				t.Errorf("%s: %d lines use a span as an identity, not %d", name, found[name], spanDebts[name])
			}
		}
		for name, n := range spanDebts {
			if found[name] == 0 {
				t.Errorf("%s: %d lines were to use a span as an identity, and none does", name, n)
			}
		}
	}
}
