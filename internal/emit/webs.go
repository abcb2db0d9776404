package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/vars"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// web is one variable of the output: the values stored in it (its live ranges), or a cell.
type web struct {
	scope.Var
	members []*son.Node
	stack   []*root // the roots that define it and are still alive, among the trees built so far
	of      *webs   // that it belongs to
	// assignments answers where it may have been assigned.
	assignments vars.Assignments
	// perIterHead is the header of the for of which this is a per-iteration variable.
	perIterHead *fold.Block
}

// webs maps values to variables.
type webs struct {
	of    []*web // by node id; nil: no variable (yet)
	bySym map[*ast.Symbol]*web
	cells map[*ast.Symbol]*web
	// copies holds the variables of copied cells other than the per-iteration copies of a for.
	copies map[*son.Node]*web
	all    []*web
}

// Values returns the values in the variable.
func (w *web) Values() []*son.Node { return w.members }

// Holds reports whether a value is in the variable.
func (w *web) Holds(n *son.Node) bool { return w.of.of[n.ID] == w }

func (e *emitter) newWeb(sym *ast.Symbol) *web {
	w := e.mem.web()
	w.Sym, w.of = sym, &e.webs
	w.Kind = e.Temp
	if e.flat {
		w.Kind = ast.Let
	}
	if sym != nil {
		w.Hint = sym.Name
		w.Kind = declKind(sym.Kind)
		w.Outer = sym.Scope != nil && !e.Fn.Owns(sym)
	}
	w.ID = len(e.webs.all)
	e.webs.all = append(e.webs.all, w)
	return w
}

// web returns the web that a variable of the function is, or nil for nil.
func (ws *webs) web(v *scope.Var) *web {
	if v == nil {
		return nil
	}
	return ws.all[v.ID]
}

func declKind(k ast.SymKind) ast.VarKind {
	switch k {
	case ast.SymLet, ast.SymClass, ast.SymCatch:
		return ast.Let
	case ast.SymConst:
		return ast.Const
	}
	return ast.Var
}

// symWeb returns the variable of a source binding.
func (e *emitter) symWeb(s *ast.Symbol) *web {
	w := e.webs.bySym[s]
	if w == nil {
		w = e.newWeb(s)
		w.Param = s.Kind == ast.SymParam && s.Scope != nil && s.Scope.Func == e.Fn
		w.Pinned = w.Param || s.Captured
		e.webs.bySym[s] = w
	}
	return w
}

// cellWeb returns the variable of a cell of this function or of an enclosing one.
func (e *emitter) cellWeb(cell *son.Node) *web {
	if w := e.webs.copies[cell]; w != nil {
		return w
	}
	s := cell.Sym
	w := e.webs.cells[s]
	if w == nil {
		w = e.newWeb(s)
		w.Cell, w.Pinned = true, true
		w.Param = s.Kind == ast.SymParam || s.Kind == ast.SymArguments
		e.webs.cells[s] = w
	}
	return w
}

// webOf returns the variable of a value, creating a helper if it has none.
func (e *emitter) webOf(n *son.Node) *web {
	w := e.webs.of[n.ID]
	if w == nil {
		if w = e.namedBy(n); w != nil {
			e.join(w, n)
			return w
		}
		w = e.newWeb(nil)
		if !e.flat && n.Sym != nil && n.Op != son.OpLoadCell && n.Op != son.OpStoreCell && n.Op != son.OpClosure {
			w.Hint = n.Sym.Name
			w.Own = len(n.Sym.Decls) == 0 // otherwise it is a name of the source
			if w.Own && n.Sym.Kind == ast.SymVar && !isCaptured(n) {
				w.Kind = ast.Var // like the object that it is a part of
			}
		}
		if !e.flat && n.Op == son.OpLoad && w.Hint == "" && plainName.MatchString(n.Str) {
			w.Prop = n.Str
		}
		if !e.flat && n.Op == son.OpLoad && n.Has(son.FlagProvided) {
			w.Hint, w.Own = n.Str, e.Fn.Name == nil || e.Fn.Name.Name != n.Str
		}
		e.join(w, n)
	}
	return w
}

// namedBy returns the variable of the binding that gets a value which branches join, if nothing else does: the
// branches assign that.
//
//	if (c) x = f(); else { g(); x = h() }      not: if (c) t = f(); else { g(); t = h() } let x = t;
func (e *emitter) namedBy(n *son.Node) *web {
	if e.flat || n.Op != son.OpPhi || n.Sym != nil || n.IsMemPhi() || len(n.Users()) != 1 {
		return nil
	}
	u := n.Users()[0]
	if u.Op != son.OpBind || u.Flags&(son.FlagInit|son.FlagDecl|son.FlagUnset|son.FlagPattern) != son.FlagInit|son.FlagDecl ||
		u.Sym == nil || u.Sym.Assigns > 1 || u.Sym.Captured {
		return nil
	}
	if w := e.webs.of[u.ID]; w != nil && w.Sym == u.Sym && len(w.members) == 1 {
		return w
	}
	return nil
}

// isCaptured reports whether a function captures a value, so that its variable must be new in
// each iteration of a loop.
func isCaptured(n *son.Node) bool {
	return slices.ContainsFunc(n.Users(), func(u *son.Node) bool { return u.Op == son.OpClosure || u.Op == son.OpClass })
}

func (e *emitter) join(w *web, n *son.Node) {
	e.webs.of[n.ID] = w
	w.members = append(w.members, n)
}

