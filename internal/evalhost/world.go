package evalhost

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// World is a [son.Host].
type World struct {
	// Log holds the arguments of the calls of log, one line per call.
	Log []string
	// Globals are the bindings that exist.
	Globals map[string]son.Value
	// Program and Captures are needed to call closures: the graphs, and the bindings of the
	// inputs of a Closure of function number fn.
	Program  *son.Program
	Captures func(fn int) []*ast.Symbol
	// Run evaluates a graph when a closure is called; nil is Eval's own Run.
	Run   func(g *son.Graph, f son.Frame) (son.Value, error)
	Eval  *son.Evaluator
	deep  int
	maker *captured               // the captures of the running function
	sites map[*son.Node]son.Value // the template objects
}

// New returns a world with the global function log, and an evaluator for it.
func New() *World {
	w := &World{Globals: map[string]son.Value{}}
	w.Eval = &son.Evaluator{Host: w, Fuel: 1_000_000}
	w.Globals["undefined"] = son.Undefined
	w.Globals["NaN"] = son.Prim(son.TypeNaN)
	w.Globals["log"] = son.Value{Ref: w.native(func(_ son.Value, args []son.Value) (son.Value, error) {
		var items []string
		for _, a := range args {
			items = append(items, Show(a))
		}
		w.Log = append(w.Log, strings.Join(items, " "))
		if len(args) > 0 {
			return args[0], nil
		}
		return son.Undefined, nil
	})}
	return w
}

// ErrUnknown means that a program needs something that the world does not have.
var ErrUnknown = errors.New("the test world does not support this")

func (w *World) native(f func(this son.Value, args []son.Value) (son.Value, error)) *Object {
	o := newObject("Function", nil)
	o.call = f
	return o
}

// throw returns a JavaScript exception.
func (w *World) throw(class, message string) (son.Value, error) {
	o := newObject(class, nil)
	o.put("name", &property{value: str(class)})
	o.put("message", &property{value: str(message)})
	return son.Value{}, &son.Thrown{Value: son.Value{Ref: o}}
}

func str(s string) son.Value     { return son.Prim(son.StringConst(s)) }
func number(f float64) son.Value { return son.Prim(son.NumberConst(f)) }
func boolean(b bool) son.Value   { return son.Prim(son.BoolConst(b)) }

// ref is a token: the result of one operation for the one that completes it.
type ref struct {
	base  son.Value // of a property
	key   string
	name  bool // of a global
	value son.Value
	list  []son.Value // of a Spread
}

// Do implements [son.Host].
func (w *World) Do(n *son.Node, args []son.Value) (son.Value, error) {
	switch n.Op {
	case son.OpGlobalLoad, son.OpGlobalTypeof, son.OpGlobalRef, son.OpGlobalStore, son.OpGlobalUpdate, son.OpCompRefGlobal:
		return w.global(n, args)
	case son.OpCall, son.OpCallMethod, son.OpNew:
		return w.invoke(n, args)
	case son.OpTagged:
		return w.tagged(n, args)
	case son.OpObject:
		return w.object(n, args)
	case son.OpArray:
		return w.array(n, args)
	case son.OpClosure:
		return w.closure(n, args), nil
	case son.OpLoadCell:
		return w.throw("ReferenceError", "not initialized")
	case son.OpStoreCell:
		if n.Has(son.FlagTDZ) {
			return w.throw("ReferenceError", "not initialized")
		}
		return w.throw("TypeError", "constant")
	case son.OpSpread:
		list, err := w.list(args[0])
		return son.Value{Ref: &ref{list: list}}, err
	case son.OpIterOpen:
		return w.iterOpen(n, args[0])
	case son.OpIterNext:
		return w.iterNext(args[0])
	case son.OpDebugger:
		return son.Undefined, nil
	case son.OpPrivateIn, son.OpThisLoad, son.OpSuper, son.OpSuperCall, son.OpHeritage, son.OpClass:
		return son.Value{}, fmt.Errorf("%v: %w", n.Op, ErrUnknown)
	case son.OpPatObject, son.OpPatArray, son.OpPatProp, son.OpPatNext, son.OpPatRest, son.OpPatEnd:
		return w.destructure(n, args)
	case son.OpYield, son.OpYieldStar, son.OpAwait:
		return son.Value{}, fmt.Errorf("%v: %w", n.Op, ErrUnknown)
	case son.OpStoreCall, son.OpUpdateCall:
		return w.throw("ReferenceError", "assignment to a call")
	case son.OpUpdateSelf:
		old, updated, err := w.step(n, args[0])
		if err == nil && n.Has(son.FlagStrict) {
			return w.throw("TypeError", "constant")
		}
		return pick(n, old, updated), err
	case son.OpStoreSelf:
		if n.Has(son.FlagStrict) {
			return w.throw("TypeError", "constant")
		}
		return args[0], nil
	case son.OpRefValue:
		v, _ := receiver(args[0])
		return v, nil
	case son.OpGlobalDelete:
		delete(w.Globals, n.Str)
		return boolean(true), nil
	case son.OpLoad, son.OpLoadIdx, son.OpStore, son.OpStoreIdx, son.OpDelete, son.OpDeleteIdx,
		son.OpUpdate, son.OpUpdateIdx, son.OpMethodRef, son.OpMethodRefIdx, son.OpCompRef, son.OpCompRefIdx, son.OpCompStore:
		return w.property(n, args)
	case son.OpTypeof:
		if o, ok := args[0].Ref.(*Object); ok && o.class == "Function" {
			return str("function"), nil
		}
		return str("object"), nil
	case son.OpToStr, son.OpToKey:
		s, err := w.toString(args[0])
		return str(s), err
	}
	switch len(args) {
	case 1:
		return w.unary(n.Op, args[0])
	case 2:
		return w.binary(n.Op, args[0], args[1])
	}
	return son.Value{}, fmt.Errorf("%v: %w", n.Op, ErrUnknown)
}

