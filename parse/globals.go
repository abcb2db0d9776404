package parse

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Of globals that it knows esbuild supposes that nobody replaces, patches or deletes them:
// it writes !!x for Boolean(x), and leaves out `new Map([[k, v]])` and `Math.PI` where their
// value is not wanted. So it gets them under names that it does not know:
//
//	Boolean(x)     is given as     keepBoolean(x)

// isFixed reports whether a name that nothing declares means the same in every program, or
// is more than a name.
func isFixed(name string) bool {
	switch name {
	case "undefined", "NaN", "Infinity", "eval", "arguments", "async", "let":
		return true
	}
	return IsWrapperName(name)
}

// isGlobal reports whether a name means a global that esbuild might know.
func isGlobal(id *ast.Ident) bool { return id.Sym == nil && !isFixed(id.Name) }

// hide puts the prefix before the names of globals that n is or has.
func (b *easer) hide(n ast.Node) {
	switch n := n.(type) {
	case *ast.Property:
		if id := n.ShorthandName(); id != nil && isGlobal(id) {
			b.put(id.Start, id.Name+":")
		}
	case *ast.Ident:
		if isGlobal(n) {
			b.put(n.Start, b.keep)
			if !b.hidden[n.Name] {
				b.hidden[n.Name] = true
				b.reserved = append(b.reserved, n.Name)
			}
		}
	}
}

// reserve mentions the globals that are hidden, so that no variable gets their names, in
// what esbuild leaves out.
func (b *easer) reserve() {
	if len(b.reserved) > 0 {
		b.put(int32(len(b.p.Source)), "\n;0&&["+strings.Join(b.reserved, ",")+"];")
	}
}

// exposed takes the prefix away again.
func exposed(p *ast.Program, prefix string) []print.Patch {
	var patches []print.Patch
	prefixed := func(id *ast.Ident) (string, bool) {
		name, ok := strings.CutPrefix(id.Name, prefix)
		return name, ok && name != "" && id.Sym == nil
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Property:
			key, ok := n.Key.(*ast.Ident)
			if !ok || n.Computed || n.Kind != ast.PropInit || n.Shorthand {
				break
			}
			value := n.Value
			if d, ok := value.(*ast.Default); ok {
				value = d.Target
			}
			if id, ok := value.(*ast.Ident); ok {
				if name, ok := prefixed(id); ok && name == key.Name {
					patches = append(patches, print.Patch{Span: ast.Span{Start: key.Start, End: id.Start}})
				}
			}
		case *ast.Ident:
			if _, ok := prefixed(n); ok {
				patches = append(patches, print.Patch{Span: ast.Span{Start: n.Start, End: n.Start + int32(len(prefix))}})
			}
		case *ast.String: // what a function is called that a global gets
			if len(n.Value) > len(prefix) && strings.HasPrefix(n.Value, prefix) && strings.HasPrefix(p.Source[n.Start+1:], prefix) {
				patches = append(patches, print.Patch{Span: ast.Span{Start: n.Start + 1, End: n.Start + 1 + int32(len(prefix))}})
			}
		}
		return true
	})
	return patches
}

// areKnown reports whether after has the names of before, but for the prefix, and those
// that had it mean globals.
func areKnown(before, after *ast.Program, prefix string) bool {
	mentions := func(p *ast.Program) (ids []*ast.Ident) {
		ast.Walk(p, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !(id.Sym == nil && id.Name == prefix) {
				ids = append(ids, id)
			}
			return true
		})
		return ids
	}
	return slices.EqualFunc(mentions(before), mentions(after), func(x, y *ast.Ident) bool {
		name, ok := strings.CutPrefix(x.Name, prefix)
		return y.Name == x.Name || ok && x.Sym == nil && y.Name == name && y.Sym == nil
	})
}
