package evalhost

import (
	"fmt"
	"math"
	"strings"

	"github.com/sonjs/son/son"
)

// toPrimitive converts an object by its own methods; first and second are the
// order in which they are tried.
func (w *World) toPrimitive(v son.Value, text bool) (son.Value, error) {
	o, ok := v.Ref.(*Object)
	if !ok {
		if v.Ref != nil {
			return v, fmt.Errorf("conversion of %T: %w", v.Ref, ErrUnknown)
		}
		return v, nil
	}
	methods := []string{"valueOf", "toString"}
	if text {
		methods = []string{"toString", "valueOf"}
	}
	for _, name := range methods {
		f, err := w.get(v, name)
		if err != nil {
			return v, err
		}
		if m, ok := f.Ref.(*Object); ok && m.call != nil {
			r, err := m.call(v, nil)
			if err != nil || r.Ref == nil {
				return r, err
			}
			continue
		}
		if f != son.Undefined { // shadowed by a value that cannot be called
			continue
		}
		if name == "toString" {
			return w.defaultString(o)
		}
	}
	return w.throw("TypeError", "cannot convert object to primitive value")
}

// defaultString is the result of the standard prototypes' toString.
func (w *World) defaultString(o *Object) (son.Value, error) {
	switch o.class {
	case "Array":
		var items []string
		for _, e := range o.elems {
			s := ""
			if !isHole(e) && (e.Ref != nil || e.Prim.Nullish() != son.Yes) {
				var err error
				if s, err = w.toString(e); err != nil {
					return son.Value{}, err
				}
			}
			items = append(items, s)
		}
		return str(strings.Join(items, ",")), nil
	case "Object":
		return str("[object Object]"), nil
	}
	return son.Value{}, fmt.Errorf("text of a %s: %w", o.class, ErrUnknown)
}

func (w *World) toString(v son.Value) (string, error) {
	v, err := w.toPrimitive(v, true)
	if err != nil {
		return "", err
	}
	s, ok := son.FoldToString(v.Prim)
	if !ok {
		return "", fmt.Errorf("text of %v: %w", v.Prim, ErrUnknown)
	}
	return s, nil
}

func (w *World) unary(op son.Op, a son.Value) (son.Value, error) {
	a, err := w.toPrimitive(a, false)
	if err != nil {
		return a, err
	}
	if t, ok := son.FoldUnary(op, a.Prim); ok {
		return son.Prim(t), nil
	}
	return w.throw("TypeError", "cannot convert")
}

// binary runs an operator on any values.
func (w *World) binary(op son.Op, a, b son.Value) (son.Value, error) {
	switch op {
	case son.OpIn:
		return w.in(a, b)
	case son.OpInstanceOf:
		return w.instanceOf(a, b)
	case son.OpEq, son.OpNe:
		if done, equal := sameObjects(a, b); done {
			return boolean(equal == (op == son.OpEq)), nil
		}
	}
	a, err := w.toPrimitive(a, false)
	if err != nil {
		return a, err
	}
	if b, err = w.toPrimitive(b, false); err != nil {
		return b, err
	}
	if t, ok := son.FoldBinary(op, a.Prim, b.Prim); ok {
		return son.Prim(t), nil
	}
	return w.refused(op, a, b)
}

// refused runs operators that folding declines.
func (w *World) refused(op son.Op, a, b son.Value) (son.Value, error) {
	x, y := a.Prim.Is(son.KindBigInt), b.Prim.Is(son.KindBigInt)
	switch {
	case x && y && op != son.OpUShr:
		return w.throw("RangeError", "bigint")
	case x || y:
		return w.throw("TypeError", "bigint and another type")
	}
	if op == son.OpExp {
		p, _ := son.FoldUnary(son.OpToNumber, a.Prim)
		q, _ := son.FoldUnary(son.OpToNumber, b.Prim)
		f, _ := p.Number()
		g, _ := q.Number()
		return number(math.Pow(f, g)), nil
	}
	return son.Value{}, fmt.Errorf("%v: %w", op, ErrUnknown)
}

// sameObjects compares operands that == compares without conversion.
func sameObjects(a, b son.Value) (done, equal bool) {
	switch {
	case a.Ref != nil && b.Ref != nil:
		return true, a.Ref == b.Ref
	case a.Ref != nil:
		return b.Prim.Nullish() == son.Yes, false
	case b.Ref != nil:
		return a.Prim.Nullish() == son.Yes, false
	}
	return false, false
}

func (w *World) in(key, of son.Value) (son.Value, error) {
	o, ok := of.Ref.(*Object)
	if !ok {
		return w.throw("TypeError", "in of no object")
	}
	k, err := w.toString(key)
	if err != nil {
		return key, err
	}
	if i, isIndex := index(k); isIndex && i < len(o.elems) {
		return boolean(!isHole(o.elems[i])), nil
	}
	return boolean(o.find(k) != nil || o.class == "Array" && k == "length"), nil
}

func (w *World) instanceOf(v, of son.Value) (son.Value, error) {
	f, ok := of.Ref.(*Object)
	if !ok || f.call == nil {
		return w.throw("TypeError", "instanceof of no function")
	}
	p, err := w.get(of, "prototype")
	if err != nil {
		return p, err
	}
	if o, ok := v.Ref.(*Object); ok && p.Ref != nil {
		for o = o.proto; o != nil; o = o.proto {
			if o == p.Ref {
				return boolean(true), nil
			}
		}
	}
	return boolean(false), nil
}
