package emit

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son/slab"
)

// Memory is what emissions are made of that follow one another. A [Made] must not be
// used any more once the next function is emitted. One Memory serves one goroutine.
type Memory struct {
	e emitter // the last ones, for their maps and lists
	l locator
	c copier

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

	line lineMemory

	graph     []structure.Block
	pos       []int32 // for positions
	structure structure.Memory

	// Nodes of the output.
	idents    slab.List[ast.Ident]
	exprStmts slab.List[ast.ExprStmt]
	members   slab.List[ast.Member]
	calls     slab.List[ast.Call]
	assigns   slab.List[ast.Assign]
	binaries  slab.List[ast.Binary]
	exprs     slab.Slices[ast.Expr]
}

// lineMemory is a line of a text. Code that a tool made may have but one, and what stands
// in it is asked for where it begins again and again.
type lineMemory struct {
	text     string
	from, to int32
}

// lineAt returns where the line of an offset begins.
func (m *Memory) lineAt(text string, at int32) int32 {
	l := &m.line
	if at < l.from || at > l.to || l.text != text {
		*l = lineMemory{text, int32(strings.LastIndexByte(text[:at], '\n') + 1), int32(len(text))}
		if end := strings.IndexByte(text[at:], '\n'); end >= 0 {
			l.to = at + int32(end)
		}
	}
	return l.from
}

// emitter takes back what the last emission was made of, and begins the next.
func (m *Memory) emitter(in Input, braced map[string]bool) *emitter {
	for _, r := range []interface{ Reset() }{
		&m.roots, &m.rootLists, &m.blocks, &m.webs, &m.usages, &m.lists, &m.updates, &m.items, &m.blockPtrs, &m.ints,
		&m.idents, &m.exprStmts, &m.members, &m.calls, &m.assigns, &m.binaries, &m.exprs,
	} {
		r.Reset()
	}
	old, n := &m.e, in.Graph.MaxID()
	m.e = emitter{
		Input: in, mem: m, braced: braced, g: in.Graph, flat: in.Flat && in.Fn.Kind != ast.FuncField,
		uses: slab.Zeroed(old.uses, n), rootOf: slab.Zeroed(old.rootOf, n), born: slab.Zeroed(old.born, n),
		webs: webs{of: slab.Zeroed(old.webs.of, n), all: old.webs.all[:0], bySym: slab.Emptied(old.webs.bySym), cells: slab.Emptied(old.webs.cells)},

		bySpan: slab.Emptied(old.bySpan), ternaries: slab.Emptied(old.ternaries), groups: slab.Emptied(old.groups), voidArms: slab.Emptied(old.voidArms),
		srcDeclarators: slab.Emptied(old.srcDeclarators), templates: slab.Emptied(old.templates), strings: slab.Emptied(old.strings),
		loopTests: slab.Emptied(old.loopTests), indexed: slab.Emptied(old.indexed), logicalAssigns: slab.Emptied(old.logicalAssigns), sequences: slab.Emptied(old.sequences),
		directProps: slab.Emptied(old.directProps), classProps: slab.Emptied(old.classProps),

		rounds: slab.Emptied(old.rounds), eaches: slab.Emptied(old.eaches), eachHeads: slab.Emptied(old.eachHeads), items: slab.Emptied(old.items),
		closures: slab.Emptied(old.closures), classes: slab.Emptied(old.classes), strict: slab.Emptied(old.strict),
		owner: slab.Emptied(old.owner), decls: slab.Emptied(old.decls), origin: slab.Emptied(old.origin),
		freeRefs: slab.Emptied(old.freeRefs), captured: slab.Emptied(old.captured), heads: slab.Emptied(old.heads), loopStmts: slab.Emptied(old.loopStmts), omitted: slab.Emptied(old.omitted), bare: slab.Emptied(old.bare), unbraced: slab.Emptied(old.unbraced), follows: slab.Emptied(old.follows), beside: slab.Emptied(old.beside),
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

// copier begins to copy what e has made as it is in the source.
func (m *Memory) copier(e *emitter, source func(ast.Span) string) *copier {
	old := &m.c
	m.c = copier{emitter: e, source: source, all: old.all[:0], starts: old.starts[:0],
		byHash: old.byHash[:0], hashes: slab.Emptied(old.hashes), ends: slab.Emptied(old.ends), commented: slab.Emptied(old.commented),
		notes: slab.Emptied(old.notes), behind: slab.Emptied(old.behind), begin: slab.Emptied(old.begin),
		caseNotes: slab.Emptied(old.caseNotes), items: slab.Emptied(old.items), parent: old.parent[:0], forms: slab.Emptied(old.forms),
		newline: finder{what: "\n"}, comment: finder{what: "/*"}}
	return &m.c
}

// root returns a root that is zero, but for the room of its lists.
func (m *Memory) root() *root {
	r := m.roots.Next()
	*r = root{reads: r.reads[:0], definitions: definitions{defs: r.defs[:0]}}
	return r
}

// rootList returns an empty list of roots.
func (m *Memory) rootList() *roots {
	l := m.rootLists.Next()
	*l = roots{list: l.list[:0], tokens: l.tokens[:0]}
	return l
}

// web returns a web that is zero, but for the room of its lists.
func (m *Memory) web() *web {
	w := m.webs.Next()
	*w = web{members: w.members[:0], idents: w.idents[:0], stack: w.stack[:0], inits: w.inits[:0]}
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
