package pointsto

import (
	"maps"

	"github.com/sonjs/son/parse/ast"
)

// generator reads the program, and makes its nodes, objects, and what flows between them.
type generator struct {
	*Program
	fn *code // the function around; nil: the top level
	// handler has what is thrown where the generator is: that of the try statement around, or of the function.
	handler node
	locals  locals
	nested  int // loops and the like around
	// abrupt says of ifs with an else whether control never reaches their end; see endsAbruptly.
	abrupt map[*ast.If]bool
}

// outcome returns where what comes of a call goes.
func (g *generator) outcome(result node, at ast.Node) outcome { return outcome{result, g.handler, at} }

// program reads all code.
func (g *generator) program() {
	g.handler = g.escaping
	if g.o.ClosedWorld && g.p.Type == ast.Script && !g.p.CommonJS {
		g.handler = g.newNode() // it is only reported
	}
	g.list(g.p.Body)
}

// this returns the node of this where the generator is, and whether that is code of a constructor.
func (g *generator) this() (n node, early bool) {
	fn := g.owner()
	if fn == nil {
		if g.p.Type == ast.Module {
			return g.undefinedNode, false
		}
		return g.outsideNode, false
	}
	return fn.this, fn.inits
}

// owner returns the function around that has a this of its own; nil: it is that of the top level.
func (g *generator) owner() *code {
	if g.fn == nil {
		return nil
	}
	fn := g.fn.fn
	for fn != nil && fn.Kind == ast.FuncArrow {
		fn = fn.Parent
	}
	if fn == nil {
		return nil
	}
	return g.codeOf(fn)
}

// body reads a function.
func (g *generator) body(fn *ast.Function) {
	around, handler, outer, nested := g.fn, g.handler, g.locals, g.nested
	c := g.codeOf(fn)
	g.fn, g.handler, g.locals, g.nested = c, c.thrown, locals{}, 0
	if fn.Async || fn.Generator {
		g.handler = g.escaping
	}
	for i, x := range fn.Params {
		if r, ok := x.(*ast.Spread); ok {
			list := g.newObject(array, g.arrayProto)
			g.flow(c.rest, g.objects[list].indexed)
			g.bind(r.X, g.singleton(list))
			continue
		}
		g.bind(x, c.args[i])
	}
	if fn.ExprBody != nil {
		g.returns(g.expr(fn.ExprBody))
	} else {
		g.list(fn.Body)
		if !g.endsAbruptly(fn.Body) {
			g.returns(g.undefinedNode)
		}
	}
	g.fn, g.handler, g.locals, g.nested = around, handler, outer, nested
}

// returns lets the function around return something.
func (g *generator) returns(n node) {
	switch {
	case g.fn == nil:
	case g.fn.fn.Async:
		g.flow(n, g.escaping)
	case g.fn.fn.Generator:
		g.flow(n, g.fn.returned)
	default:
		g.flow(n, g.fn.result)
	}
}

// endsAbruptly reports whether control never reaches the end of a list.
func (g *generator) endsAbruptly(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch st := list[len(list)-1].(type) {
	case *ast.Return, *ast.Throw, *ast.Break, *ast.Continue:
		return true
	case *ast.Block:
		return g.endsAbruptly(st.Body)
	case *ast.If:
		if st.Else == nil {
			return false
		}
		ends, known := g.abrupt[st]
		if !known { // each else of a long chain asks for all those after it
			ends = g.endsAbruptly([]ast.Stmt{st.Then}) && g.endsAbruptly([]ast.Stmt{st.Else})
			g.abrupt[st] = ends
		}
		return ends
	}
	return false
}

func (g *generator) list(list []ast.Stmt) {
	for _, st := range list {
		g.stmt(st)
	}
}

func (g *generator) stmt(st ast.Stmt) {
	switch st := st.(type) {
	case nil:
	case *ast.ExprStmt:
		g.expr(st.X)
	case *ast.VarDecl:
		g.declare(st)
	case *ast.FuncDecl:
		g.function(st.Fn, g.declared(st.Fn))
	case *ast.ClassDecl:
		g.flow(g.singleton(g.class(st.Class)), g.variable(st.Class.Name.Sym))
	case *ast.Return:
		n := g.undefinedNode
		if st.X != nil {
			n = g.expr(st.X)
		}
		g.returns(n)
	case *ast.If:
		g.expr(st.Test)
		branch := func(branch ast.Stmt, holds bool) func() bool {
			return func() bool {
				g.narrow(st.Test, holds)
				g.stmt(branch)
				return branch != nil && g.endsAbruptly([]ast.Stmt{branch})
			}
		}
		g.forks(branch(st.Then, true), branch(st.Else, false))
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
		g.repeats(st, func() { g.loop(st) })
	case *ast.Throw:
		g.flow(g.expr(st.X), g.handler)
	case *ast.Try:
		g.repeats(st, func() { g.try(st) })
	case *ast.Switch:
		g.expr(st.Disc)
		g.repeats(st, func() {
			before := g.locals
			for _, c := range st.Cases {
				g.again(before)
				g.maybe(c.Test)
				g.again(before)
				g.list(c.Body)
			}
		})
	case *ast.Labeled:
		g.repeats(st, func() { g.stmt(st.Body) })
	case *ast.Block:
		g.list(st.Body)
	case *ast.ExportDecl:
		g.stmt(st.Decl)
	case *ast.ExportDefault:
		g.exportDefault(st)
	}
}

