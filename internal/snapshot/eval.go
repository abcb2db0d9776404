package snapshot

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// eval is one evaluation of a function for a snapshot.
type eval struct {
	p  *Program
	fn *ast.Function // nil is the top level
	e  *Entry
	// given is the snapshot. That of the entry may grow meanwhile.
	given *Snapshot

	sites  map[site]ID
	next   ID
	stepAt map[stepKey]*Step
	steps  []*Step
	calls  map[*ast.Call]*Call

	handler *handler
	targets []*target
	end     *state // joined over the returns

	short *state // joined over the links that end the optional chain

	left int // of the budget
}

// handler collects what is known where an exception may be thrown.
type handler struct {
	st      *state
	at      junction
	outside bool // of the function: nobody looks at its variables
	held    int  // of the state's held values are kept
	version int  // of the last state with an exception of any kind
}

const (
	// minBudget and budgetPerNode bound the steps of an evaluation.
	minBudget     = 12000
	budgetPerNode = 60
)

// work spends some of the budget.
func (ev *eval) work(n int) { ev.left -= n }

// isOver reports whether the budget is spent.
func (ev *eval) isOver() bool { return ev.left < 0 }

// deeper enters an expression or a statement, unless too many are inside each other.
func (ev *eval) deeper() bool {
	if ev.p.nesting >= maxNesting {
		ev.left = -1
		return false
	}
	ev.p.nesting++
	return true
}

// evaluate interprets a function for the snapshot of an entry.
func (p *Program) evaluate(e *Entry) *Answer {
	e.Calls, e.Steps, e.Records, e.Variables, e.points, e.stale = nil, nil, 0, nil, nil, false
	if e.Fn != nil && isDynamic(e.Fn) {
		return p.abort(e.Fn, "it has eval or with")
	}
	if p.depth >= maxDepth {
		return p.abort(e.Fn, "too many calls are inside each other")
	}
	p.depth++
	defer func() { p.depth-- }()
	ev := &eval{p: p, fn: e.Fn, e: e, given: e.Snapshot, sites: map[site]ID{}, next: ID(len(e.Snapshot.Recs)), stepAt: map[stepKey]*Step{}, calls: map[*ast.Call]*Call{},
		handler: &handler{outside: true, at: junction{what: joinThrows}}, left: minBudget + budgetPerNode*p.of(e.Fn).size}
	if p.o.Points {
		e.points = map[ast.Node]*state{}
	}
	st := ev.begin()
	ev.body(st)
	e.Steps, e.Records, e.Variables = ev.steps, int(ev.next), ev.variables()
	for _, c := range ev.calls {
		e.Calls = append(e.Calls, c)
	}
	slices.SortFunc(e.Calls, func(x, y *Call) int {
		return cmp.Or(cmp.Compare(x.At.Start, y.At.Start), cmp.Compare(y.At.End, x.At.End))
	})
	if ev.isOver() {
		return p.abort(e.Fn, "it is too large to find out")
	}
	a := &Answer{Return: ev.outcome(ev.end, returned), Throw: ev.outcome(ev.handler.st, thrown)}
	if p.o.Fault == ForgetsThrows && a.Throw != nil {
		a.Throw.Recs = ev.given.Recs
	}
	return a
}

// variables returns the values of variables where the function returns.
func (ev *eval) variables() (list []Variable) {
	if ev.end == nil || ev.end.dead {
		return nil
	}
	scopes := []*ast.Scope{ev.p.p.Scope}
	if ev.fn != nil {
		scopes = []*ast.Scope{ev.fn.Scope, ev.fn.BodyScope}
	}
	for _, s := range scopes {
		if s == nil {
			continue
		}
		for _, sym := range s.Symbols {
			if v, ok := ev.end.vars[sym]; ok && sym.Kind != ast.SymFunc && sym.Kind != ast.SymParam {
				list = append(list, Variable{sym, v})
			}
		}
	}
	return list
}

// begin returns the state in which the code begins.
func (ev *eval) begin() *state {
	st := newState()
	for i, f := range ev.given.Recs {
		g := *f
		if !g.gone {
			g.at = ev.step(Given, ID(i), ast.Span{}, "")
		}
		st.setRec(ID(i), &g)
	}
	if ev.fn == nil {
		ev.open(st, ev.p.p.Scope)
		return st
	}
	ev.open(st, ev.fn.Scope)
	return st
}

// body interprets the parameters and the body.
func (ev *eval) body(st *state) {
	fn := ev.fn
	if fn == nil {
		ev.stmts(st, ev.p.p.Body)
		ev.returns(st, undefined)
		return
	}
	for i, x := range fn.Params {
		v := anything
		if i < len(ev.given.Params) {
			v = ev.given.Params[i]
		}
		if s, ok := x.(*ast.Spread); ok {
			x, v = s.X, other(son.TypeFresh)
		}
		ev.bind(st, x, v)
	}
	if fn.BodyScope != nil {
		ev.open(st, fn.BodyScope)
		for _, sym := range fn.BodyScope.Symbols {
			if p := fn.Scope.Lookup(sym.Name); p != nil && sym.Kind == ast.SymVar && ev.follows(sym) {
				st.assign(sym, ev.read(st, p)) // a var begins with the value of the parameter
			}
		}
	}
	for _, s := range fn.Body {
		ev.hoist(st, s)
	}
	if fn.ExprBody != nil {
		v := ev.expr(st, fn.ExprBody)
		ev.returns(st, v)
		return
	}
	ev.stmts(st, fn.Body)
	ev.returns(st, undefined)
}

