// Package names gives the variables of a function their names: the name in the source where that
// resolves to the same variable at every reference, and otherwise a name that nothing has.
//
// The input is the variables, each with the list of statements that declares it and those that
// reference it, the tree of these lists, the references to other names, and the function as its
// author wrote it, whose names no helper may take. The output is [scope.Var.Name]. The package
// knows no graph and no statement.
package names

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Input is the variables of a function, and what their names depend on.
type Input struct {
	Vars []*scope.Var // in the order in which they choose
	Tree scope.Tree
	Free *scope.Free   // the references to names that are not in Vars
	Fn   *ast.Function // as its author wrote it
	Top  *ast.Scope    // that of the program, if Fn is its top level
	// Plain: helpers are called what they are for. Otherwise they are numbered.
	Plain bool
}

// Conflict is a name that two variables cannot share, and neither can have another one.
type Conflict struct{ Name string }

// Chooser chooses the names of one function after the other. It keeps its storage.
type Chooser struct {
	*Input
	params  map[string]bool // of the parameters; nil if not computed yet
	taken   map[string]bool // names in use; nil if not computed yet
	numbers map[string]int  // by name: the first number whose derived name may be free
	spans   map[*scope.List]span
	groups  map[string]group
	next    []int // by index of a variable: the next one with the same hint, or 0
	order   []string
	helpers []*scope.Var
	props   map[string]bool // names of helpers that are those of the properties that they hold
}

// group is a list of the variables with one hint, by their indices.
type group struct{ first, last int }

// Choose names the variables.
func (c *Chooser) Choose(in *Input) *Conflict {
	*c = Chooser{Input: in, groups: slab.Emptied(c.groups), helpers: c.helpers, props: slab.Emptied(c.props), next: slab.Zeroed(c.next, len(in.Vars)), order: c.order[:0]}
	helpers := c.helpers[:0]
	for i, v := range in.Vars {
		if v.Inner {
			v.Name = v.Hint // in the text of the class
			continue
		}
		if v.Uses == nil || v.Outer {
			continue
		}
		h := v.Hint
		if v.Sym == nil {
			helpers = append(helpers, v)
			continue
		}
		g, ok := c.groups[h]
		if !ok {
			c.order = append(c.order, h)
			g.first = i
		} else {
			c.next[g.last] = i
		}
		g.last = i
		c.groups[h] = g
	}
	inTextOrder(helpers)
	for _, v := range helpers {
		v.Name = c.helper(v)
	}
	c.helpers = helpers
	var vs []*scope.Var
	for _, name := range c.order {
		vs = vs[:0]
		g := c.groups[name]
		for i := g.first; ; i = c.next[i] {
			vs = append(vs, in.Vars[i])
			if i == g.last {
				break
			}
		}
		if conflict := c.share(name, vs); conflict != nil {
			return conflict
		}
	}
	return nil
}

// helper returns the name of a helper, which never is one of the source: that of the property whose value it holds, or
// of another such value with a number, or t.
func (c *Chooser) helper(v *scope.Var) string {
	h := v.Hint
	if h == "" && v.Prop != "" && c.Top == nil && !c.Plain {
		switch {
		case c.props[v.Prop]:
			return c.fresh(v.Prop, false)
		case c.take(v.Prop):
			c.props[v.Prop] = true
			return v.Prop
		}
	}
	if h == "" {
		h = "t"
	}
	return c.fresh(h, v.Own)
}

// inTextOrder sorts helpers that are used around the same list of statements by their first uses: they were made in the
// order in which expressions need them, the last operand first.
func inTextOrder(list []*scope.Var) {
	if len(list) < 2 {
		return
	}
	lists := map[*scope.List]int{}
	for _, v := range list {
		if _, known := lists[v.Uses.Around]; !known {
			lists[v.Uses.Around] = len(lists)
		}
	}
	slices.SortStableFunc(list, func(a, b *scope.Var) int {
		return cmp.Or(cmp.Compare(lists[a.Uses.Around], lists[b.Uses.Around]), cmp.Compare(a.Uses.First, b.Uses.First))
	})
}