// loop reads a loop.
func (g *generator) loop(st ast.Stmt) {
	switch st := st.(type) {
	case *ast.For:
		g.stmt(st.Init)
		g.forget(st)
		g.maybe(st.Test)
		g.maybe(st.Update)
		g.forget(st)
		g.runs(st.Test, st.Body)
	case *ast.ForIn:
		g.lists(g.expr(st.Right))
		g.target(st.Left, g.primitiveNode)
		g.stmt(st.Body)
	case *ast.ForOf:
		items := g.newNode()
		if right := g.expr(st.Right); st.Await {
			g.flow(right, g.escaping)
			g.add(items, outside)
		} else {
			g.iterated[st] = right
			g.elements(right, items)
		}
		g.target(st.Left, items)
		g.stmt(st.Body)
	case *ast.While:
		g.expr(st.Test)
		g.runs(st.Test, st.Body)
	case *ast.DoWhile:
		before := maps.Clone(g.locals)
		g.stmt(st.Body)
		g.again(before)
		g.expr(st.Test)
	}
}

// runs reads the body of a loop, which runs where a test holds.
func (g *generator) runs(test ast.Expr, body ast.Stmt) {
	g.perhaps(func() {
		g.narrow(test, true)
		g.stmt(body)
	})
}

// try reads a try statement: a part of it may end anywhere.
func (g *generator) try(st *ast.Try) {
	around := g.handler
	if st.Handler != nil {
		g.handler = g.newNode(outside) // the language throws errors, too
	}
	before := maps.Clone(g.locals)
	g.list(st.Block.Body)
	g.again(before)
	if st.Param != nil {
		g.bind(st.Param, g.handler)
	}
	g.handler = around
	if st.Handler != nil {
		g.list(st.Handler.Body)
		g.again(before)
	}
	if st.Finally != nil {
		g.list(st.Finally.Body)
	}
}

// exportDefault reads the default of a module: others have it.
func (g *generator) exportDefault(st *ast.ExportDefault) {
	switch v := st.Value.(type) {
	case *ast.FuncDecl:
		f := g.declared(v.Fn)
		g.function(v.Fn, f)
		g.add(g.escaping, f)
	case *ast.ClassDecl:
		c := g.class(v.Class)
		if v.Class.Name != nil {
			g.flow(g.singleton(c), g.variable(v.Class.Name.Sym))
		}
		g.add(g.escaping, c)
	case *ast.ExprStmt:
		g.flow(g.expr(v.X), g.escaping)
	}
}

func (g *generator) maybe(x ast.Expr) {
	if x != nil {
		g.expr(x)
	}
}

// declared returns the object of a declared function, which is the value of its names.
func (g *generator) declared(fn *ast.Function) value {
	f := g.functionObject(fn)
	if fn.Name != nil && fn.Name.Sym != nil {
		g.flow(g.singleton(f), g.variable(fn.Name.Sym))
		if b := fn.Name.Sym.AnnexB; b != nil {
			g.flow(g.singleton(f), g.variable(b))
		}
	}
	return f
}

func (g *generator) declare(st *ast.VarDecl) {
	for _, d := range st.Decls {
		switch {
		case d.Init == nil:
			if st.Kind != ast.Var { // a var without a value keeps the one that it has
				g.bind(d.Target, g.undefinedNode)
			}
			continue
		case st.Kind == ast.Using || st.Kind == ast.AwaitUsing:
			g.flow(g.expr(d.Init), g.escaping)
			g.bind(d.Target, g.outsideNode)
			continue
		}
		if x, ok := d.Init.(*ast.ClassExpr); ok {
			if id, ok := d.Target.(*ast.Ident); ok && id.Sym != nil && st.Kind == ast.Const {
				g.classOf[id.Sym] = x.Class
			}
		}
		g.bind(d.Target, g.expr(d.Init))
	}
}

