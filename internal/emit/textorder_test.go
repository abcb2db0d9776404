package emit

import (
	"testing"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// TestTextOrder orders the places of a function from 0 to 100 with two calls in one statement, of a
// function from 200 to 220, which calls one from 300 to 305. The text in that order is
//
//	0 … 49  200 … 209  300 … 304  210 … 219  200 … 209  300 … 304  210 … 219  49 … 100
func TestTextOrder(t *testing.T) {
	outer, inner := ast.Span{Start: 200, End: 220}, ast.Span{Start: 300, End: 305}
	g := son.NewGraph("f", son.Config{})
	for range 2 {
		around := g.EnterInstance(son.Instance{Text: outer, At: 50})
		within := g.EnterInstance(son.Instance{Text: inner, At: 211})
		g.LeaveInstance(within)
		g.LeaveInstance(around)
	}
	o := newTextOrder(g)
	for _, tt := range []struct {
		instance uint16
		at, want int32
	}{
		{0, 0, 0}, {0, 49, 49}, {0, 50, 100}, {0, 100, 150},
		{1, 200, 49}, {1, 210, 59}, {1, 211, 65}, {1, 220, 74},
		{2, 300, 59}, {2, 305, 64},
		{3, 200, 74}, {3, 220, 99}, {4, 300, 84},
		{1, 20, 49}, {1, 900, 74}, // places outside of its text
	} {
		if got := o.place(tt.instance, tt.at); got != tt.want {
			t.Errorf("instance %d: %d is at %d, want %d", tt.instance, tt.at, got, tt.want)
		}
	}
	none := newTextOrder(son.NewGraph("f", son.Config{}))
	if got := none.place(0, 7); got != 7 {
		t.Errorf("without callees 7 is at %d", got)
	}
}
