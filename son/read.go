package son

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// Read reads the text form that [Format] describes. Blank lines and lines that
// begin with // are skipped; a node may be used before its line. Without a line
// for Stop one is made that collects the Return, Throw, Never and EndFinally lines in order.
//
// No peephole runs and nothing is verified, so a test sees the graph that it
// wrote, broken or not. A node's id is its number in the text, its Order the
// place of its line (unless @N says otherwise). An error names the line.
func Read(text string) (*Graph, error) {
	r := &reader{byNum: map[int32]*Node{}, syms: map[string]*ast.Symbol{}}
	for i, line := range strings.Split(text, "\n") {
		r.line = i + 1
		if err := r.readLine(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	if err := r.finish(); err != nil {
		return nil, err
	}
	return r.g, nil
}

type reader struct {
	g     *Graph
	line  int
	stop  *readNode
	lines []*readNode
	byNum map[int32]*Node
	syms  map[string]*ast.Symbol
}

// readNode is a line whose inputs are not resolved yet.
type readNode struct {
	n    *Node
	num  int32
	line int
	in   []int32 // -1: empty
}

const emptySlot = -1

func (r *reader) readLine(line string) error {
	if line == "" || strings.HasPrefix(line, "//") {
		return nil
	}
	s := &scanner{rest: line}
	if r.g == nil {
		return r.header(s)
	}
	num, ok := nodeNumber(s.bare())
	if !ok || s.bare() != "=" {
		return fmt.Errorf("want vN = Op, then its arguments")
	}
	if r.byNum[num] != nil {
		return fmt.Errorf("v%d is already defined", num)
	}
	n, err := r.newNode(s.bare())
	if err != nil {
		return err
	}
	l := &readNode{n: n, num: num, line: r.line}
	r.byNum[num] = n
	r.lines = append(r.lines, l)
	n.Order = int32(len(r.lines))
	if n.Op == OpStop {
		r.stop = l
	}
	for {
		w := s.peek()
		if w == "_" {
			l.in = append(l.in, emptySlot)
		} else if x, ok := nodeNumber(w); ok {
			l.in = append(l.in, x)
		} else {
			break
		}
		s.bare()
	}
	return r.attributes(s, n)
}

func (r *reader) header(s *scanner) error {
	if s.bare() != "graph" {
		return fmt.Errorf("want graph NAME")
	}
	name, err := s.word()
	if err != nil {
		return err
	}
	r.g = NewGraph(name, Config{})
	r.g.Start.ID = -1 // until its line is read
	if s.take('[') {
		fn, err := strconv.ParseInt(s.bare(), 10, 32)
		if err != nil || fn < 0 || !s.take(']') {
			return fmt.Errorf("want the number of the function in brackets")
		}
		r.g.Fn = int(fn)
	}
	if s.peek() == "strict" {
		s.bare()
		r.g.Strict = true
	}
	return s.end()
}

// newNode makes a node without inputs, or takes the graph's own Start or Stop.
func (r *reader) newNode(name string) (*Node, error) {
	op, ok := opByName(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("no op %q", name)
	case op == OpStart:
		if r.g.Start.ID >= 0 {
			return nil, fmt.Errorf("a second Start")
		}
		r.g.Start.ID = 0
		return r.g.Start, nil
	case op == OpStop:
		if r.stop != nil {
			return nil, fmt.Errorf("a second Stop")
		}
		return r.g.Stop, nil
	}
	n := r.g.NewNode(op)
	if op.IsControl() {
		n.Type = TypeControl
	}
	if op == OpDead && r.g.deadN == nil {
		r.g.deadN = n
	}
	return n, nil
}

// opByName finds an op; the table is small and Read is for tests and tools.
func opByName(name string) (Op, bool) {
	for o := OpInvalid + 1; o < opCount; o++ {
		if opTable[o].name == name {
			return o, true
		}
	}
	return OpInvalid, false
}

// attributes reads what follows the inputs.
func (r *reader) attributes(s *scanner, n *Node) error {
	for s.take('[') {
		if n.Op == OpLoop && r.g.Loops[n] == nil {
			if kind, ok := loopByName(s.peek()); ok {
				s.bare()
				if err := r.loopInfo(s, n, kind); err != nil {
					return err
				}
				continue
			}
		}
		if err := readAux(s, n); err != nil {
			return err
		}
		r.g.last.idle = true // it may be a call with what was known of it
	}
	if s.take('{') {
		if err := r.symbol(s, n); err != nil {
			return err
		}
	}
	for !s.done() {
		w := s.bare()
		switch f, ok := flagByName(w); {
		case ok:
			n.Flags |= f
		case w == openWord:
			r.g.OpenLoop(n)
		case strings.HasPrefix(w, "@"):
			o, err := strconv.ParseInt(w[1:], 10, 32)
			if err != nil {
				return fmt.Errorf("want @ORDER, have %q", w)
			}
			n.Order = int32(o)
		case w == ":":
			t, err := ParseType(strings.TrimSpace(s.rest))
			if err != nil {
				return err
			}
			n.Type = t
			return nil
		default:
			if w == "" {
				w = s.rest
			}
			return fmt.Errorf("unexpected %q after the inputs of %v", w, n.Op)
		}
	}
	return nil
}

func loopByName(w string) (LoopKind, bool) {
	for k, name := range loopNames {
		if name == w {
			return LoopKind(k), true
		}
	}
	return 0, false
}

// loopInfo reads labels up to the closing bracket.
func (r *reader) loopInfo(s *scanner, n *Node, kind LoopKind) error {
	info := &LoopInfo{Kind: kind}
	for s.at('"') {
		label, err := s.word()
		if err != nil {
			return err
		}
		info.Labels = append(info.Labels, label)
	}
	if !s.take(']') {
		return fmt.Errorf("want labels in the brackets of a Loop")
	}
	r.g.Loops[n] = info
	return nil
}

func flagByName(w string) (Flags, bool) {
	for _, f := range flagNames {
		if f.name == w {
			return f.flag, true
		}
	}
	return 0, false
}

// symbol reads a name; equal text is the same symbol.
func (r *reader) symbol(s *scanner, n *Node) error {
	name, err := s.word()
	if err != nil {
		return err
	}
	k := int64(1)
	if s.take('#') {
		if k, err = strconv.ParseInt(s.bare(), 10, 32); err != nil || k < 1 {
			return fmt.Errorf("want the symbol's number after #")
		}
	}
	if !s.take('}') {
		return fmt.Errorf("want } after the symbol")
	}
	key := fmt.Sprintf("%d %s", k, name)
	if r.syms[key] == nil {
		r.syms[key] = &ast.Symbol{Name: name, ID: len(r.syms)}
	}
	n.Sym = r.syms[key]
	return nil
}

// readAux reads Idx, Str and Parts up to the closing bracket.
func readAux(s *scanner, n *Node) error {
	for first := true; !s.take(']'); first = false {
		switch {
		case s.take('('):
			p, err := readPart(s)
			if err != nil {
				return err
			}
			n.Parts = append(n.Parts, p)
		case s.at('"'):
			if n.Str != "" || len(n.Parts) > 0 {
				return fmt.Errorf("a second name in brackets")
			}
			str, err := s.word()
			if err != nil {
				return err
			}
			n.Str = str
		default:
			w := s.bare()
			idx, ok := n.Op.auxForm().value(w)
			if !ok || !first {
				return fmt.Errorf("unexpected %q in the brackets of %v", w, n.Op)
			}
			n.Idx = idx
		}
	}
	return nil
}

func readPart(s *scanner) (p Part, err error) {
	kind, ok := partByName(s.bare())
	if !ok {
		return p, fmt.Errorf("want the kind of a part after (")
	}
	p.Kind = kind
	for _, field := range []*string{&p.Str, &p.Raw} {
		if s.at('"') {
			if *field, err = s.word(); err != nil {
				return p, err
			}
		}
	}
	if !s.take(')') {
		return p, fmt.Errorf("want ) after the part")
	}
	return p, nil
}

func partByName(w string) (PartKind, bool) {
	for k, name := range partNames {
		if name == w {
			return PartKind(k), true
		}
	}
	return 0, false
}

// finish resolves the inputs and gives each node the id of its line.
func (r *reader) finish() error {
	if r.g == nil {
		return fmt.Errorf("line %d: no graph", r.line)
	}
	if r.g.Start.ID < 0 {
		return fmt.Errorf("line %d: %s has no Start", r.line, r.g.Name)
	}
	if r.stop == nil {
		r.addStop()
	}
	for _, l := range r.lines {
		for _, num := range l.in {
			x := r.byNum[num]
			if x == nil && num != emptySlot {
				return fmt.Errorf("line %d: v%d is not defined", l.line, num)
			}
			r.g.AddIn(l.n, x)
		}
	}
	return r.renumber()
}

// addStop makes the line that the text left out.
func (r *reader) addStop() {
	r.stop = &readNode{n: r.g.Stop, line: r.line}
	for _, l := range r.lines {
		r.stop.num = max(r.stop.num, l.num)
		switch l.n.Op {
		case OpReturn, OpThrow, OpNever, OpEndFinally:
			r.stop.in = append(r.stop.in, l.num)
		}
	}
	r.stop.num++
	r.lines = append(r.lines, r.stop)
	r.stop.n.Order = int32(len(r.lines))
}

// renumber places each node at the id given by its number.
func (r *reader) renumber() error {
	top := int32(0)
	for _, l := range r.lines {
		if int(l.num) > 16*len(r.lines)+1000 {
			return fmt.Errorf("line %d: v%d is too large a number for %d lines", l.line, l.num, len(r.lines))
		}
		top = max(top, l.num)
	}
	r.g.nodes = make([]*Node, top+1)
	for _, l := range r.lines {
		l.n.ID = l.num
		r.g.nodes[l.num] = l.n
		r.g.order = max(r.g.order, l.n.Order)
	}
	return nil
}

// nodeNumber reads vN.
func nodeNumber(w string) (int32, bool) {
	if len(w) < 2 || w[0] != 'v' {
		return 0, false
	}
	n, err := strconv.ParseUint(w[1:], 10, 31)
	return int32(n), err == nil && w[1] != '+' && n < 1<<31-1
}

// scanner splits a line; rest is the unread part.
type scanner struct{ rest string }

func (s *scanner) skip() { s.rest = strings.TrimLeft(s.rest, " \t\r") }

// at reports whether the next character is c.
func (s *scanner) at(c byte) bool {
	s.skip()
	return s.rest != "" && s.rest[0] == c
}

// take skips the next character if it is c.
func (s *scanner) take(c byte) bool {
	if !s.at(c) {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *scanner) done() bool {
	s.skip()
	return s.rest == ""
}

func (s *scanner) end() error {
	if !s.done() {
		return fmt.Errorf("unexpected %q at the end of the line", s.rest)
	}
	return nil
}

// bare takes the letters up to white space, a bracket, a quote or #; "" if
// there are none.
func (s *scanner) bare() string {
	w := s.peek()
	s.rest = s.rest[len(w):]
	return w
}

// peek is what bare would take.
func (s *scanner) peek() string {
	s.skip()
	end := len(s.rest)
	for i, c := range s.rest {
		if c == utf8.RuneError || unicode.IsSpace(c) || strings.ContainsRune("()[]{}\"#", c) {
			end = i
			break
		}
	}
	return s.rest[:end]
}

// word takes a bare word or a quoted string.
func (s *scanner) word() (string, error) {
	if !s.at('"') {
		if w := s.bare(); w != "" {
			return w, nil
		}
		return "", fmt.Errorf("want a name, have %q", s.rest)
	}
	q, err := strconv.QuotedPrefix(s.rest)
	if err != nil {
		return "", fmt.Errorf("unterminated string: %s", s.rest)
	}
	s.rest = s.rest[len(q):]
	str, err := strconv.Unquote(q)
	if err != nil {
		return "", fmt.Errorf("bad string %s", q)
	}
	return str, nil
}
