package print_test

import (
	"regexp"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// mutator edits a program in ways that often leave it valid; an edit that does
// not is undone. A string of bytes decides what it does, so that a fuzzing
// engine can steer it.
type mutator struct {
	src   string
	o     parse.Options
	prog  *ast.Program
	bytes []byte // what is left of the decisions
}

// mutate returns src after the edits that bytes stand for, and its tree; nil if
// src is not a program.
func mutate(src string, o parse.Options, bytes []byte) (string, *ast.Program) {
	m := &mutator{src: src, o: o, bytes: bytes}
	m.prog, _ = parse.Parse(src, o)
	for range 8 {
		if m.prog == nil || len(m.bytes) == 0 {
			break
		}
		m.try(m.edit())
	}
	return m.src, m.prog
}

// try accepts an edited source if it is a program of sensible size.
func (m *mutator) try(src string) {
	if len(src) > 20_000 {
		return
	}
	if prog, _ := parse.Parse(src, m.o); prog != nil {
		m.src, m.prog = src, prog
	}
}

// pick decides on a number below n.
func (m *mutator) pick(n int) int {
	v := 0
	for range 2 {
		if len(m.bytes) > 0 {
			v = v<<8 | int(m.bytes[0])
			m.bytes = m.bytes[1:]
		}
		if n <= 256 {
			break
		}
	}
	return v % n
}

func (m *mutator) edit() string {
	if m.pick(2) == 0 {
		return m.editTree()
	}
	return m.editTokens()
}

// editTree replaces or combines parts of the tree by their texts.
func (m *mutator) editTree() string {
	exprs, stmts := m.parts()
	if len(exprs) == 0 {
		return m.src
	}
	a, b := exprs[m.pick(len(exprs))], exprs[m.pick(len(exprs))]
	x, y := m.text(a), m.text(b)
	switch m.pick(10) {
	case 0:
		return m.replace(a, y)
	case 1:
		return m.replace(a, "("+y+")")
	case 2:
		return m.replace(a, "("+x+")")
	case 3:
		return m.replace(a, prefixes[m.pick(len(prefixes))]+x)
	case 4:
		return m.replace(a, x+suffixes[m.pick(len(suffixes))])
	case 5:
		return m.replace(a, x+" "+operators[m.pick(len(operators))]+" "+y)
	case 6:
		return m.replace(a, "("+x+" "+operators[m.pick(len(operators))]+" "+y+")")
	case 7:
		w := wrappers[m.pick(len(wrappers))]
		return m.replace(a, strings.ReplaceAll(strings.ReplaceAll(w, "X", x), "Y", y))
	}
	if len(stmts) == 0 {
		return m.src
	}
	s, r := stmts[m.pick(len(stmts))], stmts[m.pick(len(stmts))]
	w := bodies[m.pick(len(bodies))]
	return m.replace(s, strings.ReplaceAll(strings.ReplaceAll(w, "S", m.text(r)), "X", x))
}

var (
	prefixes  = []string{"-", "+", "!", "~", "--", "++", "typeof ", "void ", "delete ", "new ", "await ", "yield ", "yield* ", "async ", "..."}
	suffixes  = []string{".a", "?.a", "[0]", "?.[0]", "()", "?.()", "`t`", "++", "--", ".in", "`${1}`", "n"}
	operators = []string{
		"+", "-", "*", "/", "%", "**", "<", ">", "<=", "==", "!==", "<<", ">>>", "&", "|", "^", "&&", "||", "??",
		"in", "instanceof", "=", "+=", "**=", "&&=", "??=", ",", "=>", "? 0 :", "?.",
	}
	wrappers = []string{
		"X ? Y : X", "X, Y", "[X, , ...Y]", "({ a: X, [Y]: X, ...Y })", "({ X })", "({ X = Y } = X)", "[X = Y] = [Y]",
		"() => X", "(X) => Y", "(X = Y) => ({})", "async X => Y", "function () { return X }", "(function* () { yield X; yield Y })",
		"async () => { await X; for await (X of Y); }", "class extends X { a = Y; [Y] = 1; static { X } get X() {} }",
		"({ X() {}, get X() {}, set X(Y) {}, async *X() {} })", "`${X}a${Y}`", "X`${Y}\\u0041`", "new X(Y)", "new (X)(Y)",
		"new X", "(new X).Y", "X?.Y.X", "(X?.Y).X", "import(X)", "let", "async", "of", "/X/g", "1.", "1e21", "0x10", "09", "1_0", "010", `"\0"`, `'</script>'`,
		"eval", "arguments", "this", "super.a", "new.target", "import.meta", "null", "async function () {}", "({}).X", "{}", "X in Y", "#a in X", "X.#a",
	}
	bodies = []string{
		"S", "{ S S }", "if (X) S", "if (X) S else S", "if (X) { S } else if (X) S", "while (X) S", "do S while (X)", "for (X in X) S",
		"for (let a of X) S", "for (X of X) S", "for (X; X; X) S", "for (var a = X in X) S", "for (let a = X, b; ; ) S", "for (const [a = X] of X) S", "l: S", "a: b: S", "try { S } catch { S }",
		"try { S } catch ({ a = X }) { } finally { S }", "switch (X) { case X: S default: S case X: }", "throw X", "return X", "return", "let a = X, [b] = X", "let\na = X",
		"var { a, ...b } = X", "const a = () => X", "function a(b, c = X, ...d) { S }", "async function* a() { S yield X }", "'use strict'; S", "('use strict'); S",
		"with (X) S", "class A { #a = X; static { S } m() { return #a in X } }", "export default X", "export { S }", "import a from 'X'", "debugger; S", "X; S", "S; X",
		"export const a = X", "export * as a from 'X'", "(X)\nS", "X\n++X", ";", "using a = X", "for (async of => X; ; ) S", "for (let in X) S", "if (X) function a() { }",
		"/*! X */ S", "// X\nS", "<!-- X\nS", "break", "continue", "break a", "({ a: [X] } = X)",
	}
)

// parts returns the spans of all expressions and statements.
func (m *mutator) parts() (exprs, stmts []ast.Span) {
	ast.Walk(m.prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case ast.Expr:
			exprs = append(exprs, n.Pos().Span)
		case ast.Stmt:
			stmts = append(stmts, n.Pos().Span)
		}
		return true
	})
	return
}

