package son

import (
	"slices"
	"testing"
)

func TestWhatIfRunsTheRules(t *testing.T) {
	tests := []struct {
		name string
		op   Op
		args []Type // in the graph
		what []Type
		want []string
	}{
		{"numbers have no conversion", OpAdd, []Type{TypeAny, TypeAny}, []Type{TypeNumber, TypeNumber}, []string{"float"}},
		{"one of them is not enough", OpAdd, []Type{TypeAny, TypeAny}, []Type{TypeNumber, TypeAny}, nil},
		{"times one", OpMul, []Type{TypeAny, IntConst(1)}, []Type{TypeNumber, IntConst(1)}, []string{"float", "times-one"}},
		{"times two", OpMul, []Type{TypeAny, IntConst(2)}, []Type{TypeNumber, IntConst(2)}, []string{"float"}},
		{"constants fold", OpAdd, []Type{TypeAny, TypeAny}, []Type{IntConst(1), IntConst(2)}, []string{"constant", "float"}},
		{"pure operators", OpStrictEq, []Type{TypeAny, TypeTrue}, []Type{TypeBool, TypeTrue}, []string{"equal-bool"}},
		{"no operator", OpCall, []Type{TypeAny}, []Type{TypeNumber}, nil},
		{"another number of operands", OpNeg, []Type{TypeAny}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBuilder(Config{Fold: true})
			var args []*Node
			for i, a := range tt.args {
				args = append(args, b.g.operand(i, a))
			}
			n := b.op(b.g.Start, tt.op, args...)
			before := dump(b.g)
			if got := n.WhatIf(tt.what); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
			if dump(b.g) != before {
				t.Error("the graph changed")
			}
		})
	}
	x := newBuilder(Config{Fold: true}, TypeAny)
	n := x.op(nil, OpStrictEq, x.params[0], x.params[0])
	if got := n.WhatIf([]Type{TypeInt32, TypeInt32}); !slices.Equal(got, []string{"equal-self"}) {
		t.Errorf("x === x: %v", got)
	}
}
