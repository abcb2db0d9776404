package snapshot

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Names says how messages name things.
type Names interface {
	// Function returns the name of a function; nil is the top level.
	Function(fn *ast.Function) string
	// At returns the place of an offset: file:line:col.
	At(offset int32) string
	// Short returns the place without the file: line:col.
	Short(offset int32) string
}

// Text explains the entries of the functions that want is true for.
func (p *Program) Text(w io.Writer, n Names, want func(fn *ast.Function) bool) error {
	t := &texter{p: p, n: n}
	t.indexCalls()
	var last *Entry
	for _, e := range p.Entries {
		if !want(e.Fn) {
			continue
		}
		if last == nil || last.Fn != e.Fn {
			if last != nil {
				t.line(0, "")
			}
			t.line(0, "%s  %s", n.Function(e.Fn), n.At(start(e.Fn)))
		}
		last = e
		t.entry(e)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

func start(fn *ast.Function) int32 {
	if fn == nil {
		return 0
	}
	return fn.Start
}

// texter writes an explanation.
type texter struct {
	p *Program
	n Names
	b strings.Builder
	// answers are the places of the calls that an entry answers.
	answers map[*Entry][]string
}

// line writes a line.
func (t *texter) line(depth int, format string, args ...any) {
	if format == "" {
		t.b.WriteByte('\n')
		return
	}
	t.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&t.b, format, args...)
	t.b.WriteByte('\n')
}

// indexCalls lists for each entry the calls that it answers.
func (t *texter) indexCalls() {
	t.answers = map[*Entry][]string{}
	for _, e := range t.p.Entries {
		for _, c := range e.Calls {
			s := t.n.Short(c.At.Start)
			if c.Shared {
				s += " (from the cache)"
			}
			if list := t.answers[c.By]; c.By != nil && !slices.Contains(list[max(0, len(list)-maxPlaces):], s) {
				t.answers[c.By] = append(list, s)
			}
		}
	}
}

// maxPlaces is how many calls a line lists.
const maxPlaces = 8

// Title says what the entry is for.
func (e *Entry) Title() string {
	title := fmt.Sprintf("snapshot %d: %s", e.Number, e.arguments())
	switch {
	case e.Fn == nil:
		return "once"
	case e.Others:
		return fmt.Sprintf("snapshot %d: anything, for calls that are not known", e.Number)
	case e.Recursive:
		return title + ", the join of all calls, since it may call itself"
	case e.Joined:
		return title + ", the join of the calls that have no snapshot of their own"
	}
	return title
}

func (t *texter) entry(e *Entry) {
	t.line(1, "%s", e.Title())
	if places := t.answers[e]; len(places) > 0 {
		more := ""
		if n := len(places) - maxPlaces; n > 0 {
			more = fmt.Sprintf(" and %d more", n)
			places = places[:maxPlaces]
		}
		t.line(2, "answers %s%s", strings.Join(places, ", "), more)
	}
	for i, f := range e.Snapshot.Recs {
		t.line(2, "%s facts = %s", ID(i), f)
	}
	t.calls(e)
	t.records(e)
	t.answer(e)
}

// arguments returns the text of the arguments: x = #0, n = int.
func (e *Entry) arguments() string {
	var parts []string
	for i, v := range e.Snapshot.Params {
		name := fmt.Sprintf("argument %d", i+1)
		if ids := ast.Names(e.Fn.Params[i]); len(ids) == 1 && !ast.IsPattern(e.Fn.Params[i]) {
			name = ids[0].Name
		}
		parts = append(parts, name+" = "+v.String())
	}
	if len(parts) == 0 {
		return "no arguments"
	}
	return strings.Join(parts, ", ")
}

// calls lists the calls in the function.
func (t *texter) calls(e *Entry) {
	for _, c := range e.Calls {
		at, name := t.n.Short(c.At.Start), t.n.Function(c.Callee)
		if c.By == nil {
			t.line(2, "%s calls %s, of which nothing is known: %s", at, name, c.Why)
			continue
		}
		how := ""
		if c.Shared {
			how = ", from the cache"
		}
		t.line(2, "%s calls %s: snapshot %d%s", at, name, c.By.Number, how)
	}
}

// records lists the transitions of each record.
func (t *texter) records(e *Entry) {
	for id, steps := range e.Transitions() {
		if len(steps) == 0 || len(steps) == 1 && steps[0].Kind == Given {
			continue
		}
		t.line(2, "transitions of %s", ID(id))
		number := map[*Step]int{}
		for i, s := range steps {
			number[s] = i + 1
		}
		for i, s := range steps {
			t.step(s, i+1, number)
		}
	}
}

// step writes a transition. That it follows the one above it goes without saying.
func (t *texter) step(s *Step, n int, number map[*Step]int) {
	var from []string
	for _, f := range s.From {
		from = append(from, fmt.Sprint(number[f]))
	}
	after := ""
	if len(from) > 1 || len(from) == 1 && from[0] != fmt.Sprint(n-1) {
		after = ", after " + strings.Join(from, ", ")
	}
	at := ""
	if !s.At.IsZero() {
		at = t.n.Short(s.At.Start) + " "
	}
	t.line(3, "%d. %s%s%s%s", n, at, s, after, s.state())
}

// state is what is known behind a step, where that is more than what the step says.
func (s *Step) state() string {
	if s.Kind == LetGo || s.After == nil || s.After.gone {
		return ""
	}
	return "  facts = " + s.After.String()
}

// answer writes the answer.
func (t *texter) answer(e *Entry) {
	a := e.Answer
	if a.Unknown != "" {
		t.line(2, "nothing is known of what it does: %s", a.Unknown)
		return
	}
	t.variables(e)
	if e.Fn != nil {
		t.outcome("returns", a.Return, true)
		t.outcome("throws", a.Throw, false)
	}
}

// variables lists the variables at the end.
func (t *texter) variables(e *Entry) {
	var parts []string
	for _, v := range e.Variables {
		parts = append(parts, v.Sym.Name+" = "+v.Value.String())
	}
	if n := len(parts) - maxPlaces; n > 0 {
		parts = append(parts[:maxPlaces], fmt.Sprintf("and %d more", n))
	}
	if len(parts) > 0 {
		t.line(2, "at the end %s", strings.Join(parts, ", "))
	}
}

func (t *texter) outcome(verb string, o *Outcome, result bool) {
	if o == nil {
		t.line(2, "never %s", verb)
		return
	}
	switch {
	case result:
		t.line(2, "%s %s", verb, o.Result)
	default:
		t.line(2, "may throw; before that:")
		if !o.isChanged() {
			t.line(3, "nothing is modified")
		}
	}
	for i, f := range o.Recs {
		switch {
		case f == nil:
		case i >= o.Base:
			t.line(3, "%s facts = %s, made by the call", ID(i), f)
		case f.gone || f.isChanged():
			t.line(3, "%s: %s", ID(i), f.Modifications())
		}
	}
}

// isChanged reports whether a record of the snapshot is modified.
func (o *Outcome) isChanged() bool {
	return slices.ContainsFunc(o.Recs[:o.Base], func(f *Facts) bool { return f != nil && (f.gone || f.isChanged()) })
}
