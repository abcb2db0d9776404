// Package written is an index of a function as its author wrote it: what emission looks up there. It
// maps the sites that graphs and new statements refer to ([ast.Site]) back to the tree, and knows
// no graph.
package written

import (
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Index is the index of one function. It is not changed once it is made.
type Index struct {
	// Sites holds the constructs that the graph refers to, by their numbers; see [ast.Site].
	Sites    []ast.Node
	Switches []*ast.Switch
	// SwitchOf maps the site of a case to its switch.
	SwitchOf map[ast.Site]*ast.Switch
	// Labels are the labelled statements, and LoopLabels the labelled loops, by the innermost
	// label of each.
	Labels, LoopLabels []*ast.Labeled
	Blocks             []*ast.Block       // the bare blocks
	follows            map[ast.Stmt]int32 // see EndOf
	Declarators        map[*ast.Ident]*ast.Declarator
	Templates          map[string]ast.Quasi // templates without substitutions
	Strings            map[string]bool      // string literals
	Keys               map[string]bool      // string literals between brackets, o["key"]
	// Functions and classes that are themselves the value of a property.
	FunctionProps map[int]bool
	ClassProps    map[*ast.Class]bool
}

// reset empties the index, and keeps its storage.
func (x *Index) reset() {
	clear(x.Sites)
	*x = Index{
		Sites: x.Sites[:0], Switches: x.Switches[:0], SwitchOf: slab.Emptied(x.SwitchOf),
		Labels: x.Labels[:0], LoopLabels: x.LoopLabels[:0], Blocks: x.Blocks[:0], follows: slab.Emptied(x.follows),
		Declarators: slab.Emptied(x.Declarators), Templates: slab.Emptied(x.Templates), Strings: slab.Emptied(x.Strings), Keys: slab.Emptied(x.Keys),
		FunctionProps: slab.Emptied(x.FunctionProps), ClassProps: slab.Emptied(x.ClassProps),
	}
}

// Of returns the construct of type T at a site.
func Of[T ast.Node](x *Index, at ast.Site) (found T, ok bool) {
	if at == 0 || int(at) >= len(x.Sites) {
		return found, false
	}
	found, ok = x.Sites[at].(T)
	return found, ok
}

// Fill indexes a function, in place of the one before.
func (x *Index) Fill(fn *ast.Function) {
	x.reset()
	x.Add(fn)
}

// Add indexes another function as well, whose sites have other numbers.
func (x *Index) Add(fn *ast.Function) {
	x.bareBlocks(fn.Body)
	for _, st := range fn.Body {
		ast.Walk(st, x.visit)
	}
	if fn.ExprBody != nil {
		ast.Walk(fn.ExprBody, x.visit)
	}
}

func (x *Index) bareBlocks(list []ast.Stmt) {
	for _, st := range list {
		if b, ok := st.(*ast.Block); ok {
			x.Blocks = append(x.Blocks, b)
		}
	}
}

func (x *Index) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Function:
		return false
	case *ast.Block:
		if len(n.Body) > 0 {
			x.endsWith(n, n.Body[len(n.Body)-1])
		}
		x.bareBlocks(n.Body)
	case *ast.Case:
		x.bareBlocks(n.Body)
	case *ast.VarDecl:
		for _, d := range n.Decls {
			ast.Leaves(d.Target, func(t ast.Expr) {
				if id, ok := t.(*ast.Ident); ok {
					x.Declarators[id] = d
				}
			})
		}
	case *ast.Property:
		switch v := n.Value.(type) {
		case *ast.Func:
			x.FunctionProps[v.Fn.Index] = true
		case *ast.ClassExpr:
			x.ClassProps[v.Class] = true
		}
	case *ast.Seq:
		x.put(n.Site, n)
	case *ast.String:
		x.Strings[n.Value] = true
	case *ast.Index:
		if key, ok := n.Key.(*ast.String); ok {
			x.Keys[key.Value] = true
		}
	case *ast.Template:
		if len(n.Exprs) == 0 {
			x.Templates[n.Quasis[0].Cooked] = n.Quasis[0]
		}
	case *ast.If:
		x.put(n.Site, n)
		x.endsWith(n, n.Then)
		x.endsWith(n, n.Else)
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile, *ast.Return, *ast.Try:
		x.put(*ast.SiteOf(n), n)
	case *ast.Switch:
		x.put(n.Site, n)
		x.Switches = append(x.Switches, n)
		for _, c := range n.Cases {
			x.SwitchOf[c.Site] = n
		}
	case *ast.Labeled:
		x.endsWith(n, n.Body)
		switch n.Body.(type) {
		case *ast.Labeled:
		case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			x.LoopLabels = append(x.LoopLabels, n)
		default:
			x.Labels = append(x.Labels, n)
		}
	}
	return true
}

// HeadScope returns the scope of the names that the head of a loop declares, or nil.
func (x *Index) HeadScope(loop ast.Site) *ast.Scope {
	st, _ := Of[ast.Stmt](x, loop)
	switch st := st.(type) {
	case *ast.For:
		return st.Scope
	case *ast.ForIn:
		return st.Scope
	case *ast.ForOf:
		return st.Scope
	}
	return nil
}

// put records the construct at a site.
func (x *Index) put(at ast.Site, n ast.Node) {
	for int(at) >= len(x.Sites) {
		x.Sites = append(x.Sites, nil)
	}
	x.Sites[at] = n
}

// endsWith records that control continues after st when it reaches the end of last, a statement
// nested in st. It is called for outer statements first.
func (x *Index) endsWith(st, last ast.Stmt) {
	switch last.(type) {
	case *ast.If, *ast.Block, *ast.Labeled:
		x.follows[last] = x.EndOf(st)
	}
}

// EndOf returns the end of the statement after which control continues when it reaches the end
// of st:
//
//	if (a) L: { if (b) break L; f() } else g();    // L ends where the if does
func (x *Index) EndOf(st ast.Stmt) int32 {
	if end, ok := x.follows[st]; ok {
		return end
	}
	return st.Pos().End
}
