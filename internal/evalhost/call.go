package evalhost

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// maxDepth is the maximum depth of calls between closures.
const maxDepth = 200

// invoke runs the calls.
func (w *World) invoke(n *son.Node, args []son.Value) (son.Value, error) {
	callee, this := receiver(args[0])
	var list []son.Value
	for _, a := range args[1:] {
		if r, ok := a.Ref.(*ref); ok {
			list = append(list, r.list...)
		} else {
			list = append(list, a)
		}
	}
	return w.Call(callee, this, list, n.Op == son.OpNew)
}

// tagged calls a template's tag. The template object is made once.
func (w *World) tagged(n *son.Node, args []son.Value) (son.Value, error) {
	site, ok := w.sites[n]
	if !ok {
		raw, cooked := newObject("Array", nil), newObject("Array", nil)
		for _, p := range n.Parts {
			switch p.Kind {
			case son.PartText:
				cooked.elems = append(cooked.elems, str(p.Str))
			case son.PartBadText:
				cooked.elems = append(cooked.elems, son.Undefined)
			default:
				continue
			}
			raw.elems = append(raw.elems, str(p.Raw))
		}
		cooked.put("raw", &property{value: son.Value{Ref: raw}})
		site = son.Value{Ref: cooked}
		if w.sites == nil {
			w.sites = map[*son.Node]son.Value{}
		}
		w.sites[n] = site
	}
	callee, this := receiver(args[0])
	return w.Call(callee, this, append([]son.Value{site}, args[1:]...), false)
}

// receiver splits a callee into function and this.
func receiver(v son.Value) (callee, this son.Value) {
	if r, ok := v.Ref.(*ref); ok {
		return r.value, r.base
	}
	return v, son.Undefined
}

// Call calls a function of the world, or constructs with it.
func (w *World) Call(callee, this son.Value, args []son.Value, construct bool) (son.Value, error) {
	f, ok := callee.Ref.(*Object)
	if !ok || f.call == nil {
		return w.throw("TypeError", "not a function")
	}
	if w.deep++; w.deep > maxDepth {
		return son.Value{}, fmt.Errorf("recursion: %w", ErrUnknown)
	}
	defer func() { w.deep-- }()
	if !construct {
		return f.call(this, args)
	}
	proto, err := w.get(callee, "prototype")
	if err != nil {
		return proto, err
	}
	p, _ := proto.Ref.(*Object)
	made := son.Value{Ref: newObject("Object", p)}
	v, err := f.call(made, args)
	if v.Ref == nil || err != nil {
		return made, err
	}
	return v, nil
}

// captured are the values and cells that a closure takes from the function that makes it, and
// those that this function captured itself.
type captured struct {
	of map[*ast.Symbol]son.Value
	up *captured
}

func (c *captured) find(sym *ast.Symbol) (son.Value, bool) {
	for ; c != nil; c = c.up {
		if v, ok := c.of[sym]; ok {
			return v, true
		}
	}
	return son.Value{}, false
}

// Function returns a value for function number fn of the program, which captures nothing.
func (w *World) Function(fn int) son.Value { return w.function(fn, nil) }

func (w *World) function(fn int, from *captured) son.Value {
	o := newObject("Function", nil)
	self := son.Value{Ref: o}
	o.call = func(this son.Value, args []son.Value) (son.Value, error) {
		info := w.Program.Funcs[fn]
		if info.Graph == nil {
			return son.Value{}, fmt.Errorf("%s is left as written: %v: %w", info.Name, info.Bailout, ErrUnknown)
		}
		list := newObject("Array", nil)
		list.elems = args
		f := son.Frame{Args: args, This: this, NewTarget: son.Undefined, Self: self, Arguments: son.Value{Ref: list},
			Captured: func(n *son.Node) (son.Value, error) {
				v, ok := from.find(n.Sym)
				switch {
				case n.Str != "":
					v = son.Prim(n.Type) // a property of a constant record
				case ok:
					if c, isCell := v.Ref.(*son.Cell); isCell && n.Op == son.OpCaptured {
						v = w.Eval.Get(c) // the variable has its only value
					}
				case n.Op == son.OpCaptured && n.Type.IsConst():
					v = son.Prim(n.Type) // of a module's top level
				case n.Op == son.OpCaptured && n.Sym.Scope != nil && n.Sym.Scope.Func == nil:
					v, ok = w.Globals[n.Sym.Name]
					if !ok {
						return v, fmt.Errorf("the top level's %s: %w", n.Sym.Name, ErrUnknown)
					}
				case n.Sym.Scope != nil && n.Sym.Scope.Func != nil && n.Sym.Scope.Func.Index == fn:
					return v, fmt.Errorf("functions in the parameters of %s: %w", info.Name, ErrUnknown)
				default:
					return v, fmt.Errorf("BUG: %s does not capture %s", info.Name, son.FormatNode(info.Graph, n))
				}
				return v, nil
			}}
		defer func(maker *captured) { w.maker = maker }(w.maker)
		w.maker = from
		if w.Run != nil {
			return w.Run(info.Graph, f)
		}
		return w.Eval.Run(info.Graph, f)
	}
	return self
}

func (w *World) closure(n *son.Node, args []son.Value) son.Value {
	from := &captured{of: map[*ast.Symbol]son.Value{}, up: w.maker}
	for i, sym := range w.Captures(int(n.Idx)) {
		from.of[sym] = args[i]
	}
	return w.function(int(n.Idx), from)
}

func (w *World) array(n *son.Node, args []son.Value) (son.Value, error) {
	o := newObject("Array", nil)
	for _, p := range n.Parts {
		switch p.Kind {
		case son.PartHole:
			o.elems = append(o.elems, son.Value{})
			continue
		case son.PartSpread:
			o.elems = append(o.elems, args[0].Ref.(*ref).list...)
		default:
			o.elems = append(o.elems, args[0])
		}
		args = args[1:]
	}
	return son.Value{Ref: o}, nil
}

func (w *World) object(n *son.Node, args []son.Value) (son.Value, error) {
	o := newObject("Object", nil)
	for _, p := range n.Parts {
		key := p.Str
		switch p.Kind {
		case son.PartComputed, son.PartComputedMethod, son.PartComputedGetter, son.PartComputedSetter:
			key, _ = args[0].Prim.Text()
			args = args[1:]
		}
		v := args[0]
		args = args[1:]
		switch p.Kind {
		case son.PartValue, son.PartShorthand, son.PartMethod, son.PartComputed, son.PartComputedMethod:
			o.put(key, &property{value: v})
		case son.PartProto:
			if proto, ok := v.Ref.(*Object); ok {
				o.proto = proto
			}
		case son.PartGetter, son.PartComputedGetter, son.PartSetter, son.PartComputedSetter:
			a := o.props[key]
			if a == nil || !a.accessor {
				a = &property{accessor: true}
				o.put(key, a)
			}
			f := v.Ref.(*Object)
			if p.Kind == son.PartGetter || p.Kind == son.PartComputedGetter {
				a.get = f
			} else {
				a.set = f
			}
		default:
			return son.Value{}, fmt.Errorf("object literal with %v: %w", p.Kind, ErrUnknown)
		}
	}
	return son.Value{Ref: o}, nil
}
