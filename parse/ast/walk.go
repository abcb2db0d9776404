package ast

import (
	"slices"
	"sync"
)

// Walk visits n and everything below it in pre-order, children in source order.
// visit returns false to skip a node's children.
//
// Names that are neither references nor bindings are not visited: literal property
// keys and private member names, labels, import and export names. So every *Ident
// passed to visit is one that scope analysis binds. A node may replace its own
// children while it is visited.
//
// Deep nesting uses no stack, and Walk allocates nothing per node.
func Walk(n Node, visit func(Node) bool) {
	if n == nil {
		return
	}
	w := walkers.Get().(*walker)
	w.walk(n, visit)
	walkers.Put(w)
}

// walkers is a pool of idle walkers: most walks are over a statement or less, and
// making a walker is half of their cost.
var walkers = sync.Pool{New: func() any {
	w := &walker{}
	w.add = func(n Node) { w.todo = append(w.todo, n) }
	return w
}}

type walker struct {
	todo []Node // the next one last
	add  func(Node)
}

func (w *walker) walk(n Node, visit func(Node) bool) {
	for {
		if visit(n) {
			from := len(w.todo)
			Children(n, w.add)
			slices.Reverse(w.todo[from:])
		}
		last := len(w.todo) - 1
		if last < 0 {
			return
		}
		n, w.todo[last] = w.todo[last], nil
		w.todo = w.todo[:last]
	}
}

// Children calls f for each direct child of n in source order, skipping what
// [Walk] skips. f is never called with nil.
func Children(n Node, f func(Node)) {
	switch n := n.(type) {
	case Expr:
		exprChildren(n, f)
	case Stmt:
		stmtChildren(n, f)
	case *Program:
		stmts(n.Body, f)
	case *Property:
		if n.Computed {
			child(n.Key, f)
		}
		child(n.Value, f)
	case *Function:
		ident(n.Name, f)
		exprs(n.Params, f)
		stmts(n.Body, f)
		child(n.ExprBody, f)
	case *Class:
		exprs(n.Decorators, f)
		ident(n.Name, f)
		child(n.Super, f)
		for _, m := range n.Members {
			f(m)
		}
	case *ClassMember:
		if n.Computed {
			child(n.Key, f)
		}
		if n.Fn != nil {
			f(n.Fn)
		}
	case *Declarator:
		child(n.Target, f)
		child(n.Init, f)
	case *Case:
		child(n.Test, f)
		stmts(n.Body, f)
	case *ImportSpec:
		ident(n.Local, f)
	case *ExportSpec:
		ident(n.Ref, f)
	case *ModuleName:
	default:
		panic("BUG: ast: Children has no case for this node")
	}
}

func exprChildren(e Expr, f func(Node)) {
	switch e := e.(type) {
	case *Ident, *PrivateName, *Null, *Bool, *Number, *String, *BigInt, *RegExp, *This, *Super, *NewTarget, *ImportMeta:
	case *Template:
		exprs(e.Exprs, f)
	case *TaggedTemplate:
		child(e.Tag, f)
		f(e.Quasi)
	case *ImportCall:
		child(e.Source, f)
		child(e.Options, f)
	case *Array:
		exprs(e.Elems, f)
	case *Object:
		props(e.Props, f)
	case *Func:
		f(e.Fn)
	case *ClassExpr:
		f(e.Class)
	case *Unary:
		child(e.X, f)
	case *Update:
		child(e.X, f)
	case *Binary:
		child(e.L, f)
		child(e.R, f)
	case *Assign:
		child(e.Target, f)
		child(e.Value, f)
	case *Cond:
		child(e.Test, f)
		child(e.Then, f)
		child(e.Else, f)
	case *Call:
		child(e.Callee, f)
		exprs(e.Args, f)
	case *New:
		child(e.Callee, f)
		exprs(e.Args, f)
	case *Member:
		child(e.Obj, f)
	case *Index:
		child(e.Obj, f)
		child(e.Key, f)
	case *Chain:
		child(e.X, f)
	case *Seq:
		exprs(e.Exprs, f)
	case *Spread:
		child(e.X, f)
	case *Yield:
		child(e.X, f)
	case *Await:
		child(e.X, f)
	case *ArrayPat:
		exprs(e.Elems, f)
	case *ObjectPat:
		props(e.Props, f)
	case *Default:
		child(e.Target, f)
		child(e.Value, f)
	case *Verbatim:
		child(e.Of, f)
	default:
		panic("BUG: ast: Children has no case for this expression")
	}
}

func stmtChildren(s Stmt, f func(Node)) {
	switch s := s.(type) {
	case *Break, *Continue, *Empty, *Debugger:
	case *ExprStmt:
		child(s.X, f)
	case *VarDecl:
		for _, d := range s.Decls {
			f(d)
		}
	case *FuncDecl:
		f(s.Fn)
	case *ClassDecl:
		f(s.Class)
	case *Return:
		child(s.X, f)
	case *If:
		child(s.Test, f)
		body(s.Then, f)
		body(s.Else, f)
	case *For:
		body(s.Init, f)
		child(s.Test, f)
		child(s.Update, f)
		body(s.Body, f)
	case *ForIn:
		body(s.Left, f)
		child(s.Right, f)
		body(s.Body, f)
	case *ForOf:
		body(s.Left, f)
		child(s.Right, f)
		body(s.Body, f)
	case *While:
		child(s.Test, f)
		body(s.Body, f)
	case *DoWhile:
		body(s.Body, f)
		child(s.Test, f)
	case *Throw:
		child(s.X, f)
	case *Try:
		block(s.Block, f)
		child(s.Param, f)
		block(s.Handler, f)
		block(s.Finally, f)
	case *Switch:
		child(s.Disc, f)
		for _, c := range s.Cases {
			f(c)
		}
	case *Labeled:
		body(s.Body, f)
	case *Block:
		stmts(s.Body, f)
	case *With:
		child(s.Obj, f)
		body(s.Body, f)
	case *VerbatimStmt:
		body(s.Of, f)
	default:
		moduleChildren(s, f)
	}
}

func moduleChildren(s Stmt, f func(Node)) {
	switch s := s.(type) {
	case *Import:
		ident(s.Default, f)
		ident(s.Namespace, f)
		for _, p := range s.Named {
			f(p)
		}
		str(s.From, f)
		props(s.Attrs, f)
	case *ExportNamed:
		for _, p := range s.Specs {
			f(p)
		}
		str(s.From, f)
		props(s.Attrs, f)
	case *ExportAll:
		str(s.From, f)
		props(s.Attrs, f)
	case *ExportDecl:
		body(s.Decl, f)
	case *ExportDefault:
		body(s.Value, f)
	default:
		panic("BUG: ast: Children has no case for this statement")
	}
}

func child(e Expr, f func(Node)) {
	if e != nil {
		f(e)
	}
}

func body(s Stmt, f func(Node)) {
	if s != nil {
		f(s)
	}
}

func block(b *Block, f func(Node)) {
	if b != nil {
		f(b)
	}
}

func ident(id *Ident, f func(Node)) {
	if id != nil {
		f(id)
	}
}

func str(s *String, f func(Node)) {
	if s != nil {
		f(s)
	}
}

func exprs(list []Expr, f func(Node)) {
	for _, e := range list {
		if e != nil {
			f(e)
		}
	}
}

func stmts(list []Stmt, f func(Node)) {
	for _, s := range list {
		f(s)
	}
}

func props(list []*Property, f func(Node)) {
	for _, p := range list {
		f(p)
	}
}
