package parse

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// resolve is scope analysis: it makes the scopes and symbols of a program,
// binds every identifier, fills the fields of the tree that package ast
// documents as filled by it, and reports the early errors that need scopes.
//
// It works in three linear steps:
//
//   - one traversal in source order makes scopes, declares what they hold
//     (hoisting as it goes), and logs every reference together with the entry
//     and exit of scopes (scope_stmt.go, scope_expr.go, scope_func.go,
//     scope_declare.go);
//   - sweeps over that log bind the references: by then every scope is
//     complete, so a stack of bindings per name answers each lookup in constant
//     time, however deep scopes nest (scope_bind.go, scope_annexb.go);
//   - facts about functions and symbols are computed from the bindings
//     (scope_facts.go).
//
// It does as much of this as its extent says.
func resolve(p *ast.Program, x Extent, report func(span ast.Span, msg string)) {
	a := &analysis{prog: p, nameTable: nameTable{names: map[string]int32{}}}
	a.run(x, report)
}

// Extent says how much scope analysis finds out. All early errors are found in any case, except
// with the last, internal one.
type Extent uint8

const (
	// Everything is all that package ast documents.
	Everything Extent = iota
	// References is everything but what functions reference outside: Captures, Outer and Globals
	// of functions, and Program.Unresolved, are empty, and ReferencesOuter and the like do not work.
	References
	// Bindings is what identifiers are bound to. Neither the references of symbols are collected,
	// nor what follows from them: whether a symbol is captured, read or assigned.
	Bindings
	// declarations is for a program without the bodies of some functions: only declarations are
	// looked at, for their errors.
	declarations
)

// Resolve binds the names of a program again, after statements or expressions of its tree were
// moved, copied or removed. Spans are those of before; Program.Funcs is in the order of the
// tree. It returns the first early error, or "".
func Resolve(p *ast.Program, x Extent) (fault string) {
	for _, f := range p.Funcs {
		f.Resolved = ast.Resolved{}
	}
	p.Unresolved = nil
	a := &analysis{prog: p, nameTable: nameTable{names: map[string]int32{}}, moved: true}
	a.run(x, func(_ ast.Span, msg string) { fault = cmp.Or(fault, msg) })
	return fault
}

func (a *analysis) run(x Extent, report func(span ast.Span, msg string)) {
	a.arguments = a.intern("arguments")
	a.program()
	if x != declarations {
		if a.candidates {
			a.sweep(a.hoistBlockFunction)
		}
		a.sweep(a.bindRef)
		a.facts()
	}
	a.prog.Symbols = len(a.symbols)
	if x == Everything || x == References {
		a.collectRefs()
	}
	if x == Everything {
		a.captures()
	}
	a.flush(report)
}

// analysis is the state of one resolve call.
type analysis struct {
	prog  *ast.Program
	funcs []*ast.Function // in the order the traversal enters them
	homes []*ast.Function // see home; in the order of funcs

	nameTable
	arguments int32 // the number of `arguments`

	// By Symbol.ID: the symbol, and the number of its name.
	symbols []*ast.Symbol
	nameOf  []int32

	log        slab.Pieces[event]
	scopes     []*ast.Scope // in the order that the log enters them
	candidates bool         // the log has candidates for Annex B hoisting
	// seen holds the innermost scopes of direct evals and with statements.
	seen []*ast.Scope
	// patternCatch holds the catch scopes whose parameter is a pattern, which
	// a var of the same name conflicts with.
	patternCatch map[*ast.Scope]bool
	// special holds the block functions that may not be repeated: those in
	// strict code, async functions and generators.
	special map[*ast.Symbol]bool

	stance
	spine []*ast.Binary
	sweeping

	errs  []scopeError
	moved bool // the tree is not in the order of the text

	scopeArena
}

// nameTable numbers names.
type nameTable struct {
	names map[string]int32
	// recent has names that were looked up before, each at its place; see recentAt. Most names of
	// a program occur again soon.
	recent [1 << recentBits]numbered
}

// numbered is a name with its number.
type numbered struct {
	name   string
	number int32
}

