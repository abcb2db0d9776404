package oracle

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// verdict is what is known about a source.
type verdict struct {
	source      Source
	text        string
	module      bool
	refused     string    // the reader's message
	printed     []*string // by style; nil if it cannot be read
	byEsbuild   bool      // esbuild has judged it
	byAcorn     bool
	byNode      bool
	differences []Difference
}

func (v *verdict) differs(style, by, hint string) {
	v.differences = append(v.differences, Difference{v.source.Group, v.source.Name, style, by, hint})
}

// judge does the part that needs no node: reading, printing, and oracle A.
func judge(s Source, text string) *verdict {
	v := &verdict{source: s, text: text, module: s.Type == parse.Module}
	prog, ds := parse.Parse(text, parse.Options{Path: s.Name, Type: s.Type})
	if prog == nil {
		v.refused = ds[0].String()
		if s.Valid {
			v.differs("", "reader", v.refused)
		} else if _, err := transform(text, false); err == nil {
			v.byEsbuild = true // acorn decides whether it is a program
		}
		return v
	}
	v.module = prog.Type == ast.Module
	wants := normalForms{prog: prog, bare: v.module && !exchanges(prog)}
	for _, style := range Styles() {
		code := print.Program(prog, style.options(text)).Code
		v.printed = append(v.printed, v.compare(style, code, &wants))
	}
	v.byEsbuild = wants.judged
	return v
}

// compare compares a printed text with the program as far as that needs no node.
// It returns the text that node is to check, or nil if it cannot even be read.
func (v *verdict) compare(style Style, code string, wants *normalForms) *string {
	o := parse.Options{Path: v.source.Name, Type: parse.Script}
	if v.module {
		o.Type = parse.Module
	}
	again, ds := parse.Parse(code, o)
	if again == nil {
		v.differs(style.Name, "reader", "refuses the printed text: "+ds[0].String())
		return nil
	}
	if !ast.Equal(wants.prog, again) {
		v.differs(style.Name, "reader", "reads another tree from "+clip(code))
	}
	if second := print.Program(again, style.options(code)).Code; second != code {
		v.differs(style.Name, "printer", "prints its own output differently: "+firstDifference(code, second))
	}
	want, ok := wants.of(style)
	if !ok {
		return &code
	}
	if got, err := transform(code, wants.bare); err != nil {
		v.differs(style.Name, "esbuild", fmt.Sprintf("refuses the printed text: %v", err))
	} else if got != want {
		v.differs(style.Name, "esbuild", firstDifference(want, got))
	} else if wants.annotated != "" {
		if got := annotated(again, wants.bare); got != wants.annotated {
			v.differs(style.Name, "esbuild", "annotations: "+firstDifference(wants.annotated, got))
		}
	}
	return &code
}

// exchanges reports whether prog imports or exports, by which esbuild recognizes
// a module.
func exchanges(prog *ast.Program) bool {
	for _, s := range prog.Body {
		switch s.(type) {
		case *ast.Import, *ast.ExportNamed, *ast.ExportAll, *ast.ExportDecl, *ast.ExportDefault:
			return true
		}
	}
	return false
}

const hintBytes = 60

func clip(s string) string {
	if len(s) > 2*hintBytes {
		s = s[:2*hintBytes] + "…"
	}
	return fmt.Sprintf("%q", s)
}

// firstDifference shows both texts around the first byte that differs.
func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(s string) string {
		return strings.ToValidUTF8(s[max(0, i-hintBytes/2):min(len(s), i+hintBytes)], "?")
	}
	return fmt.Sprintf("%q became %q", around(a), around(b))
}
