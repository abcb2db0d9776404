package structure

// finisher tidies up a structured tree.
type finisher struct {
	top bool // nothing may return
	p   *plan
}

// seq flattens sequences and marks the returns that nothing follows.
func (f finisher) seq(s Seq, tail bool) Seq {
	s = flat(s)
	for i, n := range s {
		f.node(n, tail && i == len(s)-1)
	}
	return f.p.share(s)
}

func (f finisher) node(n Node, tail bool) {
	switch n := n.(type) {
	case *IfNode:
		// An arm that consists of a return keeps it if there is another arm.
		both := len(n.Then) > 0 && len(n.Else) > 0 && !f.top
		n.Then = f.seq(n.Then, tail && !(both && onlyReturn(n.Then)))
		n.Else = f.seq(n.Else, tail && !(both && onlyReturn(n.Else)))
	case *LoopNode:
		n.Body = f.seq(n.Body, false)
	case *LabeledNode:
		n.Body = f.seq(n.Body, tail)
	case *SwitchNode:
		for i := range n.Cases {
			n.Cases[i].Body = f.seq(n.Cases[i].Body, tail && i == len(n.Cases)-1)
		}
	case *DispatchNode:
		for i := range n.Targets {
			n.Targets[i].Body = f.seq(n.Targets[i].Body, tail && (len(n.Targets) == 2 || i == len(n.Targets)-1))
		}
	case *TryNode:
		n.Body = f.seq(n.Body, tail)
		n.Catch = f.seq(n.Catch, tail)
		n.Finally = f.seq(n.Finally, false) // its end is no return
	case *EndNode:
		n.FallsOff = tail
	}
}

func onlyReturn(s Seq) bool {
	if len(s) != 1 {
		return false
	}
	_, ok := s[0].(*EndNode)
	return ok
}

// flat flattens nested lists. Lists nest at their ends, as deep as a function has early
// returns, hence the stack.
func flat(s Seq) Seq {
	nested := false
	for _, n := range s {
		if _, ok := n.(Seq); ok {
			nested = true
		}
	}
	if !nested {
		return s
	}
	var out Seq
	stack := []Seq{s}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(*top) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		n := (*top)[0]
		*top = (*top)[1:]
		if in, ok := n.(Seq); ok {
			stack = append(stack, in)
		} else {
			out = append(out, n)
		}
	}
	return out
}
