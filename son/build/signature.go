package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Passed is what the calls of a function pass for a parameter, where all its calls are known.
type Passed struct {
	Param *ast.Symbol
	Args  []Argument // by call
}

// Argument is what one call passes; X is nil if that is nothing.
type Argument struct {
	X  ast.Expr
	In *ast.Function // the function around the call; nil is the top level
}

// parameters finds the parameters that get the same constant in all calls.
//
//	function pad(s, fill) { return fill + s; }
//	export const cell = s => pad(s, " "), head = s => pad(s, " ");   // fill is " "
//
// A function that passes its own parameter on in a call of itself does not change it.
func (s *settledSurvey) parameters(passed [][]Passed) map[*ast.Symbol]son.Type {
	constants := map[*ast.Symbol]son.Type{}
	for _, list := range passed {
		for _, p := range list {
			t, ok := s.passed(p)
			if !ok {
				continue
			}
			constants[p.Param] = t
			if p.Param.Captured && p.Param.Assigns <= 1 {
				s.names.put(p.Param, always, t)
			}
		}
	}
	return constants
}

// IsKnown reports whether all calls pass the same constant for a parameter.
func (b *Bindings) IsKnown(param *ast.Symbol) bool { return b.parameters[param].IsConst() }

// passed returns the constant that all calls pass.
func (s *settledSurvey) passed(p Passed) (t son.Type, ok bool) {
	for _, a := range p.Args {
		v := son.TypeUndefined
		if a.X != nil {
			if id, name := a.X.(*ast.Ident); name && id.Sym == p.Param && p.Param.Assigns <= 1 {
				continue
			}
			s.fn = a.In
			v = s.constant(a.X, maxConstant)
		}
		if !v.IsConst() || ok && v != t {
			return son.TypeTop, false
		}
		t, ok = v, true
	}
	return t, ok
}
