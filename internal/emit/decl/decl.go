// Package decl declares the variables of a function: it decides in which list of statements and by
// which statement each is declared, and with which keyword, so that the declarations are where the
// source has them as far as the statements that are left allow it.
//
// The input is the tree of statements in which nothing is declared yet, with the variables that its
// identifiers refer to. [Declarer.Locate] finds the references. [Declarer.Place] decides where each
// variable is declared, and turns assignments into declarations. After that the variables can get
// their names (package names), which [Declarer.Insert] needs: it adds the declarations without a
// value, as far as possible where the source has them. The output is the same tree, and the part of
// a variable that says how it is declared ([scope.Declaration]). The package knows no graph.
package decl

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Input is a function whose variables are not declared yet.
type Input struct {
	Tree     scope.Tree
	Refs     *scope.Refs
	Vars     []*scope.Var
	Assigns  map[ast.Stmt]Assign      // the statements that give a variable a value of its own
	Patterns bool                     // some of them may assign patterns
	Origin   map[ast.Stmt]ast.Span    // the places in the source of what statements were made from
	Heads    map[ast.Stmt]*scope.List // of the for, for-in and for-of loops
	// BlockFuncs are the functions that blocks declare, by their declarations.
	BlockFuncs map[ast.Stmt]*scope.BlockFunc
	Bodies     map[ast.Stmt]*ast.Block // of functions that were made from basic blocks, by their declarations
	Funcs      []*ast.Function         // of the program, by their indices
	Fn         *ast.Function           // as its author wrote it
	// Borrowed calls a function for the names that a nested function references, or one inside it, and that its
	// text does not have.
	Borrowed func(fn *ast.Function, do func(name string, sym *ast.Symbol))
	Src      *written.Index // of Fn
	Options
}

// Options say which form the declarations take.
type Options struct {
	Flat    bool // one variable in each
	Helpers bool // readability does not matter
	Size    bool // only the length matters
}

// Assign says of a statement that assigns a variable, or those in a pattern, what it was made from.
type Assign struct {
	Declares bool // the source declares the variables there
	Pattern  bool
}

// Declarer declares the variables of one function after the other. It keeps its storage.
type Declarer struct {
	Input
	Free   scope.Free // the references to names that are not the function's own
	err    error      // see refuse
	uses   *slab.List[scope.Uses]
	blocks map[*[]ast.Stmt]*scope.List
	inside []*scope.Var // the inner names of the classes around the visited node
	// param is the place of the try statement while its catch parameter is visited:
	// declarations in the catch's body are not in scope there.
	param *scope.Place
	// patterns holds, for each let or const that a pattern declares, the statement with that.
	patterns map[*scope.Var]*pattern
	split    map[*scope.List]bool // see splitHeads
	lets     looseLets
	loose    []*scope.Var // the vars that no statement declares
	// bySource holds the statements with an origin, in the order of the source.
	bySource []scope.Place
	// declHeads holds the for heads that may declare each name of the source.
	declHeads map[*ast.Ident][]*scope.List
	symVars   map[*ast.Symbol]int // how many variables a symbol has
	sited     bool                // see varSite
	inited    bool                // see findInits
	varDecls  slab.List[varDecl]
}

// List returns the list of the statements in braces, or nil.
func (t *Declarer) List(body *[]ast.Stmt) *scope.List { return t.blocks[body] }

// Place chooses the place and form of each variable's declaration, and turns assignments into
// declarations.
func (t *Declarer) Place() error {
	t.lets = looseLets{}
	t.findPatterns()
	t.splitHeads()
	for _, v := range t.Vars {
		if v.Uses != nil && !v.Param && !v.Inner && !v.Func && !v.Outer {
			if t.place(v, v.Uses); t.err != nil {
				return t.err
			}
		}
	}
	for _, list := range t.Tree.Lists {
		for i, st := range list.Stmts {
			if es, ok := st.(*ast.ExprStmt); ok && t.isAssign(st) && t.declaresVar(es) {
				t.turnInto(list, i, st, ast.Var)
			}
		}
	}
	return nil
}

