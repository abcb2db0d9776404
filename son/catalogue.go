package son

import (
	"slices"
	"strings"
)

// DriverRules returns what the driver of the rules, the inference of types and the passes
// over memory, branches and loops do by themselves. It is counted and shown like a rule.
func DriverRules() []Rule {
	list := append([]Rule{constRule, floatRule, shareRule, impliedRule, hereRule, guardedRule}, MemoryRules()...)
	return append(append(list, threadRule, tailsRule, choiceRule), LoopRules()...)
}

// Effect returns what nodes of the op may do; types may narrow it, see [Node.Effect].
func (o Op) Effect() Effect { return opTable[o].effect }

// A Case is one of the things that a rule's Doc says.
type Case struct {
	Rewrite   string // lhs => rhs
	Condition string // "if …" and why; empty: always, or Rewrite says it
}

// Cases takes the rule's Doc apart: cases stand between semicolons, and a condition
// behind two spaces.
func (r Rule) Cases() []Case {
	var out []Case
	for i, part := range strings.Split(r.Doc, "; ") {
		what, condition, _ := strings.Cut(part, "  ")
		if i == 0 {
			out = append(out, Case{what, condition})
			continue
		}
		// A rewriting begins a case; else the last one goes on.
		switch last := &out[len(out)-1]; {
		case !strings.Contains(last.Rewrite, "=>"):
			last.Rewrite, last.Condition = last.Rewrite+"; "+what, condition
		case strings.Contains(what, "=>"):
			out = append(out, Case{what, condition})
		case last.Condition != "":
			last.Condition += "; " + part
		default:
			last.Rewrite += "; " + part
		}
	}
	return out
}

// Proof says why a rule is believed.
type Proof struct {
	How     string
	Command string // runs it, in a checkout
}

// Proof returns the proof of the rule. Rules that look at types and operators are
// proved value by value; what the driver and the passes do, program by program.
func (r Rule) Proof() Proof {
	if slices.ContainsFunc(DriverRules(), func(d Rule) bool { return d.Name == r.Name }) {
		return Proof{"programs in which it fires print the same before and after, in each context and on values that break wrong rules",
			"SON_RULE=" + r.Name + " go test ./passes -run MemoryAndControl"}
	}
	return Proof{"both sides do the same in an engine on each value that the condition lets through, and it does not fire on others",
		"go test ./son -run 'Rule/^" + r.Name + "$'"}
}
