package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A constant record is an object that is the only value of a settled name, that nothing writes, and that
// nothing else has: the name is only used to read its properties.
//
//	const Color = { Red: 0, Green: 1 };
//	function f(c) { return c === Color.Red; }   // Color.Red is 0
//
// The object has the properties that its literal names, and no code can add others, unless it finds
// the object as a receiver. So a property that it lacks, an accessor and a method that uses `this`
// each make it an object like others. Under the assumption builtins a property that it lacks does no
// harm, and two more forms are known: a literal in a call of Object.freeze, and an enum as
// TypeScript or esbuild write it.

// record is an object that may be a constant record.
type record struct {
	fields map[string]field
	// builtins: it is one only under that assumption.
	builtins bool
	// uses counts the references that leave it one. It is one if these are all.
	uses int
	// spoiled: some reference writes it or lets others have it.
	spoiled bool
	// reads are the keys of the constants that references read. stays: nothing can take the place of
	// some other reference, or of what the literal does.
	reads []string
	stays bool
	// goes: with the constants in place of all references, or behind a check of the name where it may be read too
	// early, nothing references the object any more, and the program is no longer than before.
	// goesAssuming: so it is if no name is read too early.
	goes, goesAssuming bool
}

// field is a property of a record.
type field struct {
	typ son.Type
	fn  *ast.Function // it is a function in the literal
}

// records are the candidates, by Symbol.ID, and after the survey those that are constant records.
type records []*record

func (r records) of(x ast.Expr) *record {
	if id, ok := x.(*ast.Ident); ok && id.Sym != nil {
		return at(r, id.Sym.ID)
	}
	return nil
}

// literal returns the record that an initializer makes, or nil.
func (s *settledSurvey) literal(x ast.Expr) *record {
	switch x := x.(type) {
	case *ast.Object:
		return s.object(x)
	case *ast.Call:
		m, ok := x.Callee.(*ast.Member)
		if !ok || m.Optional || m.Name != "freeze" || len(x.Args) != 1 {
			return nil
		}
		o, isObject := x.Args[0].(*ast.Object)
		if id, ok := m.Obj.(*ast.Ident); !ok || id.Sym != nil || id.Name != "Object" || !isObject {
			return nil
		}
		if r := s.object(o); r != nil {
			r.builtins = true
			return r
		}
	}
	return nil
}

// object returns the record of an object literal, or nil if it may have other properties than those that
// the text names, or an accessor.
func (s *settledSurvey) object(x *ast.Object) *record {
	r := &record{fields: map[string]field{}}
	for _, p := range x.Props {
		if p.Computed || p.Kind != ast.PropInit && p.Kind != ast.PropMethod {
			return nil
		}
		key, ok := keyName(p.Key)
		if !ok || key == "__proto__" && p.Kind == ast.PropInit {
			return nil
		}
		f := field{typ: s.value(p.Value)}
		if x, ok := p.Value.(*ast.Func); ok {
			f.fn = x.Fn
		}
		r.stays = r.stays || f.fn == nil && !f.typ.IsConst()
		r.fields[key] = f // of several with one key the last one counts
	}
	return r
}

// enum returns the record that the function of an enum fills, or nil:
//
//	function (E) { E[E["A"] = 0] = "A"; E["B"] = "b"; }
func (s *settledSurvey) enum(x ast.Expr) *record {
	f, ok := x.(*ast.Func)
	if !ok || len(f.Fn.Params) != 1 || f.Fn.ExprBody != nil || f.Fn.Async || f.Fn.Generator {
		return nil
	}
	param, ok := f.Fn.Params[0].(*ast.Ident)
	if !ok || param.Sym == nil || len(param.Sym.Decls) != 1 || param.Sym.DynamicReach {
		return nil
	}
	e := &enumBody{s, param.Sym, &record{fields: map[string]field{}, builtins: true, stays: true}}
	for i, st := range f.Fn.Body {
		switch st := st.(type) {
		case *ast.ExprStmt:
			if !e.assignment(st.X) {
				return nil
			}
		case *ast.Return:
			if i < len(f.Fn.Body)-1 || !e.is(st.X) {
				return nil
			}
		default:
			return nil
		}
	}
	return e.record
}

type enumBody struct {
	*settledSurvey
	param  *ast.Symbol
	record *record
}

func (e *enumBody) is(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Sym == e.param
}

// assignment enters what a statement assigns.
func (e *enumBody) assignment(x ast.Expr) bool {
	a, ok := x.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		return false
	}
	if key, ok := e.key(a.Target); ok {
		return e.set(key, e.constant(a.Value, maxConstant))
	}
	target, ok := a.Target.(*ast.Index)
	if !ok || !e.is(target.Obj) || target.Optional {
		return false
	}
	inner, ok := target.Key.(*ast.Assign)
	if !ok || inner.Op != ast.NoOp {
		return false
	}
	key, ok := e.key(inner.Target)
	n, number := e.constant(inner.Value, maxConstant).Number()
	return ok && number && e.set(key, son.NumberConst(n)) && e.set(son.NumberToString(n), e.constant(a.Value, maxConstant))
}

