package evalhost

import (
	"slices"
	"strconv"

	"github.com/sonjs/son/son"
)

// pattern is a destructuring in progress: the value of a PatObject or PatArray that its steps
// use.
type pattern struct {
	from  son.Value
	array bool
	keys  []string    // of an object: the keys taken so far
	list  []son.Value // of an iterable that is not an array
	next  int
}

// destructure runs the steps of patterns.
func (w *World) destructure(n *son.Node, args []son.Value) (son.Value, error) {
	if n.Opens() {
		p := &pattern{from: args[0], array: n.Op == son.OpPatArray}
		var err error
		if p.array {
			p.list, err = w.list(p.from)
		} else if p.from.Ref == nil && p.from.Prim.Nullish() == son.Yes {
			return w.throw("TypeError", "cannot destructure")
		}
		return son.Value{Ref: p}, err
	}
	p := args[0].Ref.(*pattern)
	switch n.Op {
	case son.OpPatProp:
		key := n.Parts[0].Str
		if n.Parts[0].Kind == son.PartComputed {
			key, _ = args[1].Prim.Text()
		}
		p.keys = append(p.keys, key)
		return w.get(p.from, key)
	case son.OpPatNext:
		v, _ := p.item()
		return v, nil
	case son.OpPatRest:
		return w.restOf(p)
	}
	return p.from, nil
}

// item is the next item of an array pattern; arrays are read as they are now.
func (p *pattern) item() (v son.Value, ok bool) {
	items := p.list
	if o, isObject := p.from.Ref.(*Object); isObject {
		items = o.elems
	}
	if p.next >= len(items) {
		return son.Undefined, false
	}
	p.next++
	if v = items[p.next-1]; isHole(v) {
		v = son.Undefined
	}
	return v, true
}

// restOf is the array or object of a rest element.
func (w *World) restOf(p *pattern) (son.Value, error) {
	if p.array {
		out := newObject("Array", nil)
		for {
			v, ok := p.item()
			if !ok {
				return son.Value{Ref: out}, nil
			}
			out.elems = append(out.elems, v)
		}
	}
	out := newObject("Object", nil)
	for _, key := range ownKeys(p.from) {
		if slices.Contains(p.keys, key) {
			continue
		}
		v, err := w.get(p.from, key)
		if err != nil {
			return v, err
		}
		out.put(key, &property{value: v})
	}
	return son.Value{Ref: out}, nil
}

// ownKeys lists the own keys of a value.
func ownKeys(v son.Value) []string {
	o, ok := v.Ref.(*Object)
	if !ok {
		return nil
	}
	var keys []string
	for i, x := range o.elems {
		if !isHole(x) {
			keys = append(keys, strconv.Itoa(i))
		}
	}
	return append(keys, o.keys...)
}