// place declares one variable, or notes that it is to be declared without a value.
func (t *Declarer) place(v *scope.Var, u *scope.Uses) {
	if p := t.patterns[v]; p != nil {
		v.Home = p.list
		if !p.done {
			t.turnInto(p.list, p.at, p.st, p.kind)
			p.list.Braces = p.list.Braces || p.list.Kind == scope.Case
			p.done = true
		}
		return
	}
	if v.Caught != nil {
		if v.Home = v.Caught; !u.Around.In(v.Home) {
			t.refuse("%s is needed outside of its catch", v.Hint)
		}
		return
	}
	if v.Block != nil {
		t.placeBlockFunc(v, u)
		return
	}
	if v.Kind == ast.Var {
		if v.By = t.varSite(v, u); v.By == nil && !v.AnnexB {
			if t.isEarly(v) && u.Around.Kind != scope.Head && u.First >= 0 {
				v.Before = u.Around.Stmts[u.First]
			}
			if v.Before != nil && v.Before == v.Assign {
				v.By = v.Assign
			} else {
				t.loose = append(t.loose, v)
			}
		}
		v.Home = t.Tree.Root
		return
	}
	v.Home = u.Around
	st, at := t.letSite(v, u), u.First
	if v.Cell {
		if st, at = t.cellSite(v, u); st != nil && v.IsMadeAgain(u.Around) {
			t.refuse("%s would be a new variable in each iteration of a loop", v.Hint)
			return
		}
	}
	if t.split[u.Around] {
		st = nil
	}
	if v.PerIter && (st == nil || u.Around != v.Head) {
		t.refuse("%s is not declared in the head of its loop", v.Hint)
		return
	}
	if st != nil {
		t.turnInto(u.Around, at, st, letOrConst(v))
		if u.Around.Kind == scope.Case {
			u.Around.Braces = true
		}
		return
	}
	if v.Cell && !t.split[u.Around] && !v.PerIter && t.deadZone(v, u) {
		return
	}
	if v.Cell {
		t.refuse("%s cannot be declared where it is initialized", v.Hint)
		return
	}
	t.lets.declare(t, v, u)
}

// placeBlockFunc makes the list with its declaration the home of a block-level function.
func (t *Declarer) placeBlockFunc(v *scope.Var, u *scope.Uses) {
	in := v.Block.In
	v.Home = in
	if in.Open {
		v.Home = in.Parent
	}
	if !u.Around.In(v.Home) {
		t.refuse("the function %s is needed outside of its block", v.Block.Sym.Name)
	}
	if in.Kind == scope.Case && !in.Open {
		in.Braces = true
	}
}

// PlaceInFunctions is [Declarer.Place] for a function whose basic blocks are functions in it. It
// returns the variables that several of these share. They are not declared yet.
func (t *Declarer) PlaceInFunctions() (shared []*scope.Var) {
	t.findPatterns()
	for _, v := range t.Vars {
		u := v.Uses
		if v.Caught != nil {
			v.Home = v.Caught
			continue
		}
		if u == nil || v.Param || v.Inner || v.Declared || v.Func || v.Outer {
			continue
		}
		if p := t.patterns[v]; p != nil && v.Kind != ast.Var {
			v.Home = p.list
			if !p.done {
				t.turnInto(p.list, p.at, p.st, p.kind)
				p.done = true
			}
			continue
		}
		list := u.Around
		for list != t.Tree.Root && list.Parent != t.Tree.Root {
			list = list.Parent
		}
		v.Home = list
		if list == u.Around && list != t.Tree.Root && v.Kind != ast.Var {
			st, at := t.letSite(v, u), u.First
			if v.Cell {
				st, at = t.cellSite(v, u)
			}
			if st != nil {
				t.turnInto(list, at, st, letOrConst(v))
				continue
			}
		}
		v.Home = t.Tree.Root
		shared = append(shared, v)
	}
	return shared
}

// Insert adds the declarations without a value, once the variables have names.
func (t *Declarer) Insert() {
	t.lets.insert(t)
	if !t.Flat {
		t.mergeDecls()
	}
	t.declareLoose()
}

// isAssign reports whether a statement is one of those in Assigns.
func (t *Declarer) isAssign(st ast.Stmt) bool {
	_, ok := t.Assigns[st]
	return ok
}

// letOrConst returns the keyword for a variable that an assignment declares.
func letOrConst(v *scope.Var) ast.VarKind {
	if isConst(v) {
		return ast.Const
	}
	return ast.Let
}

// isConst reports whether a variable can be a const.
func isConst(w *scope.Var) bool {
	return w.Cell && w.Kind == ast.Const || w.Writes == 1 && (w.Sym == nil || w.Kind == ast.Const)
}

