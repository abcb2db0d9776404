package passes

import "github.com/sonjs/son/parse/ast"

// paramKnown is the name of the rule that replaces parameters by what all calls pass for them.
const paramKnown = "param-known"

// unpassed returns how many bytes calls and the parameter list get shorter, because a function does not
// use parameters any more that get the same constant in all calls.
func (w *work) unpassed(fn, made *ast.Function, rules map[string]int) (bytes int) {
	if rules[paramKnown] == 0 || w.plan == nil || fn.Kind == ast.FuncTop || fn.Uses&ast.UsesArguments != 0 {
		return 0
	}
	used := map[string]bool{}
	visit := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	}
	for _, st := range made.Body {
		ast.Walk(st, visit)
	}
	if made.ExprBody != nil {
		ast.Walk(made.ExprBody, visit)
	}
	for _, p := range w.plan.Passed[fn.Index] {
		if p.Param.Captured || used[p.Param.Name] || !w.facts.IsKnown(p.Param) {
			continue
		}
		bytes += len("p,")
		for _, a := range p.Args {
			if a.X != nil {
				bytes += int(a.X.Pos().End-a.X.Pos().Start) + len(",")
			}
		}
	}
	return bytes
}

// isSigned reports whether the calls of a function tell something about its parameters or its result.
func (w *work) isSigned(fn *ast.Function) bool {
	if w.plan == nil || fn.Kind == ast.FuncTop {
		return false
	}
	for _, p := range w.plan.Passed[fn.Index] {
		if w.facts.IsKnown(p.Param) {
			return true
		}
	}
	return w.plan.Unread[fn.Index]
}
