package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/emit/vars"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son/slab"
)

// Arena is the scratch space of successive emissions. A [Made] must not be used after the next
// function has been emitted. One Arena serves one goroutine.
type Arena struct {
	e emitter // of the last emission, for its maps and lists
	l locator

	roots     slab.List[root]
	rootLists slab.List[roots]
	blocks    slab.List[block]
	webs      slab.List[web]
	usages    slab.List[usage]
	lists     slab.List[stmtList]

	updates slab.List[updItem]

	items     slab.Slices[item]
	blockPtrs slab.Slices[*block]
	ints      slab.Slices[int]

	vars varsArena

	graph     []structure.Block
	pos       []int32 // for positions
	structure structure.Arena

	// Nodes of the output.
	idents    slab.List[ast.Ident]
	exprStmts slab.List[ast.ExprStmt]
	members   slab.List[ast.Member]
	calls     slab.List[ast.Call]
	assigns   slab.List[ast.Assign]
	binaries  slab.List[ast.Binary]
	exprs     slab.Slices[ast.Expr]
}

// varsArena is the storage for package vars.
type varsArena struct {
	interference vars.Interference
	blocks       []vars.Block
	home         []*vars.Block
	preds        slab.Slices[*vars.Block]
}

// emitter reclaims the storage of the last emission and begins the next.
func (m *Arena) emitter(in Input, braced map[string]bool) *emitter {
	for _, r := range []interface{ Reset() }{
		&m.roots, &m.rootLists, &m.blocks, &m.webs, &m.usages, &m.lists, &m.updates, &m.items, &m.blockPtrs, &m.ints,
		&m.vars.preds, &m.idents, &m.exprStmts, &m.members, &m.calls, &m.assigns, &m.binaries, &m.exprs,
	} {
		r.Reset()
	}
	old, n := &m.e, in.Graph.MaxID()
	old.src.reset()
	m.e = emitter{
		Input: in, mem: m, braced: braced, g: in.Graph, flat: in.Flat && in.Fn.Kind != ast.FuncField,
		uses: slab.Zeroed(old.uses, n), rootOf: slab.Zeroed(old.rootOf, n), born: slab.Zeroed(old.born, n),
		webs: webs{of: slab.Zeroed(old.webs.of, n), all: old.webs.all[:0], bySym: slab.Emptied(old.webs.bySym), cells: slab.Emptied(old.webs.cells)},

		src: old.src, flow: old.flow, loopSites: slab.Emptied(old.loopSites),

		perIterFors: slab.Emptied(old.perIterFors), iterLoops: slab.Emptied(old.iterLoops), iterLoopsByStmt: slab.Emptied(old.iterLoopsByStmt), items: slab.Emptied(old.items),
		closures: slab.Emptied(old.closures), classes: slab.Emptied(old.classes), strict: slab.Emptied(old.strict),
		owner: slab.Emptied(old.owner), decls: slab.Emptied(old.decls), origin: slab.Emptied(old.origin),
		freeRefs: slab.Emptied(old.freeRefs), captured: slab.Emptied(old.captured), heads: slab.Emptied(old.heads), loopStmts: slab.Emptied(old.loopStmts), omitted: slab.Emptied(old.omitted), bare: slab.Emptied(old.bare), unbraced: slab.Emptied(old.unbraced),
		blocks: old.blocks[:0], byID: old.byID[:0], lists: old.lists[:0], caseLists: old.caseLists[:0],
	}
	return &m.e
}

// locator begins to locate the references in the lists of e.
func (m *Arena) locator(e *emitter) *locator {
	old := &m.l
	m.l = locator{emitter: e, blocks: slab.Emptied(old.blocks), free: slab.Emptied(old.free), params: slab.Emptied(old.params)}
	return &m.l
}

// root returns a zeroed root that keeps the capacity of its lists.
func (m *Arena) root() *root {
	r := m.roots.Next()
	*r = root{reads: r.reads[:0], definitions: definitions{defs: r.defs[:0]}}
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
	*w = web{members: w.members[:0], idents: w.idents[:0], stack: w.stack[:0], inits: w.inits[:0]}
	return w
}

// list returns an empty list of statements.
func (m *Arena) list() *stmtList {
	l := m.lists.Next()
	*l = stmtList{stmts: l.stmts[:0]}
	return l
}

// usage returns a zeroed usage that keeps the capacity of its list.
func (m *Arena) usage() *usage {
	u := m.usages.Next()
	*u = usage{places: u.places[:0]}
	return u
}
