package passes

import (
	"maps"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// gains reports whether the new function costs less than the old one. Size is that of the
// compact text, not counting the length of variables' names. Functions inside have the same
// length in both and are skipped, or a program of n levels would be printed n times; one that
// only the old function contains counts there. Branches of the old function whose outcome is
// known count as taken that way.
// Without work only size counts: see [Pass.Reshapes]. elsewhere is what other functions get shorter.
func (w *work) gains(fn, made *ast.Function, known cost.KnownBranches, work bool, elsewhere int) bool {
	size, old := w.sizesOf(made, &measured{fn: fn})
	old += elsewhere
	is, was := cost.Cost{Size: size}, cost.Cost{Size: old}
	if work {
		is.Work, was.Work = w.o.For.Work(made), w.o.For.WorkOf(fn, known)
	}
	return w.o.For.Better(is, was)
}

// measured is a function that others are compared with. Once one was, inner is not nil.
type measured struct {
	fn    *ast.Function
	size  int                   // its own
	inner map[*ast.Function]int // how often each function inside it occurs
}

// sizesOf returns the sizes of two versions of a function, without what is in both.
func (w *work) sizesOf(made *ast.Function, than *measured) (size, old int) {
	if than.inner == nil {
		than.size, than.inner = cost.OwnSize(than.fn, formOf(than.fn))
	}
	old, inOld := than.size, maps.Clone(than.inner)
	size, inMade := cost.OwnSize(made, formOf(made))
	for f, n := range inMade {
		inOld[f] -= n
	}
	for f, n := range inOld {
		if n != 0 {
			old += n * w.bodySize(f)
		}
	}
	return size, old
}

// pays reports whether a function made with an optional pass is better than other, made without
// it; nil is the function as written. A label or a level of braces that the author did not
// write is never worth it (a guard clause stays one), nor is a variable unless the pass
// declares it.
func (w *work) pays(fn *ast.Function, made, other *printed, p *Pass) bool {
	old := fn
	if other != nil {
		old = other.Fn
	}
	is, was := named(made.Fn), named(old)
	if is.moreLabels(was) || is.variables > was.variables && !p.Declares {
		return false
	}
	if w.o.For == cost.Balanced && !w.o.ForceGraph && deeper(made.Fn, old) {
		return false
	}
	nothing := func(ast.Site) (taken, known bool) { return false, false }
	return w.o.ForceGraph || other == nil || w.gains(old, made.Fn, nothing, !p.Reshapes && !p.Untimed, 0)
}

// names are the names in a function, without those of functions inside it.
type names struct {
	labels    []string
	variables int
}

func named(fn *ast.Function) (n names) {
	ast.Walk(fn, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.Labeled:
			n.labels = append(n.labels, x.Label)
		case *ast.VarDecl:
			n.variables += len(x.Decls)
		case *ast.Function:
			return x == fn
		case *ast.Verbatim, *ast.VerbatimStmt:
			return false
		}
		return true
	})
	return n
}

// moreLabels reports whether there are labels that are not among those of others.
func (n names) moreLabels(others names) bool {
	slices.Sort(n.labels)
	slices.Sort(others.labels)
	k := 0
	for _, l := range others.labels {
		if k < len(n.labels) && n.labels[k] == l {
			k++
		}
	}
	return k < len(n.labels)
}

// readsAsWritten reports whether a function has no label and no level of braces that its author
// did not write, and no label under another name. Where the aim is neither size nor speed, no
// gain justifies those.
func (w *work) readsAsWritten(fn, made *ast.Function) bool {
	if w.o.For != cost.Balanced || w.o.From != Structured || w.o.Emit != Structured {
		return true
	}
	return !named(made).moreLabels(named(fn)) && !deeper(made, fn)
}

// knownBranches returns the outcomes of branches that the graph knows, in the form that package cost
// needs.
func knownBranches(g *son.Graph) cost.KnownBranches {
	decided := g.Decided()
	return func(branch ast.Site) (taken, known bool) {
		v := decided[branch]
		return v == son.Yes, v != son.Maybe
	}
}

// bodySize returns the size of the text between the braces of f, functions inside included.
// Functions of the source are measured once: where functions that nest n deep are removed, each
// level needs the sizes of those inside it again.
func (w *work) bodySize(f *ast.Function) int {
	written := f.Index >= 0 && f.Index < len(w.p.Funcs) && w.p.Funcs[f.Index] == f
	if written {
		if n, ok := w.sizes.Load(f); ok {
			return n.(int)
		}
	}
	bodyless := *f
	bodyless.Body, bodyless.Directives = nil, nil
	size, inner := cost.OwnSize(f, formOf(f))
	head, inHead := cost.OwnSize(&bodyless, formOf(f))
	size -= head
	for g, n := range inHead {
		inner[g] -= n
	}
	for g, n := range inner {
		if n != 0 {
			size += n * w.bodySize(g)
		}
	}
	if written {
		w.sizes.Store(f, size)
	}
	return size
}
