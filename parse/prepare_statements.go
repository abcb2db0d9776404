package parse

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// statements makes a sequence of each long run of expressions as statements. A comment, which may
// be an annotation, ends the run.
func (b *preparer) statements(part []ast.Stmt) {
	var run []*ast.ExprStmt
	end := func() {
		if len(run) >= longSequence {
			b.join(run)
		}
		run = run[:0]
	}
	for _, st := range part {
		x, ok := st.(*ast.ExprStmt)
		if !ok || x.Directive {
			end()
			continue
		}
		if n := len(run); n > 0 && strings.IndexByte(b.p.Source[run[n-1].End:x.Start], '/') >= 0 {
			end()
		}
		run = append(run, x)
	}
	end()
}

// join makes a sequence of statements, up to the end of the last one. That has no parentheses, as
// in sequence.
func (b *preparer) join(list []*ast.ExprStmt) {
	last := len(list) - 1
	opens, closes := nested(last)
	for i, st := range list[:last] {
		b.put(st.Start, strings.Repeat("(", opens[i]))
		b.end(st, strings.Repeat(")", closes[i])+",")
	}
}

// end puts a text in place of the semicolon of a statement, or behind it if it has none.
func (b *preparer) end(st *ast.ExprStmt, text string) {
	at := ast.Span{Start: st.End, End: st.End}
	if b.p.Source[at.End-1] == ';' {
		at.Start--
	}
	if at.Start < at.End || text != "" {
		b.ends = append(b.ends, print.Patch{Span: at, Text: text})
	}
}
