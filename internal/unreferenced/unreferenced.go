package unreferenced

import (
	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Options say what may be assumed.
type Options struct {
	// NoTDZ: no function assigns or calls a let, const or class of a scope around it before it is
	// initialized.
	NoTDZ bool
	// Small: only the length counts. The initializer of a variable goes, too, if the variable is only read to
	// find out whether it has been initialized.
	Small bool
}

// Kind is what is removed.
type Kind string

const (
	Function   Kind = "function"
	Class      Kind = "class"
	Variable   Kind = "variable"
	Assignment Kind = "assignment"
	Call       Kind = "call"
	Parameter  Kind = "parameter"
)

// Gone is something that is removed.
type Gone struct {
	Kind Kind
	Name *ast.Ident
}

// Found is what nothing references in a program.
type Found struct {
	// Patches remove it from the text.
	Patches []print.Patch
	// Gone lists it, in the order of the text. What is inside of something else in the list is
	// not listed itself.
	Gone []Gone
	// Unsettled counts the removed assignments and calls that rely on [Options.NoTDZ].
	Unsettled int
}

// Find finds what nothing references.
func Find(p *ast.Program, o Options) *Found {
	s := &surveyor{p: p, o: o, settled: settled.New(p), variables: make([]*variable, p.Symbols), ends: make([]int32, p.Symbols), kept: map[string][]*ast.Symbol{}, roles: map[*ast.Assign]role{}}
	s.findIdle()
	s.findSignatures()
	s.tree.Run(p, place{}, s.visit)
	s.mark()
	e := &editor{p: p}
	for i := range s.lists {
		e.list(&s.lists[i])
	}
	for _, h := range s.heads {
		e.head(h)
	}
	for _, u := range s.unwraps {
		e.unwrap(u, "")
	}
	for _, fn := range p.Funcs {
		if sig := s.signatures[fn]; sig != nil {
			e.signature(s, sig)
		}
	}
	return e.found()
}

// variable is a candidate: a binding all references to which are known.
type variable struct {
	sym *ast.Symbol
	// mentions are the variables that are live if this one is.
	mentions []*variable
	// updates are where its value is only read to update it: the variables that stand and fall
	// with that code, nil being none. They count as reads unless it is plain.
	updates []*variable
	seen    int // references that were visited
	// guard is live if code that is live reads the variable and drops its value; it guards it.
	guard, guards *variable
	live          bool
	// varied: it may have a value that is not plain, whose conversion to a number has effects. whole: the
	// declaration stays whole if it has a guard that is live.
	varied, whole bool
}

// isChecked reports whether a variable is dead but for its declaration, without the initializer.
func (v *variable) isChecked() bool { return !v.live && v.guard != nil && v.guard.live }

// mark finds the live variables.
func (s *surveyor) mark() {
	var todo []*variable
	keep := func(v *variable) {
		if !v.live {
			v.live = true
			todo = append(todo, v)
		}
	}
	for _, v := range s.variables {
		if v == nil {
			continue
		}
		if v.varied {
			for _, in := range v.updates {
				s.mention(in, v)
			}
		}
		if v.seen != len(v.sym.Refs) || s.keepsFromHoisting(v.sym) {
			keep(v)
		}
	}
	for _, v := range s.roots {
		keep(v)
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range v.mentions {
			keep(m)
		}
		if v.guards != nil && v.guards.whole {
			keep(v.guards)
		}
	}
}

// mention records that v is live if in is; nil is code that is live in any case.
func (s *surveyor) mention(in, v *variable) {
	switch {
	case in == nil:
		s.roots = append(s.roots, v)
	case in != v:
		in.mentions = s.mentions.Append(in.mentions, v)
	}
}

// keepsFromHoisting reports whether a declaration keeps a function in a block inside from having an
// additional var.
func (s *surveyor) keepsFromHoisting(sym *ast.Symbol) bool {
	if !sym.Kind.Lexical() && sym.Kind != ast.SymBlockFunc {
		return false
	}
	for _, other := range s.kept[sym.Name] {
		if other != sym {
			return true
		}
	}
	return false
}
