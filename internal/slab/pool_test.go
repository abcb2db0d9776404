package slab_test

import (
	"testing"

	"github.com/sonjs/son/internal/slab"
)

func TestPoolHandsOutWhatWasPutBackUntilItIsForgotten(t *testing.T) {
	p := slab.NewPool[int]()
	a, b := p.Get(), p.Get()
	if a == b || *a != 0 || *b != 0 {
		t.Fatal("values are in use or not zero")
	}
	*a = 7
	p.Put(a)
	if c := p.Get(); c != a || *c != 7 {
		t.Error("another value than the one that was put back")
	}
	p.Put(a)
	slab.Forget()
	if c := p.Get(); c == a || *c != 0 {
		t.Error("the value was not forgotten")
	}
}
