package parse

import "github.com/sonjs/son/parse/ast"

// longChain is how many ifs that follow each other by else esbuild is not given as such.
// It makes choices of expressions of them from the last one on, and looks at all behind
// each again; what is written as choices it looks at once.
const longChain = 256

// link is an if whose arm is expressions.
type link struct {
	st    *ast.If
	exprs []*ast.ExprStmt
}

// choices writes a chain of ifs as
//
//	;(a)?(b):(c)?(d,e):(f)
//
// if it is long and expressions are all that is in it. The statement is one of a list.
func (b *easer) choices(st ast.Stmt) {
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
		b.replace(l.st.Start, "if", ";")
		if i > 0 {
			b.patches[len(b.patches)-1].Text = " "
		}
		open, end := "?(", ")"
		if last && st == nil {
			open, end = "&&(", ");"
		}
		b.arm(l.st.Then, l.exprs, open, end)
		if l.st.Else != nil {
			b.replace(b.next(l.st.Then.Pos().End, 'e'), "else", ":")
		}
	}
	if st != nil {
		b.arm(st, other, "(", ");")
	}
}

// expressions returns the statements of an arm if there are some and all are expressions.
func expressions(arm ast.Stmt) []*ast.ExprStmt {
	list := []ast.Stmt{arm}
	if block, ok := arm.(*ast.Block); ok {
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

// arm writes an arm as a sequence between what opens and what ends it.
func (b *easer) arm(arm ast.Stmt, exprs []*ast.ExprStmt, open, end string) {
	if _, ok := arm.(*ast.Block); ok {
		at := arm.Pos().Span
		b.replace(at.Start, "{", open)
		b.replace(at.End-1, "}", end)
		open, end = "", ""
	}
	for i, x := range exprs {
		behind := ","
		if i == len(exprs)-1 {
			behind = end
		}
		at := x.Pos().Span
		if i == 0 && open != "" {
			b.put(at.Start, open)
		}
		if b.p.Source[at.End-1] == ';' {
			b.replace(at.End-1, ";", behind)
		} else if behind != "" {
			b.put(at.End, behind)
		}
	}
}

// replace writes something for a word of the text.
func (b *easer) replace(at int32, word, text string) {
	b.put(at, text)
	b.patches[len(b.patches)-1].Span.End += int32(len(word))
}
