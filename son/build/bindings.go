package build

import (
	"github.com/sonjs/son/parse/ast"
)

// Place is where a binding lives.
type Place uint8

const (
	// Value: an SSA value. Inner functions get the value when they are made.
	Value Place = iota
	// Cell: a cell in memory that closures share.
	Cell
	// OnceCell: a cell that only the binding's initialization writes.
	OnceCell
	// Global: a name of the environment or of the program's top level.
	Global
)

func (p Place) String() string { return [...]string{"value", "cell", "once-cell", "global"}[p] }

// Bindings are the facts about a program's bindings and functions that the
// builder goes by. They do not change after [Decide].
type Bindings struct {
	// By Symbol.ID.
	places       []Place   // of captured symbols
	known        []bool    // places says something
	initialized  []moments // when its own function may read it without a check
	perIteration []bool    // the loop makes a copy for each iteration that differs
	arrays       []bool    // const, and declared with an array literal
	inList       []bool    // a function in the parameter list sees it
	// By Function.Index.
	captures [][]*ast.Symbol
	made     []int32  // when its closure is made
	names    []string // the .name that its place in the source gives it
	hints    []string // a name for messages where names has none
	member   []bool   // member of a class
	// Classes of the program, outer ones first, and the .name of those without one.
	classes    []*ast.Class
	classIndex map[*ast.Class]int
	classNames map[*ast.Class]string
	closed     closed
	// ready are the places where the binding's own function mentions a cell behind its
	// initialization.
	ready map[int32]bool
}

// Of returns the place of a binding; nil is an unresolved name.
func (b *Bindings) Of(sym *ast.Symbol) Place {
	switch {
	case sym == nil || isTopScope(sym.Scope):
		return Global
	case sym.ID < len(b.known) && b.known[sym.ID]:
		return b.places[sym.ID]
	case sym.DynamicReach || sym.Aliased:
		return Cell
	}
	return Value
}

// Captures returns the bindings that a closure of fn takes as inputs: fn.Captures
// without globals, which are of the function that makes it. What lies further out the
// maker itself captures, or only passes on, and it is the same for as long as the maker
// runs; with inputs for all that is passed on, functions that nest would have n².
func (b *Bindings) Captures(fn *ast.Function) []*ast.Symbol { return b.captures[fn.Index] }

// StaticName returns the .name that the source gives a function by its own name
// or by its position, or "".
func (b *Bindings) StaticName(fn *ast.Function) string { return b.names[fn.Index] }

// isInitialized reports that code of the binding's own function runs only after the
// binding's initialization if it runs at a moment of [survey.now].
func (b *Bindings) isInitialized(sym *ast.Symbol, now int32) bool {
	m := at(b.initialized, sym.ID)
	return m.from != 0 && m.from <= now && now < m.to
}

func (b *Bindings) isPerIteration(sym *ast.Symbol) bool {
	return sym.ID < len(b.perIteration) && b.perIteration[sym.ID]
}

// Decide works out where each binding of a program lives.
//
// A binding that no inner function sees is a value. One that is seen is a value
// too if it has its last value before any function that sees it is made: no
// inner function assigns it, every assignment comes before each of those functions
// in the order of evaluation ([ast.Evaluation]), and no loop inside the binding's
// scope holds both an assignment and such a function (its next round would assign
// after the capture). A declared function is made where its block begins.
//
// A binding is no value either if a try statement may leave it with another value
// than the text says; see [survey.interrupted]. Everything else is a cell.
func Decide(p *ast.Program) *Bindings {
	n := len(p.Funcs)
	b := &Bindings{
		captures:   make([][]*ast.Symbol, n),
		names:      make([]string, n),
		hints:      make([]string, n),
		member:     make([]bool, n),
		classIndex: map[*ast.Class]int{}, classNames: map[*ast.Class]string{},
		ready:  map[int32]bool{},
		closed: surveyClosed(p),
	}
	s := newSurvey(p, b)
	s.run(p)
	for _, fn := range p.Funcs {
		for _, sym := range fn.Captures {
			if isTopScope(sym.Scope) {
				continue
			}
			if !at(b.known, sym.ID) {
				put(&b.known, sym.ID, true)
				put(&b.places, sym.ID, s.place(sym))
			}
			b.captures[fn.Index] = append(b.captures[fn.Index], sym)
		}
	}
	s.interrupted()
	s.ready()
	return b
}

// place decides a captured binding of a function.
func (s *survey) place(sym *ast.Symbol) Place {
	writes, inits := 0, 0
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefInit) != 0 {
			writes++
			if r.Kind&ast.RefInit != 0 && r.Func == sym.Scope.Func {
				inits++
			}
		}
	}
	once := writes == 1 && inits == 1
	switch {
	case sym.DynamicReach || sym.Aliased || s.b.isPerIteration(sym):
		return Cell
	}
	switch sym.Kind {
	case ast.SymFuncName:
		return Value // immutable
	case ast.SymArguments:
		if writes == 0 {
			return Value
		}
		return Cell
	case ast.SymFunc, ast.SymBlockFunc, ast.SymClassName:
		if once {
			return OnceCell
		}
		return Cell
	}
	switch {
	case !sym.AssignedInner && s.settled(sym):
		return Value
	case once && sym.Kind != ast.SymVar:
		return OnceCell
	}
	return Cell
}

// settled reports that no function that sees sym is made before sym has its
// last value.
func (s *survey) settled(sym *ast.Symbol) bool {
	if sym.Kind.Lexical() && sym.Scope.Kind == ast.ScopeSwitch {
		return false // a case may be entered behind the initialization
	}
	base := s.scopeLoop[sym.Scope]
	var end int32
	var loops map[*loopSite]bool
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefInit) == 0 {
			continue
		}
		w, ok := s.writes[r.Ident]
		if !ok {
			return false // nobody knows when that is
		}
		end = max(end, w.at)
		for l := w.loop; l != nil && l != base && !loops[l]; l = l.parent {
			if loops == nil {
				loops = map[*loopSite]bool{}
			}
			loops[l] = true
		}
	}
	for _, c := range s.points[sym] {
		if c.at < end {
			return false
		}
		if len(loops) == 0 {
			continue
		}
		for l := c.loop; l != nil && l != base; l = l.parent {
			if loops[l] {
				return false
			}
		}
	}
	return true
}

// at reads a slice that grows on demand.
func at[T any](list []T, i int) (zero T) {
	if i < len(list) {
		return list[i]
	}
	return zero
}

// put writes a slice that grows on demand.
func put[T any](list *[]T, i int, v T) {
	for len(*list) <= i {
		var zero T
		*list = append(*list, zero)
	}
	(*list)[i] = v
}
