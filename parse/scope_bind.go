package parse

import "github.com/sonjs/son/parse/ast"

// sweeping is the state of a sweep over the log. Per name it keeps the visible
// bindings as a list, innermost first: bound is the list's head, shadowed (by
// Symbol.ID) the next one. Entering a scope pushes its symbols and leaving it
// pops them, so a lookup costs the same at any depth.
type sweeping struct {
	at       *ast.Scope
	bound    []*ast.Symbol // by number of name
	shadowed []*ast.Symbol // by Symbol.ID
	// refCounts counts the references to each symbol, by Symbol.ID, for the size of its
	// Refs.
	refCounts []int32
	// topArguments: the top level references `arguments`, which is an object in
	// CommonJS.
	topArguments bool
	// catchRun caches results of lastCatch.
	catchRun map[*ast.Symbol]*ast.Symbol
	// unresolved are the names without a binding, in order of first reference; free
	// finds them by number of name.
	unresolved []*freeName
	free       map[int32]*freeName
}

// freeName is a name without a binding, and where functions reference it.
type freeName struct {
	text string
	at   []freeRef
}

type freeRef struct {
	fn    *ast.Function
	start int32
}

// sweep replays the log and calls visit with each reference, while the bindings are
// those visible at its position.
func (a *analysis) sweep(visit func(*event)) {
	if a.bound == nil {
		a.bound = make([]*ast.Symbol, len(a.names))
		a.free = map[int32]*freeName{}
	}
	a.shadowed = append(a.shadowed, make([]*ast.Symbol, len(a.symbols)-len(a.shadowed))...)
	a.refCounts = append(a.refCounts, make([]int32, len(a.symbols)-len(a.refCounts))...)
	for _, e := range a.log.All() {
		switch e.op {
		case evEnter:
			a.at = a.scopes[e.name]
			for _, sym := range a.at.Symbols {
				a.push(sym)
			}
		case evLeave:
			for _, sym := range a.at.Symbols {
				a.bound[a.nameOf[sym.ID]] = a.shadowed[sym.ID]
			}
			a.at = a.at.Parent
		case evRef:
			visit(e)
		}
	}
}

func (a *analysis) push(sym *ast.Symbol) {
	name := a.nameOf[sym.ID]
	a.shadowed[sym.ID] = a.bound[name]
	a.bound[name] = sym
}

// insert adds a symbol to a scope that has been entered already; its place in the list
// is directly after inner, or at the head if that is nil.
func (a *analysis) insert(s *ast.Scope, name string, kind ast.SymKind, inner *ast.Symbol) *ast.Symbol {
	sym := a.add(s, name, kind, nil)
	a.shadowed = append(a.shadowed, nil)
	a.refCounts = append(a.refCounts, 0)
	if inner == nil {
		a.push(sym)
	} else {
		a.shadowed[sym.ID] = a.shadowed[inner.ID]
		a.shadowed[inner.ID] = sym
	}
	return sym
}

// bindRef binds one identifier.
func (a *analysis) bindRef(e *event) {
	sym := a.bound[e.name]
	kind := e.kind
	if e.name == a.arguments {
		sym = a.bindArguments(sym, kind)
	}
	if e.flags&ofVar != 0 {
		sym, kind = a.bindVar(e, sym)
	}
	if e.flags&ofExport != 0 && sym != nil && sym.Scope == a.prog.Scope {
		sym.Exported = true
	}
	e.kind = kind
	if sym == nil {
		e.id.Sym = nil
		a.addFreeRef(e)
		return
	}
	if e.flags&ofInner == 0 {
		e.id.Sym = sym
	}
	e.name = int32(sym.ID)
	a.refCounts[sym.ID]++
	if hoists(e, sym) {
		a.refCounts[sym.AnnexB.ID]++
	}
}

// addFreeRef records where a function references an unresolved name. A second reference
// in a row adds nothing.
func (a *analysis) addFreeRef(e *event) {
	name, fn := a.free[e.name], a.at.Func
	if e.name == a.arguments && a.home(fn) == nil {
		a.topArguments = true
	}
	if name == nil {
		name = &freeName{text: e.id.Name}
		a.free[e.name] = name
		a.unresolved = append(a.unresolved, name)
	}
	if n := len(name.at); fn != nil && (n == 0 || name.at[n-1].fn != fn) {
		name.at = append(name.at, freeRef{fn, e.id.Start})
	}
	e.op = evFree
}

// hoists reports whether a bound reference to a block function also assigns its Annex B
// var.
func hoists(e *event, sym *ast.Symbol) bool { return e.flags&hoistable != 0 && sym.AnnexB != nil }

