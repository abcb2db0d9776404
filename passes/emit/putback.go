package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

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
func (e *emitter) putBack(list, src []ast.Stmt, t ends) []ast.Stmt {
	return e.putBackTo(nil, list, src, t)
}

// putBackTo is putBack with the statements appended to out.
func (e *emitter) putBackTo(out, list, src []ast.Stmt, t ends) []ast.Stmt {
	begin := len(out)
	end := e.beforeFunctions(list)
	for i, st := range list {
		at := t
		if i != end-1 {
			at = t.inside()
		}
		if b, ok := st.(*ast.Block); ok {
			out = e.putBackBlock(out, b, at)
			continue
		}
		e.putBackIn(st, at)
		out = append(out, st)
	}
	if src = src[:e.beforeFunctions(src)]; len(src) == 0 {
		return out
	}
	last := src[len(src)-1]
	list = out[begin:]
	k, at := e.jumpOf(last), e.beforeFunctions(list)
	switch {
	case k == 0:
		return out
	case at > 0 && k&t.same != 0 && e.jumpOf(list[at-1])&t.same != 0:
		out[begin+at-1] = e.jump(last)
		return out
	case k&t.idle == 0 || at > 0 && ast.IsJump(list[at-1]):
		return out
	}
	return slices.Insert(out, begin+at, e.jump(last))
}

// putBackBlock appends a block, or its contents if it dissolves. A nested block that dissolves
// appends to the same list: copying the contents once for each block around them would be
// quadratic in the depth.
func (e *emitter) putBackBlock(out []ast.Stmt, b *ast.Block, t ends) []ast.Stmt {
	var src []ast.Stmt
	if s := e.bare[b]; s != nil {
		src = s.Body
	}
	begin := len(out)
	out = e.putBackTo(out, b.Body, src, t)
	if e.dissolves(b) {
		return out
	}
	b.Body = slices.Clone(out[begin:])
	clear(out[begin:])
	return append(out[:begin], b)
}

// beforeFunctions returns where the function declarations at the end of a list begin. A
// block-level function that assigns its Annex B variable does so when control reaches it, so it
// counts as an ordinary statement.
func (e *emitter) beforeFunctions(list []ast.Stmt) int {
	n := len(list)
	for ; n > 0 && ast.IsFuncDecl(list[n-1]); n-- {
		if f := e.entries[list[n-1]]; f != nil && f.mark != nil {
			break
		}
	}
	return n
}

// jump returns a copy of a jump of the source.
func (e *emitter) jump(src ast.Stmt) ast.Stmt {
	var st ast.Stmt
	switch e.jumpOf(src) {
	case aReturn:
		x := src.(*ast.Return).X // undefined, if present
		if _, name := x.(*ast.Ident); name && e.declares("undefined") {
			x = undefined()
		}
		st = &ast.Return{X: x}
	case aBreak:
		st = &ast.Break{}
	default:
		st = &ast.Continue{}
	}
	e.origin[st] = src.Pos().Span
	return st
}

// jumpOf returns the kind of jump without a label or value that st is, or 0. Returning
// undefined is the same as returning nothing, except where that is awaited.
func (e *emitter) jumpOf(st ast.Stmt) jumpSet {
	switch st := st.(type) {
	case *ast.Return:
		if st.X == nil || ast.IsUndefined(st.X) && !(e.Fn.Async && e.Fn.Generator) {
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
func (e *emitter) putBackIn(st ast.Stmt, t ends) {
	loop := func(body ast.Stmt, src ast.Stmt) {
		b := body.(*ast.Block)
		b.Body = e.putBack(b.Body, stmtsOf(src), t.inLoop())
	}
	switch st := st.(type) {
	case *ast.If:
		src, ok := siteOf[*ast.If](&e.src, st.Site)
		if !ok {
			src = &ast.If{}
		}
		e.putBackArm(st.Then, src.Then, t)
		e.putBackArm(st.Else, src.Else, t)
	case *ast.For:
		if src, ok := siteOf[*ast.For](&e.src, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.ForIn:
		if src, ok := siteOf[*ast.ForIn](&e.src, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.ForOf:
		if src, ok := siteOf[*ast.ForOf](&e.src, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.While:
		if src, ok := siteOf[*ast.While](&e.src, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.DoWhile:
		if src, ok := siteOf[*ast.DoWhile](&e.src, st.Site); ok {
			loop(st.Body, src.Body)
		} else {
			loop(st.Body, nil)
		}
	case *ast.Labeled:
		if b, ok := st.Body.(*ast.Block); ok {
			b.Body = e.putBack(b.Body, nil, t)
		} else {
			e.putBackIn(st.Body, t)
		}
	case *ast.Switch:
		e.putBackCases(st, t)
	case *ast.Try:
		src, ok := siteOf[*ast.Try](&e.src, st.Site)
		if !ok {
			src = &ast.Try{}
		}
		e.putBackTry(st, src, t)
	}
}

func (e *emitter) putBackTry(st, src *ast.Try, t ends) {
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
		x.b.Body = e.putBack(x.b.Body, body, x.t)
	}
}

// putBackArm does the same in an arm of an if.
func (e *emitter) putBackArm(arm, src ast.Stmt, t ends) {
	if b, ok := arm.(*ast.Block); ok {
		b.Body = e.putBack(b.Body, stmtsOf(src), t)
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
