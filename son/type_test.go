package son

import (
	"testing"

	"github.com/sonjs/son/parse/ast"
)

func TestTypesPrintAndReadBack(t *testing.T) {
	for _, c := range []struct {
		typ  Type
		text string
	}{
		{TypeTop, "top"},
		{TypeAny, "any"},
		{TypeControl, "ctrl"},
		{TypeMemory, "mem"},
		{TypeCell, "cell"},
		{TypeUninit, "hole"},
		{TypeAny.Join(TypeUninit), "any|hole"},
		{TypeNumber, "num"},
		{TypeNumeric, "num|bigint"},
		{TypeInt32, "int"},
		{TypeIntRange(0, 9), "int[0,9]"},
		{IntConst(5), "5"},
		{TypeNegZero, "-0"},
		{TypeNaN, "NaN"},
		{NumberConst(0.5), "0.5"},
		{NumberConst(1e21), "1e+21"},
		{NumberConst(1 << 31), "2147483648"},
		{NumberConst(-1 << 31), "-2147483648"},
		{TypeIntRange(0, 9).Join(TypeNull), "null|int[0,9]"},
		{IntConst(5).Join(TypeNaN), "5|NaN"},
		{TypeBool, "bool"},
		{TypeTrue.Join(TypeNull), "null|true"},
		{TypeString.Join(TypeNull), "null|str"},
		{StringConst("b").Join(StringConst("a")), `"a"|"b"`},
		{StringConst("b").Join(TypeNumber).Join(TypeNull), `num|null|"b"`},
		{StringConst("a\"|\\\n\U0001F600"), `"a\"|\\\n\ud83d\ude00"`},
		{StringConst("\xed\xa0\xbd"), `"\ud83d"`},
		{StringConst(""), `""`},
		{BigIntConst("-12"), "-12n"},
		{TypeObject, "obj|dda"},
		{TypeFunction, "func"},
		{TypeSymbol, "sym"},
	} {
		if got := c.typ.String(); got != c.text {
			t.Errorf("prints %s, want %s", got, c.text)
		}
	}
	for _, typ := range sets() {
		back, err := ParseType(typ.String())
		if err != nil || back != typ {
			t.Errorf("%v reads back as %v, %v", typ, back, err)
		}
	}
	for _, bad := range []string{"", "numb", "int[", "int[9,0]", "int[0,x]", `"a`, `"\q"`, "01n", "n", "num|", "num,str"} {
		if typ, err := ParseType(bad); err == nil {
			t.Errorf("%q reads as %v", bad, typ)
		}
	}
}

func TestTypesAreALattice(t *testing.T) {
	all := append(sets(), TypeTop, TypeControl, TypeUninit)
	for _, a := range all {
		for _, b := range all {
			join, meet := a.Join(b), a.Meet(b)
			switch {
			case join != b.Join(a), meet != b.Meet(a):
				t.Errorf("%v, %v: join %v or meet %v depends on the order", a, b, join, meet)
			case !join.Contains(a) || !join.Contains(b):
				t.Errorf("%v, %v: join %v is incomplete", a, b, join)
			case !a.Contains(meet) || !b.Contains(meet):
				t.Errorf("%v, %v: meet %v is too large", a, b, meet)
			case a.Contains(b) != (join == a), a.Contains(b) != (meet == b):
				t.Errorf("%v contains %v: %v, but join %v, meet %v", a, b, a.Contains(b), join, meet)
			case a.Contains(b) && b.Contains(a) && a != b:
				t.Errorf("%v and %v contain each other", a, b)
			}
		}
	}
}

func TestMeetKeepsCommonValues(t *testing.T) {
	all := sets()
	for _, a := range all {
		for _, b := range all {
			meet := a.Meet(b)
			for i, p := range probes() {
				if a.Contains(p.typ) && b.Contains(p.typ) && !meet.Contains(p.typ) {
					t.Errorf("%v, %v: meet %v lacks %v", a, b, meet, probes()[i].js)
				}
			}
		}
	}
}

