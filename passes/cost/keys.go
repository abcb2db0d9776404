package cost

import "github.com/sonjs/son/parse/ast"

// holds records that a variable holds an object from a literal.
func (c *counter) holds(target, value ast.Expr) {
	v, ok := target.(*ast.Ident)
	if !ok {
		return
	}
	delete(c.keys, v.Name)
	object, ok := value.(*ast.Object)
	if !ok {
		return
	}
	keys := map[string]bool{}
	for _, p := range object.Props {
		if p.Computed || p.Kind == ast.PropSpread {
			return // its properties are unknown
		}
		if key, ok := p.Key.(*ast.Ident); ok {
			keys[key.Name] = true
		}
	}
	if c.keys == nil {
		c.keys = map[string]map[string]bool{}
	}
	c.keys[v.Name] = keys
}

// isNewKey reports whether a write to x creates a property, as far as is easily determined.
func (c *counter) isNewKey(x *ast.Member) bool {
	v, ok := x.Obj.(*ast.Ident)
	if !ok {
		return false
	}
	keys := c.keys[v.Name]
	if keys == nil || keys[x.Name] {
		return false
	}
	keys[x.Name] = true
	return true
}