const recentBits = 8

// recentAt returns the only place that a name may have among recent names.
func (t *nameTable) recentAt(name string) *numbered {
	h := uint32(len(name))
	if h > 0 {
		h += uint32(name[0])<<16 | uint32(name[h/2])<<8 | uint32(name[h-1])<<24
	}
	return &t.recent[h*0x9e3779b1>>(32-recentBits)]
}

// scopeArena is to scopes what arena is to nodes.
type scopeArena struct {
	newScopes  chunk[ast.Scope]
	newSymbols chunk[ast.Symbol]
	newDecls   list[*ast.Ident]
	newLists   list[*ast.Symbol]
}

// stance is the position of the traversal; it is saved and restored around
// functions, classes and loops.
type stance struct {
	scope    *ast.Scope
	varScope *ast.Scope // where `var` declares
	fn       *ast.Function
	loops    int      // loops of fn that are open
	withs    int      // with statements that are open, in any function
	strict   bool     // the code is strict
	sites    ast.Site // of fn that are numbered
}

// site numbers the next construct of the function.
func (a *analysis) site() ast.Site {
	a.sites++
	return a.sites
}

// event is one entry of the log.
type event struct {
	op    eventOp
	kind  ast.RefKind
	flags refFlags
	// name is the number of the name, or for evEnter the index of the scope.
	// Once the reference is bound, it is the ID of the symbol.
	name int32
	id   *ast.Ident
}

type eventOp uint8

const (
	evEnter eventOp = iota
	evLeave
	evRef
	evFree // a reference that turned out to have no binding
)

// refFlags say what is special about a reference.
type refFlags uint8

const (
	valued    refFlags = 1 << iota // it gives the binding a value
	ofVar                          // the binding identifier of a var declarator
	ofExport                       // the local name in export { … }
	ofInner                        // binds a class's inner name; Ident.Sym is the outer one
	hoistable                      // a sloppy plain function declaration in a block
)

type scopeError struct {
	span ast.Span
	msg  string
}

func (a *analysis) fail(span ast.Span, msg string) {
	a.errs = append(a.errs, scopeError{span, msg})
}

// flush reports the errors in source order, each once.
func (a *analysis) flush(report func(span ast.Span, msg string)) {
	sort.SliceStable(a.errs, func(i, j int) bool { return a.errs[i].span.Start < a.errs[j].span.Start })
	for _, e := range slices.Compact(a.errs) {
		report(e.span, e.msg)
	}
}

// intern returns the number of a name.
func (t *nameTable) intern(name string) int32 {
	r := t.recentAt(name)
	if r.name == name && name != "" {
		return r.number
	}
	n, ok := t.names[name]
	if !ok {
		n = int32(len(t.names))
		t.names[name] = n
	}
	r.name, r.number = name, n
	return n
}

// enter opens a scope; leave closes it.
func (a *analysis) enter(kind ast.ScopeKind, span ast.Span) *ast.Scope {
	s := a.newScopes.new()
	s.Kind, s.Parent, s.Func, s.Span, s.Loops = kind, a.scope, a.fn, span, a.loops
	a.scope = s
	a.log.Add(event{op: evEnter, name: int32(len(a.scopes))})
	a.scopes = append(a.scopes, s)
	return s
}

func (a *analysis) leave() {
	a.scope = a.scope.Parent
	a.log.Add(event{op: evLeave})
}

// reference logs a reference to id in the current scope.
func (a *analysis) reference(id *ast.Ident, kind ast.RefKind, flags refFlags) {
	a.log.Add(event{op: evRef, kind: kind, flags: flags, name: a.intern(id.Name), id: id})
}

func (a *analysis) program() {
	p := a.prog
	kind := ast.ScopeGlobal
	if p.Type == ast.Module {
		kind = ast.ScopeModule
	}
	a.strict = p.Strict || p.Type == ast.Module
	p.Scope = a.enter(kind, p.Span)
	a.varScope = p.Scope
	a.stmts(p.Body)
	a.leave()
	p.Sites = a.sites
}
