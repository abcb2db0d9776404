// Package putback restores code of the source that does nothing, and so is not in any graph: jumps
// to where control continues anyway, the choice between several jumps with the same target, cases
// of a switch that only leave it, and blocks that the author has around statements.
//
// It gets the new tree and constructs of the old one, and changes the new tree in place. It knows
// neither a graph nor text.
package putback

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Input is a new function, and the one that it was made from.
type Input struct {
	Old *ast.Function
	// New is the body of the new function, without its directives. Its statements have the sites
	// of those of Old that they were made from.
	New []ast.Stmt
	// Sites holds the constructs of Old by site.
	Sites []ast.Node
	// Returns: control that reaches the end of the body returns undefined, as a return without a
	// value does.
	Returns bool
	// Bare maps blocks of New that are no part of another statement to those of Old.
	Bare map[*ast.Block]*ast.Block
	// Omitted holds the tests of the cases that only leave a switch, and that New does not have.
	Omitted map[*ast.Switch][]ast.Expr
	// Matches says of the case at a site whether its test is known to match whenever it runs, or
	// never to.
	Matches func(ast.Site) (matches, known bool)
	// Acts reports whether a function declaration does something where it stands.
	Acts func(ast.Stmt) bool
	// Braces says of a case whether it is in braces because of what it declares, and whether it
	// needs them, where it was made from a case of the switch src.
	Braces func(st *ast.Switch, i int, src *ast.Switch) (has, needs bool)
	// Undefined: a variable of the function is called undefined.
	Undefined bool
	// Origin gets the places of the jumps that are put back.
	Origin map[ast.Stmt]ast.Span
}

// Restore returns the body with what the author has in it.
func Restore(in Input) []ast.Stmt {
	r := &restorer{in}
	t := ends{}
	if in.Returns {
		t.idle = aReturn
	}
	return r.putBackTo(make([]ast.Stmt, 0, len(in.New)), in.New, in.Old.Body, t)
}

// restorer is the state of one Restore.
type restorer struct{ Input }

// sourceOf returns the construct of type T at a site of the old function.
func sourceOf[T ast.Node](r *restorer, at ast.Site) (found T, ok bool) {
	if at == 0 || int(at) >= len(r.Sites) {
		return found, false
	}
	found, ok = r.Sites[at].(T)
	return found, ok
}

// jumpSet is a set of kinds of jumps without a label or value.
type jumpSet uint8

const (
	aReturn jumpSet = 1 << iota
	aBreak
	aContinue
)

// ends describes the end of a list.
type ends struct {
	idle jumpSet // these go where control continues anyway
	same jumpSet // these have the same target as a break
}

// inLoop returns the ends for the body of a loop.
func (t ends) inLoop() ends { return ends{idle: aContinue, same: aBreak | t.idle&aReturn} }

// inCase returns the ends for a case of a switch.
func (t ends) inCase(last bool) ends {
	in := ends{same: aBreak | t.idle&^aBreak}
	if last {
		in.idle = in.same
	}
	return in
}

// inside returns the ends for a list that other statements follow.
func (t ends) inside() ends { return ends{same: t.same} }

// putBack restores code of the source that does nothing and so is not in the graph: jumps to
// where control continues anyway, the choice between several jumps with the same target, and
// the cases of a switch. src is the source list that list comes from, or nil.
func (r *restorer) putBack(list, src []ast.Stmt, t ends) []ast.Stmt {
	return r.putBackTo(nil, list, src, t)
}

// putBackTo is putBack with the statements appended to out.
func (r *restorer) putBackTo(out, list, src []ast.Stmt, t ends) []ast.Stmt {
	begin := len(out)
	end := r.beforeFunctions(list)
	for i, st := range list {
		at := t
		if i != end-1 {
			at = t.inside()
		}
		if b, ok := st.(*ast.Block); ok {
			out = r.putBackBlock(out, b, at)
			continue
		}
		r.putBackIn(st, at)
		out = append(out, st)
	}
	if src = src[:r.beforeFunctions(src)]; len(src) == 0 {
		return out
	}
	last := src[len(src)-1]
	list = out[begin:]
	k, at := r.jumpOf(last), r.beforeFunctions(list)
	switch {
	case k == 0:
		return out
	case at > 0 && k&t.same != 0 && r.jumpOf(list[at-1])&t.same != 0:
		out[begin+at-1] = r.jump(last)
		return out
	case k&t.idle == 0 || at > 0 && ast.IsJump(list[at-1]):
		return out
	case at > 0 && spins(list[at-1]) && (len(src) < 2 || !spins(src[len(src)-2])):
		return out // control came here in the source, and does not any more
	}
	return slices.Insert(out, begin+at, r.jump(last))
}

