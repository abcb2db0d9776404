package pointsto

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Private members as properties with names that nobody else uses:
//
//	class Stack { #items = []; push(x) { this.#items.push(x); } }
//	class Stack { _items = []; push(x) { this._items.push(x); } }
//
// What code outside of the class can do is the same then, as long as nothing lists the properties of such an object,
// others do not have it, and each access finds an object that has the member. So methods that use it can be inlined
// elsewhere, engines without compilers find it sooner, and objects with such fields are records like others.

// PrivateMember is a private member that may be a property.
type PrivateMember struct {
	Name string // without #
	To   string // of the property; it has as many bytes as the name with #
	// At are the places of # in the text.
	At []int32
}

// privates is what the generator finds out about private members.
type privates struct {
	// bases are what stands before the name in each access.
	bases map[*ast.Member]node
	// listed has the objects whose properties are listed, copied, frozen, or accessed by keys that are not known.
	listed node
	// frozen has those that Object.freeze and the like get.
	frozen node
}

// lists records that the properties of what a node has are listed.
func (p *Program) lists(n node) { p.flow(n, p.listed) }

// accesses records the access of a private member.
func (g *generator) accesses(x *ast.Member, base node) {
	if x.Private {
		g.bases[x] = base
	}
}

// declaredPrivate is a private member in the text.
type declaredPrivate struct {
	of      *ast.Class
	first   int // the member of the class that declares it first
	static  bool
	fixed   bool // it is a method, or an accessor
	getter  bool
	setter  bool
	at      []int32
	uses    []*ast.Member
	refused bool
}

// Privates returns the private members that may be properties.
func (p *Program) Privates() []PrivateMember {
	if p.why != "" || !p.o.Builtins {
		return nil
	}
	t := privateText{byClass: map[*ast.Class]map[string]*declaredPrivate{}}
	t.written = writtenMembers(p.p)
	t.visit(p.p, true)
	if len(t.order) == 0 || t.refused || slices.ContainsFunc(asksForNames, func(name string) bool { return strings.Contains(p.p.Source, name) }) {
		return nil
	}
	listed := p.allListed()
	byName := map[string][]*declaredPrivate{}
	for _, d := range t.order {
		byName[d.name] = append(byName[d.name], d.declaredPrivate)
	}
	var list []PrivateMember
	for _, name := range sortedKeys(byName) {
		to := p.freeName(name)
		if to == "" || slices.ContainsFunc(byName[name], func(d *declaredPrivate) bool { return !p.maybeProperty(name, d, byName[name], listed) }) {
			continue
		}
		m := PrivateMember{Name: name, To: to}
		for _, d := range byName[name] {
			m.At = append(m.At, d.at...)
		}
		if !slices.ContainsFunc(m.At, func(at int32) bool { return !strings.HasPrefix(p.p.Source[at:], "#"+name) }) { // but for escapes
			list = append(list, m)
		}
	}
	return list
}

// asksForNames are functions that tell whether an object has a property.
var asksForNames = []string{"hasOwn", "propertyIsEnumerable", "getOwnProperty", "__lookup"}

// freeName returns a name for a property that the text of the program does not have anywhere, or "".
func (p *Program) freeName(name string) string {
	for _, prefix := range []string{"_", "$"} {
		if to := prefix + name; to != "__proto__" && !strings.Contains(p.p.Source, to) {
			return to
		}
	}
	return ""
}

// allListed returns the objects whose properties are listed, and those that they inherit from, whose properties may be,
// too.
func (p *Program) allListed() map[value]bool {
	all := map[value]bool{}
	var add func(v value)
	add = func(v value) {
		if v.isObject() && !all[v] {
			all[v] = true
			for _, of := range p.cell(p.objects[v].proto).values {
				add(of)
			}
		}
	}
	for _, v := range p.cell(p.listed).values {
		add(v)
	}
	return all
}

// maybeProperty reports whether a private member may be a property. same are all of that name.
func (p *Program) maybeProperty(name string, d *declaredPrivate, same []*declaredPrivate, listed map[value]bool) bool {
	c := p.classes[d.of]
	if d.refused || c == nil || d.setter && !d.getter {
		return false
	}
	others := slices.ContainsFunc(same, func(e *declaredPrivate) bool { return e != d })
	if others && (d.static || d.of.Super != nil) {
		return false // an object could have both
	}
	isHolder := func(v value) bool {
		if !v.isObject() || p.objects[v].escaped || listed[v] {
			return false
		}
		if d.static {
			return v == c.value
		}
		return p.objects[v].kind == instance && (v == p.objects[c.value].instance || p.cell(c.this).has(v)) && p.present(v, "#"+name)
	}
	for _, v := range append([]value{c.value}, p.cell(c.this).values...) {
		if v == c.value && !d.static {
			if d.fixed && (p.objects[c.proto].escaped || listed[c.proto]) {
				return false
			}
			continue
		}
		if v != c.value && d.static {
			continue
		}
		if !isHolder(v) {
			return false
		}
	}
	for _, x := range d.uses {
		base, ok := p.bases[x]
		if !ok {
			return false
		}
		for _, v := range p.cell(base).values {
			if v != undefined && v != null && !isHolder(v) {
				return false
			}
		}
	}
	return true
}

