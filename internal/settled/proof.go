package settled

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// A read of a let, const or class that does not throw proves that the list has evaluated its
// declaration, and what follows that without running a function or throwing:
//
//	const a = 1, b = 2;
//	export function f() { return a + b }  // if a has a value, so does b
//
// So code of a function that comes after such a read finds what the list had declared by then, even if
// the function may be called too early. The reads that count are those on every path through the
// function's own statements.

// SettledAt is Settled for the code at a place in the text of fn: its own, not that of a function inside
// it. end is where the declaration ends.
func (l *List) SettledAt(end int32, fn *ast.Function, at int32) bool {
	if l.From(fn) >= end {
		return true
	}
	l.program.mu.Lock()
	defer l.program.mu.Unlock()
	return l.provedBefore(end, fn, at)
}

// InitializedAt is SettledAt for a let, const or class that the list itself declares, by its name.
func (l *List) InitializedAt(sym *ast.Symbol, fn *ast.Function, at int32) bool {
	l.program.mu.Lock()
	defer l.program.mu.Unlock()
	s, ok := l.stretches()[sym]
	return ok && (l.From(fn) >= s.end || l.provedBefore(s.end, fn, at))
}

// provedBefore reports whether reads before a place in fn prove that a declaration of the list has ended.
func (l *List) provedBefore(end int32, fn *ast.Function, at int32) bool {
	for {
		if l.proved(fn, at) >= end {
			return true
		}
		if fn.Parent == l.fn {
			return false
		}
		at = l.program.list(fn.Parent).From(fn)
		fn = fn.Parent
	}
}

// proof says how far a list has got after a read in a function.
type proof struct {
	after int32 // where the read ends
	to    int32
}

// proved returns how far the list has got when control reaches a place in the text of fn, as far as the reads
// before that prove it.
func (l *List) proved(fn *ast.Function, at int32) int32 {
	list, known := l.proofs[fn]
	if !known {
		list = l.prove(fn)
		l.proofs[fn] = list
	}
	i, _ := slices.BinarySearchFunc(list, at, func(p proof, at int32) int { return cmp.Compare(p.after, at) })
	if i < len(list) && list[i].after == at {
		i++
	}
	if i == 0 {
		return always
	}
	return list[i-1].to
}

// prove lists the reads of a function that prove something, in the order of the text, each with what it
// proves together with those before it.
func (l *List) prove(fn *ast.Function) (list []proof) {
	passed := l.stretches()
	if len(passed) == 0 {
		return nil
	}
	to := int32(always)
	for _, id := range l.program.certainReads(fn) {
		if s, ok := passed[id.Sym]; ok && s.quiet > to && !id.Sym.DynamicReach {
			to = s.quiet
			list = append(list, proof{id.End, to})
		}
	}
	return list
}

// stretch is where the declaration of a lexical name ends, and what follows it quietly.
type stretch struct{ end, quiet int32 }

// stretches returns those of the list's lexical names.
func (l *List) stretches() map[*ast.Symbol]stretch {
	if l.passed != nil {
		return l.passed
	}
	l.passed = map[*ast.Symbol]stretch{}
	now := *l              // Quiet may be called meanwhile
	var open []*ast.Symbol // what was declared since something may have happened
	at := int32(always)    // the end of what was looked at
	close := func() {
		for _, sym := range open {
			l.passed[sym] = stretch{l.passed[sym].end, at}
		}
		open = open[:0]
	}
	pass := func(end int32, isQuiet bool, id *ast.Ident) {
		if !isQuiet {
			close()
		}
		if at = end; id != nil && id.Sym != nil {
			l.passed[id.Sym] = stretch{end: end}
			open = append(open, id.Sym)
		}
	}
	for _, st := range l.statements() {
		now.quiet = st.Pos().Start
		if x, ok := st.(*ast.ExportDecl); ok {
			st = x.Decl
		}
		switch x := st.(type) {
		case *ast.ClassDecl:
			pass(x.End, quietClass(x.Class), x.Class.Name)
		case *ast.VarDecl:
			for _, d := range x.Decls {
				now.quiet = d.Start
				id, _ := d.Target.(*ast.Ident)
				if x.Kind != ast.Let && x.Kind != ast.Const {
					id = nil
				}
				pass(d.End, x.Kind != ast.Using && x.Kind != ast.AwaitUsing && now.quietDeclarator(d), id)
			}
		default:
			pass(st.Pos().End, now.quietStatement(st), nil)
		}
	}
	close()
	return l.passed
}

// certainReads lists the names that a function reads wherever its own statements get past them, in the order of the
// text: what stands behind one of them in the text of the function runs after it.
func (s *Program) certainReads(fn *ast.Function) []*ast.Ident {
	list, known := s.reads[fn]
	if known {
		return list
	}
	var r certain
	if fn.ExprBody != nil {
		r.expr(fn.ExprBody)
	}
	for _, st := range fn.Body {
		r.stmt(st)
	}
	s.reads[fn] = r
	return r
}

type certain []*ast.Ident

// stmt handles a statement of a function's own list: what it evaluates first.
func (r *certain) stmt(st ast.Stmt) {
	switch st := st.(type) {
	case *ast.ExprStmt:
		r.expr(st.X)
	case *ast.VarDecl:
		for _, d := range st.Decls {
			r.expr(d.Init)
		}
	case *ast.Return:
		r.expr(st.X)
	case *ast.Throw:
		r.expr(st.X)
	case *ast.If:
		r.expr(st.Test)
	case *ast.While:
		r.expr(st.Test)
	case *ast.For:
		if st.Init != nil {
			r.stmt(st.Init)
		}
		r.expr(st.Test)
	case *ast.ForIn:
		r.expr(st.Right)
	case *ast.ForOf:
		r.expr(st.Right)
	case *ast.Switch:
		r.expr(st.Disc)
	}
}

// expr handles an expression that is evaluated: its operands up to the first that may not be.
// Everything that a pattern assigns, and a chain with optional links, is left out.
func (r *certain) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		if x.Sym != nil && x.Sym.Kind.Lexical() {
			*r = append(*r, x)
		}
	case *ast.Unary:
		if x.Op != ast.Delete {
			r.expr(x.X)
		}
	case *ast.Binary:
		r.expr(x.L)
		if !x.Op.Logical() {
			r.expr(x.R)
		}
	case *ast.Cond:
		r.expr(x.Test)
	case *ast.Seq:
		r.exprs(x.Exprs)
	case *ast.Assign:
		switch x.Target.(type) {
		case *ast.Member, *ast.Index:
			r.expr(x.Target)
		case *ast.Ident:
		default:
			return
		}
		if !x.Op.Logical() {
			r.expr(x.Value)
		}
	case *ast.Member:
		r.expr(x.Obj)
	case *ast.Index:
		r.expr(x.Obj)
		r.expr(x.Key)
	case *ast.Call:
		r.expr(x.Callee)
		r.exprs(x.Args)
	case *ast.New:
		r.expr(x.Callee)
		r.exprs(x.Args)
	case *ast.Spread:
		r.expr(x.X)
	case *ast.Array:
		r.exprs(x.Elems)
	case *ast.Object:
		for _, p := range x.Props {
			if p.Computed {
				r.expr(p.Key)
			}
			r.expr(p.Value)
		}
	case *ast.Template:
		r.exprs(x.Exprs)
	case *ast.Await:
		r.expr(x.X)
	}
}

func (r *certain) exprs(list []ast.Expr) {
	for _, x := range list {
		r.expr(x)
	}
}
