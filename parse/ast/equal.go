package ast

import (
	"math"
	"sync"
)

// Equal reports whether two trees are the same program text apart from layout. It
// ignores spans, parentheses, resolved symbols and spellings that mean the same,
// such as {a} and {a: a}, "\x41" and "A", "a" and `a`. It compares names by text,
// and treats a Verbatim as the node that it spells.
//
// A block with one statement differs from the bare statement. Either argument may be
// nil. Deep nesting uses no stack.
func Equal(a, b Node) bool {
	c := comparers.Get().(*comparer)
	defer c.release()
	sa, sb := &c.a, &c.b
	c.todo = append(c.todo, a, b)
	for len(c.todo) > 0 {
		top := len(c.todo) - 2
		a, b := unwrap(c.todo[top]), unwrap(c.todo[top+1])
		c.forget(top)
		if a == b {
			continue // functions in the output are those of the source
		}
		sa.of(a)
		sb.of(b)
		if !sa.same(sb) {
			return false
		}
		for i := len(sa.kids) - 1; i >= 0; i-- {
			c.todo = append(c.todo, sa.kids[i], sb.kids[i])
		}
	}
	return true
}

// comparer is the working storage of Equal and Hash.
type comparer struct {
	a, b shape
	todo []Node
	ups  []int32
	open []hashedNode // see StmtHashes
}

// comparers is a pool of idle comparers: most trees that are compared are a
// statement or less.
var comparers = sync.Pool{New: func() any { return &comparer{} }}

// pop takes the last of the nodes that are still to be done.
func (c *comparer) pop() Node {
	top := len(c.todo) - 1
	n := c.todo[top]
	c.todo[top] = nil
	c.todo = c.todo[:top]
	return n
}

// forget drops the nodes that are still to be done from an index on.
func (c *comparer) forget(from int) {
	clear(c.todo[from:])
	c.todo = c.todo[:from]
}

// release makes c idle. What is idle must not keep a tree alive.
func (c *comparer) release() {
	c.forget(0)
	c.a.release()
	c.b.release()
	comparers.Put(c)
}

// Hash returns a number that is equal for trees that are [Equal]. It is the
// same in every run.
func Hash(n Node) uint64 { return HashPrefix(n, -1) }

// HashPrefix is Hash of the first max nodes in pre-order (all if max < 0). With it,
// every level of a deep tree can be looked up at a cost that does not grow with the
// depth.
func HashPrefix(n Node, max int) uint64 {
	c := comparers.Get().(*comparer)
	defer c.release()
	h := uint64(fnvOffset)
	c.todo = append(c.todo, n)
	for ; len(c.todo) > 0 && max != 0; max-- {
		c.a.of(c.pop())
		h = c.a.mix(h)
		for i := len(c.a.kids) - 1; i >= 0; i-- {
			c.todo = append(c.todo, c.a.kids[i])
		}
	}
	return h
}

