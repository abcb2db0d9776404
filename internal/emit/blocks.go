package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// foldBlocks merges blocks that form one expression or one switch; see package fold.
func (e *emitter) foldBlocks() {
	bs := &e.folded.Blocks
	bs.Make(fold.Input{CFG: e.cfg, Loops: e.g.Loops, Uses: e.uses, Flat: e.flat, VarOf: func(n *son.Node) int {
		if w := e.webs.of[n.ID]; w != nil {
			return w.ID
		}
		return -1
	}})
	if e.flat {
		e.findBrackets()
		bs.Collapse(e.inBracket)
		return
	}
	bs.Collapse(nil)
	bs.Switches()
}

// jump is where a jump to a block goes, in the form of basic blocks; see [emitter.target].
type jump struct {
	target        *fold.Block
	onPath, opens bool
}

// trees is the code of a block as expressions.
type trees struct {
	list  *roots
	condX ast.Expr   // of an If; discriminant of a switch
	tests []ast.Expr // of a switch
	value ast.Expr   // of a Return or Throw
}

// treesOf returns the code of a block as expressions. It is valid until there is a new block.
func (f *folded) treesOf(b *fold.Block) *trees {
	for b.ID >= len(f.code) {
		f.code = append(f.code, trees{})
	}
	return &f.code[b.ID]
}

// finishConds chooses the operator of each conditional expression, now that it is known which
// copies its arms need.
func (e *emitter) finishConds(items []fold.Item) []fold.Item {
	for i := range items {
		c := items[i].Cond
		if c == nil {
			continue
		}
		c.Then.Items, c.Else.Items = e.finishConds(c.Then.Items), e.finishConds(c.Else.Items)
		for _, p := range c.Joined {
			c.Then.Items = e.addCopy(c.Then.Items, p, p.In(c.ThenSlot))
			c.Else.Items = e.addCopy(c.Else.Items, p, p.In(3-c.ThenSlot))
		}
		if e.storeOf(c) || e.chainOf(c) {
			continue
		}
		c.Kind = e.kindOf(c)
		switch c.Kind {
		case fold.Ternary:
			if c.Phi == nil && len(c.Then.Items)+len(c.Else.Items) == 0 && c.Test.Op == son.OpIsNullish && e.uses[c.Test.ID] == 1 {
				c.Drop, c.Test = c.Test, c.Test.Arg(0) // the rest of it has no effect
			}
		case fold.And, fold.Or:
			if c.Phi != nil {
				e.uses[c.Test.ID]--
			}
		case fold.Nullish, fold.Default:
			x := c.Test.Arg(0)
			if c.Phi != nil {
				e.uses[x.ID]--
			}
			c.Drop = c.Test
			c.Test = x
		}
	}
	var dropped map[*son.Node]bool
	for _, it := range items {
		if c := it.Cond; c != nil && c.Drop != nil {
			if dropped == nil {
				dropped = map[*son.Node]bool{}
			}
			dropped[c.Drop] = true
		}
	}
	if dropped == nil {
		return items
	}
	return slices.DeleteFunc(slices.Clone(items), func(it fold.Item) bool { return it.Node != nil && dropped[it.Node] })
}

