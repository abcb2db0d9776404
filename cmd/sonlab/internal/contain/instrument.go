// Package contain checks the summaries of functions against what calls of these functions do.
//
// A program is run with code at the entry and the exits of its functions, which records the arguments, the
// result or that there was an exception, the variables of the functions around it before and after, and
// whether the program recorded an effect meanwhile. A summary has to contain all of that.
package contain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Instrument returns the text of a program that records the calls of its functions: of those that run from
// their entry to an exit, so of no generators and async functions. visible are the variables whose values
// it records for each of the functions, by [ast.Function.Index].
func Instrument(p *ast.Program) (text string, visible map[int][]*ast.Symbol) {
	e := &edits{src: p.Source}
	visible = map[int][]*ast.Symbol{}
	for _, fn := range p.Funcs {
		if fn.Async || fn.Generator || fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow {
			continue
		}
		visible[fn.Index] = variablesAround(fn)
		e.function(fn, visible[fn.Index])
	}
	return e.text(), visible
}

// variablesAround returns the variables of functions around a function that its code can name.
func variablesAround(fn *ast.Function) (list []*ast.Symbol) {
	seen := map[string]bool{}
	for _, s := range []*ast.Scope{fn.Scope, fn.BodyScope} {
		if s == nil {
			continue
		}
		for _, sym := range s.Symbols {
			seen[sym.Name] = true
		}
	}
	for s := fn.Scope.Parent; s != nil; s = s.Parent {
		for _, sym := range s.Symbols {
			if !seen[sym.Name] && sym.Kind != ast.SymArguments && sym.Kind != ast.SymImport && sym.Kind != ast.SymDefault && sym.Name != "arguments" {
				list = append(list, sym)
			}
			seen[sym.Name] = true
		}
	}
	return list
}

// edits are insertions into a text.
type edits struct {
	src  string
	list []edit
}

// edit is an insertion. A closing one belongs to the opening one at from.
type edit struct {
	at, from int32
	closes   bool
	text     string
}

// turn is when an insertion comes among those at one place.
func (e *edit) turn() int {
	switch {
	case !e.closes:
		return 1
	case e.from == e.at:
		return 2
	}
	return 0
}

func (e *edits) open(at int32, text string) { e.list = append(e.list, edit{at: at, text: text}) }

func (e *edits) close(at, from int32, text string) {
	e.list = append(e.list, edit{at: at, from: from, closes: true, text: text})
}

// text returns the text with the insertions. At one place, what ends there is closed first, from the inside
// outwards, then comes what begins there, and then what is empty is closed.
func (e *edits) text() string {
	slices.SortStableFunc(e.list, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.turn(), b.turn()), cmp.Compare(b.from, a.from))
	})
	var b strings.Builder
	last := int32(0)
	for _, x := range e.list {
		b.WriteString(e.src[last:x.at])
		b.WriteString(x.text)
		last = x.at
	}
	b.WriteString(e.src[last:])
	return b.String()
}

// function inserts the code that records the calls of a function.
func (e *edits) function(fn *ast.Function, around []*ast.Symbol) {
	var args, vars []string
	for _, x := range fn.Params {
		id, ok := x.(*ast.Ident)
		if !ok {
			args = nil // nothing that depends on arguments is known of such a function
			break
		}
		args = append(args, id.Name)
	}
	for _, sym := range around {
		vars = append(vars, "() => "+sym.Name)
	}
	enter := fmt.Sprintf(" const $son = $enter(%d, [%s], [%s]);", fn.Index, strings.Join(args, ", "), strings.Join(vars, ", "))
	from, to := fn.BodySpan.Start, fn.BodySpan.End
	const try, caught = " try {", " } catch ($error) { throw $throws($son, $error); }"
	if fn.ExprBody != nil {
		e.open(from, "{"+enter+try+" return $leave($son, (")
		e.close(to, from, "));"+caught+" }")
		return
	}
	from, to = from+1, to-1
	functions := false
	for i, st := range fn.Body {
		if i < len(fn.Directives) {
			from = st.Pos().End
		}
		_, declared := st.(*ast.FuncDecl)
		functions = functions || declared
		ast.Walk(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Function:
				return false
			case *ast.Return:
				e.returns(n)
			}
			return true
		})
	}
	end := ";"
	if len(fn.Directives) > 0 {
		enter = ";" + enter
	}
	// In a block, a declared function would be another kind of variable. An exception is then noticed when
	// a caller leaves.
	if functions {
		e.open(from, enter)
		e.close(to, from, end+" $leave($son, void 0);")
		return
	}
	e.open(from, enter+try)
	e.close(to, from, end+" $leave($son, void 0);"+caught)
}

func (e *edits) returns(n *ast.Return) {
	at := n.Start + int32(len("return"))
	if n.X == nil {
		e.open(at, " $leave($son, void 0)")
		return
	}
	end := n.Start + int32(len(strings.TrimRight(e.src[n.Start:n.End], "; \n\t")))
	e.open(at, " $leave($son, (")
	e.close(end, at, "))")
}
