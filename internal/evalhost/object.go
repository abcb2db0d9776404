package evalhost

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Object is an object, an array, a function or an error of the world.
type Object struct {
	class string // "Object", "Array", "Function", or an error's name
	props map[string]*property
	keys  []string // in order of creation
	proto *Object
	call  func(this son.Value, args []son.Value) (son.Value, error)
	elems []son.Value // of an Array; an empty Value is a hole
}

type property struct {
	value    son.Value
	get, set *Object
	accessor bool
}

func newObject(class string, proto *Object) *Object {
	return &Object{class: class, props: map[string]*property{}, proto: proto}
}

// put makes or replaces an own property of the object.
func (o *Object) put(key string, p *property) {
	if o.props[key] == nil {
		o.keys = append(o.keys, key)
	}
	o.props[key] = p
}

func (o *Object) remove(key string) {
	if o.props[key] != nil {
		delete(o.props, key)
		o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	}
}

func (o *Object) find(key string) *property {
	for ; o != nil; o = o.proto {
		if p := o.props[key]; p != nil {
			return p
		}
	}
	return nil
}

// index reads an array index.
func index(key string) (int, bool) {
	i, err := strconv.Atoi(key)
	return i, err == nil && i >= 0 && strconv.Itoa(i) == key
}

func isHole(v son.Value) bool { return v.Ref == nil && v.Prim.IsTop() }

// get is GetV: a property of any value.
func (w *World) get(v son.Value, key string) (son.Value, error) {
	o, ok := v.Ref.(*Object)
	if !ok {
		return w.getOfPrimitive(v, key)
	}
	if o.class == "Array" {
		if key == "length" {
			return number(float64(len(o.elems))), nil
		}
		if i, ok := index(key); ok {
			if i < len(o.elems) && !isHole(o.elems[i]) {
				return o.elems[i], nil
			}
			return son.Undefined, nil
		}
		if key == "push" {
			return son.Value{Ref: w.push()}, nil
		}
	}
	p := o.find(key)
	switch {
	case p == nil:
		return son.Undefined, nil
	case !p.accessor:
		return p.value, nil
	case p.get == nil:
		return son.Undefined, nil
	}
	return p.get.call(v, nil)
}

func (w *World) getOfPrimitive(v son.Value, key string) (son.Value, error) {
	if v.Prim.Nullish() == son.Yes {
		return w.throw("TypeError", "cannot read property "+key)
	}
	if !v.Prim.IsString() {
		return son.Undefined, nil
	}
	s, _ := v.Prim.Text()
	units := ast.UTF16(s)
	if key == "length" {
		return number(float64(len(units))), nil
	}
	if i, ok := index(key); ok && i < len(units) {
		return str(ast.FromUTF16(units[i : i+1])), nil
	}
	return son.Undefined, nil
}

// push is the only method of arrays, a fresh function each time.
func (w *World) push() *Object {
	return w.native(func(this son.Value, args []son.Value) (son.Value, error) {
		o, ok := this.Ref.(*Object)
		if !ok || o.class != "Array" {
			return w.throw("TypeError", "push of no array")
		}
		o.elems = append(o.elems, args...)
		return number(float64(len(o.elems))), nil
	})
}

// set is PutValue on a property.
func (w *World) set(v son.Value, key string, to son.Value, strict bool) error {
	o, ok := v.Ref.(*Object)
	if !ok {
		var err error
		if v.Prim.Nullish() == son.Yes || strict {
			_, err = w.throw("TypeError", "cannot set property "+key)
		}
		return err
	}
	if i, isIndex := index(key); o.class == "Array" && (isIndex || key == "length") {
		if !isIndex {
			n, _ := to.Prim.Number()
			o.elems = slices.Grow(o.elems, int(n))[:int(n)]
			return nil
		}
		for len(o.elems) <= i {
			o.elems = append(o.elems, son.Value{})
		}
		o.elems[i] = to
		return nil
	}
	p := o.find(key)
	switch {
	case p == nil || !p.accessor:
		if own := o.props[key]; own != nil {
			own.value = to
		} else {
			o.put(key, &property{value: to})
		}
		return nil
	case p.set == nil:
		if strict {
			_, err := w.throw("TypeError", "no setter of "+key)
			return err
		}
		return nil
	}
	_, err := p.set.call(v, []son.Value{to})
	return err
}

// list returns the elements of a spread.
func (w *World) list(v son.Value) ([]son.Value, error) {
	if o, ok := v.Ref.(*Object); ok && o.class == "Array" {
		out := slices.Clone(o.elems)
		for i := range out {
			if isHole(out[i]) {
				out[i] = son.Undefined
			}
		}
		return out, nil
	}
	if s, ok := v.Prim.Text(); ok && v.Ref == nil && v.Prim.IsString() {
		var out []son.Value
		for _, r := range s {
			out = append(out, str(string(r)))
		}
		return out, nil
	}
	_, err := w.throw("TypeError", "not iterable")
	return nil, err
}

// showDepth bounds the depth to which Show prints nested objects, which may be cyclic.
const showDepth = 4

// Show prints a value for comparison with an engine.
func Show(v son.Value) string { return show(v, 0) }

func show(v son.Value, depth int) string {
	if isHole(v) {
		return ""
	}
	o, ok := v.Ref.(*Object)
	if !ok {
		if v.Ref != nil {
			return fmt.Sprintf("<%T>", v.Ref)
		}
		return v.Prim.String()
	}
	if depth == showDepth {
		return "…"
	}
	var items []string
	switch o.class {
	case "Function":
		return "function"
	case "Array":
		for _, x := range o.elems {
			items = append(items, show(x, depth+1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case "Object":
		for _, k := range o.keys {
			if p := o.props[k]; p.accessor {
				items = append(items, k+":accessor")
			} else {
				items = append(items, k+":"+show(p.value, depth+1))
			}
		}
		return "{" + strings.Join(items, ",") + "}"
	}
	return o.class
}
