package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/slab"
)

// source is an index of a function as its author wrote it: what emission looks up there. It is not
// changed once it is made.
type source struct {
	// sites holds the constructs that the graph refers to, by their numbers; see [ast.Site].
	sites    []ast.Node
	switches []*ast.Switch
	// switchOf maps the site of a case to its switch.
	switchOf map[ast.Site]*ast.Switch
	// labels are the labelled statements, and loopLabels the labelled loops, by the innermost
	// label of each.
	labels, loopLabels []*ast.Labeled
	blocks             []*ast.Block       // the bare blocks
	follows            map[ast.Stmt]int32 // see endOf
	declarators        map[*ast.Ident]*ast.Declarator
	templates          map[string]ast.Quasi // templates without substitutions
	strings            map[string]bool      // string literals
	// Functions and classes that are themselves the value of a property.
	functionProps map[int]bool
	classProps    map[*ast.Class]bool
}

// reset empties the index, and keeps its storage.
func (src *source) reset() {
	clear(src.sites)
	*src = source{
		sites: src.sites[:0], switches: src.switches[:0], switchOf: slab.Emptied(src.switchOf),
		labels: src.labels[:0], loopLabels: src.loopLabels[:0], blocks: src.blocks[:0], follows: slab.Emptied(src.follows),
		declarators: slab.Emptied(src.declarators), templates: slab.Emptied(src.templates), strings: slab.Emptied(src.strings),
		functionProps: slab.Emptied(src.functionProps), classProps: slab.Emptied(src.classProps),
	}
}

// siteOf returns the construct of type T at a site.
func siteOf[T ast.Node](s *source, at ast.Site) (found T, ok bool) {
	if at == 0 || int(at) >= len(s.sites) {
		return found, false
	}
	found, ok = s.sites[at].(T)
	return found, ok
}

// index fills the index of a function.
func (src *source) index(fn *ast.Function) {
	src.bareBlocks(fn.Body)
	for _, st := range fn.Body {
		ast.Walk(st, src.visit)
	}
	if fn.ExprBody != nil {
		ast.Walk(fn.ExprBody, src.visit)
	}
}

func (src *source) bareBlocks(list []ast.Stmt) {
	for _, st := range list {
		if b, ok := st.(*ast.Block); ok {
			src.blocks = append(src.blocks, b)
		}
	}
}

func (src *source) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Function:
		return false
	case *ast.Block:
		if len(n.Body) > 0 {
			src.endsWith(n, n.Body[len(n.Body)-1])
		}
		src.bareBlocks(n.Body)
	case *ast.Case:
		src.bareBlocks(n.Body)
	case *ast.VarDecl:
		for _, d := range n.Decls {
			for _, id := range names(d.Target) {
				src.declarators[id] = d
			}
		}
	case *ast.Property:
		switch v := n.Value.(type) {
		case *ast.Func:
			src.functionProps[v.Fn.Index] = true
		case *ast.ClassExpr:
			src.classProps[v.Class] = true
		}
	case *ast.Seq:
		src.put(n.Site, n)
	case *ast.String:
		src.strings[n.Value] = true
	case *ast.Template:
		if len(n.Exprs) == 0 {
			src.templates[n.Quasis[0].Cooked] = n.Quasis[0]
		}
	case *ast.If:
		src.put(n.Site, n)
		src.endsWith(n, n.Then)
		src.endsWith(n, n.Else)
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile, *ast.Return, *ast.Try:
		src.put(*ast.SiteOf(n), n)
	case *ast.Switch:
		src.put(n.Site, n)
		src.switches = append(src.switches, n)
		for _, c := range n.Cases {
			src.switchOf[c.Site] = n
		}
	case *ast.Labeled:
		src.endsWith(n, n.Body)
		switch n.Body.(type) {
		case *ast.Labeled:
		case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			src.loopLabels = append(src.loopLabels, n)
		default:
			src.labels = append(src.labels, n)
		}
	}
	return true
}

// headScope returns the scope of the names that the head of a loop declares, or nil.
func (src *source) headScope(loop ast.Site) *ast.Scope {
	st, _ := siteOf[ast.Stmt](src, loop)
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
func (src *source) put(at ast.Site, n ast.Node) {
	for int(at) >= len(src.sites) {
		src.sites = append(src.sites, nil)
	}
	src.sites[at] = n
}

// endsWith records that control continues after st when it reaches the end of last, a statement
// nested in st. It is called for outer statements first.
func (src *source) endsWith(st, last ast.Stmt) {
	switch last.(type) {
	case *ast.If, *ast.Block, *ast.Labeled:
		src.follows[last] = src.endOf(st)
	}
}

// endOf returns the end of the statement after which control continues when it reaches the end
// of st:
//
//	if (a) L: { if (b) break L; f() } else g();    // L ends where the if does
func (src *source) endOf(st ast.Stmt) int32 {
	if end, ok := src.follows[st]; ok {
		return end
	}
	return st.Pos().End
}

// sourceDeclarator returns the source's declarator of the first name that x
// declares, or nil.
func (e *emitter) sourceDeclarator(x *ast.Declarator) *ast.Declarator {
	ids := names(x.Target)
	if len(ids) == 0 {
		return nil
	}
	sym := ids[0].Sym
	if w := e.owner[ids[0]]; w != nil {
		sym = w.sym
	}
	if sym == nil || len(sym.Decls) != 1 {
		return nil
	}
	return e.src.declarators[sym.Decls[0]]
}
