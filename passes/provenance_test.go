package passes_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// knowGraphs are the packages between reading and restoring: code may move between functions
// there, so that neither source text nor a place in it says what a node is. Facts that the source
// decides are flags of nodes; see docs/design.md.
var knowGraphs = []string{"son", "son/build", "internal/emit", "internal/memory", "internal/branch", "internal/loop", "internal/sink", "internal/structure", "internal/schedule", "passes/cost", "internal/normal"}

// sourceText matches uses of the text of a program, and spanIdentity what uses a span, or where one
// begins, as the identity of a construct. Which of two places comes first, and which is inside the
// other, is no identity.
var (
	sourceText   = regexp.MustCompile(`\b(p|prog|[pP]rogram)\.Source\b`)
	spanIdentity = regexp.MustCompile(`\bmap\[ast\.Span\]|(\.Span|\bSpan\(\)) (==|!=) |(==|!=) [\w.()]+\.Span\b|\[[\w.()]*(\.Start|\.End|\.Span)\]|(\.Start|\.End) (==|!=) [\w.()]+(\.Start|\.End)\b`)
)

func TestSourceTextAndSpansIdentifyNothing(t *testing.T) {
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
					t.Errorf("%s:%d uses a span as an identity: %s", name, number, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSpanIdentityIsRecognized(t *testing.T) {
	for code, want := range map[string]bool{
		"seen := map[ast.Span]bool{}":                   true,
		"if n.Span == m.Span {":                         true,
		"if x.Pos().Span != y.Pos().Span {":             true,
		"for _, st := range e.bySpan[n.Pos().Start] {":  true,
		"e.starts[n.Start] = append(e.starts[n.Start])": true,
		"if a.Span.End == b.Span.End {":                 true,
		"text := src[n.Start:n.End]":                    false,
		"if a.Start < b.Start || s.Contains(n.Span) {":  false,
		"if n.Span.IsZero() || n.Site == m.Site {":      false,
	} {
		if spanIdentity.MatchString(code) != want {
			t.Errorf("%s: want %v", code, want)
		}
	}
}
