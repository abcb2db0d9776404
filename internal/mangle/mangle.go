package mangle

import (
	"slices"
	"sort"

	"github.com/sonjs/son/parse/ast"
)

// Options say which names may change.
type Options struct {
	// KeepNames: functions and classes keep theirs unless nobody can read them, and private names
	// stay, which methods and fields give to functions.
	KeepNames bool
	// Compressed: names are to suit a text that gets compressed, rather than be short.
	Compressed bool
	// Search says how much is tried, if they are.
	Search Search
}

// Names gives the bindings of a program short names. The tree changes, not its source
// text.
func Names(p *ast.Program, o Options) {
	s := survey(p, o)
	s.letters()
	s.contextsOf = s.contexts()
	s.assign()
	if o.Compressed && s.contextsOf != nil {
		s.descend()
	}
	s.others()
	s.apply()
}

// assign gives all bindings names.
func (t *table) assign() {
	t.findOpen()
	for _, sc := range t.scopes {
		if sc.open {
			t.nameScope(sc, t.takenIn(sc))
		}
	}
}

// binding is one or several symbols of the program that have one name.
type binding struct {
	name  string // "" until it has one
	old   string
	fixed bool
	count int     // references
	order int     // of its first reference
	home  *scope  // the first one that declares it
	paths []path  // ordered by where they begin
	uses  []int32 // its references, numbered as in contexts
	often bool    // it is to get a letter; see inOrder
	at    int32   // its number in the descent that improves letters
	// looked is the scope in whose names it was looked at last; see takenIn.
	looked *scope
	// joined is the binding that took this one over; see group.
	joined  *binding
	several bool // it took over others
	// sites are where functions and classes get their names from it, if it need not have that name
	// otherwise, and dearer is how much longer other references get with another name.
	sites  []*site
	dearer int
}

// scope is a lexical environment.
type scope struct {
	up       *scope
	at, last int // its number, and that of the last one inside it, in the order of the text
	declared []*binding
	begin    []*binding // those with a path that begins here
	taken    *taken     // by the bindings that pass it, until a scope inside it takes that table over
	heir     *scope     // the scope that will take it over
	open     bool       // the scope, or an heir, has bindings to be named
}

type table struct {
	p          *ast.Program
	o          Options
	unseen     *unseen            // with KeepNames
	selves     map[ast.Node]*site // by function or class, if it may get a name of its own
	symbols    []symbol           // by Symbol.ID
	bindings   []*binding
	free       map[string]*binding        // names that nothing declares
	keep       map[string][]keeper        // scopes that declare bindings that keep this name
	beyond     map[*ast.Ident]*ast.Symbol // variables declared by a name that references another binding
	tree       ast.Descent[*scope]
	scopes     []*scope // outer before inner
	root       *scope
	alphabet   *alphabet
	contextsOf *contexts // of the references, or nil
	spots
	memory
}

// symbol is what is known about a symbol of the program.
type symbol struct {
	*ast.Symbol
	binding *binding
	home    *scope // the one that declares it; nil before that is entered
}

// spots are where the tree has names that may change, in the order of the text.
type spots struct {
	refs       []ref
	shorthands []*ast.Property
	labels     []*string
	private    []*string
}

// ref is an identifier that references a binding.
type ref struct {
	id *ast.Ident
	to *binding
}

// findOpen finds the scopes in which it matters which names are taken.
func (t *table) findOpen() {
	for _, sc := range slices.Backward(t.scopes) { // heirs come before those they take over from
		unnamed := func(b *binding) bool { return b.name == "" && b.count > 0 }
		sc.open = sc.heir != nil && sc.heir.open || slices.ContainsFunc(sc.declared, unnamed)
	}
}

// nameScope assigns names to the bindings of a scope.
func (t *table) nameScope(sc *scope, names *taken) {
	list := make([]*binding, 0, len(sc.declared))
	for _, b := range sc.declared {
		if b.name == "" && b.count > 0 { // it may have lost its references
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return
	}
	t.inOrder(list)
	least := 0
	if len(sc.declared) > large {
		least = reserved
	}
	for i, b := range list {
		if t.contextsOf != nil && i < len(heads)-least {
			if letter := t.letter(b, sc, names, least); letter >= 0 {
				b.name = t.alphabet.name(letter)
				t.contextsOf.take(b, letter)
			}
		}
		if b.name == "" {
			b.name = names.first(func(i int, name string) bool { return i >= least && !t.blocked(name, b, sc) })
		}
		names.add(b)
	}
}

// A scope with more than large bindings leaves the first few names to those inside.
const (
	large    = 20
	reserved = 4
)

// inOrder orders the bindings of a scope by their first reference. If some will get more than a
// letter, the most frequent come first.
func (t *table) inOrder(list []*binding) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].order < list[j].order })
	const letters = len(heads) - reserved
	if len(list) <= letters {
		return
	}
	byCount := slices.Clone(list)
	sort.SliceStable(byCount, func(i, j int) bool { return byCount[i].count > byCount[j].count })
	for _, b := range byCount[:letters] {
		b.often = true
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].often && !list[j].often })
}

// letters counts the letters of the text.
func (t *table) letters() {
	var count [128]int
	for i := range len(t.p.Source) {
		if c := t.p.Source[i]; c < 128 {
			count[c]++
		}
	}
	t.alphabet = newAlphabet(&count)
}

// apply writes the new names into the tree.
func (t *table) apply() {
	for _, p := range t.shorthands {
		id := p.ShorthandName()
		if id == nil || t.bindingOf(id.Sym).name == id.Name {
			continue
		}
		p.Key, p.Shorthand = &ast.Ident{Base: id.Base, Name: id.Name}, false
		if id.Name == "__proto__" { // as a shorthand it is an ordinary property
			p.Key, p.Computed = &ast.String{Base: id.Base, Value: id.Name}, true
		}
	}
	for _, r := range t.refs {
		r.id.Name = r.to.name
	}
}
