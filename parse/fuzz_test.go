package parse

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// fuzzModes are the options that FuzzRead chooses from.
var fuzzModes = []Options{
	{}, {Type: Script}, {Type: Module}, {MaxErrors: 1},
	{Loader: JSX}, {Loader: TS, Type: Module}, {Loader: TSX}, {Loader: TS, Type: Script},
}

// FuzzRead requires an answer for every input: a program or an error inside the
// file, in good time, and never an internal failure.
func FuzzRead(f *testing.F) {
	for i, tt := range validSources {
		f.Add(tt.src, uint8(i))
		f.Add(tt.src, uint8(tt.typ))
	}
	for _, tt := range earlyErrors {
		f.Add(strings.ReplaceAll(tt.src, "‸", ""), uint8(tt.typ))
	}
	for i, n := range nests {
		f.Add(n.text(3), uint8(i))
	}
	for _, src := range []string{"let a: number = <b>c", "enum A { B = 1 }", "<a b={c} {...d}>e&lt;{/* f */}</a>", "<></>"} {
		for i := range fuzzModes {
			f.Add(src, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, src string, mode uint8) {
		defer time.AfterFunc(30*time.Second, func() { panic("the reader hangs") }).Stop()
		o := fuzzModes[int(mode)%len(fuzzModes)]
		p, ds := Read(src, o)
		if (p == nil) != hasErrors(ds) {
			t.Fatalf("program %v with diagnostics %v", p != nil, ds)
		}
		for _, d := range ds {
			if err := checkDiagnostic(d, src, o); err != nil {
				t.Fatalf("%q: %v: %v", src, d, err)
			}
		}
		Format(ds)
		if p != nil && (p.Span.Start != 0 || int(p.Span.End) != len(p.Source)) {
			t.Fatalf("%q: the program is at %v", src, p.Span)
		}
	})
}

// checkDiagnostic returns what is wrong with the text or the position of d.
func checkDiagnostic(d Diagnostic, src string, o Options) error {
	if strings.HasPrefix(d.Text, "BUG:") || strings.HasPrefix(d.Text, "panic:") {
		return fmt.Errorf("the reader failed")
	}
	if d.Line < 1 || d.Col < 0 || d.Col > len(d.LineText) {
		return fmt.Errorf("column %d of line %d, which has %d bytes", d.Col, d.Line, len(d.LineText))
	}
	if strings.Contains(d.Hint, "that esbuild made") {
		return nil // a place in a text that is not available
	}
	if d.Span.Start < 0 || int(d.Span.End) > len(src) || d.Span.Start > d.Span.End {
		return fmt.Errorf("the span %v is outside the source", d.Span)
	}
	if at := (&lineTable{text: src}).start(d.Line) + d.Col; at != int(d.Span.Start) {
		return fmt.Errorf("line and column are at %d, the span at %d", at, d.Span.Start)
	}
	return nil
}
