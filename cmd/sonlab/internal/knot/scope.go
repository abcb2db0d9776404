package knot

import "fmt"

type kind uint8

const (
	isLet kind = iota
	isConst
	isVar
	isParam
	isCatch
	isFunction
)

// holds is what a variable is for.
type holds uint8

const (
	anything  holds = iota // mostly numbers
	closure                // a function, perhaps
	object                 // with p and q
	folded                 // a constant that decides branches
	secondary              // declared by a context or for a purpose; not printed
)

type variable struct {
	name    string
	kind    kind
	holds   holds
	fn      *function
	counter bool // of a loop: only incremented
	number  int  // of a function, so that no call is recursive
	limit   bool // of a folded constant: a number that a loop may end at
}

// none is a limit above the number of every function: all may be called.
const none = 1 << 30

type function struct {
	outer              *function
	strict             bool
	returns, arguments bool
	element            bool // a part of a class: neither arguments nor await
	generator, async   bool
	closure            bool // does not call variables
	plain              bool // has no functions or classes: nothing captures its variables
	limit              int  // it only calls functions with a lower number
	targets            []target
	loops              int
}

type target struct {
	label           string
	loop, continues bool
}

type scope struct {
	outer *scope
	fn    *function
	vars  []*variable
	// later are functions that this scope declares; their declarations are still to
	// come, but the names can be used.
	later []*variable
	soon  []*variable // let, const and var whose declarations are still to come
}

// within runs f as the code of a function.
func (k *knot) within(fn *function, f func()) {
	outer, s := k.fn, k.scope
	fn.outer = outer
	fn.strict = fn.strict || outer.strict
	fn.plain = fn.plain || outer.plain
	k.fn, k.scope = fn, &scope{outer: s, fn: fn}
	f()
	k.fn, k.scope = outer, s
}

// scoped runs f in a block.
func (k *knot) scoped(f func()) {
	s := k.scope
	k.scope = &scope{outer: s, fn: k.fn}
	k.indent++
	f()
	k.indent--
	k.scope = s
}

// visible lists the variables that f accepts, innermost first.
func (k *knot) visible(f func(*variable) bool) []*variable {
	var vs []*variable
	seen := map[string]bool{}
	for s := k.scope; s != nil; s = s.outer {
		for i := len(s.vars) - 1; i >= 0; i-- {
			v := s.vars[i]
			if !seen[v.name] && f(v) {
				vs = append(vs, v)
			}
			seen[v.name] = true
		}
	}
	return vs
}

// some picks a variable that f accepts, mostly one of the two nearest or of the two
// outermost; nil if there is none.
func (k *knot) some(f func(*variable) bool) *variable {
	vs := k.visible(f)
	if len(vs) > 4 {
		switch n := k.r.IntN(10); {
		case n < 4:
			vs = vs[:2]
		case n < 8:
			vs = vs[len(vs)-2:]
		}
	}
	if len(vs) == 0 {
		return nil
	}
	return vs[k.r.IntN(len(vs))]
}

var (
	plainNames = []string{"a", "b", "c", "i", "j", "k", "n", "m", "s", "t", "x", "y", "z", "v", "w", "g", "q", "e", "o", "t2", "t1", "L0",
		"total", "state", "first", "item", "$", "_", "x$1", "tmp", "wait", "name", "length", "constructor"}
	oddNames = []string{"await", "yield", "async", "of", "let", "get", "set", "static", "arguments", "eval", "undefined", "NaN", "__proto__",
		"ünï", "\\u0061b", "module", "exports", "require", "interface", "package", "implements", "from", "as", "target", "globalThis", "toString", "valueOf"}
	lexicalOdd = map[string]bool{"let": true}
)

// fresh returns a name that nothing else in the program has.
func (k *knot) fresh(kind kind) string {
	for range 20 {
		name := pick(k, plainNames...)
		if k.odd && k.chance(40) {
			name = pick(k, oddNames...)
			if kind == isVar && k.chance(30) {
				name = "let" // only legal for a var, a function or a parameter
			}
			if lexicalOdd[name] && kind != isVar && kind != isFunction {
				continue
			}
			if k.scope.outer == nil && (name == "undefined" || name == "NaN" || name == "globalThis") {
				continue
			}
		}
		if !k.used[name] {
			k.used[name] = true
			return name
		}
	}
	k.serial++
	return fmt.Sprintf("%s%d", pick(k, "v", "x", "t"), k.serial+2)
}

// kind picks the kind of a new variable. A static block has no var: V8 loses assignments
// to one that a function captures.
func (k *knot) kind(kinds ...kind) kind {
	kd := pick(k, kinds...)
	if kd == isVar && k.fn.element && !k.fn.returns {
		return isLet
	}
	return kd
}

// declare makes a variable: in this block, or that of the function for a var.
func (k *knot) declare(v *variable) *variable {
	v.fn = k.fn
	s := k.scope
	if v.kind == isVar {
		for s.outer != nil && s.outer.fn == k.fn {
			s = s.outer
		}
	}
	s.vars = append(s.vars, v)
	return v
}

func readable(v *variable) bool { return v.holds == anything }

func writable(v *variable) bool {
	return v.holds == anything && v.kind != isConst && v.kind != isFunction && !v.counter
}
