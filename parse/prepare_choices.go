package parse

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// longChain is the length from which on a chain of ifs, connected by else, is not given
// to esbuild as such. esbuild turns the ifs into conditional expressions from the last
// one on, and at each looks again at all that follow; what is already written as
// conditional expressions it looks at once.
const longChain = 256

// link is an if whose branch consists of expressions.
type link struct {
	st    *ast.If
	exprs []*ast.ExprStmt
}

// conditionals writes an if-else chain as
//
//	;(a)?(b):(c)?(d,e):(f)
//
// if it is long and all its branches consist of expressions. The statement must be one of
// a list.
func (b *preparer) conditionals(st ast.Stmt) {
	var links []link
	for {
		x, ok := st.(*ast.If)
		if !ok {
			break
		}
		exprs := expressions(x.Then)
		if exprs == nil {
			return
		}
		links, st = append(links, link{x, exprs}), x.Else
	}
	if len(links) < longChain {
		return
	}
	var other []*ast.ExprStmt
	if st != nil {
		if other = expressions(st); other == nil {
			return
		}
	}
	for i, l := range links {
		last := i == len(links)-1
		begin := ";"
		if i > 0 {
			begin = " "
		}
		b.replace(l.st.Start, "if", begin)
		open, end := "?(", ")"
		if last && st == nil {
			open, end = "&&(", ");"
		}
		b.branch(l.st.Then, l.exprs, open, end)
		if l.st.Else != nil {
			b.replace(b.next(l.st.Then.Pos().End, 'e'), "else", ":")
		}
	}
	if st != nil {
		b.branch(st, other, "(", ");")
	}
}

// expressions returns the statements of a branch if there are any and all are
// expressions.
func expressions(branch ast.Stmt) []*ast.ExprStmt {
	list := []ast.Stmt{branch}
	if block, ok := branch.(*ast.Block); ok {
		list = block.Body
	}
	var out []*ast.ExprStmt
	for _, st := range list {
		x, ok := st.(*ast.ExprStmt)
		if !ok {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// branch writes a branch as a sequence between open and end.
func (b *preparer) branch(st ast.Stmt, exprs []*ast.ExprStmt, open, end string) {
	if block, ok := st.(*ast.Block); ok {
		b.joined[block] = true
		at := st.Pos().Span
		b.replace(at.Start, "{", open)
		b.replace(at.End-1, "}", end)
		open, end = "", ""
	}
	if open != "" {
		b.put(exprs[0].Start, open)
	}
	b.join(exprs)
	b.end(exprs[len(exprs)-1], end)
}

// replace replaces a word of the source.
func (b *preparer) replace(at int32, word, text string) {
	b.patches = append(b.patches, print.Patch{Span: ast.Span{Start: at, End: at + int32(len(word))}, Text: text})
}