// makeWebs joins all values that the source stored in one variable. Those that interfere are
// evicted later.
func (e *emitter) makeWebs() {
	e.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpParam, son.OpBind:
			if n.Sym != nil && !(e.flat && n.Has(son.FlagUnset)) {
				e.join(e.symWeb(n.Sym), n)
			}
		case son.OpPhi:
			if n.Sym != nil && !n.Has(son.FlagExpr) && !n.IsMemPhi() && !isCell(n) {
				e.join(e.symWeb(n.Sym), n)
			}
		case son.OpCatch:
			if n.Sym != nil && e.Bindings.Of(n.Sym) == build.Value {
				e.join(e.symWeb(n.Sym), n)
			}
		}
	})
}

// evictAll makes every web free of interference across blocks: values that interfere with others
// get variables of their own.
func (e *emitter) evictAll() {
	var interference *vars.Interference
	for _, w := range e.webs.all {
		if len(w.members) < 2 {
			continue
		}
		if interference == nil {
			interference = e.interference()
		}
		evicted := interference.Evict(w.members)
		for _, n := range evicted {
			nw := e.newWeb(nil)
			nw.Hint = w.Hint
			if w.Sym != nil {
				nw.Kind = w.Kind
			}
			e.join(nw, n)
		}
		if len(evicted) > 0 {
			w.members = slices.DeleteFunc(w.members, func(m *son.Node) bool { return !w.Holds(m) })
		}
	}
}

// share lets variables of callees use a parameter or var of the function, or a var of another callee, of
// the same name that is not in use at the same time; and any variable of that name that gets their value.
//
//	for (i = 0; i < n; i++) f(i);      not: for (i = 0; i < n; i++) f(i);
//	for (i = 0; i < m; i++) g(i);           for (i$1 = 0; i$1 < m; i$1++) g(i$1);
func (e *emitter) share() {
	if e.flat || e.g.Stats.Inlined == 0 {
		return
	}
	byName := map[string][]*web{}
	var callees []*web
	for _, w := range e.webs.all {
		switch {
		case w.Sym == nil || w.Cell || w.Outer || w.Sym.Captured || len(w.members) == 0:
		case w.Sym.Inlined:
			callees = append(callees, w)
		default:
			byName[w.Hint] = append(byName[w.Hint], w)
		}
	}
	var interference *vars.Interference
	for _, w := range callees {
		if interference == nil {
			interference = e.interference()
		}
		into := slices.IndexFunc(byName[w.Hint], func(v *web) bool {
			return (w.Kind == ast.Var && v.Kind == ast.Var || v.Param && w.copies(v) || v.copies(w)) && len(interference.Evict(slices.Concat(v.members, w.members))) == 0
		})
		switch {
		case into >= 0:
			v := byName[w.Hint][into]
			for _, n := range w.members {
				e.join(v, n)
			}
			e.webs.bySym[w.Sym], w.members = v, nil
		case w.Kind == ast.Var:
			byName[w.Hint] = append(byName[w.Hint], w)
		}
	}
}

// copies reports whether w is given a value of v.
func (w *web) copies(v *web) bool {
	return slices.ContainsFunc(w.members, func(n *son.Node) bool { return n.Op == son.OpBind && v.Holds(n.Arg(0)) })
}

// isShared reports whether n assigns the value that its variable has: that of another binding with which
// it shares the variable. That value keeps a use for all those of n.
func (e *emitter) isShared(n *son.Node) bool {
	v, w := n.Arg(0), e.webs.of[n.ID]
	return w != nil && v.Sym != n.Sym && e.webs.of[v.ID] == w
}

// interference describes the blocks of the output to package vars.
func (e *emitter) interference() *vars.Interference {
	m := &e.mem.vars
	m.blocks, m.home = slices.Grow(m.blocks[:0], len(e.All()))[:len(e.All())], slab.Zeroed(m.home, len(e.All()))
	for i, b := range e.All() {
		m.home[i] = &m.blocks[e.Home(b.Src).ID]
		preds := m.preds.Make(len(b.Preds))
		for k, p := range b.Preds {
			preds[k] = &m.blocks[p.ID]
		}
		m.blocks[i].Begin(b.Src, b.Last, preds)
	}
	m.interference.Begin(&e.flow, m.home, e.readers)
	return &m.interference
}

// initial reports whether w still has its initial undefined on all edges into phi's region on
// which phi is undefined: the binding is a var, and no definition of it can have run before.
func (e *emitter) initial(w *web, phi *son.Node) bool {
	b := e.cfg.BlockOf(phi.Region())
	for i, v := range phi.Args() {
		if v.Op == son.OpConst && v.Type == son.TypeUndefined && b.Preds[i] != nil && !e.unassigned(w, b.Preds[i]) {
			return false
		}
	}
	return w.Sym != nil && w.Sym.Kind == ast.SymVar && !w.Param
}

// unassigned reports whether w still has its initial undefined in block b: the binding is a
// var, and no definition of it can have run before the end of the block.
func (e *emitter) unassigned(w *web, b *son.Block) bool {
	if w.Sym == nil || w.Sym.Kind != ast.SymVar || w.Param {
		return false
	}
	if slices.ContainsFunc(w.members, func(m *son.Node) bool { return m.Op == son.OpParam }) {
		return false // a var whose initial value is the parameter of its name
	}
	return !w.assignments.Before(&e.flow, w, b)
}
