package instrument

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Options say which assumptions are made, which of them are checked, and where the text comes from.
type Options struct {
	// Assumed are what the optimizer relies on: only what it finds out under these is checked.
	Assumed []Assumption
	// Checked are the assumptions to check.
	Checked []Assumption
	// Place returns where the text at an offset was written: file, and line and column from 1.
	Place func(at int32) (path string, line, column int)
}

// Assumption is the name of an assumption, as users know it.
type Assumption string

// The assumptions.
const (
	FnNames       Assumption = "fn-names"
	Builtins      Assumption = "builtins"
	PureCoercion  Assumption = "pure-coercion"
	PureGetters   Assumption = "pure-getters"
	ClosedWorld   Assumption = "closed-world"
	NoTDZ         Assumption = "no-tdz"
	ClosedObjects Assumption = "closed-objects"
)

// Result is what to do to the text.
type Result struct {
	// Patches insert the checks; none if nothing is checked.
	Patches []print.Patch
	// Checks counts the places that are checked, by assumption.
	Checks map[Assumption]int
	// Unchecked says of assumptions why nothing is checked although the program may violate them.
	Unchecked map[Assumption]string
	// Unregistered counts the calls that are not checked, because their callee cannot be told apart from other
	// functions when it is made.
	Unregistered int
}

// Program returns the checks of a program whose names are resolved.
func Program(p *ast.Program, o Options) Result {
	in := &instrumenter{p: p, assumed: set(o.Assumed), checked: set(o.Checked), place: o.Place, starts: lineStarts(p.Source), lists: settled.New(p)}
	in.src, in.assumptions, in.numbers = p.Source, map[Assumption]int{}, map[*ast.Function]int{}
	in.literals, in.classOf, in.seen = map[*ast.Object]int{}, map[*ast.Class]*classEdit{}, map[*ast.Symbol]bool{}
	in.data = data{Functions: []string{}, Classes: []any{}, Literals: []any{}, Fields: map[int][]string{}, Reserved: []string{}, Variables: []any{}, End: -1}
	in.result = Result{Checks: map[Assumption]int{}, Unchecked: map[Assumption]string{}}
	if name := in.hidden(); name != "" {
		for _, a := range o.Checked {
			in.result.Unchecked[a] = "the program declares " + name + " at its top level, which the checks need"
		}
		return in.result
	}
	in.ref = in.runtimeName()
	in.facts = survey(p)
	in.objects()
	in.scripts()
	in.zones()
	in.effects()
	in.functionNames()
	in.builtins()
	if len(in.data.Checks) == 0 {
		return in.result
	}
	in.members()
	in.prelude()
	in.result.Patches = in.patches()
	return in.result
}

func set(list []Assumption) map[Assumption]bool {
	m := map[Assumption]bool{}
	for _, a := range list {
		m[a] = true
	}
	return m
}

// instrumenter is the state of [Program].
type instrumenter struct {
	p                *ast.Program
	assumed, checked map[Assumption]bool
	place            func(at int32) (string, int, int)
	starts           []int32 // of the lines
	lists            *settled.Program
	edits
	facts
	ref  string // what the runtime is called
	data data
	// assumptions are the places of assumptions in the data, numbers those of functions and classes, plus 1.
	assumptions map[Assumption]int
	numbers     map[*ast.Function]int
	classes     []*classEdit
	classOf     map[*ast.Class]*classEdit // the same ones
	seen        map[*ast.Symbol]bool      // by zones
	literals    map[*ast.Object]int       // by place in the data
	start       []string                  // of the program: what is passed to the runtime besides its data
	values      []string
	result      Result
}

// data is what the runtime is given, see runtime.js.
type data struct {
	Assumptions []Assumption     `json:"assumptions"`
	Checks      [][]any          `json:"checks"`
	Functions   []string         `json:"functions"`
	Classes     []any            `json:"classes"`
	Literals    []any            `json:"literals"`
	Fields      map[int][]string `json:"fields"`
	Reserved    []string         `json:"reserved"`
	Globals     []string         `json:"globals"`
	Names       int              `json:"names"`
	Variables   []any            `json:"variables"`
	Start       int              `json:"start"`
	End         int              `json:"end"`
}

// hidden returns a global name that the runtime needs and the program may hide, or "".
func (in *instrumenter) hidden() string {
	for _, name := range []string{"globalThis", "Object", "Reflect", "WeakMap", "Symbol", "Array", "Error", "String", "Function", "Map", "Set"} {
		sym := in.p.Scope.Lookup(name)
		if sym == nil {
			continue
		}
		open := in.p.Type == ast.Script && !in.p.CommonJS && !sym.Kind.Lexical() // it is a property of the global object
		if open || name == "globalThis" {
			return name
		}
	}
	return ""
}

