package calls_test

import (
	"testing"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse"
)

// TestCallersExposeSloppyFunctions looks at f, which is private in a program that does not ask for callers.
func TestCallersExposeSloppyFunctions(t *testing.T) {
	for _, tt := range []struct {
		name, src       string
		asks, isPrivate bool
	}{
		{"nobody asks", "(function () { function f() { g(); } f(); })();", false, true},
		{"by name", "(function () { function f() { g(); } f(); g.caller(); })();", true, false},
		{"by key", "(function () { function f() { g(); } f(); g['caller']; })();", true, false},
		{"by a pattern", "(function () { function f() { g(); } f(); const { caller } = g; })();", true, false},
		{"by a pattern that assigns", "(function () { function f() { g(); } f(); ({ 'caller': g.x } = g); })();", true, false},
		{"a private name", "(function () { function f() { g(); } f(); class C { #caller; m() { return this.#caller; } } })();", false, true},
		{"a strict function", "(function () { function f() { 'use strict'; g(); } f(); g.caller; })();", true, true},
	} {
		p, ds := parse.Parse(tt.src, parse.Options{Path: "a.js", Type: parse.Script})
		if p == nil {
			t.Fatal(tt.name, ds)
		}
		g := calls.New(p, calls.Options{})
		for i, fn := range p.Funcs {
			if fn.Name == nil || fn.Name.Name != "f" {
				continue
			}
			if is := g.Functions[i].Exposed == ""; is != tt.isPrivate || g.AsksCallers != tt.asks {
				t.Errorf("%s: private %v, asks %v; want %v, %v", tt.name, is, g.AsksCallers, tt.isPrivate, tt.asks)
			}
		}
	}
}
