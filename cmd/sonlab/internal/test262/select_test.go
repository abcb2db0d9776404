package test262

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlagsChooseModes(t *testing.T) {
	tests := []struct{ flags, want string }{
		{"", "n s"}, {"async", "n s"}, {"module", "m"}, {"raw", "n"}, {"noStrict", "n"}, {"onlyStrict", "s"},
	}
	for _, tt := range tests {
		tests, why := expand("a.js", "/*---\nflags: ["+tt.flags+"]\n---*/\nf();", false)
		var got []string
		for _, x := range tests {
			got = append(got, string(x.Mode))
		}
		if why != "" || strings.Join(got, " ") != tt.want {
			t.Errorf("[%s]: %q %q, want %q", tt.flags, got, why, tt.want)
		}
	}
}

func TestSkippedTestsSayWhy(t *testing.T) {
	negative := "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/"
	tests := []struct {
		name, text string
		wrap       bool
		want       string
	}{
		{"plain", "f();", true, ""},
		{"negative", negative, false, ""},
		{"negative in a function", negative, true, "must not parse, so is not wrapped"},
		{"broken characters", "'\xff'", false, "not UTF-8"},
		{"exporting module", "/*---\nflags: [module]\n---*/export { x }; var x;", true, "exports, so is not wrapped"},
		{"unreadable module", "/*---\nflags: [module]\n---*/ a b", true, "cannot be read, so is not wrapped"},
	}
	for _, tt := range tests {
		if tests, why := expand("a.js", tt.text, tt.wrap); why != tt.want || (why == "") != (len(tests) > 0) {
			t.Errorf("%s: %q, %d tests, want %q", tt.name, why, len(tests), tt.want)
		}
	}
}

func TestHashFollowsTheTextThatRuns(t *testing.T) {
	plain, _ := expand("a.js", "f();", false)
	wrapped, _ := expand("a.js", "f();", true)
	other, _ := expand("a.js", "g();", false)
	seen := map[string]bool{}
	for _, x := range []*Test{plain[0], plain[1], wrapped[0], wrapped[1], other[0], other[1]} {
		seen[x.hash] = true
	}
	if again, _ := expand("a.js", "f();", false); len(seen) != 6 || again[0].hash != plain[0].hash {
		t.Errorf("%d different hashes of 6", len(seen))
	}
}

func TestFilter(t *testing.T) {
	tests := []struct {
		filter string
		want   bool
	}{
		{"", true}, {"statements", true}, {"literals,try", true}, {"literals", false},
		{`/try\/.*1\.js$/`, true}, {`/^try/`, false},
	}
	for _, tt := range tests {
		keep, err := filter(tt.filter)
		if err != nil || keep("language/statements/try/S1.js") != tt.want {
			t.Errorf("%q: %v, want %v (%v)", tt.filter, !tt.want, tt.want, err)
		}
	}
	if _, err := filter("/(/"); err == nil {
		t.Error("a bad expression is accepted")
	}
}

func TestSampleIsFixedBySeed(t *testing.T) {
	files := func() (out []string) {
		for i := range 200 {
			out = append(out, fmt.Sprintf("%03d", i))
		}
		return
	}
	draw := func(text string, seed int64) []string {
		got, err := sample(files(), text, seed)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if a, b := draw("10%", 1), draw("20", 1); len(a) != 20 || cmp.Diff(a, b) != "" {
		t.Errorf("10%%: %v, 20: %v", a, b)
	}
	if cmp.Diff(draw("20", 1), draw("20", 2)) == "" {
		t.Error("the seed does not matter")
	}
	if n := len(draw("1000", 1)); n != 200 {
		t.Errorf("%d of 200 files", n)
	}
	if _, err := sample(files(), "many", 1); err == nil {
		t.Error("a bad sample is accepted")
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name string
		mode Mode
		text string
		want string
	}{
		{"sloppy", Sloppy, "f(); // end", "(function () {\nf(); // end\n}).call(this);\n"},
		{"strict", Strict, "f();", "(function () { \"use strict\";\nf();\n}).call(this);\n"},
		{"module", Module, "f();\nimport a from 'a'; g(a); import './b' ;", "import a from 'a';\nimport './b' ;\n(function () {\nf();\n g(a); \n}).call(this);\n"},
		{"module that waits", Module, "await f();", "await (async function () {\nawait f();\n}).call(this);\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, why := wrapped(tt.text, tt.mode)
			if d := cmp.Diff(tt.want, got); d != "" || why != "" {
				t.Errorf("%s -want +got\n%s", why, d)
			}
		})
	}
}
