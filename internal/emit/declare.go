package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/names"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// declare declares and names the variables: packages decl and names do it. The checks in between are
// those for which one must know the graph, the program, or the contents of nested functions.
func (e *emitter) declare(root *scope.List) {
	d := e.locate(root)
	refuseIf(d.Place())
	e.checkPerIter()
	e.nameVars(root)
	e.checkBlockFns()
	e.declareClasses()
	d.Insert()
	if e.isTop() {
		e.finishTop(root)
	}
	if e.flat {
		e.splitDecls()
	} else {
		d.Sort()
	}
	e.keepNames()
}

// declareBasic declares variables used by one block in that block and the others in the
// function, and names them all.
func (e *emitter) declareBasic(root *scope.List) {
	d := e.locate(root)
	cells := e.findCellUses()
	var shared []ast.Stmt
	for _, v := range d.PlaceInFunctions() {
		if v.Hint == "let" {
			refuse("a variable of several blocks is called let")
		}
		e.checkShared(cells, e.webs.web(v))
		d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: e.Refs.Ident(v)}}}
		if v.SharesParam(e.Fn) { // its initial value is the parameter's
			d.Kind = ast.Var
		}
		shared = append(shared, d)
	}
	e.nameVars(root)
	root.Stmts = append(shared, root.Stmts...)
	e.keepNames()
}

func refuseIf(err error) {
	if err != nil {
		refuse("%s", err)
	}
}

// locate gives the finished statements to package decl, which finds the references in them.
func (e *emitter) locate(root *scope.List) *decl.Declarer {
	for _, f := range e.blockFns {
		if f.Mark != nil && e.Bindings.Of(f.Sym.AnnexB) != build.Global {
			f.AnnexB = &e.cellWeb(&son.Node{Sym: f.Sym.AnnexB}).Var
		}
	}
	e.describeVars()
	in := decl.Input{
		Tree: scope.Tree{Root: root, Lists: e.lists}, Refs: &e.Refs, Vars: e.mem.vars.all, Assigns: e.assigned, Patterns: e.hasPatterns,
		Origin: e.origin, Heads: e.heads, BlockFuncs: e.entries, Funcs: e.Program.Funcs, Fn: e.Fn, Borrowed: e.Bindings.Borrowed, Src: &e.src,
		Options: decl.Options{Flat: e.flat, Helpers: e.g.Config.Helpers, Size: e.g.Config.Size},
	}
	if e.basic != nil {
		in.Bodies = e.basic.bodies
	}
	e.decl = &e.mem.decl
	refuseIf(e.decl.Locate(in, &e.mem.uses))
	return e.decl
}

// describeVars says of each variable what its declaration depends on besides its references.
func (e *emitter) describeVars() {
	all := slices.Grow(e.mem.vars.all[:0], len(e.webs.all))
	cells := false
	for _, w := range e.webs.all {
		all = append(all, &w.Var)
		cells = cells || w.Cell
		if w.Sym != nil {
			w.Func = e.declaredFns[w.Sym]
			w.AnnexB = len(w.Sym.Decls) == 0 && e.annexBVars[w.Sym]
		}
		if w.perIterHead != nil {
			w.PerIter, w.Head = true, e.heads[e.perIterFors[w.perIterHead].stmt]
		}
	}
	e.mem.vars.all = all
	if !cells {
		return
	}
	e.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpStoreCell:
			if w := e.webs.cells[n.Arg(0).Sym]; w != nil && n.Has(son.FlagInit) {
				w.Initialized = true
			}
		case son.OpNewCell:
			w := e.webs.copies[n]
			if w == nil {
				w = e.webs.cells[n.Sym]
			}
			if w == nil {
				return
			}
			for l := range e.loopsUsing(n) {
				if st := e.loopStmts[e.Home(l.Head)]; st != nil {
					w.UsedIn = append(w.UsedIn, st)
				}
			}
		}
	})
}

// nameVars names the variables; see package names.
func (e *emitter) nameVars(root *scope.List) {
	for _, v := range e.mem.vars.all {
		if !v.Inner && v.Uses != nil && !v.Outer && (v.Param || v.Func) {
			v.Home, v.Pinned = root, true
		}
	}
	in := names.Input{Vars: e.mem.vars.all, Tree: e.decl.Tree, Free: &e.decl.Free, Fn: e.Fn, Plain: e.basic != nil}
	if e.isTop() {
		in.Top = e.Program.Scope
	}
	if c := e.mem.names.Choose(&in); c != nil {
		refuseName(c.Name, "two variables called %s conflict", c.Name)
	}
	for id, v := range e.Owner {
		id.Name = v.Name
	}
	e.checkClasses()
}

// hoisted inserts the function declarations where the source has them.
func (e *emitter) hoisted(root *scope.List) *scope.List {
	var nodes map[int]*son.Node
	e.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpClosure && n.Has(son.FlagHoisted) {
			if nodes == nil {
				nodes = map[int]*son.Node{}
			}
			nodes[int(n.Idx)] = n
		}
	})
	var decls []ast.Stmt
	if e.isTop() {
		decls = e.fixedDecls()
	}
	if len(nodes) == 0 && len(decls) == 0 {
		return root
	}
	e.declaredFns = map[*ast.Symbol]bool{}
	for _, st := range e.Fn.Body {
		d := build.Declared(st)
		if d == nil {
			continue
		}
		n := nodes[d.Fn.Index]
		if n == nil {
			continue
		}
		delete(nodes, d.Fn.Index)
		e.declaredFns[d.Fn.Name.Sym] = true
		decls = append(decls, e.hoistedDecl(d, n))
	}
	if len(nodes) > 0 {
		refuse("BUG: a function declaration is lost")
	}
	var out []ast.Stmt
	k, last := 0, int32(0)
	for _, st := range root.Stmts {
		if at := e.origin[st]; !at.IsZero() {
			last = e.order.inFunction(at.Start, last)
			for k < len(decls) && last > e.origin[decls[k]].Start {
				out = append(out, decls[k])
				k++
			}
		}
		out = append(out, st)
	}
	root.Stmts = append(out, decls[k:]...)
	return root
}
