package coalesce

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Options say what has to stay.
type Options struct {
	// KeepNames: functions may get their names from variables.
	KeepNames bool
}

// Program makes variables of a program one, whose names are resolved. It changes the tree, and returns
// how many variables became another one.
func Program(p *ast.Program, o Options) (gone int) {
	w := &walk{o: o, held: map[string]bool{}}
	var functions []*ast.Function
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			functions = append(functions, n)
		case *ast.FuncDecl:
			if id := n.Fn.Name; id != nil && id.Sym != nil && id.Sym.Kind == ast.SymBlockFunc && id.Sym.AnnexB == nil {
				w.held[id.Name] = true
			}
		}
		return true
	})
	for _, fn := range functions {
		gone += w.function(fn)
	}
	return gone
}

// variable is a variable of the function.
type variable struct {
	sym        *ast.Symbol
	stays      bool      // as it is
	seen       bool      // there was a reference
	start, end int       // where it is live; start 0: from the beginning of the function
	list       int       // of the definition
	loops      int       // how many are around that
	into       *variable // the one that it becomes
}

// walk numbers the code of one function.
type walk struct {
	o     Options
	held  map[string]bool // names that stay: functions in blocks have them, which are in the way of variables
	fn    *ast.Function
	at    int
	of    map[*ast.Symbol]*variable
	vars  []*variable
	open  []bool // by list of statements: the walk is in it
	list  int    // the innermost one
	loops []*loop
	depth int
}

// loop is a loop around the walk.
type loop struct {
	live []*variable // from before it, and referenced in it
}

// maxDepth is how deep a function's code may nest, and maxVariables how many variables are
// considered.
const (
	maxDepth     = 500
	maxVariables = 200
)

// function makes variables of a function one, and returns how many became another one.
func (w *walk) function(fn *ast.Function) int {
	if fn.Scope == nil || fn.BodyScope != nil || fn.DirectEval || fn.HasWith || fn.InWith || len(fn.Body) == 0 {
		return 0
	}
	if !slices.ContainsFunc(fn.Scope.Symbols, func(s *ast.Symbol) bool { return s.Kind == ast.SymVar && !s.Captured }) {
		return 0
	}
	*w = walk{o: w.o, held: w.held, fn: fn, of: map[*ast.Symbol]*variable{}, open: append(w.open[:0], true)}
	for _, x := range fn.Params {
		if s, ok := x.(*ast.Spread); ok {
			x = s.X
		}
		id, ok := x.(*ast.Ident)
		if !ok {
			return 0
		}
		if v := w.variable(id); v != nil {
			v.seen = true
		}
	}
	w.statements(fn.Body)
	if w.depth > maxDepth {
		return 0
	}
	gone := w.share()
	if gone > 0 {
		w.apply()
	}
	return gone
}

// variable returns the variable that an identifier references, if it may take part; or nil.
func (w *walk) variable(id *ast.Ident) *variable {
	sym := id.Sym
	if sym == nil {
		return nil
	}
	v, known := w.of[sym]
	if known {
		return v
	}
	if w.takesPart(sym) {
		v = &variable{sym: sym}
		w.vars = append(w.vars, v)
	}
	w.of[sym] = v
	return v
}

// takesPart reports whether all references of a variable are in the code of the function.
func (w *walk) takesPart(sym *ast.Symbol) bool {
	switch {
	case sym.Scope != w.fn.Scope, sym.Captured, sym.DynamicReach, sym.Aliased, sym.Name == "arguments", sym.Name == "eval", w.held[sym.Name]:
		return false
	case sym.Kind == ast.SymParam && len(sym.Decls) == 1:
		return true
	}
	return sym.Kind == ast.SymVar && !slices.ContainsFunc(sym.Decls, func(d *ast.Ident) bool { return d.Sym != sym })
}

