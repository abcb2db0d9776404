package parse

import (
	"strings"
	"testing"
)

// FuzzRead wants an answer for every input: a program or an error, and never
// the reader's own failure.
func FuzzRead(f *testing.F) {
	for _, tt := range validSources {
		f.Add(tt.src)
	}
	for _, tt := range earlyErrors {
		f.Add(tt.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, typ := range []SourceType{Auto, Script, Module} {
			p, ds := Parse(src, Options{Type: typ})
			if (p == nil) != hasErrors(ds) {
				t.Fatalf("program %v with diagnostics %v", p != nil, ds)
			}
			for _, d := range ds {
				if strings.HasPrefix(d.Text, "BUG:") {
					t.Fatalf("%q: %v", src, d)
				}
				if d.Span.Start < 0 || int(d.Span.End) > len(src) || d.Span.Start > d.Span.End {
					t.Fatalf("%q: diagnostic outside the source: %v %v", src, d.Span, d)
				}
			}
			Format(ds)
		}
	})
}