// collectRefs fills Symbol.Refs, all of which are parts of one slice, once all
// references are bound and counted.
func (a *analysis) collectRefs() {
	total := 0
	for _, n := range a.refCounts {
		total += int(n)
	}
	refs := make([]ast.Ref, total)
	for i, sym := range a.symbols {
		if n := a.refCounts[i]; n > 0 {
			sym.Refs, refs = refs[:0:n], refs[n:]
		}
	}
	var in *ast.Scope
	for _, e := range a.log.All() {
		switch e.op {
		case evEnter:
			in = a.scopes[e.name]
		case evLeave:
			in = in.Parent
		case evRef:
			sym := a.symbols[e.name]
			ref(sym, ast.Ref{Ident: e.id, Func: in.Func, Kind: e.kind}, e.flags)
			if hoists(e, sym) {
				ref(sym.AnnexB, ast.Ref{Ident: e.id, Func: in.Func, Kind: ast.RefWrite}, valued)
			}
		}
	}
}

// ref adds a reference to a symbol.
func ref(sym *ast.Symbol, r ast.Ref, flags refFlags) {
	sym.Refs = append(sym.Refs, r)
	sym.Read = sym.Read || r.Kind&ast.RefRead != 0
	writes := r.Kind&ast.RefWrite != 0 || flags&valued != 0
	if writes {
		sym.Assigns++
	}
	if sym.Scope.Func != r.Func {
		sym.Captured = true
		sym.AssignedInner = sym.AssignedInner || writes
	}
}

// bindArguments binds `arguments`, given its innermost declaration. Unless that lies
// inside the nearest function with an arguments object, the name refers to that object,
// whose binding is made when first used.
func (a *analysis) bindArguments(sym *ast.Symbol, kind ast.RefKind) *ast.Symbol {
	f := a.home(a.at.Func)
	if f == nil || !hasArguments(f) || a.at == f.SelfScope {
		return sym
	}
	if sym == nil || sym.Kind == ast.SymFuncName || a.home(sym.Scope.Func) != f {
		sym = a.insert(f.Scope, "arguments", ast.SymArguments, nil)
	}
	if sym.Kind == ast.SymArguments && kind != ast.RefDecl {
		markUses(a.at.Func, ast.UsesArguments)
	}
	return sym
}

// bindVar binds the name of a var in its declarator. An initializer assigns to what the
// name means there, which may be a catch parameter; a declarator without one refers to
// the var itself. bindVar also finds the lexical declarations between the declarator
// and the var's scope, which are errors.
func (a *analysis) bindVar(e *event, sym *ast.Symbol) (*ast.Symbol, ast.RefKind) {
	vars := a.varsOf(a.at.Func)
	s := sym
	if s != nil && a.simpleCatch(s) {
		s = a.shadowed[a.lastCatch(s).ID]
	}
	if s != nil && s.Scope != vars && a.between(s, vars) {
		a.redeclared(s, e.id)
	}
	if sym != nil && sym.Scope == vars {
		return sym, e.kind
	}
	if e.flags&valued == 0 {
		return vars.Lookup(e.id.Name), e.kind
	}
	return sym, ast.RefWrite
}

// varsOf returns the scope of f's vars.
func (a *analysis) varsOf(f *ast.Function) *ast.Scope {
	switch {
	case f == nil:
		return a.prog.Scope
	case f.BodyScope != nil:
		return f.BodyScope
	}
	return f.Scope
}

// between reports whether s is bound in a block of the function whose var scope
// is given.
func (a *analysis) between(s *ast.Symbol, vars *ast.Scope) bool {
	return s.Scope.Func == vars.Func && s.Scope.Kind != ast.ScopeFuncSelf && s.Scope.Kind != ast.ScopeFunc
}

// simpleCatch reports whether a var may have the name of the catch parameter s
// (B.3.4).
func (a *analysis) simpleCatch(s *ast.Symbol) bool {
	return s.Kind == ast.SymCatch && !a.patternCatch[s.Scope]
}

// lastCatch returns the outermost of the simple catch parameters of one name and
// function that shadow each other, s being one of them. Each is visited once, so that
// handlers may nest deep.
func (a *analysis) lastCatch(s *ast.Symbol) *ast.Symbol {
	last := s
	for {
		if known := a.catchRun[last]; known != nil {
			last = known
			break
		}
		next := a.shadowed[last.ID]
		if next == nil || next.Scope.Func != s.Scope.Func || !a.simpleCatch(next) {
			break
		}
		last = next
	}
	if a.catchRun == nil {
		a.catchRun = map[*ast.Symbol]*ast.Symbol{}
	}
	for at := s; at != last && a.catchRun[at] == nil; at = a.shadowed[at.ID] {
		a.catchRun[at] = last
	}
	return last
}
