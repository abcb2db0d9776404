package emit

import (
	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/names"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/vars"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
)

// Arena is the scratch space of successive emissions. A [Made] must not be used after the next
// function has been emitted. One Arena serves one goroutine.
type Arena struct {
	e emitter // of the last emission, for its maps and lists

	roots     slab.List[root]
	rootLists slab.List[roots]
	webs      slab.List[web]
	uses      slab.List[scope.Uses]
	lists     slab.List[scope.List]

	decl  decl.Declarer
	names names.Chooser

	blockPtrs slab.Slices[*fold.Block]
	ints      slab.Slices[int]

	vars varsArena

	graph     []structure.Block
	pos       []int32 // for positions
	structure structure.Arena

	nodes
}

// nodes is the storage for nodes of the output.
type nodes struct {
	exprStmts slab.List[ast.ExprStmt]
	members   slab.List[ast.Member]
	calls     slab.List[ast.Call]
	assigns   slab.List[ast.Assign]
	binaries  slab.List[ast.Binary]
	exprs     slab.Slices[ast.Expr]
}

// reset takes all nodes back.
func (n *nodes) reset() {
	for _, r := range []interface{ Reset() }{&n.exprStmts, &n.members, &n.calls, &n.assigns, &n.binaries, &n.exprs} {
		r.Reset()
	}
}

// varsArena is the storage for package vars.
type varsArena struct {
	interference vars.Interference
	blocks       []vars.Block
	home         []*vars.Block
	preds        slab.Slices[*vars.Block]
	all          []*scope.Var // see describeVars
}

// emitter reclaims the storage of the last emission and begins the next.
func (m *Arena) emitter(in Input, braced map[string]bool) *emitter {
	for _, r := range []interface{ Reset() }{
		&m.roots, &m.rootLists, &m.webs, &m.uses, &m.lists, &m.blockPtrs, &m.ints,
		&m.vars.preds,
	} {
		r.Reset()
	}
	m.nodes.reset()
	e := &m.e
	e.folded.reset()
	e.loopForms.reset()
	e.treeState.reset(in.Graph.MaxID())
	e.output.reset()
	e.references.reset()
	*e = emitter{
		Input: in, mem: m, g: in.Graph, flow: e.flow, src: e.src, folded: e.folded, loopForms: e.loopForms, treeState: e.treeState,
		flatForm: flatForm{flat: in.Flat && in.Fn.Kind != ast.FuncField}, output: e.output, references: e.references,
		declarations: declarations{braced: braced},
		webs:         webs{of: slab.Zeroed(e.webs.of, in.Graph.MaxID()), all: e.webs.all[:0], bySym: slab.Emptied(e.webs.bySym), cells: slab.Emptied(e.webs.cells)},
	}
	return e
}

// root returns a zeroed root that keeps the capacity of its lists.
func (m *Arena) root() *root {
	r := m.roots.Next()
	*r = root{actions: actions{reads: r.reads[:0], definitions: definitions{defs: r.defs[:0]}}}
	return r
}

// rootList returns an empty list of roots.
func (m *Arena) rootList() *roots {
	l := m.rootLists.Next()
	*l = roots{list: l.list[:0], tokens: l.tokens[:0]}
	return l
}

// web returns a zeroed web that keeps the capacity of its lists.
func (m *Arena) web() *web {
	w := m.webs.Next()
	w.Var.Reset()
	*w = web{Var: w.Var, members: w.members[:0], stack: w.stack[:0]}
	return w
}

// list returns an empty list of statements.
func (m *Arena) list() *scope.List {
	l := m.lists.Next()
	l.Reset()
	return l
}
