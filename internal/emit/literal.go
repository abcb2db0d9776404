package emit

import (
	"math"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// constant writes a constant: undefined, NaN and Infinity by name in functions whose source
// uses the name.
func (e *emitter) constant(t son.Type) ast.Expr {
	if name := globalConst(t); name != "" && e.Fn.ReferencesGlobal(name) && !e.declares(name) {
		return e.free(name, nil)
	}
	switch {
	case t == son.TypeUndefined:
		return undefined()
	case t == son.TypeNull:
		return &ast.Null{}
	case t == son.TypeTrue:
		return &ast.Bool{Value: true}
	case t == son.TypeFalse:
		return &ast.Bool{}
	case t.IsNumber():
		f, _ := t.Number()
		if math.Signbit(f) && !math.IsNaN(f) {
			return &ast.Unary{Op: ast.Neg, X: &ast.Number{Value: -f}}
		}
		return &ast.Number{Value: f}
	case t.IsString():
		s, _ := t.Text()
		// Equal strings cannot be told apart; see adopt. White space over two lines is for
		// layout, which does not apply to an argument of its own.
		if q, ok := e.src.Templates[s]; ok && !e.src.Strings[s] && (strings.TrimSpace(s) != "" || !strings.Contains(s, "\n")) {
			return &ast.Template{Quasis: []ast.Quasi{q}}
		}
		return &ast.String{Value: s}
	case t.Is(son.KindBigInt):
		s, _ := t.Text()
		if d, ok := strings.CutPrefix(s, "-"); ok {
			return &ast.Unary{Op: ast.Neg, X: &ast.BigInt{Value: d}}
		}
		return &ast.BigInt{Value: s}
	}
	refuse("no literal for %v", t)
	return nil
}

// declares reports whether the graph has a variable of the function with this name.
func (e *emitter) declares(name string) bool {
	if e.declaredNames == nil {
		e.declaredNames = map[string]bool{}
		e.g.Nodes(func(n *son.Node) {
			if n.Sym != nil && e.Fn.Owns(n.Sym) {
				e.declaredNames[n.Sym.Name] = true
			}
		})
	}
	return e.declaredNames[name]
}

// globalConst returns the global that always has the constant's value, or "".
func globalConst(t son.Type) string {
	if t == son.TypeUndefined {
		return "undefined"
	}
	if f, ok := t.Number(); ok && math.IsNaN(f) {
		return "NaN"
	} else if ok && math.IsInf(f, 1) {
		return "Infinity"
	}
	return ""
}

func template(n *son.Node, a []ast.Expr) *ast.Template {
	t := &ast.Template{Exprs: a}
	for _, p := range n.Parts {
		if p.Kind != son.PartValue {
			t.Quasis = append(t.Quasis, ast.Quasi{Cooked: p.Str, Raw: p.Raw, Bad: p.Kind == son.PartBadText})
		}
	}
	return t
}

func array(n *son.Node, a []ast.Expr) ast.Expr {
	x := &ast.Array{}
	i := 0
	for _, p := range n.Parts {
		if p.Kind == son.PartHole {
			x.Elems = append(x.Elems, nil)
			continue
		}
		x.Elems = append(x.Elems, a[i])
		i++
	}
	return x
}

func object(n *son.Node, a []ast.Expr) ast.Expr {
	if len(n.Parts) > 0 && n.Parts[0].Kind == son.PartConstructor {
		x := &ast.New{Callee: a[0]}
		for i, part := range n.Parts {
			if part.Kind == son.PartValue {
				x.Args = append(x.Args, a[i])
			}
		}
		return x
	}
	x := &ast.Object{}
	i := 0
	next := func() ast.Expr { i++; return a[i-1] }
	for _, part := range n.Parts {
		p := &ast.Property{}
		switch part.Kind {
		case son.PartSpread:
			p.Kind = ast.PropSpread
			p.Value = next().(*ast.Spread).X
			x.Props = append(x.Props, p)
			continue
		case son.PartComputed, son.PartComputedMethod, son.PartComputedGetter, son.PartComputedSetter:
			p.Computed = true
			p.Key = next()
		default:
			p.Key = propKey(part)
		}
		switch part.Kind {
		case son.PartMethod, son.PartComputedMethod:
			p.Kind = ast.PropMethod
		case son.PartGetter, son.PartComputedGetter:
			p.Kind = ast.PropGet
		case son.PartSetter, son.PartComputedSetter:
			p.Kind = ast.PropSet
		case son.PartShorthand:
			p.Shorthand = true // { __proto__ } defines a property
		}
		p.Value = next()
		x.Props = append(x.Props, p)
	}
	return x
}

// propKey writes a static key, as a name where possible.
func propKey(p son.Part) ast.Expr {
	if p.Raw != "" {
		if p.Raw[0] == '"' {
			return &ast.String{Value: p.Str}
		}
		if strings.HasSuffix(p.Raw, "n") {
			return &ast.BigInt{Value: p.Str}
		}
		if c := p.Raw[0]; c >= '0' && c <= '9' {
			if f, err := strconv.ParseFloat(p.Str, 64); err == nil {
				return &ast.Number{Value: f}
			}
		}
	}
	return &ast.Ident{Name: p.Str}
}
