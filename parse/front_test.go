package parse

import (
	"strings"
	"testing"
)

func TestReadTakesTypeScriptAndJSX(t *testing.T) {
	for _, tt := range []struct{ path, src, want string }{
		{"a.ts", "let a: number = 1 as any; enum B { C }", "let a = 1;"},
		{"a.tsx", "const a = <div>{b as string}</div>", `React.createElement("div"`},
		{"a.jsx", "const a = <b c='é' />", `React.createElement("b", { c: "é" })`},
		{"a.js", "let  a;", "let  a;"},
		{"a", "let  a;", "let  a;"},
	} {
		p, ds := Read(tt.src, Options{Path: tt.path})
		if p == nil {
			t.Errorf("%s: %v", tt.path, ds)
		} else if !strings.Contains(p.Source, tt.want) {
			t.Errorf("%s: source is %s, want %q in it", tt.path, p.Source, tt.want)
		}
	}
}

func TestReadLocatesErrorsOfTypeScript(t *testing.T) {
	p, ds := Read("let a: number = 1;\nlet b: = 2;\n", Options{Path: "a.ts"})
	if p != nil || len(ds) == 0 {
		t.Fatalf("%v %v", p, ds)
	}
	d := ds[0]
	if d.Line != 2 || d.Col != 7 || d.Span.Start != 26 || d.LineText != "let b: = 2;" || d.Path != "a.ts" {
		t.Errorf("%#v", d)
	}
}

func TestLoaderWinsOverExtension(t *testing.T) {
	if p, ds := Read("let a: number", Options{Path: "a.js", Loader: TS}); p == nil {
		t.Error(ds)
	}
}
