package son

// builtinRules are the rules for the functions of the language.
func builtinRules() []Rule {
	return []Rule{{
		Name:    "builtin-ref",
		learns:  func(n *Node) bool { return !n.Has(FlagProvided) && builtins[calledBuiltin(n)] != nil },
		Ops:     []Op{OpMethodRef},
		Doc:     "o.f of a call o.f(…) => o.f without effect  if o is a string or a built-in global that has f, and nobody changes these (assumption builtins)",
		Assumes: AssumeBuiltins,
		Example: "Math.floor(f())  =>  nothing runs between Math and f",
		Apply: func(g *Graph, n *Node) *Node {
			if n.Has(FlagProvided) || n.in[1] == nil || builtins[calledBuiltin(n)] == nil {
				return nil
			}
			n.Flags |= FlagProvided
			for _, u := range n.out {
				g.enqueue(u)
			}
			return n
		},
	}, {
		Name:    "builtin",
		learns:  func(n *Node) bool { return n.Arg(0).Has(FlagProvided) },
		Ops:     []Op{OpCall, OpCallMethod},
		Doc:     "call of a built-in function => an operator  if no operand is a spread: the type of its result is known, and on primitives it only computes (assumption builtins)",
		Assumes: AssumeBuiltins,
		Example: "1 * Math.pow(x & 7, 2)  =>  Math.pow(x & 7, 2)",
		Apply: func(g *Graph, n *Node) *Node {
			ref := n.Arg(0)
			name := calledBuiltin(ref)
			b := builtins[name]
			if b == nil || n.in[1] == nil || !ref.Has(FlagProvided) || b.most > 0 && n.NumArgs() > b.most+1 {
				return nil
			}
			in := []*Node{n.in[0], n.in[1]}
			if ref.Op == OpMethodRef {
				if !calledOnce(ref, n) {
					return nil
				}
				if b.method {
					in = append(in, ref.Arg(0))
				}
			}
			for _, x := range n.Args()[1:] {
				if x.IsRef() {
					return nil
				}
				in = append(in, x)
			}
			m := g.NewNode(OpBuiltin, in...)
			m.Str, m.Order, m.Span, m.Sym = name, n.Order, n.Span, n.Sym
			return g.Peephole(m)
		},
	}, {
		Name:    "builtin-same",
		local:   true,
		Ops:     []Op{OpBuiltin},
		Doc:     "Math.floor(x) (ceil, round, trunc) => x  if x is an integer or NaN; Math.abs(x) => x  if x is not negative; Number(x), String(x), Boolean(x) => x  if x has that type already; parseInt(x) => x  if x is a 32-bit integer",
		Assumes: AssumeBuiltins,
		Example: "Math.floor(x | 0)  =>  x | 0",
		Apply: func(g *Graph, n *Node) *Node {
			if n.NumArgs() == 1 && sameAsOperand(n.Str, n.Arg(0).Type) {
				return n.Arg(0)
			}
			return nil
		},
	}, {
		Name:    "builtin-boolean",
		Ops:     []Op{OpBuiltin},
		Doc:     "Boolean(x) => !!x",
		Assumes: AssumeBuiltins,
		Example: "if (Boolean(x)) f()  =>  if (x) f()",
		Apply: func(g *Graph, n *Node) *Node {
			if n.Str != "Boolean" || n.NumArgs() != 1 || n.Has(FlagProvided) {
				return nil
			}
			return g.op(n, OpNot, g.op(n, OpNot, n.Arg(0)))
		},
	}}
}

// calledBuiltin returns the name of the built-in that a callee refers to, or "".
func calledBuiltin(callee *Node) string {
	switch callee.Op {
	case OpGlobalLoad:
		return callee.Str
	case OpMethodRef:
		x := callee.Arg(0)
		if x.Op == OpGlobalLoad && x.Has(FlagProvided) {
			return x.Str + "." + callee.Str
		}
		if x.Type.IsString() {
			return "String" + protoInfix + callee.Str
		}
	}
	return ""
}

// calledOnce reports whether call is the only user of ref's function.
func calledOnce(ref, call *Node) bool {
	for _, u := range ref.out {
		if u != call && u.NumArgs() > 0 && u.Arg(0) == ref {
			return false
		}
	}
	return true
}

// sameAsOperand reports whether a function returns any operand of the type unchanged.
func sameAsOperand(name string, t Type) bool {
	switch name {
	case "Math.floor", "Math.ceil", "Math.round", "Math.trunc":
		return t.Is(KindInt | KindNegZero | KindNaN)
	case "Math.abs":
		lo, _, ok := t.Range()
		return t.Is(KindInt|KindNaN) && (!ok || lo >= 0)
	case "Math.max", "Math.min", "Number":
		return t.IsNumber()
	case "String", "String.prototype.toString":
		return t.IsString()
	case "Boolean":
		return t.IsBool()
	case "parseInt", "Number.parseInt":
		return t.IsInt32()
	}
	return false
}
