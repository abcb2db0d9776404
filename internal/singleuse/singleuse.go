package singleuse

import (
	"slices"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
)

// Options say what may be assumed.
type Options struct {
	// AnyNames: nothing reads the names of functions.
	AnyNames bool
	// NoTDZ: no function reads a let or const of a scope around it before it has its value.
	NoTDZ bool
	// Constants: only constants take the place of their names, and only where the program as a whole gets
	// shorter by it.
	Constants bool
	// Calls: a function may be moved to a call in another function, which then makes a function each
	// time. For that the tree has to be edited.
	Calls bool
}

// Found is the names that can be removed from a program: as patches of its text, or as changes
// of its tree.
type Found struct {
	// Unnamed counts the functions that lose their name.
	Unnamed int
	// Unsettled counts the references that are replaced because of [Options.NoTDZ].
	Unsettled int

	p        *ast.Program
	uses     map[*ast.Ident]*use
	lists    []*list
	all      []*candidate
	replaced []replacement
	nameless []*ast.Function
}

// replacement is a reference that a function, a value or a constant takes the place of.
type replacement struct {
	use *use
	by  *candidate
}

// IsEmpty reports whether there are no such names.
func (f *Found) IsEmpty() bool { return len(f.replaced) == 0 && len(f.nameless) == 0 && !f.removes() }

func (f *Found) removes() bool {
	return slices.ContainsFunc(f.all, func(c *candidate) bool { return c.gone })
}

// Find finds the names that can be removed.
func Find(p *ast.Program, o Options) *Found {
	f := &finder{Found: Found{p: p, uses: map[*ast.Ident]*use{}}, o: o, of: map[*ast.Symbol]*candidate{}, settled: settled.New(p), moved: map[*ast.Function]*use{},
		called: map[*ast.Function]*use{}, received: map[*ast.Function][]*ast.Function{}, height: map[*ast.Function]int{}}
	f.collect()
	f.survey()
	f.findUnused()
	f.constants()
	if o.Constants {
		return &f.Found
	}
	for _, l := range f.lists {
		for _, c := range l.names {
			if c.fn != nil {
				l.function(c)
			}
		}
		for _, c := range l.names {
			if c.fn == nil {
				l.variable(c)
			}
		}
	}
	if len(f.moved) > 0 {
		f.constants() // what is created later may not run too early any more
	}
	for _, fn := range p.Funcs {
		f.selfName(fn)
	}
	return &f.Found
}

// finder is the state of one Find.
type finder struct {
	Found
	o       Options
	of      map[*ast.Symbol]*candidate
	settled *settled.Program
	moved   map[*ast.Function]*use // where to
	// called is where the functions go that are moved to their calls, received what a function gets by
	// that, at any depth, and height how many of those are in each other.
	called   map[*ast.Function]*use
	received map[*ast.Function][]*ast.Function
	height   map[*ast.Function]int
}

// function handles a declared function: it is removed, or moved to its reference.
func (l *list) function(c *candidate) {
	if c.kept || !c.live {
		c.gone = !c.live
		return
	}
	outside, inside := c.references()
	if len(outside) != 1 {
		return
	}
	u := outside[0]
	nameless := l.o.AnyNames && !inside
	if nameless && l.call(c, u) {
		return
	}
	if !l.isPlace(u, 0) || u.from(c) > farthest || u.inside(c.fn.Span) || !l.means(u, c.fn) || !nameless && !canBeExpression(c.fn) {
		return
	}
	if _, ok := l.statement(c.at); !ok {
		return
	}
	if nameless {
		l.unname(c.fn)
	}
	l.move(c, u, c.fn)
}

// move moves a candidate to a reference, with the functions in it.
func (l *list) move(c *candidate, u *use, fns ...*ast.Function) {
	c.gone, u.by = true, c
	l.replaced = append(l.replaced, replacement{u, c})
	for _, fn := range fns {
		l.moved[fn] = u
	}
}

// farthest is how far a function is moved at most, in nodes of the tree: to about what the
// window of gzip holds of a minified program. A function compresses best next to others that
// are like it.
const farthest = 16000

// canBeExpression reports whether a declared function may become an expression. The name of a
// declaration belongs to the surrounding code, that of an expression to the function: there,
// await and yield are keywords as they are in its body.
func canBeExpression(fn *ast.Function) bool {
	return !(fn.Async && fn.Name.Name == "await" || fn.Generator && fn.Name.Name == "yield")
}

// isPlace reports whether a value may be created in the place of a reference instead: the code
// is the list's own, runs at most once, and begins at or after an offset.
func (l *list) isPlace(u *use, from int32) bool {
	return u.slot && u.kind == ast.RefRead && u.fn == l.fn && u.loops == 0 && u.id.Start >= from &&
		(l.fn == nil || u.id.Start >= l.fn.BodySpan.Start)
}

// means reports whether the names that functions use resolve to the same bindings at a place.
func (l *list) means(u *use, fns ...*ast.Function) bool {
	for _, fn := range fns {
		fns = append(fns, l.received[fn]...)
	}
	for e := u.env; e != nil; e = e.up {
		if !leaves(e.scope, fns) {
			return false
		}
	}
	return true
}

// unname removes a function expression's name.
func (f *finder) unname(fn *ast.Function) {
	f.Unnamed++
	f.nameless = append(f.nameless, fn)
}

// selfName handles the name of a function expression.
func (f *finder) selfName(fn *ast.Function) {
	if !f.o.AnyNames || fn.SelfScope == nil || fn.Name == nil || fn.Name.Sym == nil || fn.InnerEval || fn.Name.Sym.DynamicReach {
		return
	}
	if !slices.ContainsFunc(fn.Name.Sym.Refs, func(r ast.Ref) bool { return r.Ident != fn.Name }) {
		f.unname(fn)
	}
}

// variable handles a variable: it is removed, or its value moves to its reference.
func (l *list) variable(c *candidate) {
	if c.kept || c.gone {
		return
	}
	if !c.live {
		c.gone = true
		return
	}
	outside, inside := c.references()
	d := c.decl
	if len(outside) > 1 || inside || d.Init == nil {
		return
	}
	v := value{finder: l.finder, plain: true}
	v.look(d.Init)
	if !v.plain {
		return
	}
	if len(outside) == 0 {
		c.gone = true
		return
	}
	u := outside[0]
	if !l.o.AnyNames && v.anonymous || !l.isPlace(u, d.End) || !l.means(u, v.fns...) {
		return
	}
	if v.anonymous {
		l.Unnamed++
	}
	c.levels = v.levels
	l.move(c, u, v.fns...)
}
