package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

func (e *explainer) head() {
	t := e.t
	fmt.Fprintf(e.w, "%s  %s:%d:%d  %s\n", e.s.Paint(ToneTitle, trace.Printable(t.Function.Name)), trace.Printable(t.File), t.Function.Line, t.Function.Column, t.Options.Flags())
	o := t.Output
	if o == nil {
		return
	}
	text := outcomes[o.Outcome]
	if text == "" {
		text = o.Outcome
	}
	if o.Reason != "" {
		text += ": " + trace.Printable(o.Reason)
	}
	fmt.Fprintf(e.w, "  son opt %s\n", text)
	if len(o.Undone) > 0 {
		fmt.Fprintf(e.w, "  %s\n", e.s.Paint(ToneAside, "tried, but undone because it did not pay: "+strings.Join(o.Undone, ", ")))
	}
	e.known()
	if e.floats > 0 && !e.s.Missed {
		fmt.Fprintf(e.w, "  %s\n", e.s.Paint(ToneAside, fmt.Sprintf("%s: --rule float lists them", operations(e.floats))))
	}
}

func operations(n int) string {
	if n == 1 {
		return "1 operation has no effect, so it floats"
	}
	return fmt.Sprintf("%d operations have no effect, so they float", n)
}

// outcomes are the words for what son opt does with a function.
var outcomes = map[string]string{
	"replaced":    "reprints it",
	"no gain":     "leaves it as written: nothing would be gained",
	"not carried": "leaves it as written: the graph does not support it",
	"refused":     "leaves it as written: it cannot be printed soundly",
	"fault":       "leaves it as written: a bug in son",
}

// lines prints the events by line.
func (e *explainer) lines() {
	if len(e.events) == 0 {
		fmt.Fprintf(e.w, "\n%s\n", e.nothing())
		return
	}
	last := -2
	for _, v := range e.events {
		line, col := e.position(v.at)
		if line != last {
			e.line(line, col)
			last = line
		}
		e.event(v, line, col)
	}
	if e.s.Line > 0 {
		e.became()
	}
}

// nothing is the message if there are no events.
func (e *explainer) nothing() string {
	text := "Nothing happened"
	if e.s.Missed {
		text = "Nothing was missed"
	}
	if e.s.Rule != "" {
		text += fmt.Sprintf(" through the rule %s", e.s.Rule)
	}
	if e.s.Name != "" {
		text += fmt.Sprintf(" to %s", e.s.Name)
	}
	if e.s.Line > 0 {
		text += fmt.Sprintf(" on line %d", e.s.Line)
	}
	return text + "."
}

// line quotes a line of the source, under the position of its first event.
func (e *explainer) line(line, col int) {
	if line == 0 {
		fmt.Fprintf(e.w, "\n%s\n", e.s.Paint(ToneTitle, "without a position"))
		return
	}
	fmt.Fprintf(e.w, "\n%s\n%5d | %s\n", e.s.Paint(ToneTitle, trace.Printable(fmt.Sprintf("%s:%d:%d", e.t.File, line, col))), line, e.s.Paint(ToneCode, e.sourceLine(line)))
}

// maxQuoted is how many letters of a line are quoted.
const maxQuoted = 110

func (e *explainer) sourceLine(line int) string {
	i := line - e.t.Function.Line
	end := len(e.t.Source.Text)
	if i+1 < len(e.starts) {
		end = e.starts[i+1] - 1
	}
	text := strings.ReplaceAll(e.t.Source.Text[e.starts[i]:end], "\t", "    ")
	return trace.Printable(trace.Cut(strings.TrimRight(text, "\r "), maxQuoted))
}

func (e *explainer) event(v event, line, col int) {
	sign, tone := "+", ToneDone
	if v.missed {
		sign, tone = "-", ToneMissed
	}
	at := ""
	if line > 0 {
		at = fmt.Sprintf("%d:%d ", line, col)
	}
	fmt.Fprintf(e.w, "      %s %s%s\n", e.s.Paint(tone, sign), at, v.text)
	if v.aside != "" {
		fmt.Fprintf(e.w, "          %s\n", e.s.Paint(ToneAside, v.aside))
	}
	if r, ok := e.t.Rules[v.rule]; ok && !e.explained[v.rule] {
		e.explained[v.rule] = true
		fmt.Fprintf(e.w, "          %s\n", e.s.Paint(ToneAside, r.Doc))
	}
}

// became prints the lines of the output that come from the selected line.
func (e *explainer) became() {
	o := e.t.Output
	if o == nil {
		return
	}
	starts := lineStarts(o.Text)
	var lines []int
	for _, l := range o.Links {
		if line, _ := e.position(l.From[0]); line != e.s.Line {
			continue
		}
		if i := lineOf(starts, l.Out[0]); !slices.Contains(lines, i) {
			lines = append(lines, i)
		}
	}
	if len(lines) == 0 {
		fmt.Fprintf(e.w, "      = nothing remains of the line\n")
	}
	for _, i := range lines {
		end := len(o.Text)
		if i < len(starts) {
			end = starts[i] - 1
		}
		fmt.Fprintf(e.w, "      = %s\n", e.s.Paint(ToneCode, trace.Printable(trace.Cut(strings.TrimSpace(o.Text[starts[i-1]:end]), maxQuoted))))
	}
}
