package son

import "testing"

// The type of typeof is the join of its results for each kind that the value may have.
func TestTypeofTypes(t *testing.T) {
	for mask := range 1 << len(typeofClasses) {
		var kinds Kind
		want := TypeTop
		for i, c := range typeofClasses {
			if mask>>i&1 != 0 {
				kinds |= c.kinds
				want = want.Join(StringConst(c.name))
			}
		}
		if got := typeofType(kinds); got != want {
			t.Errorf("%v: %v, want %v", kinds, got, want)
		}
	}
}