// putBackBlock appends a block, or its contents if it dissolves. A nested block that dissolves
// appends to the same list: copying the contents once for each block around them would be
// quadratic in the depth.
func (r *restorer) putBackBlock(out []ast.Stmt, b *ast.Block, t ends) []ast.Stmt {
	var src []ast.Stmt
	if s := r.Bare[b]; s != nil {
		src = s.Body
	}
	begin := len(out)
	out = r.putBackTo(out, b.Body, src, t)
	if dissolves(r.Bare[b], b) {
		return out
	}
	b.Body = slices.Clone(out[begin:])
	clear(out[begin:])
	return append(out[:begin], b)
}

// beforeFunctions returns where the function declarations at the end of a list begin. One that does
// something where it stands counts as an ordinary statement.
func (r *restorer) beforeFunctions(list []ast.Stmt) int {
	n := len(list)
	for ; n > 0 && ast.IsFuncDecl(list[n-1]); n-- {
		if r.Acts(list[n-1]) {
			break
		}
	}
	return n
}

// jump returns a copy of a jump of the source.
func (r *restorer) jump(src ast.Stmt) ast.Stmt {
	var st ast.Stmt
	switch r.jumpOf(src) {
	case aReturn:
		x := src.(*ast.Return).X // undefined, if present
		if _, name := x.(*ast.Ident); name && r.Undefined {
			x = &ast.Unary{Op: ast.Void, X: &ast.Number{}}
		}
		st = &ast.Return{X: x}
	case aBreak:
		st = &ast.Break{}
	default:
		st = &ast.Continue{}
	}
	r.Origin[st] = src.Pos().Span
	return st
}

// jumpOf returns the kind of jump without a label or value that st is, or 0. Returning
// undefined is the same as returning nothing, except where that is awaited.
func (r *restorer) jumpOf(st ast.Stmt) jumpSet {
	switch st := st.(type) {
	case *ast.Return:
		if st.X == nil || ast.IsUndefined(st.X) && !(r.Old.Async && r.Old.Generator) {
			return aReturn
		}
	case *ast.Break:
		if st.Label == "" {
			return aBreak
		}
	case *ast.Continue:
		if st.Label == "" {
			return aContinue
		}
	}
	return 0
}

// putBackIn does the same in the lists of one statement other than a block.
func (r *restorer) putBackIn(st ast.Stmt, t ends) {
	loop := func(body ast.Stmt, src ast.Stmt) {
		b := body.(*ast.Block)
		b.Body = r.putBack(b.Body, stmtsOf(src), t.inLoop())
	}
	switch st := st.(type) {
	case *ast.If:
		src, ok := sourceOf[*ast.If](r, st.Site)
		if !ok {
			src = &ast.If{}
		}
		r.putBackArm(st.Then, src.Then, t)
		r.putBackArm(st.Else, src.Else, t)
	case *ast.For:
		if src, ok := sourceOf[*ast.For](r, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.ForIn:
		if src, ok := sourceOf[*ast.ForIn](r, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.ForOf:
		if src, ok := sourceOf[*ast.ForOf](r, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.While:
		if src, ok := sourceOf[*ast.While](r, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.DoWhile:
		if src, ok := sourceOf[*ast.DoWhile](r, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.Labeled:
		if b, ok := st.Body.(*ast.Block); ok {
			b.Body = r.putBack(b.Body, nil, t)
		} else {
			r.putBackIn(st.Body, t)
		}
	case *ast.Switch:
		r.putBackCases(st, t)
	case *ast.Try:
		src, ok := sourceOf[*ast.Try](r, st.Site)
		if !ok {
			src = &ast.Try{}
		}
		r.putBackTry(st, src, t)
	}
}

func (r *restorer) putBackTry(st, src *ast.Try, t ends) {
	for _, x := range []struct {
		b, src *ast.Block
		t      ends
	}{{st.Block, src.Block, t}, {st.Handler, src.Handler, t}, {st.Finally, src.Finally, t.inside()}} {
		if x.b == nil {
			continue
		}
		var body []ast.Stmt
		if x.src != nil {
			body = x.src.Body
		}
		x.b.Body = r.putBack(x.b.Body, body, x.t)
	}
}

// putBackArm does the same in an arm of an if.
func (r *restorer) putBackArm(arm, src ast.Stmt, t ends) {
	if b, ok := arm.(*ast.Block); ok {
		b.Body = r.putBack(b.Body, stmtsOf(src), t)
	}
}

// stmtsOf returns the statements of an arm or a body of the source; st may be nil.
func stmtsOf(st ast.Stmt) []ast.Stmt {
	switch st := st.(type) {
	case nil:
		return nil
	case *ast.Block:
		return st.Body
	}
	return []ast.Stmt{st}
}

// dissolves reports whether a restored block is pointless: the source needs it for the names
// that it declares, and none of those declarations is left. Nor is any left in a nested block
// that dissolves.
func dissolves(src, b *ast.Block) bool {
	if src == nil || src.Scope == nil {
		return false
	}
	for _, st := range b.Body {
		switch st := st.(type) {
		case *ast.VarDecl:
			if st.Kind != ast.Var {
				return false
			}
		case *ast.FuncDecl, *ast.ClassDecl, *ast.VerbatimStmt:
			return false
		}
	}
	return true
}