// key returns the key of E.A or E["A"].
func (e *enumBody) key(x ast.Expr) (string, bool) {
	obj, key, ok := property(x)
	return key, ok && e.is(obj)
}

func (e *enumBody) set(key string, t son.Type) bool {
	e.record.fields[key] = field{typ: t}
	return key != "__proto__" && t.IsConst()
}

// property returns the object and the key of a property with a literal key that is accessed by x.
func property(x ast.Expr) (obj ast.Expr, key string, ok bool) {
	switch x := x.(type) {
	case *ast.Member:
		return x.Obj, x.Name, !x.Private && !x.Optional
	case *ast.Index:
		switch k := x.Key.(type) {
		case *ast.String, *ast.Number:
			key, ok = keyName(k)
			return x.Obj, key, ok && !x.Optional
		}
	}
	return nil, "", false
}

// enums enters the names of enums of the list whose statements begin here.
func (s *settledSurvey) enums(body []ast.Stmt) {
	switch first := body[0].(type) {
	case *ast.VarDecl: // var E = (E => { … return E })(E || {})
		if first.Kind != ast.Var || len(first.Decls) != 1 {
			return
		}
		d := first.Decls[0]
		id, name := d.Target.(*ast.Ident)
		call, isCall := d.Init.(*ast.Call)
		if !name || !isCall || !s.isCandidate(id) || id.Sym.Exported || len(call.Args) != 1 || call.Optional {
			return
		}
		made := call.Args[0]
		or, tests := made.(*ast.Binary)
		if tests {
			made = or.R
		}
		if tests && (or.Op != ast.LogicalOr || !isRead(or.L, id.Sym)) || !isEmpty(made) {
			return
		}
		f, _ := call.Callee.(*ast.Func)
		if f == nil || len(f.Fn.Body) == 0 {
			return
		}
		if _, returns := f.Fn.Body[len(f.Fn.Body)-1].(*ast.Return); !returns {
			return
		}
		if r := s.enum(f); r != nil {
			if tests {
				r.uses++
			}
			s.record(id.Sym, first.End, r)
		}
	case *ast.ExprStmt: // var E; (function (E) { … })(E || (E = {}))
		call, ok := first.X.(*ast.Call)
		if !ok || len(call.Args) != 1 || call.Optional {
			return
		}
		made := call.Args[0]
		or, tests := made.(*ast.Binary)
		if tests {
			made = or.R
		}
		a, ok := made.(*ast.Assign)
		if !ok || a.Op != ast.NoOp || !isEmpty(a.Value) {
			return
		}
		id, ok := a.Target.(*ast.Ident)
		if !ok || tests && (or.Op != ast.LogicalOr || !isRead(or.L, id.Sym)) || !s.isLateVar(id) {
			return
		}
		if r := s.enum(call.Callee); r != nil {
			if r.uses++; tests {
				r.uses++
			}
			s.record(id.Sym, first.End, r)
		}
	}
}

// isLateVar reports whether the only write of a variable of the list, a var without an initializer, is id.
func (s *settledSurvey) isLateVar(id *ast.Ident) bool {
	sym := id.Sym
	if sym.Kind != ast.SymVar || sym.Scope.Func != s.fn || len(sym.Decls) != 1 || sym.DynamicReach || sym.Aliased || !sym.Captured || sym.Exported {
		return false
	}
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefInit|ast.RefDelete) != 0 && r.Ident != id {
			return false
		}
	}
	return true
}

func isRead(x ast.Expr, sym *ast.Symbol) bool {
	id, ok := x.(*ast.Ident)
	return ok && sym != nil && id.Sym == sym
}

func isEmpty(x ast.Expr) bool {
	o, ok := x.(*ast.Object)
	return ok && len(o.Props) == 0
}

// record enters a name of a record that may be constant.
func (s *settledSurvey) record(sym *ast.Symbol, from int32, r *record) {
	s.names.put(sym, from, son.TypeFresh)
	put((*[]*record)(&s.records), sym.ID, r)
}

// around returns the record whose property x is, or nil.
func (r records) around(x ast.Expr) *record {
	switch x := x.(type) {
	case *ast.Member:
		return r.of(x.Obj)
	case *ast.Index:
		return r.of(x.Obj)
	}
	return nil
}

// readsField notes that the survey reaches x, which may read a property of a record.
func (r records) readsField(x ast.Expr) {
	rec := r.around(x)
	if rec == nil {
		return
	}
	rec.uses++
	_, key, ok := property(x)
	if !ok {
		if i, index := x.(*ast.Index); !index || i.Optional {
			rec.spoiled = true
		}
	}
	f, has := rec.fields[key]
	if !ok || !has {
		rec.builtins = true // it may lack the property
	}
	rec.reads = append(rec.reads, key)
	rec.stays = rec.stays || !ok || !f.typ.IsConst()
}

