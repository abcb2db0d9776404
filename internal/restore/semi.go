package restore

import (
	"strings"

	"github.com/sonjs/son/internal/tokens"
)

// Where an author omits semicolons, so do the statements that are reprinted: at the end of a
// line, and before a brace. A semicolon stays where the line end would not replace it, because
// of the code before or after it.

// endings counts the places where statements end with their line: those with a semicolon, and
// those before a declaration without one.
type endings struct{ with, without int }

func (e *endings) note(list []tokens.Token, open []int, i int, gap string) {
	if i == 0 || strings.IndexByte(gap, '\n') < 0 || open[i] >= 0 && list[open[i]].Key == "(" {
		return
	}
	switch a, b := list[i-1], list[i]; {
	case a.Key == ";":
		e.with++
	case b.Key != "const" && b.Key != "let" && b.Key != "var" && b.Key != "return":
	case a.Kind == tokens.Literal, a.Kind == tokens.Word && !isKeyword(a.Key), a.Key == "]", a.Key == ")" && b.Key != "return":
		e.without++
	}
}

// leavesOutSemicolons reports whether the author omits semicolons, in the file and in the part
// that the text replaces.
func (t *text) leavesOutSemicolons() bool {
	return t.endings.areOpen() && t.file.sample().endings.areOpen() && t.file.sample().endings.without > 0
}

// areOpen reports whether statements end without semicolons, but for a few that are unavoidable,
// as in for (;;);
func (e endings) areOpen() bool { return 4*e.with <= e.without }

// leaveOut removes the semicolons from new that the author would omit. The text printed before
// the token after one is then that of printedBefore.
func (t *text) leaveOut() {
	open := t.mem.openers(t.new)
	kept := make([]tokens.Token, 0, len(t.new))
	for k, n := range t.new {
		if n.Key != ";" || n.Kind != tokens.Punctuation || open[k] >= 0 && t.new[open[k]].Key != "{" || !t.endsStatement(open, k-1) || !t.endsLine(k) {
			kept = append(kept, n)
		}
	}
	t.new = kept
}

// leaveOutLast removes those before a brace, if the author has none there.
func (t *text) leaveOutLast() {
	if t.classes[[2]tokenClass{classOf(";"), classOf("}")}] != (habit{}) {
		return
	}
	open := t.mem.openers(t.new)
	kept := make([]tokens.Token, 0, len(t.new))
	for k, n := range t.new {
		if n.Key != ";" || n.Kind != tokens.Punctuation || k+1 == len(t.new) || t.new[k+1].Key != "}" || !t.endsStatement(open, k-1) {
			kept = append(kept, n)
		}
	}
	t.new = kept
}

// printedBefore is the text printed between tokens k-1 and k.
func (t *text) printedBefore(k int) string {
	end := int32(len(t.code))
	if k < len(t.new) {
		end = t.new[k].Start
	}
	g := t.code[t.new[k-1].End:end]
	if t.noSemi || t.dense { // the semicolon may have been removed
		g = strings.TrimPrefix(g, ";")
	}
	return g
}

// endsLine reports whether a line or a block ends after token k, a semicolon, and the next
// token does not continue the code before it.
func (t *text) endsLine(k int) bool {
	if k+1 == len(t.new) {
		return true
	}
	next, ok := t.edge(k+1, false)
	switch {
	case !ok:
		return false
	case next.Key == "}":
		return true
	case strings.IndexByte(t.code[t.new[k].End:t.new[k+1].Start], '\n') < 0:
		return false
	}
	switch next.Key {
	case "in", "instanceof", "of", "as", "from", "with", "assert":
		return false
	}
	return next.Kind == tokens.Word || next.Kind == tokens.Literal && strings.HasPrefix(next.Key, "string ")
}

// endsStatement reports whether the code that ends with token k, right before a semicolon, is
// complete without it if a line ends there.
func (t *text) endsStatement(open []int, k int) bool {
	if k < 0 || t.new[k].End != t.new[k+1].Start {
		return false
	}
	last, ok := t.edge(k, true)
	if !ok {
		return false
	}
	switch last.Key {
	case "]", "}", "++", "--":
		return true
	case ")": // unless it is the head of a statement whose body is the semicolon
		if t.new[k].Kind == tokens.Opaque || open[k] < 1 {
			return false
		}
		before, ok := t.edge(open[k]-1, true)
		return ok && before.Key != "if" && before.Key != "while" && before.Key != "for" && before.Key != "with" && before.Key != "await"
	case "let", "get", "set", "static", "accessor", "async", "await", "type", "of", "using", "yield", "else", "do":
		return false
	}
	return last.Kind == tokens.Word || last.Kind == tokens.Literal
}

// edge returns the token with which token k of new begins or ends, which is another one if k is
// copied text.
func (t *text) edge(k int, last bool) (tokens.Token, bool) {
	n := t.new[k]
	if n.Kind != tokens.Opaque {
		return n, true
	}
	at := t.pieces[n.Known].Span
	i := startAt(t.old, at.Start)
	if last {
		i = startAt(t.old, at.End) - 1
	}
	if at.IsZero() || i < 0 || i >= len(t.old) || t.old[i].Start < at.Start || t.old[i].End > at.End {
		return n, false
	}
	return t.old[i], true
}
