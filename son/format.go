package son

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// FormatOptions control how [Write] prints a graph; the zero value is the canonical
// text.
type FormatOptions struct {
	// IDs prints the nodes' real ids in place of numbers from 1.
	IDs bool
	// Order prints each node's place in source order as @N. Without it the
	// reader takes the order of the lines.
	Order bool
}

// Format returns the text form of a graph.
//
//	graph f
//	  v1 = Start
//	  v2 = Param v1 [0] {x} : number
//	  v3 = Const _ : 1
//	  v4 = Add _ _ v2 v3 : number
//	  v5 = Return v1 v1 v4
//	  v6 = Stop v5
//
// A line is the node's number, its op, one word for each input slot ("_": the
// slot is empty), then, where they are not zero:
//
//	[0 "name" (part "key" "raw")]  Idx, Str and the Parts
//	[for "label"]                  the source form of a Loop, if it has one
//	{x}                            Sym; {x#2} is another symbol of that name
//	mem tdz const ...              Flags; "open" marks a loop without back edge
//	@7                             Order, if requested
//	: type                         Type; left out for control
//
// The numbering is canonical; see [Graph.TextOrder]. [Read] reads it back, and
// Format(Read(Format(g))) == Format(g).
func Format(g *Graph, o FormatOptions) string {
	var b strings.Builder
	_ = Write(&b, g, o) // a Builder cannot fail
	return b.String()
}

// Write prints what [Format] returns.
func Write(w io.Writer, g *Graph, o FormatOptions) error {
	bw := bufio.NewWriter(w)
	bw.WriteString(Header(g))
	Lines(g, o, func(_ *Node, line string) {
		bw.WriteString("  ")
		bw.WriteString(line)
		bw.WriteByte('\n')
	})
	return bw.Flush()
}

// Lines calls f with the text line of each node, in the order of the text form, for callers that
// arrange the lines differently.
func Lines(g *Graph, o FormatOptions, f func(n *Node, line string)) {
	p := newFormatter(g, o)
	nodes := g.TextOrder()
	p.number(nodes)
	for _, n := range nodes {
		f(n, p.line(n))
	}
}

// FormatNode returns the text line of one node, with real ids.
func FormatNode(g *Graph, n *Node) string {
	return newFormatter(g, FormatOptions{IDs: true}).line(n)
}

// Texts returns a function that returns the text line of a node of g, with real ids, without "vN
// = ", and with consistent symbol names over all its calls.
func Texts(g *Graph) func(n *Node) string {
	p := newFormatter(g, FormatOptions{IDs: true})
	return func(n *Node) string {
		_, text, _ := strings.Cut(p.line(n), " = ")
		return text
	}
}

type formatter struct {
	g        *Graph
	o        FormatOptions
	num      []int32 // by id
	symNames map[*ast.Symbol]string
	symCount map[string]int
}

func newFormatter(g *Graph, o FormatOptions) *formatter {
	return &formatter{g: g, o: o, symNames: map[*ast.Symbol]string{}, symCount: map[string]int{}}
}

func (p *formatter) number(nodes []*Node) {
	p.num = make([]int32, len(p.g.nodes))
	for i, n := range nodes {
		p.num[n.ID] = int32(i + 1)
	}
}

// Header returns the first line of the text form.
func Header(g *Graph) string {
	s := "graph " + word(g.Name)
	if g.Fn != 0 {
		s += " [" + strconv.Itoa(g.Fn) + "]"
	}
	if g.Strict {
		s += " strict"
	}
	return s + "\n"
}

func (p *formatter) ref(n *Node) string {
	switch {
	case n == nil:
		return "_"
	case p.o.IDs:
		return "v" + strconv.Itoa(int(n.ID))
	}
	return "v" + strconv.Itoa(int(p.num[n.ID]))
}

func (p *formatter) line(n *Node) string {
	var b strings.Builder
	b.WriteString(p.ref(n))
	b.WriteString(" = ")
	b.WriteString(n.Op.String())
	for _, x := range n.in {
		b.WriteByte(' ')
		b.WriteString(p.ref(x))
	}
	if aux := n.AuxText(); aux != "" {
		b.WriteString(" [" + aux + "]")
	}
	if l := p.g.Loops[n]; l != nil {
		b.WriteString(" [" + l.text() + "]")
	}
	if n.Sym != nil {
		b.WriteString(" {" + p.symName(n.Sym) + "}")
	}
	for _, f := range flagNames {
		if n.Flags&f.flag != 0 {
			b.WriteString(" " + f.name)
		}
	}
	if p.g.open[n] {
		b.WriteString(" " + openWord)
	}
	if p.o.Order {
		b.WriteString(" @" + strconv.Itoa(int(n.Order)))
	}
	if !n.Op.IsControl() || n.Type != TypeControl {
		b.WriteString(" : " + n.Type.String())
	}
	return b.String()
}

// symName names a symbol; the second symbol of a name is name#2.
func (p *formatter) symName(s *ast.Symbol) string {
	if t, ok := p.symNames[s]; ok {
		return t
	}
	p.symCount[s.Name]++
	t := word(s.Name)
	if k := p.symCount[s.Name]; k > 1 {
		t += "#" + strconv.Itoa(k)
	}
	p.symNames[s] = t
	return t
}

// AuxText returns the node's Idx, Str and Parts as the text form prints them between brackets,
// or "" if there is nothing to print.
func (n *Node) AuxText() string {
	var words []string
	if f := n.Op.auxForm(); n.Idx != 0 || f.always {
		words = append(words, f.text(n.Idx))
	}
	if n.Str != "" {
		words = append(words, strconv.Quote(n.Str))
	}
	for _, p := range n.Parts {
		words = append(words, p.text())
	}
	return strings.Join(words, " ")
}

