package passes

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sonjs/son/internal/restore"
	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// text is the source of a span inside fn, with the changed functions in it replaced and long
// parts elided.
func (w *work) text(s ast.Span, fn *ast.Function) string { return w.textAmong(s, w.inside(fn)) }

// textAmong is text; list has the functions that may lie in the span, ordered by start.
func (w *work) textAmong(s ast.Span, list []*ast.Function) string {
	return print.Verbatim(w.p.Source, s, w.abridged(s, w.patches(s, list)))
}

// elidedSource is the least length of a part of the source that is elided.
const elidedSource = 1 << 12

// abridged returns patches that also elide long parts of the source.
func (w *work) abridged(s ast.Span, patches []print.Patch) []print.Patch {
	return print.Abridge(w.p.Source, s, patches, cmp.Or(w.o.elide, elidedSource))
}

// inside returns the list of functions that contains those inside fn.
func (w *work) inside(fn *ast.Function) []*ast.Function {
	if fn.Kind == ast.FuncTop || w.plan != nil && len(w.moved(fn)) > 0 {
		return w.p.Funcs
	}
	return w.p.Funcs[fn.Index+1:]
}

// patches are the replacements of changed functions inside a span; list holds the functions
// that may lie there, ordered by start.
func (w *work) patches(in ast.Span, list []*ast.Function) []print.Patch {
	var out []print.Patch
	// A wrapper of a whole program calls this once per statement: functions before the span,
	// and functions inside a replaced one, are skipped in one step.
	from := func(list []*ast.Function, at int32) []*ast.Function {
		i, _ := slices.BinarySearchFunc(list, at, func(f *ast.Function, at int32) int { return cmp.Compare(f.Start, at) })
		return list[i:]
	}
	for list = from(list, in.Start); len(list) > 0 && list[0].Start < in.End; {
		f := list[0]
		if w.funcs[f.Index].text == nil {
			list = list[1:]
			continue
		}
		out = append(out, print.Patch{Span: f.Span, Text: *w.funcs[f.Index].text, Tokens: w.funcs[f.Index].tokens})
		list = from(list[1:], f.End)
	}
	return out
}

// wholePatches are the replacements in the whole program: one, if the top level
// itself changed.
func (w *work) wholePatches() []print.Patch {
	if top := &w.funcs[len(w.p.Funcs)]; top.text != nil {
		return []print.Patch{{Span: top.span, Text: *top.text, Tokens: top.tokens}}
	}
	return w.patches(ast.Span{End: int32(len(w.p.Source))}, w.p.Funcs)
}

// renderTop prints a changed top level. The comments around it stay.
func (w *work) renderTop(f *ast.Function, t *verbatim.Tree) (string, ast.Span, []print.Token) {
	o := t.Options(print.Options{Source: w.p.Source, Lines: true, Indent: w.indent, Single: w.single, ElseBelow: w.elseBelow, Pieces: true})
	o.Copied = w.copied(f, t)
	if w.o.SourceMap {
		w.locate(f, t.Fn)
		o.Tokens = true
	}
	around := t.Around(f.Span)
	r := w.restored(f, print.FuncText(&ast.Function{Body: t.Fn.Body, Directives: t.Fn.Directives}, print.AsTop, o), 0, t, around, "")
	return r.Code, around, r.Tokens
}

// render prints a changed function for its place in the source. Its head is copied: parameters
// do not change, but functions inside them may.
func (w *work) render(f *ast.Function, t *verbatim.Tree) (string, []print.Token) {
	made := t.Fn
	indent, flat := w.indentIn(f)
	o := t.Options(print.Options{Source: w.p.Source, Lines: true, Indent: indent, Flat: flat, Margin: w.marginAt(f.Start), Single: w.singleIn(f), ElseBelow: w.elseBelow, Pieces: true})
	o.Copied, o.Room = w.copied(f, t), w.roomFor(f)
	if w.o.SourceMap {
		w.locate(f, made)
		o.Tokens = true
	}
	if f.Kind == ast.FuncField {
		r := w.restored(f, print.FuncText(made, formOf(f), o), 0, t, f.BodySpan, "")
		return r.Code, r.Tokens
	}
	head, form, begin := ast.Span{Start: f.Start, End: f.BodySpan.Start}, print.AsTail, "{"
	if f.ExprBody != nil {
		head.End, form, begin = f.ParamsSpan.End, formOf(f), " =>"
	}
	r := print.FuncText(&ast.Function{Kind: f.Kind, Body: made.Body, ExprBody: made.ExprBody, Directives: made.Directives}, form, o)
	r = w.restored(f, r, strings.Index(r.Code, begin), t, ast.Span{Start: head.End, End: f.End}, w.text(head, f))
	return r.Code, append(w.origins(head, f), r.Tokens...)
}

// roomFor is how long the text of a large function was, with the changes of the functions inside it.
func (w *work) roomFor(f *ast.Function) int {
	if f.End-f.Start < largeText {
		return 0
	}
	return print.Size(f.Span, w.abridged(f.Span, w.patches(f.Span, w.inside(f))))
}