// target gives the target of for-in and for-of its values.
func (g *generator) target(left ast.Stmt, n node) {
	switch st := left.(type) {
	case *ast.VarDecl:
		for _, d := range st.Decls {
			g.maybe(d.Init)
			g.bind(d.Target, n)
		}
	case *ast.ExprStmt:
		g.bind(st.X, n)
	}
}

// bind gives a target values: a name, property or pattern.
func (g *generator) bind(target ast.Expr, n node) {
	switch t := target.(type) {
	case *ast.Ident:
		if t.Sym == nil {
			g.flow(n, g.escaping)
			return
		}
		g.flow(n, g.variable(t.Sym))
		g.assigned(t.Sym, n)
	case *ast.Member:
		g.storeMember(t, n)
	case *ast.Index:
		g.storeIndex(t, n)
	case *ast.Default:
		got := g.newNode()
		g.flowOnly(n, got, defined)
		g.perhaps(func() {
			missing := g.expr(t.Value)
			g.each(n, func(v value) {
				if v == undefined || v == outside {
					g.flow(missing, got)
				}
			})
		})
		g.bind(t.Target, got)
	case *ast.ArrayPat:
		g.bindArray(t, n)
	case *ast.ObjectPat:
		g.bindObject(t, n)
	default:
		g.flow(n, g.escaping) // no target
	}
}

func (g *generator) bindArray(t *ast.ArrayPat, n node) {
	if of, again := g.taken[t]; again {
		n2 := g.newNode()
		g.flow(of, n2)
		g.flow(n, n2)
		g.taken[t] = n2
	} else {
		g.taken[t] = n
	}
	var at []node
	for range t.Elems {
		at = append(at, g.newNode(undefined))
	}
	items := g.newNode()
	g.destructure(n, at, items)
	for i, x := range t.Elems {
		switch x := x.(type) {
		case nil:
		case *ast.Spread:
			list := g.newObject(array, g.arrayProto)
			g.flow(items, g.objects[list].indexed)
			g.bind(x.X, g.singleton(list))
		default:
			g.bind(x, at[i])
		}
	}
}

// bindObject binds an object pattern. In a constructor no field is present after a pattern for this, see fields.
func (g *generator) bindObject(t *ast.ObjectPat, n node) {
	for _, x := range t.Props {
		if x.Kind == ast.PropSpread {
			rest := g.newObject(plain, g.objectProto)
			g.copyInto(rest, n)
			target := x.Value
			if s, ok := target.(*ast.Spread); ok {
				target = s.X
			}
			g.bind(target, g.singleton(rest))
			continue
		}
		got := g.newNode()
		name, ok, key := "", false, g.primitiveNode
		if x.Computed {
			key = g.expr(x.Key)
			name, ok = g.constantKey(x.Key)
		} else {
			name, ok = propertyName(x.Key)
		}
		if ok {
			g.load(n, name, got, false)
		} else {
			g.loadKey(n, key, got)
		}
		g.bind(x.Value, got)
	}
}

// storeMember gives a property with a name a value.
func (g *generator) storeMember(t *ast.Member, n node) {
	name := t.Name
	if t.Private {
		name = "#" + name
	}
	if isSuper(t.Obj) {
		g.storeSuper(name, n, t)
		return
	}
	base := g.expr(t.Obj)
	g.writes(base, name, t)
	g.accesses(t, base)
	g.store(base, name, n)
}

// storeIndex gives a property with a key in brackets a value.
func (g *generator) storeIndex(t *ast.Index, n node) {
	name, ok := g.constantKey(t.Key)
	key := g.keyOf(t)
	this, _ := g.this()
	switch {
	case isSuper(t.Obj) && ok:
		g.storeSuper(name, n, t)
	case isSuper(t.Obj):
		g.storeAny(this, n)
		g.flow(this, g.escaping) // setters of the base classes may run
		g.flow(n, g.escaping)
	case ok:
		base := g.expr(t.Obj)
		g.writes(base, name, t)
		g.store(base, name, n)
	default:
		g.storeKey(g.expr(t.Obj), key, n)
	}
}

// storeSuper gives a property of this a value, by super.name: setters of the base classes run first.
func (g *generator) storeSuper(name string, n node, at ast.Node) {
	this, _ := g.this()
	g.writes(this, name, at)
	g.store(this, name, n)
	fn := g.owner()
	if fn == nil || fn.home == 0 {
		return
	}
	g.each(g.objects[fn.home].proto, func(v value) {
		switch {
		case v == outside:
			g.useSetter(v, this, n)
		case v.isObject():
			g.set(v, name, this, n)
		}
	})
}