// declaresVar reports whether a statement declares the vars that it assigns: it is the
// declaring statement of at least one of them, or the source declares them again there.
func (t *Declarer) declaresVar(st *ast.ExprStmt) bool {
	for _, v := range t.varsOf(st) {
		if v.By == st || t.Assigns[st].Declares && !v.Param && v.By != nil {
			return true
		}
	}
	return false
}

// varsOf returns the variables that a statement could declare as vars: those that it assigns,
// if they are vars and it assigns nothing else.
func (t *Declarer) varsOf(st *ast.ExprStmt) []*scope.Var {
	ws, ok := t.assignedAll(st)
	if t.Assigns[st].Pattern {
		for _, w := range ws {
			ok = ok && w.Kind == ast.Var && t.Assigns[st].Declares
		}
	}
	if !ok {
		return nil
	}
	return ws
}

// varSite returns the statement that declares a var: the one that does in the source, or for a
// helper the first that assigns it. If the source's is gone, as dead stores are removed, it is
// the first statement that assigns the variable, provided that all other references follow it
// and the source declares the variable in the same list.
func (t *Declarer) varSite(w *scope.Var, u *scope.Uses) ast.Stmt {
	if !t.sited {
		t.findSites()
	}
	first, decl := w.Assign, w.Declares
	if decl != nil && (!t.isEarly(w) || u.Start == decl) {
		return decl
	}
	if w.Sym != nil && len(w.Sym.Decls) > 0 && !(startsWith(u, first) && (initDecl(w.Sym) || t.assignedOnce(w)) && !t.declaredAround(w, u)) {
		return nil
	}
	if w.Writes > 1 && !startsWith(u, first) {
		return nil // a declaration in one of several branches looks as if the others had none
	}
	return first
}

// isEarly reports whether a var that statements assign should be declared in front of its first reference, wherever
// the source declares it: the source gives it a value there and does not use it before. Inlining makes several
// assignments of that one.
//
//	var x = f(a);      becomes      var x; if (a) x = 1; else { …; x = 2 }
func (t *Declarer) isEarly(w *scope.Var) bool {
	return w.Assign != nil && w.Sym != nil && w.Sym.Scope.Kind != ast.ScopeGlobal && !t.Flat && !t.Size && !t.Helpers &&
		len(w.Sym.Decls) == 1 && initDecl(w.Sym) && w.Sym.Refs[0].Ident.Start >= w.Sym.Decls[0].Start
}

// findSites records the statements that assign each var and nothing else: the first one, and the
// first that declares it in the source.
func (t *Declarer) findSites() {
	t.sited = true
	for _, list := range t.Tree.Lists {
		for _, st := range list.Stmts {
			es, ok := st.(*ast.ExprStmt)
			if !ok || !t.isAssign(st) {
				continue
			}
			for _, v := range t.varsOf(es) {
				if v.Assign == nil {
					v.Assign = st
				}
				if v.Declares == nil && t.Assigns[st].Declares {
					v.Declares = st
				}
			}
		}
	}
}

// initDecl reports whether the source declares s with an initial value.
func initDecl(s *ast.Symbol) bool {
	for _, r := range s.Refs {
		if r.Kind&ast.RefInit != 0 {
			return true
		}
	}
	return false
}

// letSite returns the statement that can declare a let or const, or nil.
func (t *Declarer) letSite(w *scope.Var, u *scope.Uses) ast.Stmt {
	if u.First < 0 || u.First >= len(u.Around.Stmts) {
		return nil
	}
	st := u.Around.Stmts[u.First]
	es, ok := st.(*ast.ExprStmt)
	if !ok || !t.isAssign(st) || t.Refs.Assigned(es) != w || !t.Assigns[st].Declares && (t.isDeclaredEmpty(w) || t.declaredAround(w, u)) {
		return nil
	}
	self := false
	ast.Walk(es.X.(*ast.Assign).Value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && t.Refs.Owner[id] == w {
			self = true
		}
		for _, c := range t.Refs.Captured[n] {
			self = self || c == w
		}
		if _, ok := t.Refs.Closures[n]; ok {
			return false // its references are its captures
		}
		return !self
	})
	if self {
		return nil
	}
	return st
}