// share names the variables that share a name in the source.
func (c *Chooser) share(name string, vs []*scope.Var) *Conflict {
	slices.SortStableFunc(vs, func(a, b *scope.Var) int { return cmp.Compare(rank(a), rank(b)) })
	declared := c.newHomes(vs)
	for _, v := range vs {
		ok := v.Param || v.Home != c.Tree.Root || !c.isParam(name) || v.SharesParam(c.Fn)
		if u := c.Free.Of(name); u != nil && hides(v, u) || v.Home == c.Tree.Root && c.isTopName(name) {
			ok = false
		}
		ok = ok && !declared.conflicts(v)
		switch {
		case ok:
			v.Name = name
			declared.add(v)
		case v.Pinned:
			return &Conflict{name}
		default:
			v.Name = c.fresh(name, false)
		}
	}
	return nil
}

// rank is the order in which variables of one name choose: first those that cannot have another one,
// and those of callees after those of the function.
func rank(v *scope.Var) int {
	switch {
	case v.Pinned:
		return 0
	case !v.Sym.Inlined:
		return 1
	}
	return 2
}

// hides reports whether declaring v would shadow one of the references in u.
func hides(v *scope.Var, u *scope.Uses) bool {
	return slices.ContainsFunc(u.Places, func(p scope.Place) bool { return p.List.In(v.Home) })
}

// isParam reports whether a parameter has a name. The body's own lets and consts cannot have it,
// because the defaults of parameters do not see the body's names.
func (c *Chooser) isParam(name string) bool {
	if c.params == nil {
		c.params = map[string]bool{}
		for _, p := range c.Fn.Params {
			for _, id := range ast.Names(p) {
				c.params[id.Name] = true
			}
		}
	}
	return c.params[name]
}

// isTopName reports whether the function is a top level that declares name, possibly without a
// remaining reference.
func (c *Chooser) isTopName(name string) bool {
	return c.Top != nil && slices.ContainsFunc(c.Top.Symbols, func(s *ast.Symbol) bool { return s.Name == name })
}

// takenNames collects every name in use in or around the function.
func (c *Chooser) takenNames() map[string]bool {
	taken := map[string]bool{"arguments": true, "eval": true, "undefined": true, "NaN": true, "Infinity": true, "let": true,
		"static": true, "yield": true, "await": true, "async": true, "of": true, "get": true, "set": true}
	for _, w := range reservedWords {
		taken[w] = true
	}
	for _, g := range c.Fn.Globals {
		taken[g] = true
	}
	for _, s := range c.Fn.Outer {
		taken[s.Name] = true
	}
	c.Free.Names(taken)
	for _, v := range c.Vars {
		if v.Sym != nil {
			taken[v.Sym.Name] = true
		}
	}
	for _, sc := range []*ast.Scope{c.Top, c.Fn.Scope, c.Fn.BodyScope, c.Fn.SelfScope} {
		if sc != nil {
			for _, s := range sc.Symbols {
				taken[s.Name] = true
			}
		}
	}
	return taken
}

var reservedWords = []string{"break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
	"else", "enum", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in",
	"instanceof", "interface", "new", "null", "package", "private", "protected", "public", "return", "super", "switch",
	"this", "throw", "true", "try", "typeof", "var", "void", "while", "with"}

// isTaken reports whether a name is in use in or around the function.
func (c *Chooser) isTaken(name string) bool {
	return c.taken[name] || c.Fn.IsWide() && c.Fn.ReferencesOuter(name) || c.Free.HasMore() && c.Free.Of(name) != nil
}

// take reports whether a name is free, and is taken from now on.
func (c *Chooser) take(name string) bool {
	if c.taken == nil {
		c.taken, c.numbers = c.takenNames(), map[string]int{}
	}
	if c.isTaken(name) {
		return false
	}
	c.taken[name] = true
	return true
}

// fresh returns an unused name derived from hint: hint itself if that is free and own is set,
// hint is t, or the input is plain.
func (c *Chooser) fresh(hint string, own bool) string {
	if c.taken == nil {
		c.taken, c.numbers = c.takenNames(), map[string]int{}
	}
	if (hint == "t" || own || c.Plain) && !c.isTaken(hint) {
		c.taken[hint] = true
		return hint
	}
	for i := max(c.numbers[hint], 1); ; i++ {
		name := hint + "$" + strconv.Itoa(i)
		if hint == "t" {
			name = hint + strconv.Itoa(i+1)
		}
		if !c.isTaken(name) {
			c.taken[name] = true
			c.numbers[hint] = i + 1 // names are never freed
			return name
		}
	}
}
