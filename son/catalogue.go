package son

import (
	"strings"
)

// DriverRules returns the rewrites that the driver of the rules and type inference make themselves. They are counted and listed
// like rules; passes.DriverRules has those of all passes.
func DriverRules() []Rule {
	return []Rule{constRule, floatRule, shareRule, callRule, callParameterRule, callConstantRule, callEvaluatedRule, idleCallRule, impliedRule, hereRule, guardedRule}
}

// Effect returns the effects that nodes of the op may have; types may narrow them, see
// [Node.Effect].
func (o Op) Effect() Effect { return opTable[o].effect }

// A Case is one statement of a rule's Doc.
type Case struct {
	Rewrite   string // lhs => rhs
	Condition string // "if …" and why; empty: always, or part of Rewrite
}

// Cases splits the rule's Doc: cases are separated by semicolons, and a condition follows two
// spaces.
func (r Rule) Cases() []Case {
	var out []Case
	for i, part := range strings.Split(r.Doc, "; ") {
		what, condition, _ := strings.Cut(part, "  ")
		if i == 0 {
			out = append(out, Case{what, condition})
			continue
		}
		// A rewrite starts a case; otherwise the last one continues.
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

// Proof describes how a rule is proved.
type Proof struct {
	How     string
	Command string // runs it, in a checkout
}

// Proof returns the proof of the rule. Rules on types and operators are proved value by value;
// the rewrites of the driver and the passes, program by program.
func (r Rule) Proof() Proof {
	if r.Apply == nil {
		return Proof{"programs in which it fires print the same before and after, in every context and on values that expose wrong rules",
			"SON_RULE=" + r.Name + " go test ./passes -run MemoryAndControl"}
	}
	return Proof{"both sides do the same in an engine on every value that meets the condition, and it does not fire on others",
		"go test ./son -run 'Rule/^" + r.Name + "$'"}
}
