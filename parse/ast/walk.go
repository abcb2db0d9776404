package ast

import "slices"

// Walk visits n and everything below it in pre-order, children in source order.
// visit returns false to skip a node's children.
//
// Names that are neither references nor bindings are not visited: literal property
// keys and private member names, labels, import and export names. So every *Ident
// passed to visit is one that scope analysis binds. A node may replace its own
// children while it is visited.
//
// Deep nesting uses little stack, and Walk allocates nothing per node.
func Walk(n Node, visit func(Node) bool) {
	w := walker{visit: visit}
	w.node(n)
}

// Children calls f for each direct child of n in source order, skipping what
// [Walk] skips. f is never called with nil.
func Children(n Node, f func(Node)) {
	w := walker{visit: always, below: f, depth: maxDepth - 1}
	w.node(n)
}

// children is Children for a function that does not need the methods of a node; see [walker.node].
func children(n any, f func(any)) {
	w := walker{visit: always, child: f}
	w.node(n)
}

func always(Node) bool { return true }

// walker visits nodes by recursion, which is fast, but only down to some depth: recursion without
// a bound could exhaust the stack.
type walker struct {
	visit func(Node) bool
	below func(Node) // gets the nodes below maxDepth; nil: they are walked without recursion
	child func(any)  // gets the nodes below the first one, which are not walked
	depth int        // of the node being visited
}

// maxDepth is how deep recursion goes. It is enough for almost all code, and little stack.
const maxDepth = 100

// enter visits a node and reports whether its children are to be visited as well.
func (w *walker) enter(n Node) bool {
	switch {
	case w.depth <= maxDepth:
		return w.visit(n)
	case w.below != nil:
		w.below(n)
	default:
		walkFlat(n, w.visit)
	}
	return false
}

// walkFlat is Walk without recursion.
func walkFlat(n Node, visit func(Node) bool) {
	var todo []Node // the next one last
	add := func(n Node) { todo = append(todo, n) }
	for {
		if visit(n) {
			from := len(todo)
			Children(n, add)
			slices.Reverse(todo[from:])
		}
		last := len(todo) - 1
		if last < 0 {
			return
		}
		n, todo[last] = todo[last], nil
		todo = todo[:last]
	}
}

