package parse

import (
	"strings"
	"testing"
)

// TestHandOverIsJavaScript has esbuild shorten a program for which it writes none.
func TestHandOverIsJavaScript(t *testing.T) {
	src := "function f() { return; for (var { p: one, q: two } in g()) use(one, two) }"
	out, ds := HandOver(src, nil, "a.js", Handover{Minify: true, AnyNames: true})
	if out == nil || len(ds) != 1 || ds[0].Severity != Warning || !strings.Contains(ds[0].Text, "left out") {
		t.Fatalf("%v %v", out, ds)
	}
	if p, ds := Parse(out.Code, Options{Path: "a.js"}); p == nil || len(out.Code) >= len(src) {
		t.Errorf("%s\n%v", out.Code, ds)
	}
	out, ds = HandOver("function f(a) { if (a) return 1; return 2 }", nil, "a.js", Handover{Minify: true, AnyNames: true})
	if want := "function f(n){return n?1:2}\n"; out == nil || len(ds) > 0 || out.Code != want {
		t.Errorf("got %v %v", out, ds)
	}
}
