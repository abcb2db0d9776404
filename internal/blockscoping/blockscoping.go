package blockscoping

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Find returns the patches that lower declarations in the text of a program, in order. Its names are resolved
// to the extent [parse.Everything].
func Find(p *ast.Program) []print.Patch {
	f := &finder{p: p, settled: settled.New(p), named: map[key][]*ast.Symbol{}, lowered: map[key][]*ast.Symbol{}, initialized: map[*ast.VarDecl]int32{}, fixed: map[*ast.VarDecl]bool{}, hoisted: map[*ast.Function]bool{}, after: map[*ast.VarDecl][]ast.Stmt{}}
	f.collect()
	for _, d := range f.decls {
		f.lower(d)
	}
	return f.patches
}

// finder is the state of the search.
type finder struct {
	p       *ast.Program
	settled *settled.Program
	decls   []*ast.VarDecl // let and const, in order
	// named are the variables of each function by name, in all of its scopes.
	named   map[key][]*ast.Symbol
	lowered map[key][]*ast.Symbol // those of them that are vars now
	// initialized says of a declaration in the head of a for-in or for-of from where on its names have values.
	initialized map[*ast.VarDecl]int32
	fixed       map[*ast.VarDecl]bool // declarations of cases, which can be skipped
	// after are the statements behind a declaration in its list.
	after   map[*ast.VarDecl][]ast.Stmt
	hoisted map[*ast.Function]bool // declared functions, which exist from the beginning of their block
	dynamic bool                   // the program has a with, or perhaps a direct eval
	patches []print.Patch
}

// key is a name in a function; nil is the top level.
type key struct {
	fn   *ast.Function
	name string
}

func (f *finder) collect() {
	ast.Walk(f.p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if n.Sym != nil && n.Sym.Scope != nil {
				k := key{n.Sym.Scope.Func, n.Name}
				if list := f.named[k]; !slices.Contains(list, n.Sym) {
					f.named[k] = append(list, n.Sym)
				}
			}
		case *ast.VarDecl:
			if n.Kind == ast.Let || n.Kind == ast.Const {
				f.decls = append(f.decls, n)
			}
		case *ast.Program:
			f.list(n.Body)
		case *ast.Function:
			f.list(n.Body)
		case *ast.Block:
			f.list(n.Body)
		case *ast.With:
			f.dynamic = true
		case *ast.Call:
			if id, ok := n.Callee.(*ast.Ident); ok && id.Name == "eval" {
				f.dynamic = true
			}
		case *ast.FuncDecl:
			f.hoisted[n.Fn] = true
		case *ast.ForIn:
			f.head(n.Left, n.Right)
		case *ast.ForOf:
			f.head(n.Left, n.Right)
		case *ast.Case:
			for _, st := range n.Body {
				if d, ok := st.(*ast.VarDecl); ok {
					f.fixed[d] = true
				}
			}
		}
		return true
	})
}

// list records what follows each declaration in a list of statements.
func (f *finder) list(body []ast.Stmt) {
	for i, st := range body {
		if d, ok := st.(*ast.VarDecl); ok && d.Kind != ast.Var {
			f.after[d] = body[i+1:]
		}
	}
}

// head records where the names of a for-in or for-of get their values.
func (f *finder) head(left ast.Stmt, right ast.Expr) {
	if d, ok := left.(*ast.VarDecl); ok {
		f.initialized[d] = right.Pos().End
	}
}