// node visits a node and everything below it; nil is none. The type of x is any and not Node: a
// conversion of an Expr or Stmt to Node looks up a table of methods, one to any does not.
func (w *walker) node(x any) {
	if w.child != nil && w.depth > 0 {
		if x != nil {
			w.child(x)
		}
		return
	}
	w.depth++
	switch n := x.(type) {
	case nil:
	case *Ident:
		w.enter(n)
	case *String:
		w.enter(n)
	case *Number:
		w.enter(n)
	case *This:
		w.enter(n)
	case *Null:
		w.enter(n)
	case *Bool:
		w.enter(n)
	case *Program:
		if w.enter(n) {
			w.stmts(n.Body)
		}
	case *Property:
		if w.enter(n) {
			if n.Computed {
				w.node(n.Key)
			}
			w.node(n.Value)
		}
	case *Function:
		if w.enter(n) {
			w.ident(n.Name)
			w.exprs(n.Params)
			w.stmts(n.Body)
			w.node(n.ExprBody)
		}
	case *Class:
		if w.enter(n) {
			w.exprs(n.Decorators)
			w.ident(n.Name)
			w.node(n.Super)
			for _, m := range n.Members {
				w.node(m)
			}
		}
	case *ClassMember:
		if w.enter(n) {
			if n.Computed {
				w.node(n.Key)
			}
			if n.Fn != nil {
				w.node(n.Fn)
			}
		}
	case *Declarator:
		if w.enter(n) {
			w.node(n.Target)
			w.node(n.Init)
		}
	case *Case:
		if w.enter(n) {
			w.node(n.Test)
			w.stmts(n.Body)
		}
	case *ImportSpec:
		if w.enter(n) {
			w.ident(n.Local)
		}
	case *ExportSpec:
		if w.enter(n) {
			w.ident(n.Ref)
		}
	case *Template:
		if w.enter(n) {
			w.exprs(n.Exprs)
		}
	case *TaggedTemplate:
		if w.enter(n) {
			w.node(n.Tag)
			w.node(n.Quasi)
		}
	case *ImportCall:
		if w.enter(n) {
			w.node(n.Source)
			w.node(n.Options)
		}
	case *Array:
		if w.enter(n) {
			w.exprs(n.Elems)
		}
	case *Object:
		if w.enter(n) {
			w.props(n.Props)
		}
	case *Func:
		if w.enter(n) {
			w.node(n.Fn)
		}
	case *ClassExpr:
		if w.enter(n) {
			w.node(n.Class)
		}
	case *Unary:
		if w.enter(n) {
			w.node(n.X)
		}
	case *Update:
		if w.enter(n) {
			w.node(n.X)
		}
	case *Binary:
		if w.enter(n) {
			w.node(n.L)
			w.node(n.R)
		}
	case *Assign:
		if w.enter(n) {
			w.node(n.Target)
			w.node(n.Value)
		}
	case *Cond:
		if w.enter(n) {
			w.node(n.Test)
			w.node(n.Then)
			w.node(n.Else)
		}
	case *Call:
		if w.enter(n) {
			w.node(n.Callee)
			w.exprs(n.Args)
		}
	case *New:
		if w.enter(n) {
			w.node(n.Callee)
			w.exprs(n.Args)
		}
	case *Member:
		if w.enter(n) {
			w.node(n.Obj)
		}
	case *Index:
		if w.enter(n) {
			w.node(n.Obj)
			w.node(n.Key)
		}
	case *Chain:
		if w.enter(n) {
			w.node(n.X)
		}
	case *Seq:
		if w.enter(n) {
			w.exprs(n.Exprs)
		}
	case *Spread:
		if w.enter(n) {
			w.node(n.X)
		}
	case *Yield:
		if w.enter(n) {
			w.node(n.X)
		}
	case *Await:
		if w.enter(n) {
			w.node(n.X)
		}
	case *ArrayPat:
		if w.enter(n) {
			w.exprs(n.Elems)
		}
	case *ObjectPat:
		if w.enter(n) {
			w.props(n.Props)
		}
	case *Default:
		if w.enter(n) {
			w.node(n.Target)
			w.node(n.Value)
		}
	case *Verbatim:
		if w.enter(n) {
			w.node(n.Of)
		}
	case *ExprStmt:
		if w.enter(n) {
			w.node(n.X)
		}
	case *VarDecl:
		if w.enter(n) {
			for _, d := range n.Decls {
				w.node(d)
			}
		}
	case *FuncDecl:
		if w.enter(n) {
			w.node(n.Fn)
		}
	case *ClassDecl:
		if w.enter(n) {
			w.node(n.Class)
		}
	case *Return:
		if w.enter(n) {
			w.node(n.X)
		}
	case *If:
		if w.enter(n) {
			w.node(n.Test)
			w.node(n.Then)
			w.node(n.Else)
		}
	case *For:
		if w.enter(n) {
			w.node(n.Init)
			w.node(n.Test)
			w.node(n.Update)
			w.node(n.Body)
		}
	case *ForIn:
		if w.enter(n) {
			w.node(n.Left)
			w.node(n.Right)
			w.node(n.Body)
		}
	case *ForOf:
		if w.enter(n) {
			w.node(n.Left)
			w.node(n.Right)
			w.node(n.Body)
		}
	case *While:
		if w.enter(n) {
			w.node(n.Test)
			w.node(n.Body)
		}
	case *DoWhile:
		if w.enter(n) {
			w.node(n.Body)
			w.node(n.Test)
		}
	case *Throw:
		if w.enter(n) {
			w.node(n.X)
		}
	case *Try:
		if w.enter(n) {
			w.block(n.Block)
			w.node(n.Param)
			w.block(n.Handler)
			w.block(n.Finally)
		}
	case *Switch:
		if w.enter(n) {
			w.node(n.Disc)
			for _, c := range n.Cases {
				w.node(c)
			}
		}
	case *Labeled:
		if w.enter(n) {
			w.node(n.Body)
		}
	case *Block:
		if w.enter(n) {
			w.stmts(n.Body)
		}
	case *With:
		if w.enter(n) {
			w.node(n.Obj)
			w.node(n.Body)
		}
	case *VerbatimStmt:
		if w.enter(n) {
			w.node(n.Of)
		}
	case *Import:
		if w.enter(n) {
			w.ident(n.Default)
			w.ident(n.Namespace)
			for _, p := range n.Named {
				w.node(p)
			}
			w.str(n.From)
			w.props(n.Attrs)
		}
	case *ExportNamed:
		if w.enter(n) {
			for _, p := range n.Specs {
				w.node(p)
			}
			w.str(n.From)
			w.props(n.Attrs)
		}
	case *ExportAll:
		if w.enter(n) {
			w.str(n.From)
			w.props(n.Attrs)
		}
	case *ExportDecl:
		if w.enter(n) {
			w.node(n.Decl)
		}
	case *ExportDefault:
		if w.enter(n) {
			w.node(n.Value)
		}
	case *PrivateName, *BigInt, *RegExp, *Super, *NewTarget, *ImportMeta, *Break, *Continue, *Empty, *Debugger, *ModuleName:
		w.enter(n.(Node))
	default:
		panic("BUG: ast: Walk has no case for this node")
	}
	w.depth--
}

func (w *walker) block(b *Block) {
	if b != nil {
		w.node(b)
	}
}

func (w *walker) ident(id *Ident) {
	if id != nil {
		w.node(id)
	}
}

func (w *walker) str(s *String) {
	if s != nil {
		w.node(s)
	}
}

func (w *walker) exprs(list []Expr) {
	for _, x := range list {
		w.node(x)
	}
}

func (w *walker) stmts(list []Stmt) {
	for _, st := range list {
		w.node(st)
	}
}

func (w *walker) props(list []*Property) {
	for _, p := range list {
		w.node(p)
	}
}