// writesField notes that x may be a target in a record, or is deleted.
func (r records) writesField(x ast.Expr) {
	if rec := r.around(x); rec != nil {
		rec.spoiled = true
	}
}

// called notes that x is called, perhaps with a record as receiver.
func (r records) called(x ast.Expr) {
	obj, key, ok := property(x)
	if !ok {
		r.writesField(x)
		return
	}
	rec := r.of(obj)
	if rec == nil {
		return
	}
	if f := rec.fields[key].fn; f == nil || f.DirectEval || f.InnerEval || f.Kind != ast.FuncArrow && f.Uses&(ast.UsesThis|ast.UsesSuperProperty) != 0 {
		rec.spoiled = true
	}
}

// keeps notes that what is done with x says nothing of its properties: x === y, typeof x, k in x.
func (r records) keeps(x ast.Expr) {
	if rec := r.of(x); rec != nil {
		rec.uses++
		rec.stays = true
	}
}

// decideRecords leaves the constant records.
func (b *Bindings) decideRecords(p *ast.Program) {
	if len(b.records) == 0 {
		return
	}
	decided := map[*record]bool{}
	decide := func(sym *ast.Symbol) {
		if rec := at(b.records, sym.ID); rec != nil && !decided[rec] {
			decided[rec] = true
			b.records.check(sym)
			if rec := b.records[sym.ID]; rec != nil && rec.isLonger(0) {
				checks, ok := b.checksOf(sym)
				rec.goes, rec.goesAssuming = ok && rec.isLonger(checks), ok && (checks == 0 || sym.Kind.Lexical())
			}
		}
	}
	for _, fn := range p.Funcs {
		for _, sym := range fn.Captures {
			decide(sym)
		}
	}
	if p.Scope != nil {
		for _, sym := range p.Scope.Symbols {
			decide(sym)
		}
	}
}

// isLonger reports whether an object and what is read from it are longer than the constants that are read,
// with so many checks of the name. A name counts as one byte, as it has when output is to be small.
func (r *record) isLonger(checks int) bool {
	with, without := len("let x={},"), checks*len("(x,)")
	if checks > 0 {
		without += len("let x,")
	}
	for key, f := range r.fields {
		with += len(key) + len(":") + constantBytes(f.typ) + len(",")
	}
	for _, key := range r.reads {
		with += len("x.") + len(key)
		without += constantBytes(r.fields[key].typ)
	}
	return !r.stays && with > without
}

// constantBytes is about how long a constant is in short code.
func constantBytes(t son.Type) int {
	if text, ok := t.Text(); ok {
		return len(text) + len(`""`)
	}
	if n, ok := t.Number(); ok {
		return len(son.NumberToString(n))
	}
	return len("!0")
}

// checksOf counts the reads of a name that may be too early, in functions other than the one that declares it.
// ok is false if a read needs the object for another reason, or its being too early cannot be checked.
func (b *Bindings) checksOf(sym *ast.Symbol) (checks int, ok bool) {
	for _, r := range sym.Refs {
		switch {
		case r.Kind&(ast.RefInit|ast.RefDecl) != 0:
		case r.Func != sym.Scope.Func:
			if !b.isSettledAt(sym, r.Func, r.Ident.Start) {
				checks++
			}
		case !isTopScope(sym.Scope) || r.Ident.Start < at(b.settled, sym.ID).from:
			return 0, false
		}
	}
	return checks, checks == 0 || sym.Kind.Lexical()
}

// check drops a candidate that is no constant record.
func (r records) check(sym *ast.Symbol) {
	rec := r[sym.ID]
	refs := 0
	for _, ref := range sym.Refs {
		if ref.Kind&(ast.RefInit|ast.RefDecl) == 0 {
			refs++
		}
	}
	if rec.spoiled || rec.uses != refs {
		r[sym.ID] = nil
	}
}

// field returns the node of a property of a constant record, if it is a constant, or nil.
func (b *builder) field(x ast.Expr) *son.Node {
	obj, key, ok := property(x)
	if !ok {
		return nil
	}
	rec := b.facts.records.of(obj)
	if rec == nil {
		return nil
	}
	id := obj.(*ast.Ident)
	sym := id.Sym
	f, has := rec.fields[key]
	if !has || !f.typ.IsConst() {
		return nil
	}
	settled := b.settled(sym) != nil
	checked := !settled && rec.goes && b.g.Config.Size && b.g.Config.Fold && !b.owns(sym) && !b.isGlobal(sym)
	if !settled && !checked || rec.builtins && !b.g.Assumes("load-known", son.AssumeBuiltins) {
		return nil
	}
	if checked {
		b.read(id)
		return b.g.Const(f.typ)
	}
	if b.g.Config.Size && (rec.goes || rec.goesAssuming && b.g.Config.Assume.Has(son.AssumeNoTDZ)) {
		return b.g.Const(f.typ)
	}
	n := b.s.entry(son.OpCaptured, 0, key, sym, ast.Span{})
	n.Type = f.typ
	return n
}
