package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// stmt builds a statement. Unreachable statements make no nodes.
func (b *builder) stmt(st ast.Stmt) { b.labeled(st, nil) }

// labeled builds a statement that has labels, outermost first.
func (b *builder) labeled(st ast.Stmt, labels []string) {
	if b.s.stopped() {
		switch st.(type) {
		case *ast.Empty, *ast.FuncDecl, *ast.VarDecl: // their names may be referenced elsewhere
		default:
			b.g.Stats.Swept++
		}
		return
	}
	b.noteInit(st)
	b.at = st.Pos().Start
	if b.yielded(st) {
		return
	}
	switch st := st.(type) {
	case *ast.Labeled:
		b.labeled(st.Body, append(labels[:len(labels):len(labels)], st.Label))
		return
	case *ast.While:
		b.while(st, labels)
		return
	case *ast.DoWhile:
		b.doWhile(st, labels)
		return
	case *ast.For:
		b.forLoop(st, labels)
		return
	case *ast.ForIn:
		b.forIn(st, labels)
		return
	case *ast.ForOf:
		b.forOf(st, labels)
		return
	case *ast.Switch:
		b.switchStmt(st, labels)
		return
	}
	if len(labels) == 0 {
		b.plain(st)
		return
	}
	t := b.open(&target{labels: labels, breakMark: b.s.mark()})
	b.plain(st)
	b.close(t, st.Pos().Span, b.s.take(t.breakMark))
}

// plain builds a statement that is neither a loop nor a switch.
func (b *builder) plain(st ast.Stmt) {
	if b.topStmt(st) {
		return
	}
	switch st := st.(type) {
	case *ast.Empty:
	case *ast.FuncDecl: // created where its block begins
		b.funcDecl(st)
	case *ast.ExprStmt:
		if !st.Directive {
			b.effect(st.X)
		}
	case *ast.ClassDecl:
		b.classDecl(st)
	case *ast.VarDecl:
		for _, d := range st.Decls {
			if b.s.stopped() {
				break // the callee of a call in the declarator before does not return
			}
			b.declarator(st.Kind, d)
		}
	case *ast.Block:
		depth := len(b.s.vars)
		b.enter(st.Scope)
		b.blockFunctions(st.Body)
		for _, s := range st.Body {
			b.stmt(s)
		}
		b.s.pop(depth)
	case *ast.If:
		b.ifStmt(st)
	case *ast.Return:
		if !b.inlineTail(st.X) {
			b.finish(b.frame, b.returned(st), st)
		}
	case *ast.Throw:
		b.s.exit(son.OpThrow, st.Span, 0, b.expr(st.X))
	case *ast.Try:
		b.try(st)
	case *ast.Break:
		t := b.breakTarget(st.Label)
		b.leaveTo(t.regions, st.Span)
		t.breaks = append(t.breaks, b.s.take(t.breakMark))
		b.s.ctrl, b.s.mem = nil, nil
	case *ast.Continue:
		t := b.continueTarget(st.Label)
		b.leaveTo(t.bodyRegions, st.Span)
		t.continues = append(t.continues, b.s.take(t.continueMark))
		b.s.ctrl, b.s.mem = nil, nil
	case *ast.Debugger:
		b.s.op(son.OpDebugger, st.Span)
	default:
		b.g.Fatalf("no case for the statement %T", st)
	}
}

// branch makes an If on cond for a construct of the source, and returns its projections. In the test
// of a loop, what is no construct of its own belongs to the loop.
func (b *builder) branch(cond *son.Node, span ast.Span, site ast.Site, flags son.Flags, idx int) (yes, no *son.Node) {
	switch {
	case b.loopTest == nil:
	case site == 0:
		site = b.loopTest.Site
	default:
		b.loopTest.Branches.Add(site)
	}
	return b.s.branch(cond, span, site, flags, idx)
}

func (b *builder) ifStmt(st *ast.If) {
	flags := son.Flags(0)
	if b.isHelperIf(st) {
		flags = son.FlagExpr
	}
	if st == b.elseIf {
		flags |= son.FlagElseIf
	}
	if st.Else == nil && flags == 0 {
		if parts := b.conjuncts(st.Test); len(parts) > 1 {
			inner := st.Then
			for _, x := range slices.Backward(parts[1:]) {
				inner = &ast.If{Base: ast.Base{Span: ast.Span{Start: x.Pos().Start, End: st.End}}, Test: x, Then: inner}
			}
			st = &ast.If{Base: st.Base, Site: st.Site, Test: parts[0], Then: inner}
		}
	}
	yes, no := b.branch(b.expr(st.Test), st.Span, st.Site, flags, 0)
	mark, mem := b.s.mark(), b.s.mem
	b.s.ctrl = yes
	b.arm(st.Then)
	then := b.s.take(mark)
	b.s.show("then read", "then")
	b.s.rewind(mark)
	b.s.ctrl, b.s.mem = no, mem
	if st.Else != nil {
		b.elseIf, _ = st.Else.(*ast.If)
		b.arm(st.Else)
	}
	els := b.s.take(mark)
	b.s.show("else read", "else")
	b.s.rewind(mark)
	b.s.release(mark)
	b.s.join(st.Span, 0, then, els)
	b.s.show("if joined", "after")
}

// target is a statement that break or continue may leave.
type target struct {
	labels                  []string
	loop, unlabeled         bool // continue may name it; break needs no label
	breakMark, continueMark mark
	breaks, continues       []edge
	// The number of regions around the statement, and around its body.
	regions, bodyRegions int
	// The target around it, and the targets of break and continue without a label inside it.
	around, broken, continued *target
}

func (b *builder) open(t *target) *target {
	t.regions, t.bodyRegions = len(b.regions), len(b.regions)
	t.around = b.target
	if t.around != nil {
		t.broken, t.continued = t.around.broken, t.around.continued
	}
	if t.unlabeled {
		t.broken = t
	}
	if t.loop {
		t.continued = t
	}
	if len(t.labels) > 0 && b.labelled == nil {
		b.labelled = map[string]*target{}
	}
	for _, l := range t.labels {
		b.labelled[l] = t
	}
	b.target = t
	return t
}

// close ends a target: control continues from the given edges and the breaks.
func (b *builder) close(t *target, span ast.Span, edges ...edge) {
	b.target = t.around
	for _, l := range t.labels {
		delete(b.labelled, l) // nested statements never share a label
	}
	b.s.rewind(t.breakMark)
	b.s.release(t.breakMark)
	b.s.join(span, 0, append(edges, t.breaks...)...)
}

func (b *builder) breakTarget(label string) *target {
	if label == "" && b.target != nil {
		return b.found(label, b.target.broken)
	}
	return b.found(label, b.labelled[label])
}

func (b *builder) continueTarget(label string) *target {
	if label == "" && b.target != nil {
		return b.found(label, b.target.continued)
	}
	return b.found(label, b.labelled[label])
}

// found returns the target of a jump; the parser made sure that there is one.
func (b *builder) found(label string, t *target) *target {
	if t == nil {
		b.g.Fatalf("no target for the label %q", label)
	}
	return t
}
