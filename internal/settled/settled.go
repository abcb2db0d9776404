package settled

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"github.com/sonjs/son/parse/ast"
)

// Program has the lists of one program.
type Program struct {
	p     *ast.Program
	mu    sync.Mutex
	lists map[*ast.Function]*List
	reads map[*ast.Function][]*ast.Ident // see certainReads
	tables
}

// tables have what is known of all lists: each function and each name belongs to one of them.
type tables struct {
	// By Function.Index: what is known of a function, as code of the list of the function around it.
	functions []function
	names     []*name // by Symbol.ID
}

// function is a function directly inside that of a list.
type function struct {
	known    bool
	from     int32
	cause    Cause
	captured []*ast.Symbol // names of the list that its code references
}

// New prepares a program whose names are resolved.
func New(p *ast.Program) *Program {
	return &Program{p: p, lists: map[*ast.Function]*List{}, reads: map[*ast.Function][]*ast.Ident{}}
}

// List returns what is known about the statements of a function; nil is the top level.
func (s *Program) List(fn *ast.Function) *List {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list(fn)
}

func (s *Program) list(fn *ast.Function) *List {
	l := s.lists[fn]
	if l == nil {
		if s.functions == nil {
			s.tables = tables{make([]function, len(s.p.Funcs)), make([]*name, s.p.Symbols)}
		}
		l = &List{program: s, fn: fn, proofs: map[*ast.Function][]proof{}}
		s.lists[fn] = l
		l.read()
	}
	return l
}

// List is what is known about one list of statements.
type List struct {
	program *Program
	fn      *ast.Function
	quiet   int32
	names   []*ast.Symbol // those with a name
	now     Cause         // of what is being followed
	// proofs are what reads in functions prove of the list, and passed how far it has got when a name has a
	// value; see SettledAt.
	proofs map[*ast.Function][]proof
	passed map[*ast.Symbol]stretch
}

// Cause is why code of a function may run from a place on.
type Cause struct {
	How Entry
	At  int32 // where the list makes it, or references it, or a function that leads to it
}

// Entry is how control gets into a function.
type Entry uint8

const (
	Never      Entry = iota // it does not
	Exported                // other modules may call it, or what leads to it, before this one runs
	Reached                 // code can get at it otherwise than by a reference
	Referenced              // the list references it, or what leads to it
	Made                    // it is made there, and may be called at once
)

// Places outside of the text.
const (
	always = math.MinInt32 // before the list begins
	never  = math.MaxInt32
)

// Quiet returns the place before which the list runs no function and throws nothing.
func (l *List) Quiet() int32 { return l.quiet }

// From returns the place in the text of the list before which no code of fn runs. fn is a
// function inside the list's.
func (l *List) From(fn *ast.Function) int32 {
	for fn.Parent != l.fn {
		fn = fn.Parent
	}
	return l.of(fn).from
}

// of returns what is known of a function directly inside the list's.
func (l *List) of(fn *ast.Function) *function { return &l.program.functions[fn.Index] }

// mayRun records from where on such a function may run.
func (l *List) mayRun(fn *ast.Function, from int32) {
	f := l.of(fn)
	f.known, f.from = true, from
}

// name returns what is known of a name of the list, or nil.
func (l *List) name(sym *ast.Symbol) *name { return l.program.names[sym.ID] }

// enter adds a name of the list.
func (l *List) enter(sym *ast.Symbol, n name) *name {
	l.program.names[sym.ID] = &n
	l.names = append(l.names, sym)
	return &n
}

// inside returns the functions directly inside the list's.
func (l *List) inside() (list []*ast.Function) {
	next := 0
	if l.fn != nil {
		next = l.fn.Index + 1
	}
	for _, fn := range l.program.p.Funcs[next:] {
		switch {
		case fn.Parent == l.fn:
			list = append(list, fn)
		case fn.Parent == nil, fn.Parent.Index < next: // it follows the list's function
			return list
		}
	}
	return list
}

// Cause returns why code of fn may run from [List.From] on.
func (l *List) Cause(fn *ast.Function) Cause {
	for fn.Parent != l.fn {
		fn = fn.Parent
	}
	return l.of(fn).cause
}

// Settled reports that code of fn does not run before d, a declarator of the list itself,
// has completed.
func (l *List) Settled(d *ast.Declarator, fn *ast.Function) bool { return l.From(fn) >= d.End }

// statements returns the list itself.
func (l *List) statements() []ast.Stmt {
	if l.fn == nil {
		return l.program.p.Body
	}
	return l.fn.Body
}

// start returns where the list begins.
func (l *List) start() int32 {
	if l.fn == nil {
		return l.program.p.Start
	}
	return l.fn.BodySpan.Start
}

// read finds out from which place on each function can run.
func (l *List) read() {
	body := l.statements()
	for _, st := range body {
		if d := Declared(st); d != nil {
			l.mayRun(d.Fn, never)
			if d.Fn.Name != nil {
				l.declare(d.Fn)
			}
		}
	}
	h := l.findHolders(body)
	l.findCaptured()
	l.findQuiet(body)
	l.entries(body)
	for _, e := range l.events(h) {
		l.now = Cause{Referenced, e.at}
		switch {
		case e.fn != nil:
			l.now.How = Made
			l.run(e.fn, l.begin(e.at))
		case e.holds:
			l.create(e.sym, max(e.at, l.quiet))
		default:
			l.reference(e.sym, l.begin(e.at))
		}
	}
}