// StmtHashes stores the hashes of a statement and of all statements in it, except
// those of nested functions. The hash of a statement covers only the first inFunc
// nodes of a nested function; otherwise the cost would grow with the nesting depth
// of functions. Like [Hash], the hashes are equal for statements that are [Equal].
// Computing them visits each node once.
func StmtHashes(st Stmt, inFunc int, of map[Stmt]uint64) {
	c := comparers.Get().(*comparer)
	defer c.release()
	open := c.open[:0] // in pre-order; a hash is first of the node alone, then includes its children's
	c.todo, c.ups = append(c.todo, st), append(c.ups[:0], -1)
	for len(c.todo) > 0 {
		n := c.pop()
		up := c.ups[len(c.todo)]
		c.ups = c.ups[:len(c.todo)]
		if fn, ok := unwrap(n).(*Function); ok {
			open = append(open, hashedNode{nil, up, HashPrefix(fn, inFunc)})
			continue
		}
		c.a.of(n)
		at := int32(len(open))
		stmt, _ := n.(Stmt)
		open = append(open, hashedNode{stmt, up, c.a.mix(fnvOffset)})
		for i := len(c.a.kids) - 1; i >= 0; i-- {
			c.todo, c.ups = append(c.todo, c.a.kids[i]), append(c.ups, at)
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		n := open[i]
		if n.stmt != nil {
			of[n.stmt] = n.hash
		}
		if n.up >= 0 {
			up := &open[n.up].hash
			*up = (*up ^ n.hash ^ n.hash>>32) * fnvPrime
		}
	}
	clear(open)
	c.open = open
}

// hashedNode is a node whose hash is being computed. Only the hashes of statements
// are stored.
type hashedNode struct {
	stmt Stmt
	up   int32 // index of the parent, or -1
	hash uint64
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// shape is the description of one node that Equal and Hash use: its type, its own
// values, and its children (nil where one is absent). Since both use it, they cannot
// disagree.
type shape struct {
	tag  uint8
	nums []uint64
	strs []string
	kids []Node
}

func (s *shape) same(t *shape) bool {
	if s.tag != t.tag || len(s.nums) != len(t.nums) || len(s.strs) != len(t.strs) || len(s.kids) != len(t.kids) {
		return false
	}
	for i, v := range s.nums {
		if v != t.nums[i] {
			return false
		}
	}
	for i, v := range s.strs {
		if v != t.strs[i] {
			return false
		}
	}
	return true
}

func (s *shape) mix(h uint64) uint64 {
	h = (h ^ uint64(s.tag)) * fnvPrime
	for _, v := range s.nums {
		h = (h ^ v ^ v>>32) * fnvPrime
	}
	for _, str := range s.strs {
		h = mixText(h, str)
	}
	return (h ^ uint64(len(s.kids))) * fnvPrime
}

// mixText mixes in a text, eight bytes at a time.
func mixText(h uint64, text string) uint64 {
	h = (h ^ uint64(len(text))) * fnvPrime
	for ; len(text) >= 8; text = text[8:] {
		v := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		h = (h ^ v ^ v>>32) * fnvPrime
	}
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * fnvPrime
	}
	return h
}

// release forgets the children.
func (s *shape) release() {
	if s.kids = s.kids[:cap(s.kids)]; len(s.kids) > keptKids {
		s.kids = nil
	}
	clear(s.kids)
}

// keptKids is how long a list of children is used again: it is cleared as a whole.
const keptKids = 32

// of makes s describe n, replacing what it described before. Tags: 0 is absence,
// expressions start at 1, statements at 64, the rest at 128.
func (s *shape) of(n Node) {
	s.tag, s.nums, s.strs, s.kids = 0, s.nums[:0], s.strs[:0], s.kids[:0]
	switch n := unwrap(n).(type) {
	case nil:
	case Expr:
		s.expr(n)
	case Stmt:
		s.stmt(n)
	default:
		s.part(n)
	}
}

// unwrap returns the node that a verbatim text spells.
func unwrap(n Node) Node {
	for {
		switch v := n.(type) {
		case *Verbatim:
			n = v.Of
		case *VerbatimStmt:
			n = v.Of
		default:
			return n
		}
	}
}

func (s *shape) expr(e Expr) {
	switch e := e.(type) {
	case *Ident:
		s.is(1).str(e.Name)
	case *PrivateName:
		s.is(2).str(e.Name)
	case *Null:
		s.is(3)
	case *Bool:
		s.is(4).flag(e.Value)
	case *Number:
		s.is(5).num(math.Float64bits(e.Value))
	case *String:
		s.is(6).str(e.Value)
	case *BigInt:
		s.is(7).str(e.Value)
	case *RegExp:
		s.is(8).str(e.Pattern).str(e.Flags)
	case *Template:
		if len(e.Exprs) == 0 && !e.Quasis[0].Bad {
			s.is(6).str(e.Quasis[0].Cooked) // a string in other quotes
			break
		}
		s.is(9).exprs(e.Exprs)
		for _, q := range e.Quasis {
			s.str(q.Cooked).flag(q.Bad)
		}
	case *TaggedTemplate:
		s.is(10).expr1(e.Tag).kid(e.Quasi)
		for _, q := range e.Quasi.Quasis {
			s.str(q.Raw)
		}
	case *This:
		s.is(11)
	case *Super:
		s.is(12)
	case *NewTarget:
		s.is(13)
	case *ImportMeta:
		s.is(14)
	case *ImportCall:
		s.is(15).str(e.Phase).expr1(e.Source).expr1(e.Options)
	case *Array:
		s.is(16).exprs(e.Elems)
	case *Object:
		s.is(17).props(e.Props)
	case *Func:
		s.is(18).kid(e.Fn)
	case *ClassExpr:
		s.is(19).kid(e.Class)
	case *Unary:
		s.is(20).num(uint64(e.Op)).expr1(e.X)
	case *Update:
		s.is(21).flag(e.Dec).flag(e.Prefix).expr1(e.X)
	case *Binary:
		s.is(22).num(uint64(e.Op)).expr1(e.L).expr1(e.R)
	case *Assign:
		s.is(23).num(uint64(e.Op)).expr1(e.Target).expr1(e.Value)
	case *Cond:
		s.is(24).expr1(e.Test).expr1(e.Then).expr1(e.Else)
	case *Call:
		s.is(25).flag(e.Optional).expr1(e.Callee).exprs(e.Args)
	case *New:
		s.is(26).expr1(e.Callee).exprs(e.Args)
	case *Member:
		s.is(27).str(e.Name).flag(e.Private).flag(e.Optional).expr1(e.Obj)
	case *Index:
		s.is(28).flag(e.Optional).expr1(e.Obj).expr1(e.Key)
	case *Chain:
		s.is(29).expr1(e.X)
	case *Seq:
		s.is(30).exprs(e.Exprs)
	case *Spread:
		s.is(31).expr1(e.X)
	case *Yield:
		s.is(32).flag(e.Delegate).expr1(e.X)
	case *Await:
		s.is(33).expr1(e.X)
	case *ArrayPat:
		s.is(34).flag(e.Assign).exprs(e.Elems)
	case *ObjectPat:
		s.is(35).flag(e.Assign).props(e.Props)
	case *Default:
		s.is(36).expr1(e.Target).expr1(e.Value)
	default:
		panic("BUG: ast: Equal has no case for this expression")
	}
}

func (s *shape) stmt(st Stmt) {
	switch st := st.(type) {
	case *ExprStmt:
		s.is(64).flag(st.Directive).expr1(st.X)
	case *VarDecl:
		s.is(65).num(uint64(st.Kind))
		for _, d := range st.Decls {
			s.kid(d)
		}
	case *FuncDecl:
		s.is(66).kid(st.Fn)
	case *ClassDecl:
		s.is(67).kid(st.Class)
	case *Return:
		s.is(68).expr1(st.X)
	case *If:
		s.is(69).expr1(st.Test).stmt1(st.Then).stmt1(st.Else)
	case *For:
		s.is(70).stmt1(st.Init).expr1(st.Test).expr1(st.Update).stmt1(st.Body)
	case *ForIn:
		s.is(71).stmt1(st.Left).expr1(st.Right).stmt1(st.Body)
	case *ForOf:
		s.is(72).flag(st.Await).stmt1(st.Left).expr1(st.Right).stmt1(st.Body)
	case *While:
		s.is(73).expr1(st.Test).stmt1(st.Body)
	case *DoWhile:
		s.is(74).stmt1(st.Body).expr1(st.Test)
	case *Break:
		s.is(75).str(st.Label)
	case *Continue:
		s.is(76).str(st.Label)
	case *Throw:
		s.is(77).expr1(st.X)
	case *Try:
		s.is(78).block(st.Block).expr1(st.Param).block(st.Handler).block(st.Finally)
	case *Switch:
		s.is(79).expr1(st.Disc)
		for _, c := range st.Cases {
			s.kid(c)
		}
	case *Labeled:
		s.is(80).str(st.Label).stmt1(st.Body)
	case *Block:
		s.is(81).stmts(st.Body)
	case *Empty:
		s.is(82)
	case *Debugger:
		s.is(83)
	case *With:
		s.is(84).expr1(st.Obj).stmt1(st.Body)
	default:
		s.module(st)
	}
}

func (s *shape) module(st Stmt) {
	switch st := st.(type) {
	case *Import:
		s.is(85).str(st.Phase).flag(st.HasNamed).ident(st.Default).ident(st.Namespace)
		s.from(st.From).props(st.Attrs)
		for _, p := range st.Named {
			s.kid(p)
		}
	case *ExportNamed:
		s.is(86).from(st.From).props(st.Attrs)
		for _, p := range st.Specs {
			s.kid(p)
		}
	case *ExportAll:
		s.is(87).from(st.From).props(st.Attrs)
		if st.As != nil {
			s.kid(st.As)
		}
	case *ExportDecl:
		s.is(88).stmt1(st.Decl)
	case *ExportDefault:
		s.is(89).stmt1(st.Value)
	default:
		panic("BUG: ast: Equal has no case for this statement")
	}
}

func (s *shape) part(n Node) {
	switch n := n.(type) {
	case *Program:
		s.is(128).num(uint64(n.Type)).str(n.Hashbang).stmts(n.Body)
	case *Property:
		s.is(129).num(uint64(n.Kind)).flag(n.Computed).expr1(n.Key).expr1(n.Value)
		// {__proto__} defines a property, {__proto__: __proto__} sets the prototype.
		key, ok := n.Key.(*Ident)
		s.flag(n.Shorthand && ok && key.Name == "__proto__")
	case *Function:
		s.is(130).num(uint64(n.Kind)).flag(n.Async).flag(n.Generator).flag(n.Derived)
		s.ident(n.Name).exprs(n.Params).expr1(n.ExprBody).stmts(n.Body)
	case *Class:
		s.is(131).ident(n.Name).expr1(n.Super).exprs(n.Decorators)
		for _, m := range n.Members {
			s.kid(m)
		}
	case *ClassMember:
		s.is(132).num(uint64(n.Kind)).flag(n.Static).flag(n.Computed).flag(n.IsCtor).expr1(n.Key)
		if n.Fn != nil {
			s.kid(n.Fn)
		}
	case *Declarator:
		s.is(133).expr1(n.Target).expr1(n.Init)
	case *Case:
		s.is(134).expr1(n.Test).stmts(n.Body)
	case *ModuleName:
		s.is(135).str(n.Name)
	case *ImportSpec:
		s.is(136).str(n.Name.Name).ident(n.Local)
	case *ExportSpec:
		s.is(137).str(n.Local.Name).str(n.Name.Name).flag(n.Ref != nil)
	default:
		panic("BUG: ast: Equal has no case for this node")
	}
}

func (s *shape) is(tag uint8) *shape {
	s.tag = tag
	return s
}

func (s *shape) num(v uint64) *shape {
	s.nums = append(s.nums, v)
	return s
}

func (s *shape) flag(v bool) *shape {
	if v {
		return s.num(1)
	}
	return s.num(0)
}

func (s *shape) str(v string) *shape {
	s.strs = append(s.strs, v)
	return s
}

func (s *shape) kid(n Node) *shape {
	s.kids = append(s.kids, n)
	return s
}

func (s *shape) expr1(e Expr) *shape {
	if e == nil {
		return s.kid(nil)
	}
	return s.kid(e)
}

func (s *shape) stmt1(st Stmt) *shape {
	if st == nil {
		return s.kid(nil)
	}
	return s.kid(st)
}

func (s *shape) block(b *Block) *shape {
	if b == nil {
		return s.kid(nil)
	}
	return s.kid(b)
}

func (s *shape) ident(id *Ident) *shape {
	if id == nil {
		return s.kid(nil)
	}
	return s.kid(id)
}

func (s *shape) from(str *String) *shape {
	if str == nil {
		return s.kid(nil)
	}
	return s.kid(str)
}

// exprs adds a list and its length, which separates it from an adjacent list.
func (s *shape) exprs(list []Expr) *shape {
	s.num(uint64(len(list)))
	for _, e := range list {
		s.expr1(e)
	}
	return s
}

func (s *shape) stmts(list []Stmt) *shape {
	s.num(uint64(len(list)))
	for _, st := range list {
		s.kid(st)
	}
	return s
}

func (s *shape) props(list []*Property) *shape {
	s.num(uint64(len(list)))
	for _, p := range list {
		s.kid(p)
	}
	return s
}