// privateText finds the private members in the text of a program, and their uses.
type privateText struct {
	byClass map[*ast.Class]map[string]*declaredPrivate
	order   []namedPrivate
	around  []*ast.Class
	refused bool
	written map[*ast.Member]bool
	// member is the number of the class member whose initializer is visited, of the innermost class; -1: none.
	member int
}

type namedPrivate struct {
	name string
	*declaredPrivate
}

// visit reads a part of the text. once: it runs at most once.
func (t *privateText) visit(n ast.Node, once bool) {
	switch n := n.(type) {
	case *ast.Function:
		within := t.member
		if n.Kind != ast.FuncField {
			t.member = -1
		}
		ast.Children(n, func(c ast.Node) { t.visit(c, false) })
		t.member = within
		return
	case *ast.Call:
		if f, ok := n.Callee.(*ast.Func); ok && once && !n.Optional && !f.Fn.Generator && !f.Fn.Async {
			ast.Children(f.Fn, func(c ast.Node) { t.visit(c, true) })
			for _, a := range n.Args {
				t.visit(a, once)
			}
			return
		}
	case *ast.Class:
		t.class(n, once)
		return
	case *ast.Member:
		if n.Private {
			t.use(n.Name, n.NameSpan.Start, n)
		}
	case *ast.PrivateName: // #name in object
		t.use(n.Name, n.Start, nil)
	}
	ast.Children(n, func(c ast.Node) { t.visit(c, once && !ast.IsLoop(n)) })
}

// class reads a class.
func (t *privateText) class(n *ast.Class, once bool) {
	if n.Super != nil {
		t.visit(n.Super, once)
	}
	members := map[string]*declaredPrivate{}
	quiet := true // so far no static initializer may have run code that uses members
	for i, m := range n.Members {
		if m.Static && (m.Kind == ast.MemberStaticBlock || m.Kind == ast.MemberField && m.Fn != nil && !isQuiet(m.Fn.ExprBody)) {
			quiet = false
		}
		key, ok := m.Key.(*ast.PrivateName)
		if !ok || m.Computed {
			continue
		}
		d := members[key.Name]
		if d == nil {
			d = &declaredPrivate{of: n, first: i, static: m.Static, refused: !once}
			members[key.Name] = d
			t.order = append(t.order, namedPrivate{key.Name, d})
		}
		d.fixed = d.fixed || m.Kind < ast.MemberField
		d.getter, d.setter = d.getter || m.Kind == ast.MemberGetter, d.setter || m.Kind == ast.MemberSetter
		d.refused = d.refused || m.Kind == ast.MemberAccessor || d.static != m.Static
		d.refused = d.refused || m.Static && !d.fixed && !quiet
		d.at = append(d.at, key.Start)
	}
	t.byClass[n] = members
	t.around = append(t.around, n)
	within := t.member
	for i, m := range n.Members {
		t.member = -1
		if m.Computed {
			t.visit(m.Key, once)
		}
		if m.Fn == nil {
			continue
		}
		if m.Kind == ast.MemberField {
			t.member = i
		}
		t.visit(m.Fn, false)
	}
	t.member = within
	t.around = t.around[:len(t.around)-1]
}

// use records a use of a private member; x is nil for a test whether an object has it.
func (t *privateText) use(name string, at int32, x *ast.Member) {
	for i := len(t.around) - 1; i >= 0; i-- {
		d := t.byClass[t.around[i]][name]
		if d == nil {
			continue
		}
		d.at = append(d.at, at)
		if x == nil {
			d.refused = true
		} else {
			d.uses = append(d.uses, x)
			d.refused = d.refused || t.written[x] && d.fixed && !d.setter // that throws
		}
		// An initializer may run before that of the member.
		if t.member >= 0 && (i < len(t.around)-1 || !d.fixed && d.first >= t.member) {
			d.refused = true
		}
		return
	}
	t.refused = true // the class is not known
}

// isQuiet reports whether an initializer runs no code of the program.
func isQuiet(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Number, *ast.String, *ast.Bool, *ast.Null, *ast.Func, *ast.BigInt:
		return true
	case *ast.Array:
		return !slices.ContainsFunc(x.Elems, func(e ast.Expr) bool { return e != nil && !isQuiet(e) })
	case *ast.Object:
		return len(x.Props) == 0
	case *ast.New:
		id, ok := x.Callee.(*ast.Ident)
		return ok && id.Sym == nil && len(x.Args) == 0 && globals[id.Name] == collectionClass
	}
	return isConstant(x)
}

// writtenMembers returns the properties that a program writes by name.
func writtenMembers(p *ast.Program) map[*ast.Member]bool {
	written := map[*ast.Member]bool{}
	var target func(x ast.Expr)
	target = func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.Member:
			written[x] = true
		case *ast.Default:
			target(x.Target)
		case *ast.Spread:
			target(x.X)
		}
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			target(n.Target)
		case *ast.Update:
			target(n.X)
		case *ast.ArrayPat:
			for _, x := range n.Elems {
				target(x)
			}
		case *ast.ObjectPat:
			for _, x := range n.Props {
				target(x.Value)
			}
		case *ast.ForIn:
			if st, ok := n.Left.(*ast.ExprStmt); ok {
				target(st.X)
			}
		case *ast.ForOf:
			if st, ok := n.Left.(*ast.ExprStmt); ok {
				target(st.X)
			}
		}
		return true
	})
	return written
}
