package structure

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the tree as pseudo-code, in which bN stands for block N: its
// statements, its test, its discriminant or its update.
func (t *Tree) String() string {
	d := dumper{t: t}
	d.seq(t.Body)
	return d.b.String()
}

type dumper struct {
	t      *Tree
	b      strings.Builder
	indent int
}

func (d *dumper) line(format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", d.indent))
	fmt.Fprintf(&d.b, format+"\n", args...)
}

func (d *dumper) nested(s Seq) {
	d.indent++
	d.seq(s)
	d.indent--
}

func (d *dumper) seq(s Seq) {
	for _, n := range s {
		d.node(n)
	}
}

// label returns label id as a prefix of a statement or an operand of a jump.
func (d *dumper) label(before string, id int, after string) string {
	if id == 0 {
		return ""
	}
	name := d.t.Labels[id]
	if name == "" {
		name = "L" + strconv.Itoa(id)
	}
	return before + name + after
}

func (d *dumper) node(n Node) {
	switch n := n.(type) {
	case *CodeNode:
		d.line("b%d", n.Block)
	case *IfNode:
		d.ifChain("if", n)
	case *LoopNode:
		d.loop(n)
	case *LabeledNode:
		d.line("%s{", d.label("", n.Label, ": "))
		d.nested(n.Body)
		d.line("}")
	case *BreakNode:
		d.line("break%s", d.label(" ", n.Label, ""))
	case *ContinueNode:
		d.line("continue%s", d.label(" ", n.Label, ""))
	case *SwitchNode:
		d.line("%sswitch (b%d) {", d.label("", n.Label, ": "), n.Block)
		for _, c := range n.Cases {
			d.line("%s", caseHead(c))
			d.nested(c.Body)
		}
		d.line("}")
	case *TryNode:
		d.try(n)
	case *EndNode:
		if n.FallsOff {
			d.line("return b%d (end)", n.Block)
		} else {
			d.line("return b%d", n.Block)
		}
	case *SetNode:
		d.line("helper = %d", n.Value)
	case *DispatchNode:
		if len(n.Targets) == 2 {
			d.line("if (helper === %d) {", n.Targets[0].Value)
			d.nested(n.Targets[0].Body)
			d.line("} else {")
			d.nested(n.Targets[1].Body)
			d.line("}")
			return
		}
		d.line("%sswitch (helper) {", d.label("", n.Label, ": "))
		for _, w := range n.Targets {
			d.line("case %d:", w.Value)
			d.nested(w.Body)
		}
		d.line("}")
	case Seq:
		d.seq(n)
	default:
		panic(fmt.Sprintf("BUG: structure: no text for %T", n))
	}
}

func (d *dumper) ifChain(head string, n *IfNode) {
	d.line("%s (%s) {", head, n.Cond)
	d.nested(n.Then)
	switch {
	case len(n.Else) == 0:
		d.line("}")
	case len(n.Else) == 1:
		if i, ok := n.Else[0].(*IfNode); ok {
			d.ifChain("} else if", i)
			return
		}
		fallthrough
	default:
		d.line("} else {")
		d.nested(n.Else)
		d.line("}")
	}
}

func (d *dumper) try(n *TryNode) {
	d.line("try {")
	d.nested(n.Body)
	if n.HasCatch {
		d.line("} catch {")
		d.nested(n.Catch)
	}
	if n.HasFinally {
		d.line("} finally {")
		d.nested(n.Finally)
	}
	d.line("}")
}

func (d *dumper) loop(n *LoopNode) {
	l := d.label("", n.Label, ": ")
	switch n.Kind {
	case While:
		d.line("%swhile (%s) {", l, n.Cond)
	case DoWhile:
		d.line("%sdo {", l)
	case For:
		test := ""
		if n.Cond != nil {
			test = " " + n.Cond.String()
		}
		d.line("%sfor (;%s; b%d) {", l, test, n.Update)
	case Endless:
		d.line("%sfor (;;) {", l)
	case ForInOf:
		d.line("%sfor (each %s) {", l, n.Cond)
	}
	d.nested(n.Body)
	if n.Kind == DoWhile {
		d.line("} while (%s)", n.Cond)
	} else {
		d.line("}")
	}
}

func caseHead(c Case) string {
	var parts []string
	for i, s := range c.Succs {
		if c.Default && i == len(c.Succs)-1 {
			parts = append(parts, "default:")
		} else {
			parts = append(parts, fmt.Sprintf("case %d:", s))
		}
	}
	return strings.Join(parts, " ")
}

// String returns c with bN for the test of block N.
func (c *Cond) String() string {
	if c.Op == Test {
		if c.Not {
			return fmt.Sprintf("!b%d", c.Block)
		}
		return fmt.Sprintf("b%d", c.Block)
	}
	op := " && "
	if c.Op == Or {
		op = " || "
	}
	parts := make([]string, len(c.Args))
	for i, a := range c.Args {
		parts[i] = a.String()
		if a.Op != Test {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, op)
}