// auxForm is how the text form prints the values of an auxiliary.
type auxForm struct {
	always bool     // even if it is 0
	words  []string // in place of numbers, where there is one
}

var auxForms = [...]auxForm{
	noAux:         {},
	auxIndex:      {always: true},
	auxFunction:   {always: true},
	auxClass:      {always: true},
	auxIf:         {},
	auxPhi:        {},
	auxIterKind:   {always: true, words: []string{IterIn: "in", IterOf: "of", IterAwait: "await"}},
	auxVarKind:    {},
	auxBinaryOp:   {words: binaryWords()},
	auxUpdateForm: {always: true, words: []string{0: "x++", UpdateDec: "x--", UpdatePrefix: "++x", UpdatePrefix | UpdateDec: "--x"}},
	auxAwait:      {},
	auxArguments:  {words: []string{ArgumentsShared: "shared"}},
	auxCall:       {},
	auxGlobal:     {words: []string{FixedEarly: "early"}},
	auxLeave:      {words: []string{LeaveNext: "next"}},
}

func binaryWords() []string {
	words := make([]string, ast.NumBinaryOps)
	for o := ast.NoOp + 1; o < ast.NumBinaryOps; o++ {
		words[o] = o.String()
	}
	return words
}

// auxForm returns the form of what Idx holds.
func (o Op) auxForm() *auxForm { return &auxForms[opTable[o].aux] }

// text prints a value.
func (f *auxForm) text(idx int32) string {
	if idx >= 0 && int(idx) < len(f.words) && f.words[idx] != "" {
		return f.words[idx]
	}
	return strconv.Itoa(int(idx))
}

// value is the inverse of text; it accepts a number for a word.
func (f *auxForm) value(w string) (int32, bool) {
	if i := slices.Index(f.words, w); i >= 0 && w != "" {
		return int32(i), true
	}
	i, err := strconv.ParseInt(w, 10, 32)
	return int32(i), err == nil
}

// loopNames are the kinds of loops as the text form prints them.
var loopNames = [...]string{LoopWhile: "while", LoopDoWhile: "dowhile", LoopFor: "for",
	LoopForIn: "forin", LoopForOf: "forof", LoopForAwait: "forawait"}

// text is the loop's source form and labels; spans are not part of the text.
func (l *LoopInfo) text() string {
	s := loopNames[l.Kind]
	for _, label := range l.Labels {
		s += " " + strconv.Quote(label)
	}
	return s
}

func (p Part) text() string {
	s := "(" + p.Kind.String()
	if p.Str != "" || p.Raw != "" {
		s += " " + strconv.Quote(p.Str)
	}
	if p.Raw != "" {
		s += " " + strconv.Quote(p.Raw)
	}
	return s + ")"
}

// partNames are the kinds as the text form prints them.
var partNames = [...]string{
	PartValue: "value", PartHole: "hole", PartSpread: "spread", PartComputed: "computed",
	PartProto: "proto", PartMethod: "method", PartGetter: "getter", PartSetter: "setter",
	PartComputedMethod: "computedmethod", PartComputedGetter: "computedgetter",
	PartComputedSetter: "computedsetter", PartText: "text", PartShorthand: "shorthand", PartBadText: "badtext",
	PartConstructor: "constructor", PartInitial: "initial",
	PartHeritage: "heritage", PartInnerName: "innername", PartField: "field", PartComputedField: "computedfield",
	PartBareField: "barefield", PartComputedBareField: "computedbarefield", PartStaticBlock: "staticblock",
}

// String returns the kind's name in the text form.
func (k PartKind) String() string {
	if int(k) < len(partNames) {
		return partNames[k]
	}
	return "part" + strconv.Itoa(int(k))
}

// openWord marks a loop whose back edge is still missing.
const openWord = "open"

// flagNames are the flags in the order in which the text form prints them.
var flagNames = [...]struct {
	flag Flags
	name string
}{
	{FlagMem, "mem"}, {FlagTDZ, "tdz"}, {FlagConst, "const"}, {FlagInit, "init"}, {FlagDecl, "decl"},
	{FlagNested, "nested"}, {FlagExpr, "expr"}, {FlagStrict, "strict"}, {FlagSwitch, "switch"},
	{FlagHoisted, "hoisted"}, {FlagPattern, "pattern"}, {FlagUnset, "unset"},
	{FlagProven, "proven"}, {FlagProvided, "provided"}, {FlagFixed, "fixed"}, {FlagArray, "array"},
	{FlagSwapped, "swapped"},
	{FlagCompound, "compound"}, {FlagRemarked, "remarked"}, {FlagRead, "read"},
	{FlagUpdate, "update"}, {FlagPrefix, "prefix"}, {FlagDecrement, "decrement"}, {FlagAssignOp, "assignop"}, {FlagBare, "bare"},
	{FlagTernary, "ternary"}, {FlagVoidArm, "voidarm"}, {FlagLogicalAssign, "logicalassign"}, {FlagElseIf, "elseif"},
	{FlagFinal, "final"}, {FlagPresent, "present"}, {FlagNumber, "number"},
}

// String returns the names of the set flags, separated by spaces.
func (f Flags) String() string {
	var s []string
	for _, x := range flagNames {
		if f&x.flag != 0 {
			s = append(s, x.name)
			f &^= x.flag
		}
	}
	if f != 0 {
		s = append(s, "flags"+strconv.Itoa(int(f)))
	}
	return strings.Join(s, " ")
}

// word prints a name bare if it consists of letters, digits and a few harmless signs, otherwise
// quoted.
func word(s string) string {
	if s == "" || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("$_.*<>-/", r) {
			return strconv.Quote(s)
		}
	}
	return s
}
