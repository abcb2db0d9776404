package cost

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// holds records that a variable holds an object or an array from a literal.
func (c *counter) holds(target, value ast.Expr) {
	v, ok := target.(*ast.Ident)
	if !ok {
		return
	}
	delete(c.keys, v.Name)
	keys := map[string]bool{}
	switch value := value.(type) {
	case *ast.Object:
		for _, p := range value.Props {
			if p.Computed || p.Kind == ast.PropSpread {
				return // its properties are unknown
			}
			if key, ok := p.Key.(*ast.Ident); ok {
				keys[key.Name] = true
			} else if key, ok := literalKey(p.Key); ok {
				keys[key] = true
			}
		}
	case *ast.Array:
		for i, x := range value.Elems {
			if _, ok := x.(*ast.Spread); ok {
				return // so are its elements
			}
			keys[strconv.Itoa(i)] = x != nil
		}
	default:
		return
	}
	if c.keys == nil {
		c.keys = map[string]map[string]bool{}
	}
	c.keys[v.Name] = keys
}

// isNewKey reports whether a write to a property of x creates it, as far as is easily determined.
func (c *counter) isNewKey(x ast.Expr, key string) bool {
	v, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	keys := c.keys[v.Name]
	if keys == nil || keys[key] {
		return false
	}
	keys[key] = true
	return true
}

// literalKey returns the key that a literal stands for; ok is false for other literals than strings and
// numbers.
func literalKey(x ast.Expr) (key string, ok bool) {
	switch x := x.(type) {
	case *ast.String:
		return x.Value, true
	case *ast.Number:
		return strconv.FormatFloat(x.Value, 'f', -1, 64), true
	}
	return "", false
}
