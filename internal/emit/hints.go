package emit

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// structure turns the CFG into the function's statements.
func (e *emitter) structure() *scope.List {
	w := &stmtWriter{emitter: e, used: map[string]int{}}
	if !e.flat {
		e.splitAtInits()
	}
	if !e.flat || e.isTop() {
		e.splitAtIfs()
	}
	e.findTested()
	w.blocks = e.mem.blockPtrs.Make(len(e.List))[:0]
	for _, b := range e.List {
		if b == nil {
			continue
		}
		b.Num = -1
		if e.reachable(b) {
			b.Num = len(w.blocks)
			w.blocks = append(w.blocks, b)
		}
	}
	g := &structure.Graph{Top: e.isTop(), Arena: &e.mem.structure, Blocks: e.mem.graph[:0]}
	order := e.positions(w.blocks)
	regions := e.regions(g)
	for i, b := range w.blocks {
		sb := structure.Block{Order: order[i], Region: regions[b.Src.Region]}
		stmts := 0
		expr := true
		for _, r := range e.treesOf(b).list.list {
			if !r.dead && prints(r) {
				stmts++
				expr = expr && r.stmt == nil && (!r.decl || b.Update)
			}
		}
		sb.Succs = e.mem.ints.Make(len(b.Succs))
		for k, s := range b.Succs {
			if s.Num < 0 {
				refuse("BUG: a successor is missing")
			}
			sb.Succs[k] = s.Num
		}
		switch b.Term {
		case fold.Jump:
			sb.Term, sb.Empty = structure.Jump, stmts == 0
		case fold.If:
			sb.Term, sb.Clean = structure.If, stmts == 0
			sb.Hint = ifHint(&e.src, b)
			if src, ok := written.Of[*ast.If](&e.src, b.End.Site); ok && src.Else != nil && !endsElsewhere(b.End) {
				sb.IfLast = e.order.place(b.End.Instance, src.Span.End)
				sb.Then = thenHint(src.Then)
			}
		case fold.Iterate:
			sb.Term, sb.Clean = structure.If, true
			if stmts > 0 {
				refuse("there is code in the header of a for-in or for-of loop")
			}
		case fold.Cases:
			sb.Term = structure.Switch
			sb.SwitchLast = e.switchEnd(b)
			sb.Ordered = !e.freeTests(b)
		case fold.Try:
			sb.Term, sb.Empty = structure.Try, stmts == 0
		case fold.EndFinally:
			sb.Term, sb.Empty = structure.FinallyEnd, stmts == 0
		default:
			sb.Term = structure.End
			sb.Empty = stmts == 0 && b.Term == fold.Return && e.returnsNothing(b)
		}
		sb.Expr = expr && stmts > 0
		for _, r := range e.treesOf(b).list.list {
			if !r.dead && !r.span.IsZero() {
				sb.Last = max(sb.Last, e.order.place(r.instance, r.span.Start)+1)
			}
		}
		if b.End != nil && !b.End.Span.IsZero() {
			sb.Last = max(sb.Last, e.order.place(b.End.Instance, b.End.Span.Start)+1)
		}
		if b.Loop != nil {
			sb.Loop = e.loopHint(b)
			if sb.Loop.Last > 0 { // the source has the loop
				sb.Loop.Last = e.order.place(b.Src.Head.Instance, sb.Loop.Last)
			}
		}
		sb.TestNeedsBody = b.Term == fold.If && e.testHeld(b)
		sb.InBody = sb.Expr && e.staysInBody(b)
		if e.flat {
			unhinted(&sb)
		}
		g.Blocks = append(g.Blocks, sb)
	}
	e.mem.graph = g.Blocks
	if !e.flat {
		e.labelEnds(g)
	}
	e.pin(g, w.blocks)
	t, err := structure.Build(g)
	if err != nil {
		refuse("%v", err)
	}
	e.checkIterLoops(t)
	checkPlaces(g, t)
	if e.flat && t.Helper {
		refuse("a loop has two entries")
	}
	w.showStructure(g, t)
	w.tree = t
	w.labels = make([]string, len(t.Labels))
	root := e.newList(scope.Block, nil, nil)
	e.list = root
	w.seq(t.Body)
	return root
}

