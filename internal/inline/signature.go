package inline

import (
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/build"
)

// signatures lists what the calls of private functions pass to them, and which of these functions
// return a result that no call uses. All calls of a private function are in the text.
func (l *planner) signatures() {
	l.Passed, l.Unread = make([][]build.Passed, len(l.p.Funcs)), make([]bool, len(l.p.Funcs))
	for i, fn := range l.p.Funcs {
		f := &l.Graph.Functions[i]
		if f.Exposed != "" || len(f.Calls) == 0 || fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith {
			continue
		}
		l.Unread[i] = l.isUnread(fn, f.Calls)
		if fn.BodyScope != nil {
			continue // a name may be two bindings
		}
		for k, p := range fn.Params {
			id, name := p.(*ast.Ident)
			if name && id.Sym != nil && len(id.Sym.Decls) == 1 && !id.Sym.Aliased && !id.Sym.DynamicReach {
				if args, ok := l.parameter(k, f.Calls); ok {
					l.Passed[i] = append(l.Passed[i], build.Passed{Param: id.Sym, Args: args})
				}
			}
		}
	}
}

// isUnread reports whether calls use the result of a function in no case.
func (l *planner) isUnread(fn *ast.Function, sites []int32) bool {
	if fn.Async || fn.Generator || fn.ExprBody != nil {
		return false
	}
	for _, i := range sites {
		if l.Graph.Site(i).Slot != calls.Executed {
			return false
		}
	}
	return true
}

// parameter returns what the calls pass for a parameter, unless some call spreads an argument.
func (l *planner) parameter(k int, sites []int32) (list []build.Argument, ok bool) {
	for _, i := range sites {
		s := l.Graph.Site(i)
		if s.In != nil && (s.In.DirectEval || s.In.InnerEval || s.In.HasWith || s.In.InWith) {
			return nil, false
		}
		a := build.Argument{In: s.In}
		for at, x := range s.Call.Args[:min(k+1, len(s.Call.Args))] {
			if _, spread := x.(*ast.Spread); spread {
				return nil, false
			}
			if at == k {
				a.X = x
			}
		}
		list = append(list, a)
	}
	return list, true
}
