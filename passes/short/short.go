package short

import (
	"slices"
	"sort"

	"github.com/sonjs/son/parse/ast"
)

// Options say in which order names are given. Which order compresses best only a
// measurement tells.
type Options struct {
	// Spare is how many of the first names the large scopes leave to those inside.
	Spare int
	// KeepNames: functions and classes keep theirs, and private names stay, which
	// methods and fields give to functions.
	KeepNames bool
	// Commonest: in scopes with more bindings than there are letters the commonest get them.
	Commonest bool
}

// Names gives the bindings of a program short names. The tree changes, not its source
// text.
func Names(p *ast.Program, o Options) {
	s := survey(p, o)
	s.letters()
	for _, sc := range s.scopes {
		s.nameScope(sc)
	}
	s.others(p)
	s.apply(p)
}

// binding is one or several symbols of the program that have one name.
type binding struct {
	name   string // "" until it has one
	old    string
	fixed  bool
	count  int // mentions
	order  int // of its first mention
	homes  []*scope
	passes []*scope // scopes that a mention passes on its way to a home, homes included
}

// scope is a lexical environment.
type scope struct {
	up       *scope
	declared []*binding
	early    []*binding        // of declared: those that can have a name before the scope gives names
	named    bool              // it has given names
	seen     map[*binding]bool // mentioned in it or below, or declared
	next     int               // the first name of the alphabet that may be free
}

type table struct {
	p        *ast.Program
	o        Options
	of       map[*ast.Symbol]*binding
	symbols  map[*binding][]*ast.Symbol
	free     map[string]*binding // names that nothing declares
	scopeOf  map[*ast.Scope]*scope
	beyond   map[*ast.Ident]*ast.Symbol // variables that a name declares, which means another binding
	scopes   []*scope                   // outer before inner
	root     *scope
	mentions int
	alphabet *alphabet
}

// nameScope names what a scope declares.
func (t *table) nameScope(sc *scope) {
	list := make([]*binding, 0, len(sc.declared))
	for _, b := range sc.declared {
		if b.name == "" {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return
	}
	t.inOrder(list)
	taken := map[string]bool{}
	for b := range sc.seen {
		if b.name != "" {
			taken[b.name] = true
		}
	}
	sc.named = true
	for _, b := range list {
		t.name(b, sc, taken)
		taken[b.name] = true
	}
}

// large is how many bindings a scope has that lends names; see [Options.Spare].
const large = 20

// inOrder orders the bindings of a scope by their first mention. Where some will get more
// than a letter, the commonest come first if that is wanted.
func (t *table) inOrder(list []*binding) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].order < list[j].order })
	letters := len(heads) - t.o.Spare
	if !t.o.Commonest || len(list) <= letters {
		return
	}
	byCount := slices.Clone(list)
	sort.SliceStable(byCount, func(i, j int) bool { return byCount[i].count > byCount[j].count })
	least := byCount[letters-1].count
	sort.SliceStable(list, func(i, j int) bool { return list[i].count >= least && list[j].count < least })
}

// name gives a binding the first name that no other has where it matters.
func (t *table) name(b *binding, sc *scope, taken map[string]bool) {
	var also map[string]bool // names of what is declared where b is mentioned, and of what its other homes see
	add := func(o *binding) {
		if o.name == "" || taken[o.name] {
			return
		}
		if also == nil {
			also = map[string]bool{}
		}
		also[o.name] = true
	}
	for _, in := range b.passes {
		list := in.early
		switch {
		case in == sc:
			continue // it sees what it declares
		case in.named:
			list = in.declared
		}
		for _, o := range list {
			add(o)
		}
	}
	for _, home := range b.homes {
		if home != sc {
			for o := range home.seen {
				add(o)
			}
		}
	}
	if len(sc.declared) > large {
		sc.next = max(sc.next, t.o.Spare)
	}
	for i := sc.next; ; i++ {
		name := t.alphabet.name(i)
		if name == "" || taken[name] {
			if i == sc.next {
				sc.next++
			}
			continue
		}
		if !also[name] {
			b.name = name
			return
		}
	}
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
func (t *table) apply(p *ast.Program) {
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Property:
			if id := n.ShorthandName(); id != nil && id.Sym != nil && t.of[id.Sym].name != id.Name {
				n.Key, n.Shorthand = &ast.Ident{Base: id.Base, Name: id.Name}, false
				if id.Name == "__proto__" { // in short it is a property like others
					n.Key, n.Computed = &ast.String{Base: id.Base, Value: id.Name}, true
				}
			}
		case *ast.Ident:
			if n.Sym != nil {
				n.Name = t.of[n.Sym].name
			}
		}
		return true
	})
}