// switchEnd returns where a switch's statement in the source ends. It does not matter where cases leave
// the switch for code behind it, with labels on blocks around it, and the code is optimized:
//
//	d: { c: { switch (x) { case 1: break c; default: break d; } A(); } B(); }
//
// That code can be the bodies of cases, which need no labels.
func (e *emitter) switchEnd(b *fold.Block) int32 {
	s := e.src.SwitchOf[b.End.Site]
	if s == nil || e.g.Config.Fold && e.leavesByLabel(s) {
		return 0
	}
	return e.order.place(b.End.Instance, s.End)
}

// leavesByLabel reports whether code in a switch leaves a labelled statement around it that is no loop,
// or no longer one.
func (e *emitter) leavesByLabel(s *ast.Switch) (leaves bool) {
	around := map[string]bool{}
	for _, l := range e.labels() {
		if l.Start < s.Start && s.End <= l.End {
			around[l.Label] = true
		}
	}
	if len(around) == 0 {
		return false
	}
	ast.Walk(s, func(n ast.Node) bool {
		if b, ok := n.(*ast.Break); ok && around[b.Label] {
			leaves = true
		}
		_, fn := n.(*ast.Function)
		return !leaves && !fn
	})
	return leaves
}

// labels returns the labelled statements of the source that are no loops, or no longer.
func (e *emitter) labels() []*ast.Labeled {
	labels := slices.Clone(e.src.Labels)
	for _, l := range e.src.LoopLabels {
		if _, left := e.loopSites[*ast.SiteOf(l.Body)]; !left {
			labels = append(labels, l) // a former loop, like do {} while (0), is left by the same jumps
		}
	}
	return labels
}

// labelEnds records for the structurer before which block each labelled statement of the source
// ends.
func (e *emitter) labelEnds(g *structure.Graph) {
	labels := e.labels()
	if len(labels) == 0 {
		return
	}
	slices.SortStableFunc(labels, func(a, b *ast.Labeled) int { return int(a.Start - b.Start) })
	order := make([]int, len(g.Blocks)) // the blocks in the order of the source
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(g.Blocks[i].Order, g.Blocks[k].Order) })
	for _, l := range labels {
		g.Labels = append(g.Labels, structure.LabelHint{Label: l.Label, Start: e.order.place(0, l.Start), End: e.order.place(0, l.End)})
		end := e.order.place(0, e.src.EndOf(l))
		if k := sort.Search(len(order), func(k int) bool { return g.Blocks[order[k]].Order > end }); k < len(order) {
			b := &g.Blocks[order[k]]
			b.After = append(b.After, l.Label)
		}
	}
}

// freeTests reports whether the order of a switch's tests is unobservable.
func (f *folded) freeTests(b *fold.Block) bool {
	seen := map[string]bool{}
	for _, t := range f.treesOf(b).tests {
		k := ast.LiteralKey(t)
		if k == "" || seen[k] {
			return false
		}
		seen[k] = true
	}
	return true
}

func (f *folded) reachable(b *fold.Block) bool {
	if b == f.List[0] {
		return true
	}
	for _, p := range b.Preds {
		if p != nil {
			return true
		}
	}
	return false
}

// positions gives each block its position in the source text.
func (e *emitter) positions(blocks []*fold.Block) []int32 {
	pos := slab.Zeroed(e.mem.pos, len(blocks))
	e.mem.pos = pos
	for i, b := range blocks {
		at := int32(-1)
		see := func(instance uint16, s ast.Span) {
			if s.IsZero() {
				return
			}
			if p := e.order.place(instance, s.Start); at < 0 || p < at {
				at = p
			}
		}
		for _, r := range e.treesOf(b).list.list {
			if !r.dead && !isOpen(r) {
				see(r.instance, e.asUpdate(b, r.span))
			}
		}
		if b.End != nil {
			see(b.End.Instance, b.End.Span)
			if at < 0 && b.End.NumArgs() > 0 {
				see(b.End.Arg(0).Instance, b.End.Arg(0).Span)
			}
		}
		if b.Loop != nil && !b.Update {
			see(b.Src.Head.Instance, b.Loop.Span)
		}
		if at < 0 {
			visitItems(b.Items, func(n *son.Node) { see(n.Instance, n.Span) })
		}
		if at < 0 {
			at = e.casePlace(b)
		}
		if at < 0 && b.Term == fold.Return { // where control reaches the function's end
			at = e.order.place(0, e.Fn.End)
		}
		pos[i] = at + 1
	}
	for i := len(blocks) - 1; i >= 0; i-- { // an empty block comes before its successor
		if pos[i] != 0 {
			continue
		}
		if b := blocks[i]; len(b.Succs) == 1 && b.Succs[0].Num > i {
			pos[i] = pos[b.Succs[0].Num]
		}
	}
	for i, b := range blocks { // and otherwise after its predecessors
		if pos[i] == 0 {
			for _, p := range b.Preds {
				if p != nil && p.Num >= 0 && p.Num < i {
					pos[i] = max(pos[i], pos[p.Num])
				}
			}
		}
	}
	return pos
}

