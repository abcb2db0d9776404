package emit

import (
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Memory is what emissions are made of that follow one another. A [Made] must not be
// used any more once the next function is emitted. One Memory serves one goroutine.
type Memory struct {
	e emitter // the last one, for its maps and lists
	l locator

	roots     slab.List[root]
	rootLists slab.List[roots]
	blocks    slab.List[block]
	webs      slab.List[web]
	usages    slab.List[usage]
	lists     slab.List[stmtList]

	items     slab.Slices[item]
	blockPtrs slab.Slices[*block]

	// Nodes of the output.
	idents    slab.List[ast.Ident]
	exprStmts slab.List[ast.ExprStmt]
	members   slab.List[ast.Member]
	calls     slab.List[ast.Call]
	assigns   slab.List[ast.Assign]
	binaries  slab.List[ast.Binary]
	exprs     slab.Slices[ast.Expr]
}

// emitter takes back what the last emission was made of, and begins the next.
func (m *Memory) emitter(in Input, braced map[string]bool) *emitter {
	for _, r := range []interface{ Reset() }{
		&m.roots, &m.rootLists, &m.blocks, &m.webs, &m.usages, &m.lists, &m.items, &m.blockPtrs,
		&m.idents, &m.exprStmts, &m.members, &m.calls, &m.assigns, &m.binaries, &m.exprs,
	} {
		r.Reset()
	}
	old, n := &m.e, in.Graph.MaxID()
	m.e = emitter{
		Input: in, mem: m, braced: braced, g: in.Graph, flat: in.Flat && in.Fn.Kind != ast.FuncField,
		uses: slab.Zeroed(old.uses, n), rootOf: slab.Zeroed(old.rootOf, n), born: slab.Zeroed(old.born, n),
		webs: webs{of: slab.Zeroed(old.webs.of, n), all: old.webs.all[:0], bySym: slab.Emptied(old.webs.bySym), cells: slab.Emptied(old.webs.cells)},

		bySpan: slab.Emptied(old.bySpan), ternaries: slab.Emptied(old.ternaries), voidArms: slab.Emptied(old.voidArms),
		srcDeclarators: slab.Emptied(old.srcDeclarators), templates: slab.Emptied(old.templates), strings: slab.Emptied(old.strings),
		loopTests: slab.Emptied(old.loopTests), logicalAssigns: slab.Emptied(old.logicalAssigns),
		directProps: slab.Emptied(old.directProps), classProps: slab.Emptied(old.classProps),

		rounds: slab.Emptied(old.rounds), eaches: slab.Emptied(old.eaches), eachHeads: slab.Emptied(old.eachHeads), items: slab.Emptied(old.items),
		closures: slab.Emptied(old.closures), classes: slab.Emptied(old.classes), strict: slab.Emptied(old.strict),
		owner: slab.Emptied(old.owner), decls: slab.Emptied(old.decls), origin: slab.Emptied(old.origin),
		freeRefs: slab.Emptied(old.freeRefs), captured: slab.Emptied(old.captured), heads: slab.Emptied(old.heads),
		omitted: slab.Emptied(old.omitted), bare: slab.Emptied(old.bare),
		blocks: old.blocks[:0], byID: old.byID[:0], lists: old.lists[:0], caseLists: old.caseLists[:0],
	}
	return &m.e
}

// locator begins to locate what the lists of e mention.
func (m *Memory) locator(e *emitter) *locator {
	old := &m.l
	m.l = locator{emitter: e, blocks: slab.Emptied(old.blocks), free: slab.Emptied(old.free), params: slab.Emptied(old.params)}
	return &m.l
}

// root returns a root that is zero, but for the room of its lists.
func (m *Memory) root() *root {
	r := m.roots.Next()
	*r = root{reads: r.reads[:0], defs: r.defs[:0]}
	return r
}

// rootList returns an empty list of roots.
func (m *Memory) rootList() *roots {
	l := m.rootLists.Next()
	*l = roots{list: l.list[:0]}
	return l
}

// web returns a web that is zero, but for the room of its lists.
func (m *Memory) web() *web {
	w := m.webs.Next()
	*w = web{members: w.members[:0], idents: w.idents[:0], stack: w.stack[:0]}
	return w
}

// list returns a list of statements that is empty.
func (m *Memory) list() *stmtList {
	l := m.lists.Next()
	*l = stmtList{stmts: l.stmts[:0]}
	return l
}

// usage returns a usage that is zero, but for the room of its list.
func (m *Memory) usage() *usage {
	u := m.usages.Next()
	*u = usage{places: u.places[:0]}
	return u
}