// reference notes a reference. define: it assigns the variable, without reading it.
func (w *walk) reference(id *ast.Ident, define bool) {
	v := w.variable(id)
	if v == nil {
		return
	}
	w.at++
	switch {
	case !v.seen && define:
		v.start, v.list, v.loops = w.at, w.list, len(w.loops)
	case !v.seen || !w.open[v.list]:
		v.start, v.list, v.loops = 0, 0, 0
	}
	v.seen, v.end = true, w.at
	if len(w.loops) > v.loops {
		l := w.loops[v.loops]
		if n := len(l.live); n == 0 || l.live[n-1] != v {
			l.live = append(l.live, v)
		}
	}
}

// in walks a list of statements, or other code that runs from its beginning, if it runs at all, and
// part by part.
func (w *walk) in(do func()) {
	list := w.list
	w.list = len(w.open)
	w.open = append(w.open, true)
	do()
	w.open[w.list] = false
	w.list = list
}

// loop walks what a loop repeats.
func (w *walk) loop(do func()) {
	l := &loop{}
	w.loops = append(w.loops, l)
	w.in(do)
	w.loops = w.loops[:len(w.loops)-1]
	w.at++
	for _, v := range l.live {
		v.end = w.at
	}
}

func (w *walk) statements(list []ast.Stmt) {
	for _, st := range list {
		w.statement(st)
	}
}

// arm walks a statement that may not run.
func (w *walk) arm(st ast.Stmt) {
	if st != nil {
		w.in(func() { w.statement(st) })
	}
}

func (w *walk) statement(st ast.Stmt) {
	if w.depth++; w.depth > maxDepth {
		return
	}
	w.visit(st)
	if w.depth <= maxDepth {
		w.depth--
	}
}

func (w *walk) visit(st ast.Stmt) {
	switch st := st.(type) {
	case *ast.ExprStmt:
		w.expr(st.X)
	case *ast.VarDecl:
		w.declaration(st)
	case *ast.FuncDecl:
		if id := st.Fn.Name; id.Sym != nil && id.Sym.AnnexB != nil {
			w.keep(id.Sym.AnnexB)
		}
	case *ast.If:
		w.expr(st.Test)
		w.arm(st.Then)
		w.arm(st.Else)
	case *ast.Block:
		w.in(func() { w.statements(st.Body) })
	case *ast.Labeled:
		w.statement(st.Body)
	case *ast.For:
		switch init := st.Init.(type) {
		case *ast.ExprStmt:
			w.expr(init.X)
		case *ast.VarDecl:
			w.declaration(init)
		}
		w.loop(func() {
			w.expr(st.Test)
			w.arm(st.Body)
			w.expr(st.Update)
		})
	case *ast.While:
		w.loop(func() {
			w.expr(st.Test)
			w.arm(st.Body)
		})
	case *ast.DoWhile:
		w.loop(func() {
			w.arm(st.Body)
			w.expr(st.Test)
		})
	case *ast.ForIn:
		w.each(st.Left, st.Right, st.Body)
	case *ast.ForOf:
		w.each(st.Left, st.Right, st.Body)
	case *ast.Switch:
		w.expr(st.Disc)
		w.in(func() {
			for _, c := range st.Cases {
				w.expr(c.Test)
			}
		})
		for _, c := range st.Cases {
			w.in(func() { w.statements(c.Body) })
		}
	case *ast.Try:
		w.arm(st.Block)
		w.in(func() {
			if st.Param != nil {
				w.target(st.Param, nil)
			}
			if st.Handler != nil {
				w.arm(st.Handler)
			}
		})
		if st.Finally != nil {
			w.arm(st.Finally)
		}
	default:
		w.children(st)
	}
}

// each walks a for-in or for-of.
func (w *walk) each(left ast.Stmt, right ast.Expr, body ast.Stmt) {
	var target ast.Expr
	switch l := left.(type) {
	case *ast.VarDecl:
		d := l.Decls[0]
		target = d.Target
		if d.Init != nil {
			w.expr(d.Init)
			w.target(d.Target, d.Init)
		}
	case *ast.ExprStmt:
		target = l.X
	}
	w.expr(right)
	w.loop(func() {
		w.target(target, nil)
		w.arm(body)
	})
}

func (w *walk) declaration(d *ast.VarDecl) {
	for _, one := range d.Decls {
		if one.Init != nil {
			w.expr(one.Init)
			w.target(one.Target, one.Init)
		}
	}
}