// casePlace returns the place of the case in the source that a block is, if it is only that; or -1.
// What a callee returns is often a constant, which has no place of its own.
func (e *emitter) casePlace(b *fold.Block) int32 {
	if len(b.Preds) == 0 || b.Preds[0] == nil || b.Preds[0].Term != fold.Cases {
		return -1
	}
	p := b.Preds[0]
	s := e.src.SwitchOf[p.End.Site]
	if s == nil || slices.ContainsFunc(b.Preds, func(q *fold.Block) bool { return q != p }) {
		return -1
	}
	site := ast.Site(0) // of the default
	if k := slices.Index(p.Succs, b); k < len(p.Switch.Sites) {
		site = p.Switch.Sites[k]
	}
	for _, c := range s.Cases {
		if c.Site == site || site == 0 && c.Test == nil {
			return e.order.place(p.End.Instance, c.Start)
		}
	}
	return -1
}

func ifHint(src *written.Index, b *fold.Block) structure.IfHint {
	if b.End.Has(son.FlagExpr) || endsElsewhere(b.End) {
		return structure.IfUnknown
	}
	if src, ok := written.Of[*ast.If](src, b.End.Site); ok {
		if src.Else == nil {
			return structure.IfPlain
		}
		return structure.IfElse
	}
	return structure.IfUnknown
}

func thenHint(arm ast.Stmt) structure.ThenHint {
	switch st := arm.(type) {
	case *ast.Block:
		if n := len(st.Body); n > 0 && thenHint(st.Body[n-1]) == structure.ThenJumps {
			return structure.ThenJumps
		}
	case *ast.Empty: // {} is also what the flat form has
		return structure.ThenEmpty
	case *ast.Break, *ast.Continue, *ast.Return, *ast.Throw:
		return structure.ThenJumps
	}
	return structure.ThenCode
}

// endsElsewhere reports whether an if no longer ends where it does in the source.
func endsElsewhere(iff *son.Node) bool {
	return !iff.Has(son.FlagSwitch|son.FlagExpr) && iff.Idx == son.IfOpen
}

func (lf *loopForms) loopHint(b *fold.Block) *structure.LoopHint {
	jumps := b.Loop.Jumps
	h := &structure.LoopHint{
		Update: -1, Labels: b.Loop.Labels, Last: b.Loop.Span.End,
		Named: jumps&(ast.NamedContinue|ast.PlainContinue) == ast.NamedContinue, Unbroken: jumps&ast.PlainBreak == 0,
	}
	switch {
	case b.Term == fold.Iterate:
		h.Kind = structure.ForInOf
		return h
	case b.Loop.Rotated:
		h.Free = true
	case b.Loop.Test.IsZero() || !lf.tested[b.Loop]:
		h.Kind = structure.Endless
	case b.Loop.Kind == son.LoopDoWhile:
		h.Kind = structure.DoWhile
	}
	if b.Loop.Kind == son.LoopFor {
		h.Kind, h.Untested = structure.For, !lf.tested[b.Loop] && !h.Free
		if l := latch(b); l != nil && l.Update {
			h.Update = l.Num
		} else if !h.Free && (b.Loop.Test.IsZero() || !lf.tested[b.Loop]) {
			h.Kind = structure.Endless
		}
	}
	return h
}

