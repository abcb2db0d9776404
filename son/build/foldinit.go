package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Declarations right before a loop in normal form may have been in the head of a for:
//
//	let i = 0;                          for (let i = 0; i < 9; i++) {
//	while (true) {                        f(i);
//	  const t = i < 9;                  }
//	  if (t) {} else { break; }
//	  f(i);
//	  i++;
//	}

// noteInit remembers the declarations that come right before a statement.
func (b *builder) noteInit(st ast.Stmt) {
	if !b.g.Config.Helpers {
		return
	}
	switch st := st.(type) {
	case *ast.VarDecl:
		if _, ok := st.Decls[0].Target.(*ast.Ident); ok && len(st.Decls) == 1 && st.Decls[0].Init != nil {
			b.inits = append(b.inits, st)
			return
		}
	case *ast.While, *ast.Labeled:
		return
	}
	b.inits = nil
}

// takeInits returns them.
func (b *builder) takeInits() []*ast.VarDecl {
	inits := b.inits
	b.inits = nil
	return inits
}

// initOf returns the place of those declarations before a loop whose variables are referenced
// only by the loop, and by its head.
func (b *builder) initOf(inits []*ast.VarDecl, loop, test, update ast.Span) ast.Span {
	first := len(inits)
	for i, d := range slices.Backward(inits) {
		sym := d.Decls[0].Target.(*ast.Ident).Sym
		switch {
		case b.helper(sym):
			continue
		case d.Kind != ast.Let || sym.Captured || !b.inHead(sym, loop, test, update):
		default:
			first = i
			continue
		}
		break
	}
	if first == len(inits) {
		return ast.Span{}
	}
	return ast.Span{Start: inits[first].Start, End: inits[len(inits)-1].End}
}

// inHead reports whether a variable is referenced in the head of a loop, and nowhere
// outside of the loop.
func (b *builder) inHead(sym *ast.Symbol, loop, test, update ast.Span) bool {
	head := false
	for _, r := range sym.Refs {
		at := r.Ident.Span
		switch {
		case test.Contains(at), update.Contains(at):
			head = true
		case r.Kind&ast.RefInit == 0 && !loop.Contains(at):
			return false
		}
	}
	return head
}
