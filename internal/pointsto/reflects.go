package pointsto

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// mentioned is what the text of a program says, wherever that is.
type mentioned struct {
	why string // why nothing can be known of the program
	// deleted are the names of deleted properties; anyDeleted: one is deleted by a key that is not known.
	deleted    map[string]bool
	anyDeleted bool
	// accessors are the names of getters and setters; anyAccessor: there is one with a key that is not known.
	accessors   map[string]bool
	anyAccessor bool
	// ownConstructor: a property constructor is written.
	ownConstructor bool
	// spreadable: the program may have objects that concat takes for arrays, or arrays that it does not.
	spreadable bool
	builtins   bool // built-in objects are unchanged
	// own are the names that the program gives properties of its own: members of classes and literals, and properties
	// that are assigned.
	own map[string]bool
	// extracted are the constants that hold a reflective function of Object and are only called.
	extracted map[*ast.Symbol]string
}

// Why nothing is known of a program.
const (
	whyDynamic    = "the program has eval or with"
	whyReflective = "the program changes properties or prototypes by reflection"
	whyDecorators = "the program has decorators"
)

// reflective are the names of built-in functions by which a program changes properties and prototypes other
// than by assignment. They are only understood where they are called, as Object.assign(a, b), and as assign(a, b)
// after const { assign } = Object.
var reflective = map[string]bool{
	"defineProperty": true, "defineProperties": true, "setPrototypeOf": true, "assign": true,
	"__defineGetter__": true, "__defineSetter__": true, "Reflect": true,
}

// ofOwn reports whether a program may well have methods of its own with the name of a function for reflection: one is
// known by what it is called on.
func ofOwn(name string) bool {
	switch name {
	case "assign", "defineProperty", "defineProperties", "setPrototypeOf":
		return true
	}
	return false
}

// isWord reports whether a text may well be something else than the name of a function for reflection. By assumption
// these are called by their names as they are written, and no key that is computed has one.
func isWord(text string) bool { return text == "assign" }

// harmless are the functions of Object that change no object of the program.
var harmless = map[string]bool{
	"keys": true, "values": true, "entries": true, "freeze": true, "isFrozen": true, "seal": true, "isSealed": true, "create": true, "is": true,
	"getPrototypeOf": true, "hasOwn": true, "getOwnPropertyNames": true, "fromEntries": true, "getOwnPropertyDescriptor": true, "prototype": true,
	"preventExtensions": true, "isExtensible": true, "getOwnPropertySymbols": true, "groupBy": true, "getOwnPropertyDescriptors": true,
}

// mentions reads the text of a program.
func mentions(p *ast.Program, builtins bool) mentioned {
	m := mentioned{deleted: map[string]bool{}, accessors: map[string]bool{}, builtins: builtins, extracted: map[*ast.Symbol]string{}, own: map[string]bool{}}
	for _, fn := range p.Funcs {
		if fn.DirectEval || fn.HasWith || fn.InWith || fn.InnerEval {
			m.why = whyDynamic
		}
	}
	allowed := map[ast.Node]bool{}
	ast.Walk(p, func(n ast.Node) bool {
		m.node(n, allowed)
		return m.why == ""
	})
	if len(m.extracted) > 0 && !m.onlyCalls(p) {
		m.why = whyReflective
	}
	return m
}

// onlyCalls reports whether all that a program does with the functions that it extracts is to call them.
func (m *mentioned) onlyCalls(p *ast.Program) bool {
	called := map[*ast.Ident]bool{}
	ast.Walk(p, func(n ast.Node) bool {
		if c, ok := n.(*ast.Call); ok && !c.Optional {
			if id, ok := c.Callee.(*ast.Ident); ok && m.extracted[id.Sym] != "" {
				called[id] = true
			}
		}
		return true
	})
	for sym := range m.extracted {
		other := func(r ast.Ref) bool { return r.Kind != ast.RefInit && !called[r.Ident] }
		if sym.Exported || sym.DynamicReach || slices.ContainsFunc(sym.Refs, other) {
			return false
		}
	}
	return true
}

func (m *mentioned) node(n ast.Node, allowed map[ast.Node]bool) {
	switch n := n.(type) {
	case *ast.With:
		m.why = whyDynamic
	case *ast.Class:
		if len(n.Decorators) > 0 {
			m.why = whyDecorators
		}
		for _, x := range n.Members {
			m.key(x.Key, x.Computed, x.Kind == ast.MemberGetter || x.Kind == ast.MemberSetter)
			m.anyAccessor = m.anyAccessor || x.Kind == ast.MemberAccessor
			if name, ok := propertyName(x.Key); ok && name == "constructor" && !x.IsCtor {
				m.ownConstructor = true
			}
		}
	case *ast.Object:
		for _, x := range n.Props {
			if x.Key != nil {
				m.key(x.Key, x.Computed, x.Kind == ast.PropGet || x.Kind == ast.PropSet)
			}
		}
	case *ast.VarDecl:
		if n.Kind == ast.Const {
			for _, d := range n.Decls {
				m.extracts(d, allowed)
			}
		}
	case *ast.ObjectPat:
		for _, x := range n.Props {
			if name, ok := propertyName(x.Key); x.Key != nil && !x.Computed && !allowed[n] && ok && reflective[name] {
				m.why = whyReflective
			}
		}
	case *ast.Call:
		if c, ok := n.Callee.(*ast.Member); ok && !n.Optional && !c.Optional {
			m.reflects(c, allowed)
		}
	case *ast.Member:
		if reflective[n.Name] && !n.Private && !allowed[n] {
			m.why = whyReflective
		}
		m.root(n.Obj, n.Name, allowed)
		if id, ok := n.Obj.(*ast.Ident); ok && id.Sym == nil && id.Name == "Symbol" && n.Name != "isConcatSpreadable" {
			allowed[id] = true
		}
	case *ast.Index:
		if name, ok := constantKey(n.Key, m.builtins); ok && reflective[name] {
			m.why = whyReflective
		}
	case *ast.String:
		if reflective[n.Value] && !isWord(n.Value) {
			m.why = whyReflective
		}
	case *ast.Template:
		for _, q := range n.Quasis {
			if reflective[q.Cooked] && !isWord(q.Cooked) {
				m.why = whyReflective
			}
		}
	case *ast.Ident:
		if n.Sym == nil && n.Name == "eval" {
			m.why = whyDynamic
		}
		m.spreadable = m.spreadable || n.Sym == nil && n.Name == "Symbol" && !allowed[n]
		if n.Sym == nil && !allowed[n] && (n.Name == "Reflect" || n.Name == "Object") {
			m.why = whyReflective
		}
	case *ast.Binary:
		switch n.Op {
		case ast.InstanceOf, ast.StrictEq, ast.StrictNe, ast.Eq, ast.Ne:
			m.root(n.L, "prototype", allowed)
			m.root(n.R, "prototype", allowed)
		}
	case *ast.Assign:
		if x, ok := n.Target.(*ast.Member); ok {
			m.own[x.Name] = true
			m.ownConstructor = m.ownConstructor || x.Name == "constructor"
		}
	case *ast.Unary:
		if n.Op == ast.Delete {
			m.deletes(n.X)
		}
	}
}

