package calls

// kind is how a name is declared.
type kind uint8

const (
	isLet kind = iota
	isConst
	isVar
	isParam
	isFunction
	isClass
)

var words = map[kind]string{isLet: "let", isConst: "const", isVar: "var"}

// hint is what a name is for.
type hint uint8

const (
	number   hint = iota // mostly a number
	count                // a small number that limits a recursion
	record               // an object with numbers in p, q and r
	callable             // a function with a signature
	shifting             // a variable that holds one function or another, or none
	unused               // nothing mentions the name
)

// binding is a name in a scope.
type binding struct {
	name     string
	kind     kind
	hint     hint
	sig      *signature
	scope    *scope
	fixed    bool // not assigned
	exported bool
}

// signature is what callers know of a function.
type signature struct {
	params []hint
	result hint
	rank   float64 // it only calls functions of a lower rank
	cost   int     // about as many calls in all
	star   bool
	async  bool
	class  bool // it is called with new
	// defaults are the parameters that were given default values, by their numbers.
	defaults []int
	rest     bool // the last parameter is a rest
}

// function is the function whose code is being written.
type function struct {
	outer     *function
	strict    bool
	bare      bool // the top level of a file: no return
	arguments bool // arguments can be used
	returns   bool
	star      bool
	async     bool
	limit     float64 // it only calls functions of a lower rank
	floor     float64 // the highest rank that it may call from outside
	loops     int     // around the code, in this function
	cost      int
	times     int // how often the code runs, by the loops around it
	depth     int // of nested statements and expressions
}

type scope struct {
	outer *scope
	fn    *function
	vars  []*binding
	names map[string]bool
	body  bool // the scope of a function's body or of a file
}

func (g *generator) add(b *binding) *binding {
	b.scope = g.scope
	g.scope.vars = append(g.scope.vars, b)
	g.scope.names[b.name] = true
	return b
}

// within runs f as the code of a function, in a scope of its own.
func (g *generator) within(fn *function, f func()) {
	outer, s := g.fn, g.scope
	fn.outer = outer
	fn.strict = fn.strict || outer.strict
	if fn.limit == 0 {
		fn.limit, fn.floor = outer.limit, outer.floor
	}
	fn.depth = outer.depth + 1
	g.fn, g.scope = fn, &scope{outer: s, fn: fn, names: map[string]bool{}, body: true}
	f()
	g.fn, g.scope = outer, s
}

// block runs f in a block.
func (g *generator) block(f func()) {
	s := g.scope
	g.scope = &scope{outer: s, fn: g.fn, names: map[string]bool{}}
	g.Indent++
	f()
	g.Indent--
	g.scope = s
}

// visible returns the names that code here can use, inner ones first.
func (g *generator) visible(ok func(*binding) bool) (list []*binding) {
	hidden := map[string]bool{}
	for s := g.scope; s != nil; s = s.outer {
		for _, b := range s.vars {
			if !hidden[b.name] && ok(b) {
				list = append(list, b)
			}
		}
		for n := range s.names {
			hidden[n] = true
		}
	}
	return list
}

// some returns a visible name at random, or nil.
func (g *generator) some(ok func(*binding) bool) *binding {
	list := g.visible(ok)
	if len(list) == 0 {
		return nil
	}
	return pick(g, list...)
}

// pool has the names of all variables: few, so that they meet.
var pool = []string{"a", "b", "c", "d", "x", "y", "n", "k", "v", "w"}

// pools of names for functions.
var verbs = []string{"f", "g", "h", "get", "put", "add", "run", "make"}

// fresh returns a name that the scope does not have.
func (g *generator) fresh(names []string) string {
	if g.Chance(75) {
		for range 4 {
			if n := pick(g, names...); !g.scope.names[n] && g.allowed(n) && !(g.calm && g.isAround(n)) {
				g.scope.names[n] = true
				return n
			}
		}
	}
	n := g.SerialName(pick(g, names...))
	g.scope.names[n] = true
	return n
}

// isAround reports whether a scope around this one has a name. Code that is already written, such as a
// function or a default value, may mean that, and would mean a new one of this scope before it has a value.
func (g *generator) isAround(n string) bool {
	for s := g.scope.outer; s != nil; s = s.outer {
		if s.names[n] {
			return true
		}
	}
	return false
}

// allowed reports whether a declaration here does not hide a name that the same function
// already uses: a block may.
func (g *generator) allowed(n string) bool {
	if g.scope.body {
		return true
	}
	for s := g.scope.outer; s != nil; s = s.outer {
		if s.names[n] {
			return g.Chance(30)
		}
		if s.body {
			break
		}
	}
	return true
}

func isNumber(b *binding) bool { return b.hint == number || b.hint == count }

// writable reports whether code may assign the name.
func writable(b *binding) bool {
	return b.hint == number && b.kind != isConst && b.kind != isFunction && !b.fixed
}