func (m *mutator) text(s ast.Span) string { return m.src[s.Start:s.End] }

func (m *mutator) replace(s ast.Span, text string) string {
	return m.src[:s.Start] + text + m.src[s.End:]
}

// tokens finds what looks like tokens, each with the white space before it. It
// does not recognize regular expressions: a slash is a token.
var tokens = regexp.MustCompile("(?s)(?:\\s|//[^\n]*\n|/\\*.*?\\*/)*(?:" +
	"#?[\\w$\u0080-\U0010FFFF\\\\]+|" + `"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|` + "`|" +
	`\.\.\.|=>|\?\.|\?\?=?|&&=?|\|\|=?|\*\*=?|>>>=?|>>=?|<<=?|===?|!==?|\+\+|--|[-+*/%&|^<>]=|.)`)

// editTokens replaces, drops, repeats or inserts a token, or changes the white
// space before one.
func (m *mutator) editTokens() string {
	list := tokens.FindAllStringIndex(m.src, -1)
	if len(list) == 0 {
		return m.src
	}
	span := func(i int) ast.Span { return ast.Span{Start: int32(list[i][0]), End: int32(list[i][1])} }
	i, j := m.pick(len(list)), m.pick(len(list))
	a, b := span(i), span(j)
	switch m.pick(6) {
	case 0:
		return m.replace(a, m.text(b))
	case 1:
		return m.replace(a, "")
	case 2:
		return m.replace(a, m.text(a)+m.text(b))
	case 3:
		return m.replace(a, m.text(a)+" "+strays[m.pick(len(strays))])
	case 4:
		return m.replace(a, " "+strays[m.pick(len(strays))])
	}
	return m.replace(ast.Span{Start: a.Start, End: a.Start}, blanks[m.pick(len(blanks))])
}

var (
	strays = []string{
		"let", "yield", "await", "async", "of", "static", "get", "set", "using", "__proto__", "constructor", "arguments", "eval", "undefined",
		"in", "{", "}", "(", ")", "[", "]", ";", ",", ".", ":", "?", "=", "=>", "...", "*", "-", "/", "`", "function", "class", "extends", "super",
		"a", "b", "f", "0", "1.5", "0n", `""`, "'\\x41'", "/a/", "#a", "\\u0061", "é", "𠮷", "null", "true", "import", "export", "default", "as", "from",
		"var", "const", "return", "if", "else", "for", "while", "do", "try", "catch", "finally", "switch", "case", "throw", "new", "delete", "typeof", "void",
	}
	blanks = []string{" ", "\n", "\t", "/* c */", "// c\n", "\u2028", "\r\n", "/*! legal */", "//! legal\n", "/*\n*/", "<!-- c\n", "\n--> c\n", "\uFEFF", "\\u{61}"}
)
