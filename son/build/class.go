package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// memberName is the name of a member as a property op has it: that of a private
// one begins with #.
func memberName(x *ast.Member) string {
	if x.Private {
		return "#" + x.Name
	}
	return x.Name
}

// this builds a reference to this. A derived constructor has none before its super() returns: until that is known to
// have happened, each reference is an operation that may throw.
func (b *builder) this(x *ast.This) *son.Node {
	home := b.fn
	for home != nil && home.Kind == ast.FuncArrow {
		home = home.Parent
	}
	if home != nil && home.Derived && !(home == b.fn && b.constructed) {
		return b.s.op(son.OpThisLoad, x.Span)
	}
	return b.own(son.OpThis, "", nil)
}

// isSuperCall reports whether a statement calls the constructor of the superclass and does nothing else.
func isSuperCall(st ast.Stmt) bool {
	x, ok := st.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.Call)
	if !ok {
		return false
	}
	_, ok = call.Callee.(*ast.Super)
	return ok
}

// classDecl builds a class declaration.
func (b *builder) classDecl(st *ast.ClassDecl) {
	id := st.Class.Name
	v := b.class(st.Class, son.FlagDecl)
	if !b.isGlobal(id.Sym) {
		b.put(id, v, son.FlagDecl|son.FlagInit, st.Span)
		return
	}
	n := b.named(son.OpGlobalInit, st.Span, id.Name, v)
	n.Sym, n.Idx = id.Sym, int32(ast.Let)
	n.Flags = son.FlagDecl | son.FlagInit
	b.s.add(n)
}

// class builds a class: its superclass and its computed keys are evaluated in order,
// interleaved with creating the functions that its members are.
func (b *builder) class(c *ast.Class, flags son.Flags) *son.Node {
	var parts []son.Part
	var values []*son.Node
	part := func(p son.Part, inputs ...*son.Node) {
		parts, values = append(parts, p), append(values, inputs...)
	}
	if inner := InnerName(c); inner != nil && b.facts.Of(inner) != Value {
		b.newCell(inner)
		part(son.Part{Kind: son.PartInnerName}, b.s.cell(inner))
	}
	b.classes++ // all code of a class is strict
	defer func() { b.classes-- }()
	if c.Super != nil {
		part(son.Part{Kind: son.PartHeritage}, b.s.op(son.OpHeritage, c.Super.Pos().Span, b.expr(c.Super)))
	}
	for _, m := range c.Members {
		p := son.Part{Kind: classPart(m)}
		var inputs []*son.Node
		switch {
		case m.Computed:
			inputs = append(inputs, b.s.op(son.OpToKey, m.Key.Pos().Span, b.expr(m.Key)))
		case m.Key != nil:
			p.Str, p.Raw = b.memberKey(m.Key)
		}
		if m.Fn != nil {
			inputs = append(inputs, b.closure(m.Fn, nil, 0))
		}
		part(p, inputs...)
	}
	n := b.s.node(son.OpClass, c.Span, values...)
	n.Idx, n.Str, n.Flags, n.Parts = int32(b.facts.classIndex[c]), b.facts.ClassName(c), flags, parts
	return b.s.add(n)
}

// memberKey is key for a member of a class.
func (b *builder) memberKey(k ast.Expr) (name, raw string) {
	if p, private := k.(*ast.PrivateName); private {
		return "#" + p.Name, ""
	}
	return b.key(k)
}

// memberParts are the parts for members with literal and with computed keys.
var memberParts = [...][2]son.PartKind{
	ast.MemberMethod:      {son.PartMethod, son.PartComputedMethod},
	ast.MemberGetter:      {son.PartGetter, son.PartComputedGetter},
	ast.MemberSetter:      {son.PartSetter, son.PartComputedSetter},
	ast.MemberField:       {son.PartField, son.PartComputedField},
	ast.MemberStaticBlock: {son.PartStaticBlock},
}

// classPart returns the kind of part that a member is.
func classPart(m *ast.ClassMember) son.PartKind {
	kinds := memberParts[m.Kind]
	if m.Kind == ast.MemberField && m.Fn == nil {
		kinds = [2]son.PartKind{son.PartBareField, son.PartComputedBareField}
	}
	if m.Computed {
		return kinds[1]
	}
	return kinds[0]
}

// InnerName returns the binding of a class's name inside it, or nil.
func InnerName(c *ast.Class) *ast.Symbol {
	if c.Name == nil || c.Scope == nil {
		return nil
	}
	return c.Scope.Lookup(c.Name.Name)
}

// Class returns a class of the program by its number, the Idx of an OpClass.
func (b *Bindings) Class(i int) *ast.Class { return b.classes[i] }

// ClassName returns the .name of a class: its own, or the one that its place determines.
func (b *Bindings) ClassName(c *ast.Class) string {
	if c.Name != nil {
		return c.Name.Name
	}
	return b.classNames[c]
}

// StrictMatters reports whether a node may have another meaning in strict code than in sloppy
// code.
func StrictMatters(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Assign, *ast.Update:
		return true
	case *ast.Unary:
		return n.Op == ast.Delete
	}
	return false
}
