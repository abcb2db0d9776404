// Package same decides whether two pieces of code are the same program, written in different
// ways:
//
//	i++, f(i);             i++; f(i);
//	return void f();       f(); return;
//	if (x) return;         if (!x) { f(); }
//	f();
//
// It converts statements to a canonical form ([Of]) by steps that preserve behavior, and
// compares the forms. So distinctions that a graph does not make can be restored as the author
// wrote them.
//
//	same.go  the form and how forms are compared
//	stmt.go  statements: one effect each, tests without negation, the rest in an else
//	jump.go  jumps by their targets
//	expr.go  expressions
//	fold.go  computations of literals
package same

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Options describe the context of the statements.
type Options struct {
	// Awaits: in an async generator, returning undefined takes longer than returning nothing.
	Awaits bool
	// Source: the statements are the author's. A reference to a variable may be dropped there
	// even if the variable has a dead zone, because the code it is compared with still has all
	// necessary checks.
	Source bool
	// Text is the text of the program, with Source.
	Text string
	// Keep: code without effect stays, for removing it was an improvement.
	Keep bool
	// Hidden: the function has a variable called undefined, so that a free undefined in one
	// place need not be free in another.
	Hidden bool
	// Fuel bounds the number of visited nodes; nil means no bound. If it becomes negative, the
	// form is useless.
	Fuel *int
}

// Form is a list of statements in canonical form.
type Form struct {
	Stmts []ast.Stmt
	// Dropped holds the names to which references without effect were dropped.
	Dropped map[string]bool
}

// Of returns the canonical form of statements, which are not modified.
func Of(list []ast.Stmt, o Options) Form {
	w := &writer{o: o, dropped: map[string]bool{}}
	return Form{w.list(list), w.dropped}
}

// Body is Of for the body of a function, which returns at its end.
func Body(list []ast.Stmt, o Options) Form {
	w := &writer{o: o, dropped: map[string]bool{}}
	return Form{w.strip(w.list(list), toReturn), w.dropped}
}

// Equal reports whether a is the same as the author's b: they have the same canonical form, and
// b has no dropped reference to a variable that does not occur in a.
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
	ended    map[*ast.If]armEnds     // see armsEnd
	exits    map[string]*exits       // by target: the end of each enclosing statement
	exitsOf  map[*ast.Labeled]*exits // of statements already written
}

// spend uses fuel for one node and reports whether there was enough.
func (w *writer) spend() bool {
	if w.o.Fuel == nil {
		return true
	}
	*w.o.Fuel--
	return *w.o.Fuel >= 0
}

// copyPerFuel is how many statements of a list may be copied for the fuel of one node.
const copyPerFuel = 8

// copied uses fuel for copying a list: statements in omitted blocks and labels are copied once
// for each of these.
func (w *writer) copied(n int) {
	if w.o.Fuel != nil {
		*w.o.Fuel -= n / copyPerFuel
	}
}

// fuelPerChoice is the fuel for creating an if. The code after a chain of ifs moves into the
// last one, and all of them are rebuilt for it.
const fuelPerChoice = 8

// unwrap returns the statement that a verbatim one stands for.
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
