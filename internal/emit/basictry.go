package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A try statement, too, remains one statement of a block (see basiciterloop.go), and its arms run
// blocks inside it:
//
//	const b1 = () => {
//	  after$1 = void 0;
//	  try {
//	    next$1 = b2;
//	    while (true) { if (next$1) { next$1 = next$1(); } else { break; } }
//	  } catch (t) {
//	    e = t;
//	    next$1 = b3;
//	    while (true) { … }
//	  } finally {
//	    after$2 = void 0;
//	    next$2 = b4;
//	    while (true) { … }
//	    if (after$2) { return after$2; } else {}
//	  }
//	  return after$1;
//	};
//
// A jump out of the body or the catch sets what comes next, and the finally runs before that. A
// jump out of the finally is a jump in the statement itself.

// tryLevels creates the levels of try statements: one for the body and the catch, and one for
// the finally.
func tryLevels(p *basic, helper func(string) *web) {
	for _, b := range p.order {
		if b.Term != fold.Try {
			continue
		}
		p.tries = true
		p.levels.addTry(b, helper, son.TryBody, son.TryCatch)
		if son.Projections(b.End, 3)[son.TryFinally] != nil {
			p.levels.addTry(b, helper, son.TryFinally)
		}
	}
}

// tryBlock writes the try at the end of b.
func (w *stmtWriter) tryBlock(p *basic, b *fold.Block) {
	main := p.levels.arms[tryArm{b.End, son.TryBody}]
	st := &ast.Try{Site: b.End.Site, Block: &ast.Block{}}
	w.origin[st] = b.End.Span
	succs := b.Succs
	entry := func() ast.Expr {
		next := p.names[w.target(succs[0])]
		succs = succs[1:]
		return w.ident(next)
	}
	reset := func(l *level) {
		w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(l.after), Value: undefined()}})
	}
	reset(main)
	w.add(st)
	w.within(scope.Block, st, &st.Block.Body, func() { w.drive(main.next, entry()) })
	arms := son.Projections(b.End, 3)
	if arms[son.TryCatch] != nil {
		st.Handler = &ast.Block{}
		w.within(scope.Block, st, &st.Handler.Body, func() {
			if v := w.caughtIn(b.End); v != nil {
				c := w.newWeb(nil)
				c.Caught = w.list
				st.Param = w.ident(c)
				w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(v), Value: w.ident(c)}})
			}
			w.drive(main.next, entry())
		})
	}
	if arms[son.TryFinally] != nil {
		st.Finally = &ast.Block{}
		l := p.levels.arms[tryArm{b.End, son.TryFinally}]
		w.within(scope.Block, st, &st.Finally.Body, func() {
			reset(l)
			w.drive(l.next, entry())
			w.choose(l.after, func() { w.add(&ast.Return{X: w.ident(l.after)}) }, func() {})
		})
	}
	w.add(&ast.Return{X: w.ident(main.after)})
}