// restored gives printed text of f, from an offset on, the layout of the span of the source that
// it replaces, and puts head before it.
func (w *work) restored(f *ast.Function, r print.Result, from int, t *verbatim.Tree, span ast.Span, head string) print.Result {
	if w.o.Emit != Structured || w.o.From != Structured || w.o.Minify { // no author laid that out, or it is printed anew
		from = max(from, 0)
		return print.Result{Code: head + r.Code[from:], Tokens: print.Shift(nil, r.Tokens, int32(len(head)-from))}
	}
	calls, callees := t.Callees()
	return restore.Text(r, from, restore.Source{File: w.file, Span: span, Known: w.knownInside(f, span, callees), End: w.lineEnd, Head: head, Calls: calls, Moved: callees})
}

// skippedBody is the length in bytes from which the body of a function is skipped where only the
// code around it is read.
const skippedBody = 1 << 6

// knownInside are the pieces of a span of fn that its tokens do not tell apart, and the bodies of
// functions inside it, which are copied, unless they are callees in place of calls.
func (w *work) knownInside(fn *ast.Function, span ast.Span, callees []ast.Span) []tokens.Piece {
	k := knownPieces{skipped: skippedBody, callees: make(map[ast.Span]bool, len(callees))}
	for _, s := range callees {
		k.callees[s] = true
	}
	if fn.ExprBody != nil {
		ast.Walk(fn.ExprBody, k.visit)
	}
	for _, st := range fn.Body {
		ast.Walk(st, k.visit)
	}
	return k.withComments(w.p, span)
}

// knownAtStart are those in the beginning of the file, up to the end of span.
func (w *work) knownAtStart(span ast.Span) []tokens.Piece {
	k := knownPieces{skipped: math.MaxInt32}
	for _, st := range w.p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			if st, ok := n.(ast.Stmt); ok && st.Pos().Start >= span.End {
				return false
			}
			return k.visit(n)
		})
	}
	return k.withComments(w.p, span)
}

// knownPieces collects pieces of the source that only its tree can tell apart.
type knownPieces struct {
	list    []tokens.Piece
	skipped int32             // the least length of a function's body that is one piece
	callees map[ast.Span]bool // functions that are none, whatever their length
}

func (k *knownPieces) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.RegExp:
		k.list = append(k.list, tokens.Piece{Span: n.Span, Kind: tokens.Literal})
	case *ast.Function:
		body := ast.Span{Start: n.BodySpan.Start + 1, End: n.BodySpan.End - 1} // between the braces
		if n.ExprBody != nil || n.Kind == ast.FuncField || body.End-body.Start < k.skipped || k.callees[n.Span] {
			return true
		}
		for _, x := range n.Params {
			ast.Walk(x, k.visit)
		}
		k.list = append(k.list, tokens.Piece{Span: body, Kind: tokens.Opaque})
		return false
	}
	return true
}

// withComments returns the pieces in order, with the comments of the span that are in HTML's
// syntax.
func (k *knownPieces) withComments(p *ast.Program, span ast.Span) []tokens.Piece {
	if p.Type == ast.Script {
		first, _ := slices.BinarySearchFunc(p.Comments, span.Start, func(c ast.Comment, at int32) int { return cmp.Compare(c.Start, at) })
		for _, c := range p.Comments[first:] {
			if c.Start >= span.End {
				break
			}
			if p.Source[c.Start] != '/' {
				k.list = append(k.list, tokens.Piece{Span: c.Span, Kind: tokens.Comment})
			}
		}
	}
	slices.SortFunc(k.list, func(a, b tokens.Piece) int { return cmp.Compare(a.Start, b.Start) })
	return k.list
}

// formOf returns the syntactic form of a function in the source.
func formOf(f *ast.Function) print.FuncContext {
	switch {
	case f.Kind == ast.FuncArrow:
		return print.AsArrow
	case f.Kind == ast.FuncTop:
		return print.AsTop
	case f.Kind == ast.FuncField:
		return print.AsValue
	case f.Kind != ast.FuncNormal:
		return print.AsTail
	}
	return print.AsExpr
}