// lower lowers a declaration if all of its names allow that.
func (f *finder) lower(d *ast.VarDecl) {
	word := "let"
	if d.Kind == ast.Const {
		word = "const"
	}
	if f.fixed[d] || !strings.HasPrefix(f.p.Source[d.Start:], word) {
		return
	}
	var undefined []print.Patch
	var names []*ast.Symbol
	for _, x := range d.Decls {
		end, isHead := f.initialized[d]
		if !isHead {
			end = x.End
		}
		for _, id := range ast.Names(x.Target) {
			sym := id.Sym
			if sym == nil || slices.Contains(names, sym) || !f.mayLower(sym, x, end) {
				return
			}
			names = append(names, sym)
			if x.Init == nil && !isHead && f.mayHoldOld(sym) && !assignFirst(f.after[d], sym) {
				undefined = append(undefined, print.Patch{Span: ast.Span{Start: x.End, End: x.End}, Text: " = void 0"})
			}
		}
	}
	for _, sym := range names {
		k := key{sym.Scope.Func, sym.Name}
		f.lowered[k] = append(f.lowered[k], sym)
	}
	f.patches = append(f.patches, print.Patch{Span: ast.Span{Start: d.Start, End: d.Start + int32(len(word))}, Text: "var"})
	f.patches = append(f.patches, undefined...)
}

// mayHoldOld reports whether a variable may have a value when control gets to its declaration again, or to
// that of another one with its name.
func (f *finder) mayHoldOld(sym *ast.Symbol) bool {
	return sym.Scope.Loops > 0 || len(f.lowered[key{sym.Scope.Func, sym.Name}]) > 0
}

// mayLower reports whether a variable may be one of its whole function. x declares it, and from
// initialized on it has its value.
func (f *finder) mayLower(sym *ast.Symbol, x *ast.Declarator, initialized int32) bool {
	fn := sym.Scope.Func
	switch {
	case sym.Exported || sym.DynamicReach || len(sym.Decls) != 1 || sym.Name == "arguments":
		return false
	case fn == nil && (f.dynamic || f.p.Type == ast.Script && !f.p.CommonJS || f.p.CommonJS && parse.IsWrapperName(sym.Name)):
		return false
	case fn != nil && (fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith):
		return false
	case sym.Captured && (sym.Scope.Loops > 0 || sym.Scope.Kind == ast.ScopeFor):
		return false
	case f.isAround(sym):
		return false
	}
	for _, r := range sym.Refs {
		switch {
		case r.Ident == sym.Decls[0]:
		case sym.Kind == ast.SymConst && r.Kind&ast.RefWrite != 0:
			return false // it throws
		case r.Func == fn:
			if r.Ident.Start < initialized {
				return false
			}
		case !f.isSettled(sym, x, r.Func):
			return false
		}
	}
	return true
}

// isAround reports whether the variable would meet another one of its name: in a scope around its own, in an
// enclosing function, or one in another block that cannot be the same variable.
func (f *finder) isAround(sym *ast.Symbol) bool {
	k := key{sym.Scope.Func, sym.Name}
	for _, other := range f.named[k] {
		switch {
		case other == sym:
		case other.Kind == ast.SymBlockFunc:
			return true // it has a var, too, or would get one
		case sym.Scope.IsWithin(other.Scope):
			return true
		case (other.Captured || sym.Captured) && slices.Contains(f.lowered[k], other):
			return true
		}
	}
	if k.fn == nil {
		return slices.Contains(f.p.Unresolved, sym.Name)
	}
	return k.fn.ReferencesOuter(sym.Name) || k.fn.ReferencesGlobal(sym.Name)
}

// isSettled reports that a function inside the variable's does not run before the variable has its value:
// because nothing can call it by then, if the variable's function declares it among its statements, or
// because it does not exist before.
func (f *finder) isSettled(sym *ast.Symbol, x *ast.Declarator, inner *ast.Function) bool {
	fn := sym.Scope.Func
	if f.isOfList(sym) && f.settled.List(fn).Settled(x, inner) {
		return true
	}
	for inner.Parent != fn {
		inner = inner.Parent
	}
	_, name := x.Target.(*ast.Ident)
	if made, ok := x.Init.(*ast.Func); ok && name && made.Fn == inner {
		return true // only the variable has it; a pattern reads its properties, which may call it
	}
	return inner.Start >= x.End && !f.hoisted[inner]
}

// isOfList reports whether a variable is declared among the statements of its function or module.
func (f *finder) isOfList(sym *ast.Symbol) bool {
	switch sym.Scope.Kind {
	case ast.ScopeFunc, ast.ScopeFuncBody, ast.ScopeModule, ast.ScopeGlobal:
		return true
	}
	return false
}
