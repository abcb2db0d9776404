package son

import (
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// A column without an answer would be a decision that nobody took.
func TestEveryOpHasAllColumns(t *testing.T) {
	for op, row := range opTable {
		if row.name == "" || row.doc == "" || row.copy == 0 || row.merge == 0 || row.aux == 0 || row.result.from == 0 {
			t.Errorf("op %d %q: a column is missing: %+v", op, row.name, row)
		}
		if int(row.aux) >= len(auxForms) {
			t.Errorf("op %d %q: what it holds has no text form", op, row.name)
		}
		if o := Op(op); row.merge == merges && (o.IsControl() || o.IsToken() || o.IsAlloc()) {
			t.Errorf("%v: control, tokens and new objects are kept apart", o)
		}
		o := Op(op)
		if has := row.result.from == fromNode || row.result.from == fromOperands; has != (unaries[o] != nil || binaries[o] != nil || transfers[o] != nil) {
			t.Errorf("%v: has a transfer function: %v", o, !has)
		}
		if unaries[o] != nil && row.nargs != 1 || binaries[o] != nil && row.nargs != 2 {
			t.Errorf("%v: its transfer function does not look at all of its %d operands", o, row.nargs)
		}
		if row.result.from == fromControlFlow != (o.IsControl() || o == OpPhi || o == OpInvalid) {
			t.Errorf("%v: its type is that of control", o)
		}
		if _, prefix := o.Prefix(); prefix && row.nargs != 1 || o.Infix() != ast.NoOp && row.nargs != 2 {
			t.Errorf("%v: %d operands do not fit its syntax", o, row.nargs)
		}
		if entry := row.merge == mergesAlways && o != OpConst; entry != o.IsEntry() || entry && (row.nargs != 0 || row.effect != NoEffect || o.HasMem()) {
			t.Errorf("%v: it exists when the function starts, or it does not", o)
		}
		if o.IsFree() && !o.IsEntry() {
			t.Errorf("%v: what the function does not declare exists when it starts", o)
		}
		if row.flags&isAccess != 0 && (!o.HasMem() || row.effect != Any || row.nargs < 1) {
			t.Errorf("%v: an access of a property has an object, and may run code", o)
		}
		if o.IsOperator() && row.flags&converts == 0 && row.effect != NoEffect || row.flags&converts != 0 && row.effect != Any {
			t.Errorf("%v: its effect does not fit its flags", o)
		}
	}
}

// Each operator of the source has an op of its own, but for those that are more than an operator.
func TestOperatorsHaveOps(t *testing.T) {
	for x := ast.NoOp + 1; x < ast.NumBinaryOps; x++ {
		if op := OfInfix(x); (op == OpInvalid) != x.Logical() || op != OpInvalid && op.Infix() != x {
			t.Errorf("%v: %v", x, op)
		}
	}
	for x := range ast.NumUnaryOps {
		if op := OfPrefix(x); (op == OpInvalid) != (x == ast.Void || x == ast.Delete) {
			t.Errorf("%v: %v", x, op)
		}
	}
}