// marginAt is the white space at the beginning of the line of an offset.
func (w *work) marginAt(at int32) string {
	line := w.line(at)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// line is the line of an offset, up to the offset.
func (w *work) line(at int32) string {
	i, _ := slices.BinarySearch(w.lines, int(at)+1)
	return w.p.Source[w.lines[i-1]:at]
}

// indentIn is one level of indentation in a function: by how much its first statement that
// begins a line is indented relative to the function's own line, else the indentation of the
// file, parts of which may come from different authors. It is flat if that statement is not
// indented further, as where a tool put a function around a file.
func (w *work) indentIn(f *ast.Function) (indent string, flat bool) {
	margin := w.marginAt(f.Start)
	for _, st := range f.Body {
		line := w.line(st.Pos().Start)
		if strings.Trim(line, " \t") != "" {
			continue
		}
		more, ok := strings.CutPrefix(line, margin)
		if ok && more != "" && len(more) <= maxIndent {
			return more, false
		}
		return w.indent, ok && more == ""
	}
	return w.indent, false
}

// maxIndent bounds what counts as one level of indentation.
const maxIndent = 8

// generated is the file name for code that no author wrote: esbuild's helpers.
const generated = "<generated>"

// place returns where the text at an offset was written.
func (w *work) place(at int32) Place {
	i, _ := slices.BinarySearch(w.lines, int(at)+1)
	start := int32(w.lines[i-1])
	if w.made == nil {
		return Place{Line: i, Column: int(at-start) + 1}
	}
	col := sourcemap.Units(w.p.Source[start:at])
	s, ok := w.made.Find(int32(i-1), col)
	if !ok || s.Source == sourcemap.None {
		return Place{File: generated, Line: i, Column: int(col) + 1}
	}
	p := Place{Line: int(s.Line) + 1, Column: int(s.From) + 1}
	if file := w.made.Sources[s.Source]; file != w.o.Path {
		p.File = file
	}
	return p
}

func lineStarts(src string) []int {
	out := make([]int, 1, strings.Count(src, "\n")+1)
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// indentOf guesses one level of the source's indentation.
func indentOf(src string) string {
	tabs, spaces := 0, [9]int{}
	prev := 0
	for _, line := range strings.SplitN(src, "\n", 2000) {
		n := 0
		for n < len(line) && line[n] == ' ' {
			n++
		}
		switch {
		case strings.HasPrefix(line, "\t"):
			tabs++
			continue
		case n == len(strings.TrimRight(line, "\r")):
			continue
		}
		if d := n - prev; d > 0 && d <= 8 {
			spaces[d]++
		}
		prev = n
	}
	best := 2
	for d, n := range spaces {
		if n > spaces[best] && (d == 2 || d == 4 || d == 8 || d == 3) {
			best = d
		}
	}
	if tabs > spaces[best] {
		return "\t"
	}
	return strings.Repeat(" ", best)
}

// singleQuotes reports whether the source writes most strings in single quotes.
func singleQuotes(src string) bool {
	return strings.Count(src, "'") > strings.Count(src, `"`)
}

// quotes are the positions of the quotation marks in a source, except in its comments, each
// kind in order.
type quotes struct {
	single, double []int32
	in             []bool // see singleIn; by Function.Index
}

func quotesOf(p *ast.Program) (q quotes) {
	at := int32(0)
	scan := func(to int32) {
		for ; at < to; at++ {
			switch p.Source[at] {
			case '\'':
				q.single = append(q.single, at)
			case '"':
				q.double = append(q.double, at)
			}
		}
	}
	for _, c := range p.Comments {
		scan(c.Start)
		at = max(at, c.End)
	}
	scan(int32(len(p.Source)))
	return q
}

// inFunctions computes singleIn for each function; whole is the answer for the file. Functions
// come after those around them.
func (q *quotes) inFunctions(fns []*ast.Function, whole bool) {
	q.in = make([]bool, len(fns))
	for i, f := range fns {
		count := func(list []int32) int {
			from, _ := slices.BinarySearch(list, f.Start)
			to, _ := slices.BinarySearch(list, f.End)
			return to - from
		}
		single, double := count(q.single), count(q.double)
		switch {
		case single != double:
			q.in[i] = single > double
		case f.Parent != nil:
			q.in[i] = q.in[f.Parent.Index]
		default:
			q.in[i] = whole
		}
	}
}

// singleIn reports whether the author writes strings in single quotes in the innermost function
// around f, or f itself, that contains any. Parts of a file may come from different authors.
func (w *work) singleIn(f *ast.Function) bool {
	if f.Kind == ast.FuncTop || f.Index >= len(w.quotes.in) { // not computed for a single function
		return w.single
	}
	return w.quotes.in[f.Index]
}

// lineEndOf is the line end that most lines of the source have.
func lineEndOf(src string) string {
	if wide := strings.Count(src, "\r\n"); 2*wide > strings.Count(src, "\n") {
		return "\r\n"
	}
	return "\n"
}

// elseBelow reports whether most of a program's else that follow a brace begin a line.
func elseBelow(src string) bool {
	below, beside := 0, 0
	for rest := src; ; {
		i := strings.Index(rest, "else")
		if i < 0 {
			return below > beside
		}
		before := strings.TrimRight(rest[:i], " \t\r\n")
		if strings.HasSuffix(before, "}") {
			if strings.Contains(rest[len(before):i], "\n") {
				below++
			} else {
				beside++
			}
		}
		rest = rest[i+len("else"):]
	}
}

// tempKind is the keyword for helper variables: let if the file uses let or const.
func tempKind(p *ast.Program) ast.VarKind {
	kind := ast.Var
	for _, st := range p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			if d, ok := n.(*ast.VarDecl); ok && d.Kind != ast.Var {
				kind = ast.Let
			}
			return kind == ast.Var
		})
		if kind != ast.Var {
			break
		}
	}
	return kind
}