// keep lets a variable stay as it is.
func (w *walk) keep(sym *ast.Symbol) {
	if v := w.variable(&ast.Ident{Sym: sym}); v != nil {
		v.stays = true
	}
}

// target assigns a value, if it is known, to a target.
func (w *walk) target(x, value ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		if w.o.KeepNames && value != nil && ast.IsAnonymous(value) && x.Sym != nil {
			w.keep(x.Sym)
		}
		w.reference(x, true)
	case *ast.ArrayPat:
		for _, e := range x.Elems {
			if s, ok := e.(*ast.Spread); ok {
				e = s.X
			}
			if e != nil {
				w.target(e, nil)
			}
		}
	case *ast.ObjectPat:
		for _, m := range x.Props {
			if m.Computed {
				w.expr(m.Key)
			}
			v := m.Value
			if s, ok := v.(*ast.Spread); ok {
				v = s.X
			}
			w.target(v, nil)
		}
	case *ast.Default:
		if !isName(x.Target) {
			w.expr(x.Target)
		}
		w.maybe(x.Value)
		w.target(x.Target, x.Value)
	default:
		w.expr(x)
	}
}

// isName reports whether a target has nothing to evaluate before its value.
func isName(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Ident, *ast.ArrayPat, *ast.ObjectPat:
		return true
	}
	return false
}

func (w *walk) expr(x ast.Expr) {
	if x == nil {
		return
	}
	if w.depth++; w.depth > maxDepth {
		return
	}
	w.value(x)
	if w.depth <= maxDepth {
		w.depth--
	}
}

func (w *walk) value(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		w.reference(x, false)
	case *ast.Func:
	case *ast.Assign:
		w.assign(x)
	case *ast.Binary:
		w.expr(x.L)
		w.operand(x.Op, x.R)
	case *ast.Cond:
		w.expr(x.Test)
		w.maybe(x.Then)
		w.maybe(x.Else)
	case *ast.Chain:
		w.maybe(x.X)
	case *ast.Update:
		w.expr(x.X)
	default:
		w.children(x)
	}
}

// maybe walks an expression that may not be evaluated.
func (w *walk) maybe(x ast.Expr) { w.in(func() { w.expr(x) }) }

// operand walks a right operand.
func (w *walk) operand(op ast.BinaryOp, x ast.Expr) {
	if op.Logical() {
		w.maybe(x)
	} else {
		w.expr(x)
	}
}

func (w *walk) assign(x *ast.Assign) {
	if x.Op != ast.NoOp {
		w.expr(x.Target)
		w.operand(x.Op, x.Value)
		if id, ok := x.Target.(*ast.Ident); ok {
			if w.o.KeepNames && ast.IsAnonymous(x.Value) && id.Sym != nil {
				w.keep(id.Sym)
			}
			w.reference(id, false)
		}
		return
	}
	if !isName(x.Target) {
		w.expr(x.Target)
		w.expr(x.Value)
		return
	}
	w.expr(x.Value)
	w.target(x.Target, x.Value)
}

// children walks the parts of a node that are evaluated in the order of the text, but not the
// functions.
func (w *walk) children(n ast.Node) {
	ast.Children(n, func(c ast.Node) {
		switch c := c.(type) {
		case *ast.Function:
		case ast.Expr:
			w.expr(c)
		case ast.Stmt:
			w.statement(c)
		default:
			if w.depth++; w.depth > maxDepth {
				return
			}
			w.children(c)
			if w.depth <= maxDepth {
				w.depth--
			}
		}
	})
}

// share finds which variables can be one: each becomes the first that is free. It returns how many do.
func (w *walk) share() (gone int) {
	slices.SortStableFunc(w.vars, func(a, b *variable) int { return cmp.Compare(a.start, b.start) })
	var slots []*variable
	for _, v := range w.vars {
		if v.stays || !v.seen {
			continue
		}
		i := slices.IndexFunc(slots, func(s *variable) bool { return s.end < v.start })
		switch {
		case i >= 0:
			v.into, slots[i].end = slots[i], v.end
			gone++
		case len(slots) < maxVariables:
			slots = append(slots, v)
		}
	}
	return gone
}