func (w *World) global(n *son.Node, args []son.Value) (son.Value, error) {
	name := n.Str
	if n.Op == son.OpGlobalStore {
		name = args[0].Ref.(*ref).key
		if _, ok := w.Globals[name]; !ok && n.Has(son.FlagStrict) {
			return w.throw("ReferenceError", name)
		}
		w.Globals[name] = args[1]
		return args[1], nil
	}
	if n.Op == son.OpGlobalRef {
		return son.Value{Ref: &ref{key: name, name: true}}, nil
	}
	v, ok := w.Globals[name]
	if !ok {
		if n.Op == son.OpGlobalTypeof {
			return str("undefined"), nil
		}
		return w.throw("ReferenceError", name)
	}
	switch n.Op {
	case son.OpGlobalTypeof:
		return w.typeof(v), nil
	case son.OpCompRefGlobal:
		return son.Value{Ref: &ref{key: name, name: true, value: v}}, nil
	case son.OpGlobalUpdate:
		old, updated, err := w.step(n, v)
		if err == nil {
			w.Globals[name] = updated
		}
		return pick(n, old, updated), err
	}
	return v, nil
}

func (w *World) typeof(v son.Value) son.Value {
	if o, ok := v.Ref.(*Object); ok {
		if o.class == "Function" {
			return str("function")
		}
		return str("object")
	}
	t, _ := son.FoldUnary(son.OpTypeof, v.Prim)
	return son.Prim(t)
}

// step is the old and the new value of ++ and --.
func (w *World) step(n *son.Node, v son.Value) (old, updated son.Value, err error) {
	if old, err = w.unary(son.OpToNumeric, v); err != nil {
		return
	}
	op := son.OpInc
	if n.Idx&son.UpdateDec != 0 {
		op = son.OpDec
	}
	updated, err = w.unary(op, old)
	return
}

// pick is the value of an update expression.
func pick(n *son.Node, old, updated son.Value) son.Value {
	if n.Idx&son.UpdatePrefix != 0 {
		return updated
	}
	return old
}

// property runs reads and writes of a property.
func (w *World) property(n *son.Node, args []son.Value) (son.Value, error) {
	strict := n.Has(son.FlagStrict)
	if strings.HasPrefix(n.Str, "#") {
		return son.Value{}, fmt.Errorf("private name %s: %w", n.Str, ErrUnknown)
	}
	if n.Op == son.OpCompStore {
		r := args[0].Ref.(*ref)
		v, err := args[1], error(nil)
		if op := ast.BinaryOp(n.Idx); !op.Logical() {
			if v, err = w.binary(son.OpAdd+son.Op(op-ast.Add), r.value, args[1]); err != nil {
				return v, err
			}
		}
		if r.name {
			w.Globals[r.key] = v
			return v, nil
		}
		return v, w.set(r.base, r.key, v, strict)
	}
	base, key := args[0], n.Str
	switch n.Op {
	case son.OpLoadIdx, son.OpStoreIdx, son.OpDeleteIdx, son.OpUpdateIdx, son.OpMethodRefIdx, son.OpCompRefIdx:
		if base.Ref == nil && base.Prim.Nullish() == son.Yes {
			return w.throw("TypeError", "cannot read property")
		}
		var err error
		if key, err = w.toString(args[1]); err != nil {
			return son.Value{}, err
		}
	}
	switch n.Op {
	case son.OpStore, son.OpStoreIdx:
		v := args[len(args)-1]
		return v, w.set(base, key, v, strict)
	case son.OpDelete, son.OpDeleteIdx:
		if o, ok := base.Ref.(*Object); ok {
			o.remove(key)
			if i, isIndex := index(key); isIndex && i < len(o.elems) {
				o.elems[i] = son.Value{}
			}
		} else if base.Prim.Nullish() == son.Yes {
			return w.throw("TypeError", "cannot delete "+key)
		}
		return boolean(true), nil
	}
	v, err := w.get(base, key)
	if err != nil {
		return v, err
	}
	switch n.Op {
	case son.OpMethodRef, son.OpMethodRefIdx, son.OpCompRef, son.OpCompRefIdx:
		return son.Value{Ref: &ref{base: base, key: key, value: v}}, nil
	case son.OpUpdate, son.OpUpdateIdx:
		old, updated, err := w.step(n, v)
		if err == nil {
			err = w.set(base, key, updated, strict)
		}
		return pick(n, old, updated), err
	}
	return v, nil
}