// extracts allows a declaration of constants that hold functions of Object, if that is all that it declares. What
// the program does with the reflective ones is for onlyCalls to find out.
func (m *mentioned) extracts(d *ast.Declarator, allowed map[ast.Node]bool) {
	of := map[*ast.Symbol]string{}
	from := d.Init
	switch t := d.Target.(type) {
	case *ast.Ident:
		x, ok := d.Init.(*ast.Member)
		if !ok || x.Private || !reflective[x.Name] {
			return
		}
		from, of[t.Sym] = x.Obj, x.Name
	case *ast.ObjectPat:
		for _, x := range t.Props {
			id, isIdent := x.Value.(*ast.Ident)
			name, ok := propertyName(x.Key)
			if x.Kind == ast.PropSpread || x.Computed || !isIdent || !ok || !reflective[name] && !harmless[name] {
				return
			}
			if reflective[name] {
				of[id.Sym] = name
			}
		}
	default:
		return
	}
	id, ok := from.(*ast.Ident)
	if !ok || id.Sym != nil || id.Name != "Object" || of[nil] != "" {
		return
	}
	allowed[id], allowed[d.Target], allowed[d.Init] = true, true, true
	for sym, name := range of {
		m.extracted[sym] = name
		m.anyAccessor = m.anyAccessor || name == "defineProperty" || name == "defineProperties"
	}
}

// reflects allows a call of a function that changes objects, which is understood.
func (m *mentioned) reflects(c *ast.Member, allowed map[ast.Node]bool) {
	id, ok := c.Obj.(*ast.Ident)
	if c.Private {
		return
	}
	switch c.Name {
	case "defineProperty", "defineProperties":
		m.anyAccessor = true
	case "deleteProperty":
		m.anyDeleted = true
	}
	if allowed[c] = allowed[c] || ofOwn(c.Name); !ok || id.Sym != nil || id.Name != "Object" && id.Name != "Reflect" {
		return
	}
	if id.Name == "Reflect" || reflective[c.Name] {
		allowed[c], allowed[id] = true, true
	}
}

// root allows a global name that stands before a property.
func (m *mentioned) root(x ast.Expr, name string, allowed map[ast.Node]bool) {
	if id, ok := x.(*ast.Ident); ok && id.Sym == nil && id.Name == "Object" && harmless[name] {
		allowed[id] = true
	}
}

// key records the key of a member of a class or literal.
func (m *mentioned) key(key ast.Expr, computed, accessor bool) {
	name, ok := "", false
	if computed {
		name, ok = constantKey(key, m.builtins)
	} else if key != nil {
		name, ok = propertyName(key)
	}
	if ok && reflective[name] && !ofOwn(name) {
		m.why = whyReflective
	}
	if ok {
		m.own[name] = true
	}
	switch {
	case !accessor:
	case ok:
		m.accessors[name] = true
	default:
		m.anyAccessor = true
	}
}

// deletes records what a delete deletes.
func (m *mentioned) deletes(x ast.Expr) {
	if c, ok := x.(*ast.Chain); ok {
		x = c.X
	}
	switch x := x.(type) {
	case *ast.Member:
		m.deleted[x.Name] = true
	case *ast.Index:
		if name, ok := constantKey(x.Key, m.builtins); ok {
			m.deleted[name] = true
		} else {
			m.anyDeleted = true
		}
	}
}

// mayDelete reports whether the program may delete properties with a name.
func (m *mentioned) mayDelete(name string) bool { return m.deleted[name] || m.anyDeleted }

// deletesItems reports whether the program may delete properties whose names are numbers.
func (m *mentioned) deletesItems() bool {
	if m.anyDeleted {
		return true
	}
	for name := range m.deleted {
		if isIndex(name) {
			return true
		}
	}
	return false
}

// accessesItems reports whether a property whose name is a number may have a getter or setter.
func (m *mentioned) accessesItems() bool {
	if m.anyAccessor {
		return true
	}
	for name := range m.accessors {
		if isIndex(name) {
			return true
		}
	}
	return false
}

// mayAccess reports whether a property with a name may have a getter or setter.
func (m *mentioned) mayAccess(name string) bool { return m.accessors[name] || m.anyAccessor }
