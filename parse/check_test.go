package parse

import (
	"strings"
	"testing"
)

// TestKnownBodiesAreNotRead has functions whose bodies are said to be copied although they are
// not. Nobody does that; it shows which bodies are read.
func TestKnownBodiesAreNotRead(t *testing.T) {
	for _, tt := range []struct {
		name, source, text string
		valid              bool
	}{
		{"a body that is known", "function f(a) { g(); }", "x; function f(a) { g(;; } y;", true},
		{"what stands around it", "function f(a) { g(); }", "x; function f(a) { g(;; } let y, y;", false},
		{"its parameters", "function f(a) { g(); }", "x; function f(1) { g(;; } y;", false},
		{"a body that ends elsewhere", "function f(a) { g(); }", "x; function f(a) { g(); g(;; } y;", false},
		{"strict code around it", "function f(a) { g(); }", "'use strict'; function f(a) { g(;; }", false},
		{"strict code of its own", "function f(a) { 'use strict'; g(); }", "x; function f(a) { 'use strict'; g(;; }", false},
		{"another kind of function", "function f(a) { g(); }", "async function f(a) { g(;; }", false},
		{"a method", "({ m(a) { super.m(); } })", "({ n(a) { super.m(;; } })", true},
		{"a method of a class", "class C { m(a) { super.m(); } }", "class D { m(a) { super.m(;; } }", true},
		{"a method that becomes a function", "({ m(a) { super.m(); } })", "function f(a) { super.m(); }", false},
		{"a method that becomes another kind of method", "({ m() { g(); } })", "({ get m() { g(;; } })", false},
		{"a method that becomes strict", "({ m(a) { with (a) b; } })", "class C { m(a) { with (a) b; } }", false},
		{"a constructor", "class C extends D { constructor(a) { super(); } }", "class C { constructor(a) { super(); } }", false},
		{"an arrow", "x = a => { g(); }", "x = a => { g(;; }", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := Parse(tt.source, Options{Type: Script})
			if p == nil {
				t.Fatal(ds)
			}
			known, fn := NewKnown(p), p.Funcs[0]
			if IsSelfContained(fn) {
				body := int32(strings.Index(tt.text, tt.source[fn.BodySpan.Start:][:3]))
				known.Add(fn, body-(fn.BodySpan.Start-fn.Start))
			}
			if got := Valid(tt.text, Options{Type: Script}, known); got != tt.valid {
				t.Errorf("valid: %v", got)
			}
		})
	}
	t.Run("none is known", func(t *testing.T) {
		p, _ := Parse("function f(a) { g(); }", Options{})
		if Valid("function f(a) { g(;; }", Options{}, NewKnown(p)) {
			t.Error("an error was not found")
		}
	})
}
