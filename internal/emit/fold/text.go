package fold

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/son"
)

// Format returns the text form of blocks, with the nodes as name spells them: a line for each block
// that was not absorbed, with its items, its terminator and the blocks that follow. Of a conditional
// expression it has the test, and each arm as its items and its value; ?. marks one that the source
// wrote as an optional chain:
//
//	0: f(); (a ? g() : b); if c -> 4 5
func Format(blocks []*Block, name func(*son.Node) string) string {
	var b strings.Builder
	for _, x := range blocks {
		if x != nil {
			parts := items(x.Items, name)
			if t := terminator(x, name); t != "" {
				parts = append(parts, t)
			}
			fmt.Fprintf(&b, "%d: %s", x.ID, strings.Join(parts, "; "))
			if len(x.Succs) > 0 {
				b.WriteString(" ->")
			}
			for _, s := range x.Succs {
				fmt.Fprintf(&b, " %d", s.ID)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func items(list []Item, name func(*son.Node) string) (parts []string) {
	for _, it := range list {
		switch {
		case it.Update != nil:
			parts = append(parts, "update "+name(it.Update.Set))
		case it.Pattern != nil:
			parts = append(parts, "pattern "+name(it.Pattern.End))
		case it.Cond != nil:
			c, op := it.Cond, " ? "
			if c.Chain {
				op = " ?. "
			}
			s := "(" + name(c.Test) + op + arm(c.Then, name) + " : " + arm(c.Else, name) + ")"
			if c.Phi == nil {
				s = "void " + s
			}
			parts = append(parts, s)
		case it.To != nil:
			parts = append(parts, name(it.To)+" = "+name(it.Node))
		default:
			parts = append(parts, name(it.Node))
		}
	}
	return parts
}

func arm(a Arm, name func(*son.Node) string) string {
	parts := items(a.Items, name)
	if a.Value != nil {
		parts = append(parts, "="+name(a.Value))
	}
	return strings.Join(parts, ", ")
}

func terminator(b *Block, name func(*son.Node) string) string {
	switch b.Term {
	case If:
		return "if " + name(b.End.Cond())
	case Cases:
		s := "switch " + name(b.Switch.Disc)
		for _, t := range b.Switch.Tests {
			s += " case " + arm(t, name)
		}
		return s
	case Return:
		return "return " + name(b.End.Arg(0))
	case Throw:
		return "throw"
	case Iterate:
		return "iterate"
	case Try:
		return "try"
	case EndFinally:
		return "end finally"
	case Stop:
		return "stop"
	}
	return ""
}