// runtimeName returns a name for the runtime that the text does not have. All scripts of a page share their
// top levels, so that of a script depends on its text.
func (in *instrumenter) runtimeName() string {
	name := "$son"
	if in.p.Type == ast.Script && !in.p.CommonJS {
		h := fnv.New32a()
		h.Write([]byte(in.p.Path + "\x00" + in.p.Source))
		name = fmt.Sprintf("$son_%06x", h.Sum32()&0xffffff)
	}
	for strings.Contains(in.p.Source, name) {
		name += "_"
	}
	return name
}

// runtime returns the beginning of a call of the runtime: the function, and arguments that are written already.
func (in *instrumenter) runtime(function string, args ...any) string {
	var b strings.Builder
	b.WriteString(in.ref)
	if in.hoisted() {
		b.WriteString("()")
	}
	b.WriteString("." + function + "(")
	for _, a := range args {
		fmt.Fprint(&b, a, ",")
	}
	return b.String()
}

// hoisted reports whether functions of the program may run before its first statement: those of a module that others
// import. The runtime is a function then.
func (in *instrumenter) hoisted() bool { return in.exports }

// check enters a check, and returns its number. nullish: the object may be undefined or null.
func (in *instrumenter) check(a Assumption, s ast.Span, text, expected string, nullish bool) int {
	path, line, column := in.place(s.Start)
	lineText, at := in.line(s.Start)
	d := parse.Diagnostic{Path: path, Line: line, Col: at, LineText: lineText, Span: s}
	_, excerpt, _ := strings.Cut(parse.Format([]parse.Diagnostic{d}), "\n")
	k, ok := in.assumptions[a]
	if !ok {
		k = len(in.data.Assumptions)
		in.assumptions[a] = k
		in.data.Assumptions = append(in.data.Assumptions, a)
	}
	if excerpt = strings.TrimRight(excerpt, "\n"); excerpt != "" {
		excerpt = "\n" + excerpt
	}
	row := []any{k, fmt.Sprintf("%s:%d:%d", path, line, column), text, excerpt, expected}
	if nullish {
		row = append(row, 1)
	}
	in.data.Checks = append(in.data.Checks, row)
	in.result.Checks[a]++
	return len(in.data.Checks) - 1
}

// line returns the line of the text around an offset, and where in it that is. What esbuild made of TypeScript has
// other lines than its author wrote.
func (in *instrumenter) line(at int32) (text string, column int) {
	i, found := slices.BinarySearch(in.starts, at)
	if !found {
		i--
	}
	end := int32(len(in.p.Source))
	if i+1 < len(in.starts) {
		end = in.starts[i+1]
	}
	return strings.TrimRight(in.p.Source[in.starts[i]:end], "\r\n"), int(at - in.starts[i])
}

// wrap has the runtime look at the value of an expression.
func (in *instrumenter) wrap(x ast.Expr, function string, args ...any) {
	in.wraps = append(in.wraps, in.enclosed(x, in.runtime(function, args...), ")"))
}

// enclosed returns text that makes an expression an argument of a call: in the callee of new, such a call needs
// parentheses.
func (in *instrumenter) enclosed(x ast.Expr, before, after string) wrap {
	if in.inNew[x] && !x.Pos().Paren {
		before, after = "("+before, after+")"
	}
	if id, ok := x.(*ast.Ident); ok && in.shorthand[id] {
		before = id.Name + ": " + before
		delete(in.shorthand, id) // another one is inside of this
	}
	return around(x, before, after)
}

// prelude inserts the runtime before the first statement, and what comes at the end.
func (in *instrumenter) prelude() {
	data, err := json.Marshal(in.data)
	if err != nil {
		panic("BUG: the data of the checks cannot be written: " + err.Error())
	}
	call := fmt.Sprintf("%s(%s,[%s],[%s])", runtime(), data, strings.Join(in.start, ","), strings.Join(in.values, ","))
	text := fmt.Sprintf("const %s=%s;", in.ref, call)
	if in.hoisted() {
		text = fmt.Sprintf("function %s(){return %[1]s.made??=%s}", in.ref, call)
	}
	body := in.p.Body[len(in.p.Directives):]
	if len(body) == 0 {
		return // there is nothing but directives
	}
	in.points = append([]point{{body[0].Pos().Start, text}}, in.points...)
	if in.data.End >= 0 {
		// A declaration: the value of the script as a whole stays that of its last statement.
		in.at(body[len(body)-1].Pos().End, ";const {}="+in.runtime("end")+");")
	}
}

func lineStarts(src string) []int32 {
	list := []int32{0}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			list = append(list, int32(i+1))
		}
	}
	return list
}
