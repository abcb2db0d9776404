package scope

import (
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Free holds the references to names that are not the function's own: globals, and bindings of
// enclosing functions.
type Free struct {
	uses map[string]*Uses
	// wide holds the nested functions without a list of their references.
	wide     []wideFunc
	searched map[string]bool // the names that were searched for in them
	storage  *slab.List[Uses]
}

type wideFunc struct {
	fn    *ast.Function
	place Place
}

// Begin empties f. Its references are kept in storage.
func (f *Free) Begin(storage *slab.List[Uses]) {
	*f = Free{uses: slab.Emptied(f.uses), storage: storage}
}

// Add adds a reference to a name in statement at of a list.
func (f *Free) Add(name string, list *List, at int) {
	u := f.uses[name]
	if u == nil {
		u = f.storage.Next()
		u.Reset()
		f.uses[name] = u
	}
	u.Add(list, at)
}

// AddWide adds the references of a function that has no list of them ([ast.Function.IsWide]).
func (f *Free) AddWide(fn *ast.Function, list *List, at int) {
	f.wide, f.searched = append(f.wide, wideFunc{fn, Place{list, at}}), nil
}

// Of returns the references to a name, or nil.
func (f *Free) Of(name string) *Uses {
	if len(f.wide) > 0 && !f.searched[name] {
		if f.searched == nil {
			f.searched = map[string]bool{}
		}
		f.searched[name] = true
		for _, w := range f.wide {
			if w.fn.ReferencesBeyond(name) {
				f.Add(name, w.place.List, w.place.At)
			}
		}
	}
	return f.uses[name]
}

// Names adds the names with references to a set, but for those that only functions without lists
// reference.
func (f *Free) Names(set map[string]bool) {
	for name := range f.uses {
		set[name] = true
	}
}

// HasMore reports whether there may be names that Names does not have.
func (f *Free) HasMore() bool { return len(f.wide) > 0 }
