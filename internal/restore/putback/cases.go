package putback

import (
	"slices"

	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/parse/ast"
)

// equalExprs is a set of expressions, by hash.
type equalExprs map[uint64][]ast.Expr

func (q equalExprs) add(x ast.Expr) {
	h := ast.Hash(x)
	q[h] = append(q[h], x)
}

func (q equalExprs) has(x ast.Expr) bool {
	return slices.ContainsFunc(q[ast.Hash(x)], func(y ast.Expr) bool { return ast.Equal(x, y) })
}

// putBackCases writes the cases of a switch as the source has them: with or without a jump of
// their own, with or without braces, and with a default that does nothing.
func (r *restorer) putBackCases(st *ast.Switch, t ends) {
	src, ok := sourceOf[*ast.Switch](r, st.Site)
	if !ok {
		src = &ast.Switch{}
	}
	r.restoreProvenCase(st, src)
	from := same.Cases(st, src)
	for i, c := range st.Cases {
		r.putBackCase(st, i, src, from[i], t.inCase(i == len(st.Cases)-1))
		if from[i] != nil && i > 0 {
			r.ownJump(st.Cases[:i], from[:i], c)
		}
	}
	r.idleCases(st, src, from)
	r.fallInto(st, src, same.Cases(st, src))
}

// restoreProvenCase replaces a default at the end by the source's case that the value is proven
// to match whenever none of the cases before it does. The switch must still have the source's
// discriminant (with a constant discriminant it is the tests that vary), and every earlier case
// of the source, except those that the value is proven never to match.
func (r *restorer) restoreProvenCase(st, src *ast.Switch) {
	last := len(st.Cases) - 1
	if last < 0 || st.Cases[last].Test != nil || src.Disc == nil || !ast.Equal(st.Disc, src.Disc) {
		return
	}
	tests := equalExprs{}
	for _, c := range st.Cases[:last] {
		tests.add(c.Test)
	}
	for _, c := range src.Cases {
		tested := c.Test != nil && tests.has(c.Test)
		matches, known := r.Matches(c.Site)
		switch {
		case c.Test == nil || tested || known && !matches:
		case known && ast.IsLiteral(c.Test):
			st.Cases[last].Test = c.Test
			return
		default:
			return
		}
	}
}

// fallInto drops the break at the end of a case if the next case only breaks to the same place
// and the source has no break there.
func (r *restorer) fallInto(st, src *ast.Switch, from []*ast.Case) {
	at := map[*ast.Case]int{}
	for k, c := range src.Cases {
		at[c] = k
	}
	for i := range len(st.Cases) - 1 {
		c, next := st.Cases[i], st.Cases[i+1]
		n := len(c.Body)
		k, known := at[from[i]]
		if n == 0 || !isBreak(c.Body[n-1]) || len(next.Body) != 1 || !isBreak(next.Body[0]) || !known || k == len(src.Cases)-1 || from[i+1] != src.Cases[k+1] {
			continue
		}
		if !endsInJump(from[i].Body) {
			c.Body = c.Body[:n-1]
		}
	}
}

// idleCases adds the cases of the source that only leave the switch: those before a case
// without fallthrough, and those at the end.
func (r *restorer) idleCases(st, src *ast.Switch, from []*ast.Case) {
	var out, run []*ast.Case
	next := 0
	taken := map[*ast.Case]bool{}
	for _, c := range from {
		taken[c] = true
	}
	hasDefault := slices.ContainsFunc(st.Cases, func(c *ast.Case) bool { return c.Test == nil })
	omitted := equalExprs{}
	for _, x := range r.Omitted[st] {
		if ast.IsLiteral(x) {
			omitted.add(x)
		}
	}
	// isIdle reports whether the switch does the same without c as with it.
	isIdle := func(c *ast.Case) bool {
		switch {
		case len(c.Body) > 1 || len(c.Body) == 1 && !isBreak(c.Body[0]):
			return false
		case c.Test == nil:
			return !hasDefault
		}
		return omitted.has(c.Test)
	}
	for _, s := range src.Cases {
		switch {
		case next < len(from) && from[next] == s:
			if n := len(run); n > 0 && len(run[n-1].Body) > 0 && (len(out) == 0 || endsInJump(out[len(out)-1].Body)) {
				out = append(out, run...)
			}
			out, run = append(out, st.Cases[next]), nil
			next++
		case taken[s]:
			return // the order is different
		case isIdle(s):
			c := &ast.Case{Test: s.Test}
			for _, st := range s.Body {
				c.Body = []ast.Stmt{r.jump(st)}
			}
			run = append(run, c)
		default:
			return
		}
	}
	if next == len(st.Cases) {
		st.Cases = append(out, run...)
	}
}

// endsInJump reports whether control does not reach the end of a case.
func endsInJump(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	last := body[len(body)-1]
	if b, ok := last.(*ast.Block); ok {
		return endsInJump(b.Body)
	}
	return ast.IsJump(last)
}

// putBackCase does the same for case i, which comes from the case c of src; c may be nil.
func (r *restorer) putBackCase(st *ast.Switch, i int, src *ast.Switch, c *ast.Case, t ends) {
	out := st.Cases[i]
	var body []ast.Stmt
	if c != nil {
		body = c.Body
	}
	has, needs := r.Braces(st, i, src)
	if !has {
		out.Body = r.putBack(out.Body, body, t)
		return
	}
	b := out.Body[0].(*ast.Block)
	b.Body = r.putBack(b.Body, body, t)
	if c != nil && !needs {
		out.Body = b.Body
	}
}

func isBreak(st ast.Stmt) bool {
	b, ok := st.(*ast.Break)
	return ok && b.Label == ""
}

// ownJump gives empty cases before c, which only leaves the switch, the breaks that the source
// has in them.
func (r *restorer) ownJump(before, from []*ast.Case, c *ast.Case) {
	if len(c.Body) != 1 || !isBreak(c.Body[0]) {
		return
	}
	for i := len(before) - 1; i >= 0 && len(before[i].Body) == 0 && from[i] != nil; i-- {
		if src := from[i].Body; len(src) == 1 && isBreak(src[0]) {
			before[i].Body = []ast.Stmt{r.jump(src[0])}
		}
	}
}