// findCaptured finds the functions that reference names of the list. What functions capture has a list of
// its own in package ast, but not every tree has it, and few of these names are needed.
func (l *List) findCaptured() {
	tops := map[*ast.Function]*ast.Function{} // the functions directly inside that contain others
	var above []*ast.Function
	slices.SortFunc(l.names, func(a, b *ast.Symbol) int { return cmp.Compare(a.ID, b.ID) })
	for _, sym := range l.names {
		var before *ast.Function
		for _, r := range sym.Refs {
			if r.Func == l.fn || r.Func == before {
				continue
			}
			before = r.Func
			top := r.Func
			for above = above[:0]; top.Parent != l.fn; {
				if known := tops[top]; known != nil {
					top = known
					break
				}
				above = append(above, top)
				top = top.Parent
			}
			for _, fn := range above {
				tops[fn] = top
			}
			if f := l.of(top); len(f.captured) == 0 || f.captured[len(f.captured)-1] != sym {
				f.captured = append(f.captured, sym)
			}
		}
	}
}

// entries runs the functions that others can reach without a reference in the list.
func (l *List) entries(body []ast.Stmt) {
	l.now.How = Exported
	for _, sym := range l.names {
		if sym.Exported {
			l.reference(sym, always)
		}
	}
	for _, st := range body {
		if x, ok := st.(*ast.ExportDefault); ok {
			if d := Declared(x); d != nil {
				l.run(d.Fn, always)
			}
		}
	}
	l.now.How = Reached
	for _, sym := range l.names {
		if sym.DynamicReach || sym.Aliased || sym.Scope.Kind == ast.ScopeGlobal && !l.program.p.CommonJS {
			l.reference(sym, l.quiet)
		}
	}
}

// event is what happens when the list's code reaches a place: a function is created that may run
// from then on, a name is referenced, or one gets the functions that it holds.
type event struct {
	at    int32
	fn    *ast.Function
	sym   *ast.Symbol
	holds bool
}

// events lists what the list's own code creates and references, in the order of the text.
func (l *List) events(h *holders) []event {
	var out []event
	for _, fn := range l.inside() {
		if !l.of(fn).known {
			out = append(out, event{at: fn.Start, fn: fn})
		}
	}
	for _, sym := range l.names {
		if n := l.name(sym); n.at > always {
			out = append(out, event{at: n.at, sym: sym, holds: true})
		}
		for _, r := range sym.Refs {
			if r.Func == l.fn && r.Kind&ast.RefInit == 0 && !h.passed[r.Ident] {
				out = append(out, event{at: r.Ident.Start, sym: sym})
			}
		}
	}
	slices.SortFunc(out, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	return out
}

// reference runs what a name holds from a place on, or from where the name gets it.
func (l *List) reference(sym *ast.Symbol, at int32) { l.follow(nil, []*ast.Symbol{sym}, at) }

// run records that a function may run from a place on, and with it those that it references.
func (l *List) run(fn *ast.Function, at int32) { l.follow([]*ast.Function{fn}, nil, at) }

// create records that a name gets what it holds.
func (l *List) create(sym *ast.Symbol, at int32) {
	n := l.name(sym)
	n.has = true
	if n.from < never {
		l.follow(n.fns, n.holds, at)
	}
}

// follow records that functions may run from a place on, and what names hold. Nearly all calls are in
// the order of places, so that hardly anything is followed twice.
func (l *List) follow(fns []*ast.Function, syms []*ast.Symbol, at int32) {
	fns, syms = slices.Clone(fns), slices.Clone(syms)
	for len(fns) > 0 || len(syms) > 0 {
		if k := len(syms) - 1; k >= 0 {
			n := l.name(syms[k])
			if syms = syms[:k]; n != nil && at < n.from {
				n.from = at
				if n.has {
					fns, syms = append(fns, n.fns...), append(syms, n.holds...)
				}
			}
			continue
		}
		fn := fns[len(fns)-1]
		fns = fns[:len(fns)-1]
		f := l.of(fn)
		if f.known && f.from <= at {
			continue
		}
		l.mayRun(fn, at)
		f.cause = l.now
		syms = append(syms, f.captured...)
	}
}

// begin returns where the code at a place of the list begins to run: at its statement, or
// in a declaration at its declarator.
func (l *List) begin(at int32) int32 {
	body := l.statements()
	i := sort.Search(len(body), func(i int) bool { return body[i].Pos().End > at })
	if i == len(body) || body[i].Pos().Start > at {
		return always // a parameter
	}
	st := body[i]
	if x, ok := st.(*ast.ExportDecl); ok {
		st = x.Decl
	}
	begin := st.Pos().Start
	if d, ok := st.(*ast.VarDecl); ok {
		if j := sort.Search(len(d.Decls), func(j int) bool { return d.Decls[j].Start > at }); j > 0 {
			begin = d.Decls[j-1].Start
		}
	}
	return max(begin, l.quiet)
}

// Declared returns the function that a statement of a list declares for the list, also
// under labels and export, or nil.
func Declared(st ast.Stmt) *ast.FuncDecl {
	for {
		switch s := st.(type) {
		case *ast.Labeled:
			st = s.Body
		case *ast.ExportDecl:
			st = s.Decl
		case *ast.ExportDefault:
			st = s.Value
		case *ast.FuncDecl:
			return s
		default:
			return nil
		}
	}
}
