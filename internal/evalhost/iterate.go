package evalhost

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// keys are the remaining property names of a for-in. Engines list them when the loop starts, and
// skip those that no longer exist when their turn comes.
type keys struct {
	of   *Object // nil: of a primitive, which does not change
	list []string
}

// items are the items of a for-of: an array, read when each item's turn comes, or the characters
// of a string. Closing such an iterator is not observable.
type items struct {
	of   *Object
	at   int
	list []son.Value
}

// iterOpen starts an iteration over v.
func (w *World) iterOpen(n *son.Node, v son.Value) (son.Value, error) {
	switch n.Idx {
	case son.IterOf:
		if o, ok := v.Ref.(*Object); ok && o.class == "Array" {
			return son.Value{Ref: &items{of: o}}, nil
		}
		list, err := w.list(v)
		return son.Value{Ref: &items{list: list}}, err
	case son.IterAwait:
		return son.Value{}, fmt.Errorf("for await: %w", ErrUnknown)
	}
	k := &keys{}
	if o, ok := v.Ref.(*Object); ok {
		k.of = o
		for ; o != nil; o = o.proto {
			for _, key := range o.ownKeys() {
				if !slices.Contains(k.list, key) {
					k.list = append(k.list, key)
				}
			}
		}
	} else if s, ok := v.Prim.Text(); ok && v.Prim.IsString() {
		for i := range ast.UTF16(s) {
			k.list = append(k.list, strconv.Itoa(i))
		}
	}
	return son.Value{Ref: k}, nil
}

// iterNext returns the next item, or [son.Done].
func (w *World) iterNext(v son.Value) (son.Value, error) {
	if it, ok := v.Ref.(*items); ok {
		return it.next(), nil
	}
	k := v.Ref.(*keys)
	for len(k.list) > 0 {
		key := k.list[0]
		k.list = k.list[1:]
		if k.of == nil || k.of.has(key) {
			return str(key), nil
		}
	}
	return son.Done, nil
}

func (it *items) next() son.Value {
	list := it.list
	if it.of != nil {
		list = it.of.elems
	}
	if it.at >= len(list) {
		it.of, it.list = nil, nil // done for good
		return son.Done
	}
	it.at++
	if v := list[it.at-1]; !isHole(v) {
		return v
	}
	return son.Undefined
}

// ownKeys lists the object's own keys: indices by size, then names by age. All properties of
// this world are enumerable.
func (o *Object) ownKeys() []string {
	var indices []int
	var names []string
	for i := range o.elems {
		if !isHole(o.elems[i]) {
			indices = append(indices, i)
		}
	}
	for _, k := range o.keys {
		if i, ok := index(k); ok {
			indices = append(indices, i)
		} else {
			names = append(names, k)
		}
	}
	slices.Sort(indices)
	out := make([]string, 0, len(indices)+len(names))
	for _, i := range indices {
		out = append(out, strconv.Itoa(i))
	}
	return append(out, names...)
}

// has reports whether the object or one that it inherits from has a key.
func (o *Object) has(key string) bool {
	if i, ok := index(key); ok && i < len(o.elems) && !isHole(o.elems[i]) {
		return true
	}
	return o.find(key) != nil
}
