package test262

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFrontMatter(t *testing.T) {
	tests := []struct {
		name, text string
		want       meta
	}{
		{"lists in brackets", "/*---\nflags: [async, noStrict]\nincludes: [a.js, 'b.js']\n---*/",
			meta{flags: []string{"async", "noStrict"}, includes: []string{"a.js", "b.js"}}},
		{"lists in lines, with comments", "/*---\nincludes:\n  - a.js # for a\n  - \"b.js\"\nflags:\n- raw\n---*/",
			meta{flags: []string{"raw"}, includes: []string{"a.js", "b.js"}}},
		{"negative", "// x\n/*---\ndescription: flags: none\nnegative:\n  phase: parse # early\n  type: SyntaxError\n---*/\nvar flags;",
			meta{phase: "parse", kind: "SyntaxError"}},
		{"old line endings", "/*---\rflags: [module]\rinfo: |\r    flags: [raw]\r---*/", meta{flags: []string{"module"}}},
		{"none", "flags: [raw]", meta{}},
		{"without an end", "/*---\nflags: [raw]", meta{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, frontMatter(tt.text), cmp.AllowUnexported(meta{})); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestUnsupportedTestsSayWhy(t *testing.T) {
	tests := []struct{ text, want string }{
		{"/*---\nnegative:\n  phase: resolution\n  type: SyntaxError\n---*/", "negative in phase resolution"},
		{"/*---\nincludes: [atomicsHelper.js]\n---*/", "agents"},
		{"$262.agent.start()", "agents"},
		{"/*---\nflags: [CanBlockIsFalse]\n---*/", "CanBlockIsFalse"},
		{"$262.AbstractModuleSource", "AbstractModuleSource"},
		{"/*---\nnegative:\n  phase: runtime\n  type: TypeError\n---*/", ""},
		{"/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/", ""},
	}
	for _, tt := range tests {
		if got := frontMatter(tt.text).unsupported(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
