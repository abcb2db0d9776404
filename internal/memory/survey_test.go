package memory

import (
	"fmt"
	"testing"

	"github.com/sonjs/son/son"
)

// TestLoadedProps loads few and many properties of two objects once, and then one of them again.
func TestLoadedProps(t *testing.T) {
	g := son.NewGraph("f", son.Config{})
	load := func(of *son.Node, key string) *son.Node {
		n := g.NewNode(son.OpLoad, nil, nil, of)
		n.Str = key
		return n
	}
	objects := []*son.Node{g.NewNode(son.OpThis, nil, nil), g.NewNode(son.OpThis, nil, nil)}
	for _, count := range []int{1, fewLoads / 2, fewLoads/2 + 1, 4 * fewLoads} {
		var l loadedProps
		for k := range count {
			for _, x := range objects {
				if l.add(load(x, fmt.Sprint("p", k))) {
					t.Errorf("of %d properties, p%d is new, but was found", count, k)
				}
			}
		}
		for k := range count {
			if !l.add(load(objects[1], fmt.Sprint("p", k))) {
				t.Errorf("of %d properties, p%d was loaded before, but not found", count, k)
			}
		}
	}
}