// document.all, which no test engine has, is falsy, == null and of type "undefined", but only
// === itself.
func TestNothingIsConcludedIfItMayBeDocumentAll(t *testing.T) {
	dda := TypeOf(KindDDA)
	if dda.Truthy() != No || TypeObject.Truthy() != Maybe || TypeFresh.Truthy() != Yes || TypeFunction.Truthy() != Yes {
		t.Error("truth of objects")
	}
	if dda.Nullish() != No || TypeObject.Nullish() != No {
		t.Error("?? takes document.all for a value")
	}
	for _, c := range []struct {
		op   Op
		a, b Type
		want Type
	}{
		{OpTypeof, TypeObject, TypeTop, StringConst("undefined").Join(StringConst("object"))},
		{OpTypeof, TypeAny, TypeTop, TypeString},
		{OpTypeof, dda, TypeTop, StringConst("undefined")},
		{OpTypeof, TypeFresh, TypeTop, StringConst("object")},
		{OpEq, TypeObject, TypeNull, TypeBool},
		{OpEq, dda, TypeUndefined, TypeTrue},
		{OpEq, TypeFresh, TypeNull, TypeFalse},
		{OpStrictEq, TypeObject, TypeNull, TypeFalse},
		{OpStrictEq, dda, TypeUndefined, TypeFalse},
		{OpNot, TypeObject, TypeTop, TypeBool},
		{OpIsNullish, TypeObject, TypeTop, TypeFalse},
	} {
		ts := []Type{c.a, c.b}
		if !isBinary(c.op) {
			ts = ts[:1]
		}
		if got := onTypes(c.op, ts...).computed(); got != c.want {
			t.Errorf("%v %v: %v, want %v", c.op, ts, got, c.want)
		}
	}
}

func TestEffectsOfCellsAndTokens(t *testing.T) {
	for _, c := range []struct {
		op    Op
		flags Flags
		types []Type
		want  Effect
	}{
		{OpLoadCell, 0, []Type{TypeCell}, Reads},
		{OpLoadCell, FlagTDZ, []Type{TypeCell}, Reads | Throws},
		{OpStoreCell, FlagInit, []Type{TypeCell, TypeAny}, Writes},
		{OpStoreCell, FlagTDZ, []Type{TypeCell, TypeAny}, Writes | Throws},
		{OpStoreCell, FlagConst, []Type{TypeCell, TypeAny}, Writes | Throws},
		{OpToStr, 0, []Type{TypeString}, NoEffect},
		{OpToStr, 0, []Type{TypeSymbol}, Throws},
		{OpToStr, 0, []Type{TypeAny}, Any},
		{OpToKey, 0, []Type{TypeSymbol}, NoEffect},
		{OpToKey, 0, []Type{TypeAny}, Any},
		{OpSpread, 0, []Type{TypeString}, Any},
		{OpIn, 0, []Type{TypeString, TypeFresh}, Any},
		{OpInstanceOf, 0, []Type{IntConst(1), TypeFunction}, Any},
		{OpMul, 0, []Type{TypeBigInt, TypeBigInt}, Throws},
		{OpSub, 0, []Type{TypeBigInt, TypeBigInt}, NoEffect},
		{OpDiv, 0, []Type{BigIntConst("4"), BigIntConst("2")}, NoEffect},
		{OpDiv, 0, []Type{BigIntConst("4"), BigIntConst("0")}, Throws},
		{OpNot, 0, []Type{TypeAny}, NoEffect},
		{OpStrictEq, 0, []Type{TypeAny, TypeAny}, NoEffect},
	} {
		n := onTypes(c.op, c.types...)
		n.Flags = c.flags
		if got := n.Effect(); got != c.want {
			t.Errorf("%v %v flags %v: effect %04b, want %04b", c.op, c.types, c.flags, got, c.want)
		}
	}
}

// Every op has a type and an effect.
func TestComputeHandlesEveryOp(t *testing.T) {
	g := NewGraph("t", Config{})
	for op := OpInvalid + 1; op < opCount; op++ {
		switch {
		case op.IsControl(), op == OpPhi:
			continue
		}
		args := []Type{}
		for range max(opTable[op].nargs, 1) {
			args = append(args, TypeAny)
		}
		n := onTypes(op, args...)
		if op == OpCompStore {
			n.Idx = int32(ast.Add)
		}
		if typ := g.Compute(n); typ.IsTop() {
			t.Errorf("%v has no result", op)
		}
		_ = n.Effect()
	}
}
