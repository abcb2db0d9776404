package parse

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// esbuild assumes that nobody replaces, patches or deletes the globals that it knows: it
// writes !!x for Boolean(x), and drops `new Map([[k, v]])` and `Math.PI` where their value
// is not used. So it gets them under names that it does not know:
//
//	Boolean(x)     is given as     keepBoolean(x)

// isFixed reports whether an undeclared name means the same in every program, or is more
// than a name.
func isFixed(name string) bool {
	switch name {
	case "undefined", "NaN", "Infinity", "eval", "arguments", "async", "let":
		return true
	}
	return IsWrapperName(name)
}

// isGlobal reports whether a name refers to a global that esbuild might know.
func isGlobal(id *ast.Ident) bool { return id.Sym == nil && !isFixed(id.Name) }

// hide puts the prefix before n if it is a global, and expands n if it is a shorthand
// property of one.
func (b *preparer) hide(n ast.Node) {
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

// reserve references the hidden globals in code that esbuild drops, so that no variable gets
// their names.
func (b *preparer) reserve() {
	if len(b.reserved) > 0 {
		b.put(int32(len(b.p.Source)), "\n;0&&["+strings.Join(b.reserved, ",")+"];")
	}
}

// exposed returns the patches that remove the prefix again.
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
		case *ast.String: // the name of a function assigned to a global
			if len(n.Value) > len(prefix) && strings.HasPrefix(n.Value, prefix) && strings.HasPrefix(p.Source[n.Start+1:], prefix) {
				patches = append(patches, print.Patch{Span: ast.Span{Start: n.Start + 1, End: n.Start + 1 + int32(len(prefix))}})
			}
		}
		return true
	})
	return patches
}

// sameNames reports whether after has the names of before, apart from the prefix, and those
// that had it are globals.
func sameNames(before, after *ast.Program, prefix string) bool {
	idents := func(p *ast.Program) (ids []*ast.Ident) {
		ast.Walk(p, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !(id.Sym == nil && id.Name == prefix) {
				ids = append(ids, id)
			}
			return true
		})
		return ids
	}
	return slices.EqualFunc(idents(before), idents(after), func(x, y *ast.Ident) bool {
		name, ok := strings.CutPrefix(x.Name, prefix)
		return y.Name == x.Name || ok && x.Sym == nil && y.Name == name && y.Sym == nil
	})
}
