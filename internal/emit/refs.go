package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// storeOf recognizes a logical assignment to a property or a global: one arm ends with a store
// through the reference whose value is tested, and the other is empty.
func (t *treeState) storeOf(c *fold.Cond) bool {
	arm, other := &c.Then, &c.Else
	if logicalStore(arm.Items) == nil {
		arm, other = other, arm
	}
	st := logicalStore(arm.Items)
	if st == nil || len(other.Items) > 0 {
		return false
	}
	ref, old := st.Arg(0), c.Test
	if ast.BinaryOp(st.Idx) == ast.Nullish && old.Op == son.OpIsNullish {
		c.Drop, old = old, old.Arg(0)
	}
	if old.Op != son.OpRefValue || old.Arg(0) != ref || (arm == &c.Then) == (ast.BinaryOp(st.Idx) == ast.LogicalOr) {
		return false
	}
	if c.Phi != nil && (arm.Value != st || other.Value != old) {
		return false
	}
	t.uses[ref.ID]-- // one for the test; the store's remains
	arm.Items, arm.Value = arm.Items[:len(arm.Items)-1], st.Arg(1)
	c.Kind, c.Store = fold.Store, st
	c.Then, c.Else = *arm, *other
	return true
}

// logicalStore returns the store of a logical assignment at the end of a list.
func logicalStore(items []fold.Item) *son.Node {
	if len(items) == 0 {
		return nil
	}
	n := items[len(items)-1].Node
	if n == nil || items[len(items)-1].To != nil || n.Op != son.OpCompStore || !ast.BinaryOp(n.Idx).Logical() {
		return nil
	}
	return n
}

// storeItem writes ref ||= v.
func (e *emitter) storeItem(l *roots, r *root, c *fold.Cond) {
	v := e.arm(l, r, c.Then)
	e.joinDefs(r, c)
	r.eff |= c.Store.Effect()
	target := e.operands(l, r, []*son.Node{c.Store.Arg(0)})[0]
	r.x = &ast.Assign{Op: ast.BinaryOp(c.Store.Idx), Target: target, Value: v}
	e.noteStrict(c.Store, r.x)
	e.push(r)
}
