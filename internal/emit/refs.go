package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// storeOf recognizes a logical assignment to a property or a global: one arm ends with a store
// through the reference whose value is tested, and the other is empty.
func (t *treeState) storeOf(c *condItem) bool {
	arm, other := &c.then, &c.els
	if logicalStore(arm.items) == nil {
		arm, other = other, arm
	}
	st := logicalStore(arm.items)
	if st == nil || len(other.items) > 0 {
		return false
	}
	ref, old := st.Arg(0), c.test
	if ast.BinaryOp(st.Idx) == ast.Nullish && old.Op == son.OpIsNullish {
		c.drop, old = old, old.Arg(0)
	}
	if old.Op != son.OpRefValue || old.Arg(0) != ref || (arm == &c.then) == (ast.BinaryOp(st.Idx) == ast.LogicalOr) {
		return false
	}
	if c.phi != nil && (arm.val != st || other.val != old) {
		return false
	}
	t.uses[ref.ID]-- // one for the test; the store's remains
	arm.items, arm.val = arm.items[:len(arm.items)-1], st.Arg(1)
	c.kind, c.store = condStore, st
	c.then, c.els = *arm, *other
	return true
}

// logicalStore returns the store of a logical assignment at the end of a list.
func logicalStore(items []item) *son.Node {
	if len(items) == 0 {
		return nil
	}
	n := items[len(items)-1].node
	if n == nil || items[len(items)-1].to != nil || n.Op != son.OpCompStore || !ast.BinaryOp(n.Idx).Logical() {
		return nil
	}
	return n
}

// storeItem writes ref ||= v.
func (e *emitter) storeItem(l *roots, r *root, c *condItem) {
	v := e.arm(l, r, c.then)
	e.joinDefs(r, c)
	r.eff |= c.store.Effect()
	target := e.operands(l, r, []*son.Node{c.store.Arg(0)})[0]
	r.x = &ast.Assign{Op: ast.BinaryOp(c.store.Idx), Target: target, Value: v}
	e.noteStrict(c.store, r.x)
	e.push(r)
}
