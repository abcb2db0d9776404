package gen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// hint is the likely type of a variable or an expression. All that depends on
// it is the share of programs that get far before they throw.
type hint uint8

const (
	anything hint = iota
	number
	integer
	text
	boolean
	object
	array
	callable
)

type varKind uint8

const (
	isVar varKind = iota
	isLet
	isConst
	isParam
	isFunc
)

func (k varKind) String() string {
	return [...]string{"var", "let", "const", "", "function"}[k]
}

type variable struct {
	name      string
	kind      varKind
	hint      hint
	fn        *function
	protected bool // a loop counter; nothing else assigns it
	// private means that no other function may use it. QuickJS fails to copy captured
	// variables of a for when an iteration ends in continue.
	private   bool
	global    bool
	top       int    // index of a top-level function; with params set
	params    []hint // of a function
	generator bool   // of a function, too
	async     bool
}

// role is how a function uses a name; a name never has both roles, because a var
// may not cross a let of the same name.
type role uint8

const (
	lexical role = iota + 1
	hoisted
)

// function is what is known about the function being written.
type function struct {
	outer   *function
	top     int // index of the enclosing top-level function
	arrow   bool
	strict  bool
	fuel    bool // the function must burn fuel on entry
	targets []*target
	roles   map[string]role
	body    *block
	loops   int
	labels  int
	element bool // a field's value or a static block: it does not return
	complex bool // parameters other than plain names: no directive of its own

	arguments objectUse // what the function, and arrows in it, do with its arguments object

	generator, async bool // what the body may do
}

// objectUse is what a function does with its arguments object, or 0 while that is open.
type objectUse uint8

const (
	onlyLength objectUse = iota + 1
	anyUse
)

// target is a target of jumps.
type target struct {
	label     string
	loop      bool
	sw        bool
	fuel      bool // the loop must burn fuel
	continues bool // continue may be used
}

type block struct {
	outer   *block
	fn      *function
	vars    []*variable
	started bool     // a statement was written
	taken   []string // names that fresh returned for this block
}

// pool has names that an optimizer might want for itself.
var pool = [...]string{"a", "b", "c", "x", "y", "z", "i", "j", "k", "n", "m", "s", "t", "tmp", "_1", "x$1", "$", "_", "v",
	"w", "r", "q", "t1", "t2", "a_1", "x2", "phi", "loop", "a$", "of", "get", "async", "self", "arg"}

// WithoutNames replaces the generator's variable names in a message by …, so that
// messages about different programs can be counted together.
func WithoutNames(msg string) string {
	words := strings.Split(msg, " ")
	for i, w := range words {
		bare := strings.TrimRight(w, ":,;.")
		if slices.Contains(pool[:], bare) && bare != "a" && bare != "of" && bare != "loop" && bare != "async" || generated.MatchString(bare) || i == 0 && bare == "a" {
			words[i] = "…" + w[len(bare):]
		}
	}
	return strings.Join(words, " ")
}

var generated = regexp.MustCompile(`^(v|t|x\$|_|f|g|h|K)[0-9]+$`)

// visible lists the variables that f accepts, innermost first, without those
// that are shadowed.
func (g *generator) visible(f func(*variable) bool) []*variable {
	var vs []*variable
	seen := map[string]bool{}
	for b := g.block; b != nil; b = b.outer {
		for i := len(b.vars) - 1; i >= 0; i-- {
			v := b.vars[i]
			if seen[v.name] {
				continue
			}
			seen[v.name] = true
			if v.private && v.fn != g.fn {
				continue
			}
			if f(v) {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

func (g *generator) lookup(name string) *variable {
	for b := g.block; b != nil; b = b.outer {
		for _, v := range b.vars {
			if v.name == name {
				return v
			}
		}
	}
	return nil
}

// fresh finds a name for a new variable of the current block. It may shadow an
// outer one only as long as the block has not used anything.
func (g *generator) fresh(kind varKind) string {
	want := lexical
	if kind == isVar {
		want = hoisted
	}
	for range 12 {
		name := pick(g, pool[:])
		if g.has(Shadows) && g.chance(1) && g.fn.outer != nil {
			name = pick(g, []string{"undefined", "NaN", "Infinity"})
		}
		if kind == isParam && g.fn.roles[name] != 0 {
			continue
		}
		if r := g.fn.roles[name]; r != 0 && r != want {
			continue
		}
		old := g.lookup(name)
		if old != nil && (!g.has(Shadows) || g.block.started || g.declares(name)) {
			continue
		}
		if want == hoisted && (old != nil || g.fn.roles[name] != 0) {
			continue
		}
		if slices.Contains(g.block.taken, name) {
			continue
		}
		if old != nil {
			g.count("shadowing")
		}
		g.block.taken = append(g.block.taken, name)
		g.fn.roles[name] = want
		return name
	}
	g.serial++
	name := fmt.Sprintf("%s%d", pick(g, []string{"v", "t", "x$", "_"}), g.serial+10)
	g.fn.roles[name] = want
	return name
}

func (g *generator) declares(name string) bool {
	for _, v := range g.block.vars {
		if v.name == name {
			return true
		}
	}
	return false
}

// declare makes a variable of the current block, or of the function for var.
func (g *generator) declare(v *variable) *variable {
	v.fn = g.fn
	b := g.block
	if v.kind == isVar {
		b = g.fn.body
	}
	b.vars = append(b.vars, v)
	return v
}

// scoped runs f in a new block scope.
func (g *generator) scoped(f func()) {
	g.block = &block{outer: g.block, fn: g.fn}
	f()
	g.block = g.block.outer
}

func (g *generator) assignable(h hint) []*variable {
	return g.visible(func(v *variable) bool {
		return v.kind != isConst && v.kind != isFunc && !v.protected && (h == anything || v.hint == h || v.hint == anything) && !v.global
	})
}

// burn records that a call is made here: the loops around it must burn fuel, and so
// must the function if the call might reenter it.
func (g *generator) burn(mayReenter bool) {
	for _, t := range g.fn.targets {
		t.fuel = t.fuel || t.loop
	}
	if mayReenter || g.fn.outer != nil && g.fn.outer.outer != nil {
		g.fn.fuel = true
	}
}
