package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Place is where a binding lives.
type Place uint8

const (
	// Value: an SSA value. Inner functions capture the value when they are created.
	Value Place = iota
	// Cell: a cell in memory that closures share.
	Cell
	// OnceCell: a cell that only the binding's initialization writes.
	OnceCell
	// Global: a name of the environment or of the program's top level.
	Global
)

func (p Place) String() string { return [...]string{"value", "cell", "once-cell", "global"}[p] }

// Bindings are the facts about a program's bindings and functions that the builder uses. They
// do not change after [Decide].
//
// It has many fields because each is one fact, found by a survey of its own.
type Bindings struct {
	// By Symbol.ID.
	places       []Place   // of captured symbols
	known        []bool    // places has an entry
	initialized  []moments // when its own function may read it without a check
	perIteration []bool    // the loop makes a copy for each iteration, and the copies differ
	arrays       []bool    // const, and declared with an array literal
	inList       []bool    // a function in the parameter list references it
	// By Function.Index.
	captures [][]*ast.Symbol
	made     []int32      // when its closure is created
	names    []string     // the .name that its place in the source determines
	hints    []string     // a name for messages where names has none
	memberOf []*ast.Scope // the scope of the class that has it as a member, or nil
	// Classes of the program, outer ones first, and the .name of those without a name of their
	// own.
	classes    []*ast.Class
	classIndex map[*ast.Class]int
	classNames map[*ast.Class]string
	closed     closed
	settled    settledNames
	lists      settledLists
	inlining   *Inlining // nil: none
	borrowed   borrowed
	records    records
	parameters map[*ast.Symbol]son.Type // the value that all calls pass; none: they differ
	// ready are the names with which the binding's own function references a cell after its
	// initialization.
	ready map[*ast.Ident]bool
	// unsupported says, by Function.Index, why functions other than the top level stay as written
	// because of a construct in them. They are few.
	unsupported map[int]*son.Bailout
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

// Captures returns the bindings that a closure of fn has as inputs: fn.Captures without
// globals, which belong to the function that creates it. Bindings of functions further out are
// captured or passed on by that function itself, and they are the same for as long as it runs;
// with inputs for everything that is passed on, nested functions would have n² of them.
func (b *Bindings) Captures(fn *ast.Function) []*ast.Symbol { return b.captures[fn.Index] }

// CapturesOf returns what the inputs of a closure are that code of caller makes: an instance of another
// function in it may have made it.
func (b *Bindings) CapturesOf(n *son.Node, fn, caller *ast.Function) []*ast.Symbol {
	if n.Site == 0 {
		return b.captures[fn.Index]
	}
	return b.Instances(caller)[n.Site-1].Closures[fn]
}

// StaticName returns the .name that a function has by its own name or by its position in the
// source, or "".
func (b *Bindings) StaticName(fn *ast.Function) string { return b.names[fn.Index] }

// isInitialized reports that code of the binding's own function that runs at a moment of
// [survey.now] always runs after the binding's initialization.
func (b *Bindings) isInitialized(sym *ast.Symbol, now int32) bool {
	m := at(b.initialized, sym.ID)
	return m.from != 0 && m.from <= now && now < m.to
}

func (b *Bindings) isPerIteration(sym *ast.Symbol) bool {
	return sym.ID < len(b.perIteration) && b.perIteration[sym.ID]
}

// Decide decides where each binding of a program lives.
//
// A binding that no inner function references is a value. A captured one is a value too if it
// has its final value before any function that references it is created: no inner function
// assigns it, every assignment precedes each of those functions in the order of evaluation
// ([ast.Evaluation]), and no loop inside the binding's scope contains both an assignment and
// such a function (its next iteration would assign after the capture). A declared function is
// created where its block begins.
//
// A binding is not a value either if a try statement may leave it with another value than its
// text suggests; see [survey.interrupted]. Everything else is a cell.
func Decide(p *ast.Program) *Bindings { return DecideInlined(p, nil) }

// DecideInlined is Decide for graphs in which calls may be replaced by their callees: these also
// reference what the callees reference. The result serves graphs without that, too.
func DecideInlined(p *ast.Program, inlining *Inlining) *Bindings {
	n := len(p.Funcs)
	b := &Bindings{
		captures:   make([][]*ast.Symbol, n),
		names:      make([]string, n),
		hints:      make([]string, n),
		memberOf:   make([]*ast.Scope, n),
		classIndex: map[*ast.Class]int{}, classNames: map[*ast.Class]string{},
		ready:       map[*ast.Ident]bool{},
		unsupported: map[int]*son.Bailout{},
		closed:      surveyClosed(p),
		known:       make([]bool, 0, p.Symbols),
		places:      make([]Place, 0, p.Symbols),
		initialized: make([]moments, 0, p.Symbols),
	}
	b.lists.p = p
	if b.inlining = inlining; inlining != nil {
		b.lists.made = inlining.Lists
	}
	b.surveySettled(p)
	more, borrowed := inlining.captures()
	b.borrowed = borrowed
	b.capture(inlining)
	s := newSurvey(p, b)
	s.run(p, more)
	b.decideRecords(p)
	place := func(sym *ast.Symbol) {
		if !at(b.known, sym.ID) { // or else it is a cell anyway
			put(&b.known, sym.ID, true)
			put(&b.places, sym.ID, s.place(sym))
		}
	}
	capture := func(fn *ast.Function, sym *ast.Symbol) {
		if isTopScope(sym.Scope) {
			return
		}
		place(sym)
		b.captures[fn.Index] = append(b.captures[fn.Index], sym)
	}
	for _, fn := range p.Funcs {
		b.captures[fn.Index] = make([]*ast.Symbol, 0, len(fn.Captures)+len(more[fn]))
		for _, sym := range fn.Captures {
			capture(fn, sym)
		}
		for _, sym := range more[fn] {
			capture(fn, sym)
		}
	}
	if inlining != nil {
		for _, list := range inlining.In {
			for _, in := range list {
				for _, sym := range in.Captured {
					place(sym)
				}
			}
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

// settled reports that no function that references sym is created before sym has its final
// value.
func (s *survey) settled(sym *ast.Symbol) bool {
	if sym.Kind.Lexical() && sym.Scope.Kind == ast.ScopeSwitch {
		return false // a case may be entered after the initialization
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
			return false // that moment is unknown
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
