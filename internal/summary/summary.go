package summary

import (
	"slices"

	"github.com/sonjs/son/internal/loop"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Unknown is the summary of a function of which nothing is known.
func Unknown() son.Summary {
	return son.Summary{Effect: son.Any, Fresh: true, Result: son.TypeAny, Param: son.NoParam}
}

// Of returns the summary of a function with an optimized graph.
func Of(g *son.Graph, fn *ast.Function) son.Summary {
	c := &collector{g: g, fn: fn, Summary: son.Summary{Ends: true, Result: son.TypeTop, Param: son.NoParam}}
	result := (*son.Node)(nil)
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpReturn {
			v := base(n.Arg(0))
			c.Result = c.Result.Join(n.Arg(0).Type)
			if result == nil {
				result = v
			} else if result != v {
				result = g.Stop // several
			}
			return
		}
		c.node(n)
	})
	if result != nil && result.Op == son.OpParam && int(result.Idx) < paramsOf(fn) {
		c.Param = int(result.Idx)
	}
	c.Cheap = c.work <= littleWork
	c.Fresh = c.Fresh && c.Result.MayBe(son.KindObjects)
	if c.Effect&son.Calls != 0 {
		c.Writes, c.Ends = nil, false
	}
	return c.Summary
}

// collector collects what a function does.
type collector struct {
	son.Summary
	g  *son.Graph
	fn *ast.Function
	// work counts operations.
	work int
}

// littleWork is the most work of a call that is not worth a variable where people read the code.
const littleWork = 12

// base returns the value that has names.
func base(n *son.Node) *son.Node {
	for n.Op == son.OpBind || n.Op == son.OpCast {
		n = n.Arg(0)
	}
	return n
}

// node adds what a node does.
func (c *collector) node(n *son.Node) {
	if !n.Op.IsControl() && !n.Op.IsEntry() && n.Op != son.OpPhi && n.Op != son.OpBind {
		c.work++
	}
	if n.Op.IsAlloc() {
		c.Fresh = true
	}
	switch n.Op {
	case son.OpStart, son.OpStop, son.OpDead, son.OpIf, son.OpProj, son.OpRegion, son.OpPhi, son.OpThis, son.OpNewTarget:
	case son.OpArguments:
		c.Fresh = true
	case son.OpLoop:
		c.work += littleWork
		c.Ends = c.Ends && ends(n)
	case son.OpNever:
		c.Ends = false
	case son.OpThrow:
		c.Effect |= son.Throws
	case son.OpCaptured:
		c.captured(n)
	case son.OpCapturedCell:
		c.refer(n.Sym)
	case son.OpLoadCell, son.OpStoreCell, son.OpCopyCell:
		c.cell(n)
	case son.OpCall:
		c.call(n)
	case son.OpGlobalLoad:
		c.add(n.Effect())
		if n.Has(son.FlagFixed) {
			c.refer(nil)
			c.Assumed = c.Assumed || n.Idx == son.FixedEarly
		}
	default:
		c.add(n.Effect())
	}
}

func (c *collector) add(e son.Effect) { c.Effect |= e }

// captured is a value of a variable of a function around. A declared function is there before anything
// else of its scope; others need not be where the call is.
func (c *collector) captured(n *son.Node) {
	if n.Sym != nil && n.Sym.Kind == ast.SymImport {
		c.add(son.Reads | son.Throws) // another module may assign it
	}
	if isDeclared(n.Sym) && n.Str == "" {
		return
	}
	c.refer(n.Sym)
}

// isDeclared reports whether a variable is a declared function.
func isDeclared(sym *ast.Symbol) bool {
	return sym != nil && sym.Kind == ast.SymFunc && len(sym.Decls) == 1 && sym.Assigns <= 1
}

// refer says that the function refers to a variable of a function around it; nil is an unknown one.
func (c *collector) refer(sym *ast.Symbol) {
	switch {
	case sym == nil:
		sym = &ast.Symbol{}
	case sym.Scope != nil && sym.Scope.Func == c.fn:
		return // fresh in each call
	}
	if !slices.Contains(c.Refers, sym) {
		c.Refers = append(c.Refers, sym)
	}
}

// cell adds an access of a cell. Cells that the function makes are its own.
func (c *collector) cell(n *son.Node) {
	e, cell := n.Effect(), n.Arg(0)
	switch cell.Op {
	case son.OpNewCell, son.OpCopyCell:
		c.add(e &^ (son.Reads | son.Writes))
	case son.OpCapturedCell:
		c.add(e)
		if n.Op == son.OpStoreCell {
			c.write(cell.Sym)
		}
	case son.OpPhi: // of an iteration
		c.add(e &^ (son.Reads | son.Writes))
	default:
		c.add(son.Any)
	}
}

// write says that the function writes a variable of a function around it.
func (c *collector) write(sym *ast.Symbol) {
	if !slices.Contains(c.Writes, sym) {
		c.Writes = append(c.Writes, sym)
	}
}

// call adds what a callee does.
func (c *collector) call(n *son.Node) {
	s := c.g.Summary(n)
	if s == nil {
		c.add(son.Any)
		c.Fresh = true
		return
	}
	e := s.Effect
	own := func(sym *ast.Symbol) bool { return sym.Scope != nil && sym.Scope.Func == c.fn }
	if e&son.Calls == 0 && !slices.ContainsFunc(s.Writes, func(sym *ast.Symbol) bool { return !own(sym) }) {
		e &^= son.Writes
	}
	c.add(e)
	if !s.Cheap {
		c.work += littleWork
	}
	c.Ends = c.Ends && s.Ends
	c.Fresh = c.Fresh || s.Fresh
	c.Assumed = c.Assumed || s.Assumed
	for _, sym := range s.Writes {
		if !own(sym) {
			c.write(sym)
		}
	}
	for _, sym := range s.Refers {
		c.refer(sym)
	}
}

// ends reports whether a loop is known to end: something counts in each iteration and stays a 32-bit
// integer.
func ends(head *son.Node) bool {
	return slices.ContainsFunc(head.Users(), func(p *son.Node) bool {
		return p.Op == son.OpPhi && p.Region() == head && loop.Counts(p)
	})
}