// pin keeps blocks inside the loops whose per-iteration variables they use.
func (e *emitter) pin(g *structure.Graph, blocks []*fold.Block) {
	if len(e.iterLoops) == 0 && !slices.ContainsFunc(blocks, func(b *fold.Block) bool { return b.Src.Loop != nil }) {
		return // most functions have no loop
	}
	homes := map[*son.Node]*son.Block{}
	around := map[*son.Block][]*fold.Block{} // iterLoopsAround of the homes
	type pinned struct {
		items     int // the number of items
		to        []int
		loops     map[*son.LoopTree]bool
		afterLoop bool
	}
	cut := map[*fold.Item]pinned{} // by the first item: blocks cut from one block all have its whole list of items
	for i, b := range blocks {
		var known map[*son.LoopTree]bool
		loops := func() map[*son.LoopTree]bool { // the loops that b is in or pinned to; computed on demand, for most blocks need none
			if known == nil {
				known = map[*son.LoopTree]bool{}
				for l := b.Src.Loop; l != nil; l = l.Parent {
					known[l] = true
				}
			}
			return known
		}
		need := func(x *son.Node) {
			in, hb := loops(), homes[x]
			if hb == nil {
				if hb = e.cfg.BlockOf(x.Ctrl()); hb == nil {
					return
				}
				homes[x] = hb
			}
			for l := hb.Loop; l != nil; l = l.Parent {
				if h := e.List[l.Head.ID]; !in[l] && h != nil && declaredIn(x, h) {
					in[l] = true
					g.Blocks[i].Pinned = append(g.Blocks[i].Pinned, h.Num)
				}
			}
			hs, ok := around[hb]
			if !ok {
				hs = e.iterLoopsAround(hb, around)
			}
			for _, h := range hs {
				if l := h.Src.Loop; declaredIn(x, h) && (l == nil || l.Head != h.Src || !in[l]) {
					g.Blocks[i].Pinned = append(g.Blocks[i].Pinned, h.Num)
				}
			}
		}
		look := func(n *son.Node) {
			switch n.Op {
			case son.OpLoadCell, son.OpStoreCell:
				if c := n.Arg(0); isCell(c) && c.Op != son.OpCapturedCell {
					need(c)
				}
				g.Blocks[i].AfterLoops = g.Blocks[i].AfterLoops || n.Op == son.OpStoreCell && e.isDeclaredAfterLoop(n, b)
			case son.OpClosure:
				for _, a := range n.Args() {
					if isCell(a) && a.Op != son.OpCapturedCell || a.Op == son.OpBind {
						need(a)
					}
				}
			}
		}
		if len(b.Items) > 0 {
			p, ok := cut[&b.Items[0]]
			if !ok || p.items != len(b.Items) {
				visitItems(b.Items, look)
				p = pinned{len(b.Items), slices.Clip(g.Blocks[i].Pinned), known, g.Blocks[i].AfterLoops}
				cut[&b.Items[0]] = p
			}
			g.Blocks[i].Pinned, g.Blocks[i].AfterLoops, known = p.to, p.afterLoop, maps.Clone(p.loops)
		}
		if b.Switch != nil {
			for _, t := range b.Switch.Tests {
				visitItems(t.Items, look)
			}
		}
		e.pinValues(g, i, b, loops)
	}
	for h, x := range e.iterLoops {
		if in := &g.Blocks[x.body.Num]; x.body.Src.Region == h.Src.Region {
			in.Pinned = append(in.Pinned, h.Num)
		}
		b := &g.Blocks[h.Num] // the head prints the code before the loop
		b.Pinned = append(b.Pinned, g.Blocks[x.from.Num].Pinned...)
	}
}

// declaredIn reports whether the variable of x, a value or a cell, may be declared inside the
// loop of h.
func declaredIn(x *son.Node, h *fold.Block) bool {
	if x.Sym == nil || x.Sym.Scope == nil || h.Loop == nil || h.Loop.Span.IsZero() {
		return true
	}
	return h.Loop.Span.Contains(x.Sym.Scope.Span)
}

// visitItems calls f for every node of a list, including those in arms.
func visitItems(list []fold.Item, f func(*son.Node)) {
	for _, it := range list {
		switch {
		case it.Cond != nil:
			visitItems(it.Cond.Then.Items, f)
			visitItems(it.Cond.Else.Items, f)
		case it.Update != nil:
			if it.Update.Load != nil {
				f(it.Update.Load)
			}
			f(it.Update.Set)
		case it.Pattern != nil:
			it.Pattern.Visit(func(list []fold.Item) { visitItems(list, f) }, f)
		case it.To == nil:
			f(it.Node)
		}
	}
}
