// Package same says when two pieces of program text are one program written in two
// ways:
//
//	i++, f(i);             i++; f(i);
//	return void f();       f(); return;
//	if (x) return;         if (!x) { f(); }
//	f();
//
// It brings statements into a canonical form ([Of]), each step of which keeps what
// they do, and compares those. So what a graph does not tell apart can be given back
// as its author wrote it.
//
//	same.go  the form and how forms are compared
//	stmt.go  statements: one effect each, tests without negation, rests in an else
//	jump.go  jumps: where they go, not how they are written
//	expr.go  expressions
//	fold.go  computations of literals
package same

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Options say where the statements stand.
type Options struct {
	// Async generators: to return undefined takes longer than to return nothing.
	Awaits bool
	// Source: these statements are the author's. A mention of a variable there may be
	// left out even where the variable has a dead zone, because what it is compared
	// with still has each check that is needed.
	Source bool
	// Text is that of the program, with Source.
	Text string
	// Keep: what has no effect stays; to leave it out was somebody's gain.
	Keep bool
	// Hidden: the function has a variable called undefined, so that what is free under
	// that name at one place need not be so at another.
	Hidden bool
	// Fuel is how many nodes may be looked at; nil is without bound. It may come out
	// negative, and the form is of no use then.
	Fuel *int
}

// Form is a list of statements in canonical form.
type Form struct {
	Stmts []ast.Stmt
	// Dropped are the names of which mentions without effect were left out.
	Dropped map[string]bool
}

// Of returns the canonical form of statements, which stay as they are.
func Of(list []ast.Stmt, o Options) Form {
	w := &writer{o: o, dropped: map[string]bool{}}
	return Form{w.list(list), w.dropped}
}

// Body is Of for the body of a function, at the end of which it returns.
func Body(list []ast.Stmt, o Options) Form {
	w := &writer{o: o, dropped: map[string]bool{}}
	return Form{w.strip(w.list(list), toReturn), w.dropped}
}

// Equal reports whether a is what the author wrote as b: the same in canonical form,
// and b mentions no variable that a does without.
func Equal(a, b Form) bool {
	if len(a.Stmts) != len(b.Stmts) {
		return false
	}
	for i, st := range a.Stmts {
		if !ast.Equal(st, b.Stmts[i]) {
			return false
		}
	}
	if len(b.Dropped) == 0 {
		return true
	}
	names := map[string]bool{}
	for _, st := range a.Stmts {
		ast.Walk(st, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			_, fn := n.(*ast.Function)
			return !fn
		})
	}
	for name := range b.Dropped {
		if !names[name] {
			return false
		}
	}
	return true
}

// writer makes canonical forms.
type writer struct {
	o        Options
	frame    *frame            // the innermost
	labelled map[string]*frame // those with labels
	dropped  map[string]bool
	ended    map[*ast.If]armEnds      // see armsEnd
	leaves   map[string]*leaves       // by place: behind the statements around
	leaving  map[*ast.Labeled]*leaves // behind statements that have been written
}

// spend says whether there is fuel for one more node.
func (w *writer) spend() bool {
	if w.o.Fuel == nil {
		return true
	}
	*w.o.Fuel--
	return *w.o.Fuel >= 0
}

// copyPerFuel is how many statements of a list may be copied for the fuel of a node.
const copyPerFuel = 8

// copied takes the fuel for a copy of a list: the statements in blocks and labels that are
// left out are copied for each of those.
func (w *writer) copied(n int) {
	if w.o.Fuel != nil {
		*w.o.Fuel -= n / copyPerFuel
	}
}

// fuelPerChoice is the fuel for an if that is made. What stands behind a chain of ifs goes
// into the last of them, and all are made anew for it.
const fuelPerChoice = 8

// unwrap returns the statement that a copied text is.
func unwrap(st ast.Stmt) ast.Stmt {
	if v, ok := st.(*ast.VerbatimStmt); ok {
		return v.Of
	}
	return st
}

// declares reports whether a list declares names of its own scope.
func declares(list []ast.Stmt) bool {
	return slices.ContainsFunc(list, func(st ast.Stmt) bool {
		switch st := unwrap(st).(type) {
		case *ast.VarDecl:
			return st.Kind != ast.Var
		case *ast.FuncDecl, *ast.ClassDecl:
			return true
		}
		return false
	})
}
