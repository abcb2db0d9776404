package print

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// LegalComments returns the legal comments of a program that was parsed, each text once, in order:
// those with @license or @preserve, and those that begin with /*! or //!. Each may stand on a line
// of its own anywhere.
func LegalComments(prog *ast.Program) (texts []string) {
	had := map[string]bool{}
	for _, c := range prog.Comments {
		text := prog.Source[c.Start:c.End]
		if !isLegal(text) {
			continue
		}
		if text = inJavaScript(text); !had[text] {
			had[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

// WithoutLegal returns patches that remove the legal comments from the source of a program that was
// parsed. Lines that contain nothing else go, too. The program stays the same: tokens do not run
// together, and a line end inside of a comment remains one where it may matter.
func WithoutLegal(prog *ast.Program) (patches []Patch) {
	src := prog.Source
	for i := 0; i < len(prog.Comments); i++ {
		run := prog.Comments[i].Span
		if !isLegal(src[run.Start:run.End]) {
			continue
		}
		for i+1 < len(prog.Comments) { // comments that only white space separates are one
			next := prog.Comments[i+1].Span
			if strings.Trim(src[run.End:next.Start], " \t\r\n") != "" || !isLegal(src[next.Start:next.End]) {
				break
			}
			run.End = next.End
			i++
		}
		patches = append(patches, withoutComment(src, run))
	}
	return patches
}

// withoutComment returns the patch that removes a comment, or several in a row.
func withoutComment(src string, s ast.Span) Patch {
	text := src[s.Start:s.End]
	before := int32(len(strings.TrimRight(src[:s.Start], " \t")))
	after := int32(len(src) - len(strings.TrimLeft(src[s.End:], " \t")))
	starts := before == 0 || src[before-1] == '\n' || src[before-1] == '\r'
	ends := int(after) == len(src) || src[after] == '\n' || src[after] == '\r'
	opened := !starts && strings.IndexByte("([{", src[before-1]) >= 0
	closes := !ends && strings.IndexByte(")]},;", src[after]) >= 0
	switch {
	case starts && ends:
		return Patch{Span: ast.Span{Start: before, End: afterLine(src, before, after)}}
	case ends:
		return Patch{Span: ast.Span{Start: before, End: after}}
	case starts:
		return Patch{Span: ast.Span{Start: s.Start, End: after}}
	case strings.ContainsAny(text, "\n\r\u2028\u2029"):
		return Patch{Span: s, Text: "\n"} // return /*!…⏎…*/ x
	case closes:
		return Patch{Span: ast.Span{Start: before, End: after}}
	case opened, before < s.Start:
		return Patch{Span: ast.Span{Start: s.Start, End: after}}
	case after > s.End:
		return Patch{Span: s}
	}
	return Patch{Span: s, Text: " "}
}

// afterLine returns where a line that is removed ends, with the empty lines below it if there is none
// or an empty one above it. The line starts at from; nothing is between at and its end.
func afterLine(src string, from, at int32) int32 {
	at += lineEnd(src[at:])
	above := strings.TrimSuffix(strings.TrimSuffix(src[:from], "\n"), "\r")
	if above != "" && !strings.HasSuffix(above, "\n") {
		return at
	}
	for {
		n := lineEnd(strings.TrimLeft(src[at:], " \t"))
		if n == 0 {
			return at
		}
		at += int32(len(src[at:])-len(strings.TrimLeft(src[at:], " \t"))) + n
	}
}

// lineEnd is the length of the line end that a text begins with, or 0.
func lineEnd(text string) int32 {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2
	case strings.HasPrefix(text, "\n"), strings.HasPrefix(text, "\r"):
		return 1
	}
	return 0
}

// MissingLegal returns those of the texts of legal comments that are not in a program that was
// parsed. Indentation does not count.
func MissingLegal(texts []string, prog *ast.Program) []string {
	had := map[string]bool{}
	for _, text := range LegalComments(prog) {
		had[unindented(text)] = true
	}
	return slices.DeleteFunc(texts, func(text string) bool { return had[unindented(text)] })
}

func unindented(text string) string { return strings.Join(strings.Fields(text), " ") }
