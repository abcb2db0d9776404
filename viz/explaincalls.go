package viz

import (
	"fmt"

	"github.com/sonjs/son/viz/trace"
)

// calls adds what became of each call in the function.
func (e *explainer) calls() {
	if e.t.Known == nil || e.s.Rule != "" {
		return
	}
	for i := range e.t.Known.Calls {
		c := &e.t.Known.Calls[i]
		if c.Span == nil {
			continue
		}
		// A node stands for the place and the text of the call.
		n := &trace.Node{Span: c.Span}
		v := event{missed: !c.Inlined}
		switch {
		case c.Inlined:
			v.text = fmt.Sprintf("%s is inlined: it calls %s", e.quote(n), e.callee(c))
		case c.Callee != "":
			v.text = fmt.Sprintf("%s is not inlined: %s", e.quote(n), c.Why)
			v.aside = "it calls " + e.callee(c)
		case !e.s.Missed && !e.narrowed():
			e.unknown++ // most calls of a program
			continue
		default:
			v.text = fmt.Sprintf("what %s calls is not known: %s", e.quote(n), c.Why)
		}
		e.add(n, v)
	}
}

// callee names the callee of a call, and where it is.
func (e *explainer) callee(c *trace.Call) string {
	return trace.Printable(fmt.Sprintf("%s (%s)", c.Callee, e.at(*c.CalleeAt)))
}

func (e *explainer) at(p trace.Position) string { return fmt.Sprintf("%s:%d:%d", e.t.File, p[0], p[1]) }

// maxCallers is how many calls of the function are listed.
const maxCallers = 12

// known says who can run the function, and where it is called.
func (e *explainer) known() {
	k := e.t.Known
	if k == nil || e.s.Rule != "" || e.s.Name != "" {
		return
	}
	say := func(text string) { fmt.Fprintf(e.w, "  %s\n", e.s.Paint(ToneAside, trace.Printable(text))) }
	switch {
	case k.Gone:
		say("private: only known calls run it; all of them are inlined, so nothing calls it any more")
	case k.Exposed == "" && len(k.Callers) == 0:
		// the top level, or a function that nobody calls
	case k.Exposed == "":
		say("private: only known calls run it")
	default:
		say("exposed, others can run it: " + k.Exposed)
	}
	if k.Summary != "" {
		say(k.Summary)
	}
	for i := range k.Callers {
		if i == maxCallers {
			say(fmt.Sprintf("and %d more known calls of it", len(k.Callers)-i))
			break
		}
		c := &k.Callers[i]
		what := "not inlined: " + c.Why
		if c.Inlined {
			what = "inlined"
		}
		say(fmt.Sprintf("called at %s in %s, %s", e.at(c.At), c.In, what))
	}
	if e.unknown > 0 && !e.s.Missed {
		say(fmt.Sprintf("%s not known: --missed lists them", calleesAre(e.unknown)))
	}
}

func calleesAre(n int) string {
	if n == 1 {
		return "the callee of 1 call is"
	}
	return fmt.Sprintf("the callees of %d calls are", n)
}