// hoist gives a declared function its value, also if it has the name of a parameter.
func (ev *eval) hoist(st *state, s ast.Stmt) {
	for {
		l, ok := s.(*ast.Labeled)
		if !ok {
			break
		}
		s = l.Body
	}
	if d, ok := s.(*ast.FuncDecl); ok && d.Fn.Name != nil && d.Fn.Name.Sym != nil {
		ev.write(st, d.Fn.Name.Sym, other(son.TypeFunction), s.Pos().Span)
	}
}

// open gives the variables of a scope the values that they begin with.
func (ev *eval) open(st *state, s *ast.Scope) {
	if s == nil || st.dead {
		return
	}
	for _, sym := range s.Symbols {
		if !ev.follows(sym) {
			continue
		}
		switch {
		case sym.Kind.Lexical():
			st.assign(sym, other(son.TypeUninit))
		case sym.Kind == ast.SymFunc || sym.Kind == ast.SymBlockFunc:
			st.assign(sym, other(son.TypeFunction))
		case sym.Kind == ast.SymVar:
			st.assign(sym, undefined)
		}
	}
}

// close drops the variables of a scope.
func (ev *eval) close(st *state, s *ast.Scope) {
	if s == nil || st.dead {
		return
	}
	for _, sym := range s.Symbols {
		if sym.Kind.Lexical() || sym.Kind == ast.SymBlockFunc {
			delete(st.vars, sym)
			st.changed()
		}
	}
}

// follows reports whether the values of a variable are followed: only the function itself assigns it.
func (ev *eval) follows(sym *ast.Symbol) bool {
	switch {
	case sym.Scope == nil || sym.Scope.Func != ev.fn || sym.DynamicReach || sym.Aliased || sym.Exported || sym.AssignedInner:
		return false
	case sym.Scope.Kind == ast.ScopeGlobal && !ev.p.p.CommonJS:
		return false // other scripts have it
	}
	switch sym.Kind {
	case ast.SymImport, ast.SymArguments, ast.SymFuncName, ast.SymDefault:
		return false
	case ast.SymParam:
		return ev.fn == nil || ev.fn.Uses&ast.UsesArguments == 0
	}
	return true
}

// read returns the value of a variable.
func (ev *eval) read(st *state, sym *ast.Symbol) Value {
	if st.dead {
		return Value{}
	}
	v, ok := st.vars[sym]
	if !ok || !ev.follows(sym) {
		if sym.Kind == ast.SymFuncName {
			return other(son.TypeFunction)
		}
		if sym.Kind.Lexical() || sym.Kind == ast.SymImport {
			ev.mayThrow(st)
		}
		return anything
	}
	if isUninit(v) {
		ev.mayThrow(st)
		v.Other = v.Other.Without(son.KindUninit)
		if v.isEmpty() {
			st.die()
		}
	}
	return v
}

// write assigns a variable. What others can read is let go.
func (ev *eval) write(st *state, sym *ast.Symbol, v Value, at ast.Span) {
	if st.dead {
		return
	}
	if sym == nil || !ev.follows(sym) {
		ev.letGo(st, v, at, "a variable that others have")
		if sym == nil || sym.Kind.Lexical() {
			ev.mayThrow(st)
		}
		return
	}
	if sym.Captured {
		ev.letGo(st, v, at, "a function inside has the variable "+sym.Name)
	}
	st.assign(sym, v)
}

// mayThrow says that code may throw anything here.
func (ev *eval) mayThrow(st *state) { ev.mayThrowTo(ev.handler, st) }

// mayThrowTo says that code may throw anything in a state, which a handler gets.
func (ev *eval) mayThrowTo(h *handler, st *state) {
	if st.dead || h.version == st.version {
		return
	}
	ev.throw(h, st, anything)
	h.version = st.version
}

// throw adds a state in which a value is thrown to those of a handler.
func (ev *eval) throw(h *handler, st *state, v Value) {
	if st.dead {
		return
	}
	ev.work(st.cost())
	t := &state{}
	if h.outside {
		t = &state{vars: map[*ast.Symbol]Value{}, recs: maps.Clone(st.recs), clock: st.clock}
	} else {
		t = st.clone()
		t.held = t.held[:h.held]
	}
	t.assign(thrown, v)
	if h.st == nil {
		h.st = &state{dead: true}
	}
	ev.joinInto(h.st, t, h.at, false)
}

// returns ends the function with a value.
func (ev *eval) returns(st *state, v Value) {
	if st.dead {
		return
	}
	st.assign(returned, v)
	ev.jump(st, nil, false)
	st.die()
}