// kindOf chooses the operator for c.
func (e *emitter) kindOf(c *fold.Cond) fold.CondKind {
	thenEmpty, elseEmpty := len(c.Then.Items) == 0, len(c.Else.Items) == 0
	switch {
	case c.Phi != nil && elseEmpty && c.Test.Op == son.OpIsUndefined && c.Else.Value == c.Test.Arg(0) && e.uses[c.Test.ID] == 1:
		return fold.Default
	case c.Phi == nil && elseEmpty && !thenEmpty && c.Test.Op == son.OpIsNullish && e.uses[c.Test.ID] == 1:
		return fold.Nullish
	case c.Phi == nil && elseEmpty != thenEmpty && c.Flags&son.FlagVoidArm != 0 && !e.flat:
		return fold.Ternary
	case c.Phi == nil && elseEmpty && !thenEmpty:
		return fold.And
	case c.Phi == nil && thenEmpty && !elseEmpty:
		return fold.Or
	case c.Phi == nil:
		return fold.Ternary
	case c.Flags&son.FlagTernary != 0 || c.Phi != nil && c.Phi.Has(son.FlagTernary):
		return fold.Ternary
	case elseEmpty && c.Else.Value == c.Test && !isLeafConst(c.Test):
		return fold.And
	case thenEmpty && c.Then.Value == c.Test && !isLeafConst(c.Test):
		return fold.Or
	case elseEmpty && c.Test.Op == son.OpIsNullish && c.Else.Value == c.Test.Arg(0) && e.uses[c.Test.ID] == 1:
		return fold.Nullish
	}
	return fold.Ternary
}

func isLeafConst(n *son.Node) bool { return n.Op == son.OpConst }

// splitUpdates splits a for's update off the latch block.
func (e *emitter) splitUpdates() {
	if e.flat {
		return
	}
	for _, h := range e.List {
		if h == nil || h.Loop == nil || h.Loop.Kind != son.LoopFor || h.Loop.Update.IsZero() || len(h.Src.Preds) != 2 || h.Src.Preds[1] == nil {
			continue
		}
		l := latch(h)
		if l == nil || l.Term != fold.Jump {
			continue
		}
		k := len(l.Items)
		for k > 0 && within(l.Items[k-1], h.Loop.Update) {
			k--
		}
		if k == len(l.Items) {
			continue
		}
		if k == 0 && l != h {
			l.Update = true
			continue
		}
		if e.overwrites(l.Items[:k], l.Items[k:]) {
			continue // a value that is overwritten too early is only saved within a block
		}
		u := &fold.Block{ID: len(e.List), Src: l.Src, Last: l.Last, Items: l.Items[k:], Term: fold.Jump,
			Succs: l.Succs, Preds: []*fold.Block{l}, Update: true}
		e.List = append(e.List, u)
		for i, p := range h.Preds {
			if p == l && i == len(h.Preds)-1 {
				h.Preds[i] = u
			}
		}
		l.Items = l.Items[:k:k]
		l.Succs = []*fold.Block{u}
	}
}

// overwrites reports whether the items of then read a value of a variable that those of first
// have overwritten.
func (e *emitter) overwrites(first, then []fold.Item) bool {
	last := map[*web]*son.Node{}
	nodesOf(first, func(n *son.Node) {
		if w := e.webs.of[n.ID]; w != nil {
			last[w] = n
		}
	})
	here := map[*son.Node]bool{}
	found := false
	nodesOf(then, func(n *son.Node) {
		for _, x := range n.Ins() {
			if x != nil && !here[x] && e.webs.of[x.ID] != nil {
				is := last[e.webs.of[x.ID]]
				found = found || is != nil && is != x
			}
		}
		here[n] = true
	})
	return found
}

// latch returns the source of h's back edge.
func latch(h *fold.Block) *fold.Block {
	for i := len(h.Preds) - 1; i >= 0; i-- {
		if p := h.Preds[i]; p.Last == h.Src.Preds[1] {
			return p
		}
	}
	return nil
}

func within(it fold.Item, s ast.Span) bool {
	switch {
	case it.Cond != nil:
		return !it.Cond.Span.IsZero() && s.Contains(it.Cond.Span) || allWithin(it.Cond.Then.Items, s) && allWithin(it.Cond.Else.Items, s)
	case it.Update != nil:
		return s.Contains(it.Update.Span)
	case it.Pattern != nil:
		return s.Contains(it.Pattern.End.Span)
	case it.Node != nil:
		return !it.Node.Span.IsZero() && s.Contains(it.Node.Span)
	}
	return false
}

func allWithin(items []fold.Item, s ast.Span) bool {
	for _, it := range items {
		if it.To == nil && !within(it, s) {
			return false
		}
	}
	return len(items) > 0
}