// startsWith reports whether st is a variable's first reference and dominates all others.
func startsWith(u *scope.Uses, st ast.Stmt) bool {
	return u.Around.Kind != scope.Head && u.First >= 0 && u.First < len(u.Around.Stmts) && u.Around.Stmts[u.First] == st
}

// assignedOnce reports whether only one of a variable's several assignments is left. Then the
// source's reason to declare it without a value no longer holds.
//
//	let x; if (a) x = f(1); else x = f(2);   =>   let x = f(a ? 1 : 2);
func (t *Declarer) assignedOnce(w *scope.Var) bool {
	if w.Writes != 1 || w.Sym == nil || w.Sym.Assigns < 2 {
		return false
	}
	if t.symVars == nil {
		t.symVars = map[*ast.Symbol]int{}
		for _, v := range t.Vars {
			if v.Sym != nil {
				t.symVars[v.Sym]++
			}
		}
	}
	return t.symVars[w.Sym] == 1
}

// isDeclaredEmpty reports whether the source declares a variable without a value for a reason
// that still holds; see assignedOnce.
func (t *Declarer) isDeclaredEmpty(w *scope.Var) bool {
	if t.Flat || w.Sym == nil || len(w.Sym.Decls) != 1 || t.Helpers || t.assignedOnce(w) {
		return false
	}
	d := t.Src.Declarators[w.Sym.Decls[0]]
	return d != nil && d.Init == nil
}

// cellSite returns the statement that initializes a cell's let or const, if it is in the
// innermost list around all references to the cell. Some of them may come before it, as in the
// source: closures that capture the cell, and reads in its dead zone.
func (t *Declarer) cellSite(w *scope.Var, u *scope.Uses) (st ast.Stmt, at int) {
	if !t.inited {
		t.findInits()
	}
	for _, i := range w.Inits {
		if i.List != u.Around {
			continue
		}
		if at = indexOf(i.List, i.Stmt, i.At); at >= 0 && t.inits(i.Stmt, w) {
			return i.Stmt, at
		}
	}
	return nil, 0
}

// indexOf returns the index of a statement in a list, or -1. It is no longer at if statements
// have been inserted before it.
func indexOf(list *scope.List, st ast.Stmt, at int) int {
	if at < len(list.Stmts) && list.Stmts[at] == st {
		return at
	}
	return slices.Index(list.Stmts, st)
}

// inits reports whether a statement initializes w where the source declares it.
func (t *Declarer) inits(st ast.Stmt, w *scope.Var) bool {
	es, ok := st.(*ast.ExprStmt)
	return ok && t.Assigns[st].Declares && t.Refs.Assigned(es) == w
}

// findInits records the statements that initialize cells, so that a list with a cell for every
// statement is not searched for each of them.
func (t *Declarer) findInits() {
	t.inited = true
	for _, list := range t.Tree.Lists {
		for i, st := range list.Stmts {
			if es, ok := st.(*ast.ExprStmt); ok {
				if w := t.Refs.Assigned(es); w != nil && w.Cell && t.inits(st, w) {
					w.Inits = append(w.Inits, scope.Init{Place: scope.Place{List: list, At: i}, Stmt: st})
				}
			}
		}
	}
}

// turnInto turns the assignment st, at index at of a list, into a declaration.
func (t *Declarer) turnInto(list *scope.List, at int, st ast.Stmt, k ast.VarKind) {
	a := st.(*ast.ExprStmt).X.(*ast.Assign)
	BindingPattern(a.Target)
	d := t.varDecl(k, ast.Declarator{Target: a.Target, Init: a.Value})
	if _, name := a.Target.(*ast.Ident); name && k == ast.Let && ast.IsUndefined(a.Value) && t.Assigns[st].Declares {
		d.Decls[0].Init = nil
	}
	t.Origin[d] = t.Origin[st]
	if at = indexOf(list, st, at); at >= 0 {
		list.Stmts[at] = d
	}
}

// varDecl is a declaration of one name or pattern.
type varDecl struct {
	decl  ast.VarDecl
	item  ast.Declarator
	items [1]*ast.Declarator
}

// varDecl returns a declaration of one name or pattern.
func (t *Declarer) varDecl(k ast.VarKind, x ast.Declarator) *ast.VarDecl {
	d := t.varDecls.Put(varDecl{decl: ast.VarDecl{Kind: k}, item: x})
	d.items[0] = &d.item
	d.decl.Decls = d.items[:]
	return &d.decl
}
