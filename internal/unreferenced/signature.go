package unreferenced

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// A parameter that the code of a private function does not reference goes, together with what its calls
// pass for it. All calls of a private function are known, and nobody reads its length.
//
//	function area(w, h, unit) { return w * h; }      function area(w, h) { return w * h; }
//	area(2, x, "cm") + area(y, 3, names.m)           area(2, x) + area(y, 3, names.m)
//
// Arguments without effect are as live as the parameter that gets them. If some call passes an argument
// that has an effect, or spreads one, no later parameter may get another argument: the parameter goes
// only if all those after it go, too, and its arguments stay. A function that has an arguments object
// keeps its parameters.

// signature is what may go of the parameters of one function, and of what its calls pass.
type signature struct {
	fn    *ast.Function
	calls []*ast.Call
	// passed are, by parameter, what stands for the arguments that it gets. They are live if the
	// parameter is, or if its place is needed for those after it.
	passed []*variable
	rest   bool // the last parameter takes all further arguments
}

// findSignatures finds the private functions whose parameters may go.
func (s *surveyor) findSignatures() {
	s.signatures, s.called, s.tied, s.dropped = map[*ast.Function]*signature{}, make([]*signature, s.p.Symbols), map[ast.Expr]bool{}, &variable{}
	g := calls.New(s.p, calls.Options{Lists: s.settled, Named: true})
	for i, fn := range s.p.Funcs {
		f := &g.Functions[i]
		if f.Exposed != "" || len(f.Calls) == 0 || fn.Uses&ast.UsesArguments != 0 || fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith || !hasPlainParams(fn) {
			continue
		}
		sig := &signature{fn: fn, passed: s.mentions.Make(len(fn.Params))}
		for k, p := range fn.Params {
			sig.passed[k] = s.candidates.Put(variable{})
			_, sig.rest = p.(*ast.Spread)
			if id, name := p.(*ast.Ident); !name || id.Sym == nil || len(id.Sym.Decls) != 1 {
				s.mention(nil, sig.passed[k])
			}
		}
		s.signatures[fn] = sig
		for _, at := range f.Calls {
			sig.calls = append(sig.calls, g.Site(at).Call)
			if alias := g.Site(at).Alias; alias != nil {
				s.called[alias.ID] = sig // all calls by this name are known
			}
		}
	}
}

// hasPlainParams reports whether parameters can be cut out of the text of a function.
func hasPlainParams(fn *ast.Function) bool {
	for _, p := range fn.Params {
		if d, ok := p.(*ast.Default); ok && d.Value.Pos().Paren {
			return false
		}
	}
	return true
}

// param handles the name of a parameter: it stays, or goes with what the calls pass for it.
func (s *surveyor) param(fn *ast.Function, k int, v *variable) {
	if sig := s.signatures[fn]; sig != nil {
		s.mention(v, sig.passed[k])
	}
}

// call handles a call, and reports whether it knows what becomes of the arguments.
func (s *surveyor) call(n *ast.Call, at place) bool {
	var sig *signature
	switch c := n.Callee.(type) {
	case *ast.Ident:
		if c.Sym != nil {
			sig = s.called[c.Sym.ID]
		}
	case *ast.Func:
		sig = s.signatures[c.Fn]
	}
	if sig == nil {
		return false
	}
	s.operands(n)
	s.tree.Below(n.Callee, at)
	plain := s.hasPlainList(n)
	for i, x := range n.Args {
		if _, spread := x.(*ast.Spread); spread {
			plain = false
			for _, v := range sig.passed[min(i, len(sig.passed)):] {
				s.mention(at.in, v)
			}
		}
		in := at
		switch beyond := i >= len(sig.passed); {
		case beyond && sig.rest:
		case plain && s.pure(x, at):
			s.tied[x] = true
			if in.in = s.dropped; !beyond {
				in.in = sig.passed[i]
			}
		case !beyond:
			s.mention(at.in, sig.passed[i])
		}
		s.tree.Below(x, in)
	}
	return true
}

// hasPlainList reports whether arguments can be cut out of the text of a call.
func (s *surveyor) hasPlainList(n *ast.Call) bool {
	for _, x := range n.Args {
		if x.Pos().Paren {
			return false
		}
	}
	return s.p.Source[n.End-1] == ')'
}

// signature edits a function whose parameters go, and its calls.
func (e *editor) signature(s *surveyor, sig *signature) {
	fn := sig.fn
	gone := make([]bool, len(fn.Params))
	last := true // what follows goes, too
	for k := len(gone) - 1; k >= 0; k-- {
		gone[k] = !sig.passed[k].live
		if id, name := fn.Params[k].(*ast.Ident); last && name && len(id.Sym.Decls) == 1 {
			v := s.variable(id.Sym)
			gone[k] = gone[k] || v != nil && !v.live
		}
		last = last && gone[k]
	}
	parts := make([]part, len(fn.Params))
	for k, p := range fn.Params {
		parts[k].Span = p.Pos().Span
		if gone[k] {
			parts[k].v, parts[k].kind, parts[k].name = s.dropped, Parameter, p.(*ast.Ident)
		}
	}
	switch {
	case len(parts) == 0:
	case lastGone(parts):
		e.replace(fn.ParamsSpan.Start, fn.ParamsSpan.End, "()", parts...)
	case slices.ContainsFunc(parts, part.isGone):
		e.thin(parts)
	}
	for _, c := range sig.calls {
		e.arguments(s, c, gone)
	}
}

// arguments removes what a call passes for parameters that go, or beyond them.
func (e *editor) arguments(s *surveyor, c *ast.Call, gone []bool) {
	goes := func(i int) bool { return (i >= len(gone) || gone[i]) && s.tied[c.Args[i]] }
	var parts []part
	for i := range c.Args {
		if goes(i) {
			parts = make([]part, len(c.Args)) // mostly none does
			break
		}
	}
	for i := range parts {
		parts[i].Span = c.Args[i].Pos().Span
		if goes(i) {
			parts[i].v = s.dropped
		}
	}
	switch {
	case len(parts) == 0:
	case lastGone(parts):
		from := parts[0].Start
		if open := int32(len(strings.TrimRight(e.p.Source[:from], " \t\r\n"))); e.p.Source[open-1] == '(' {
			from = open
		}
		e.replace(from, c.End-1, "")
	case slices.ContainsFunc(parts, part.isGone):
		e.thin(parts)
	}
}
