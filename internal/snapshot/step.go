package snapshot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// StepKind is what happens to a record.
type StepKind uint8

const (
	Given   StepKind = iota // it is in the snapshot
	Made                    // a literal makes it
	Set                     // a key is set
	Removed                 // a key is deleted
	Called                  // a call modifies it, or made it
	Joined                  // what is known on several paths is joined
	LetGo                   // unknown code may have it from here on
)

// Step is a transition of a record: a node of the tree, which joins and loops make a graph, of the states that
// the record goes through in one evaluation of a function. It is the same in all iterations of a loop.
type Step struct {
	Kind StepKind
	Rec  ID
	At   ast.Span
	Key  string // that is set or removed; of a join, which paths meet
	Val  Value  // that is set
	Text string // what a call does, or why it is let go
	// After is what is known behind the step; nil: it was let go before.
	After *Facts
	// From are the steps before it, in the order in which they were found.
	From []*Step
	// Number counts the steps of an evaluation.
	Number int
}

// joinThrows is the key of the join of what is known where something throws.
const joinThrows = "of throws"

// stepKey identifies a step in an evaluation.
type stepKey struct {
	kind StepKind
	rec  ID
	at   ast.Span
	key  string
}

// step returns the step of a record at a place, which follows others.
func (ev *eval) step(kind StepKind, rec ID, at ast.Span, key string, from ...*Step) *Step {
	k := stepKey{kind, rec, at, key}
	s := ev.stepAt[k]
	if s == nil {
		s = &Step{Kind: kind, Rec: rec, At: at, Key: key, Number: len(ev.steps)}
		ev.stepAt[k] = s
		ev.steps = append(ev.steps, s)
	}
	for _, f := range from {
		if f != nil && f != s && !slices.Contains(s.From, f) {
			s.From = append(s.From, f)
		}
	}
	return s
}

// Transitions returns the steps of each record of an entry, by number, as they were found. The join of what is known
// where the function may throw is not among them.
func (e *Entry) Transitions() [][]*Step {
	all := make([][]*Step, e.Records)
	for _, s := range e.Steps {
		if s.Kind != Joined || s.Key != joinThrows || !s.At.IsZero() {
			all[s.Rec] = append(all[s.Rec], s)
		}
	}
	return all
}

// String returns the text of what happens: set a => 1.
func (s *Step) String() string {
	switch s.Kind {
	case Given:
		return "given"
	case Made:
		return "new record"
	case Set:
		return "set " + keyText(s.Key) + " => " + s.Val.String()
	case Removed:
		return "remove " + keyText(s.Key)
	case Called:
		return s.Text
	case Joined:
		return "join " + s.Key
	}
	return "let go: " + s.Text
}

// keyText returns a key as source text has it after a dot, or quoted.
func keyText(key string) string {
	if key != "" && strings.IndexFunc(key, func(r rune) bool {
		return r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0 {
		return key
	}
	return strconv.QuoteToASCII(key)
}
