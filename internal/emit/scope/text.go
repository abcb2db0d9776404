package scope

import (
	"maps"
	"slices"
	"strings"
)

// Format returns the text form of a tree, the variables in it and the references to other names: a
// line for each list, nested lists below the one around them. Before the bar it has what is declared
// in the list, and after it what is referenced there:
//
//	body: param a, const t | t, console
//	  case: let x pinned | x, a
func Format(t Tree, vars []*Var, free *Free) string {
	declared, used, inside := map[*List][]string{}, map[*List][]string{}, map[*List][]*List{}
	refer := func(name string, u *Uses) {
		if u == nil {
			return
		}
		for _, p := range u.Places {
			used[p.List] = append(used[p.List], name)
		}
	}
	for _, v := range vars {
		declared[v.Home] = append(declared[v.Home], v.String())
		refer(v.name(), v.Uses)
	}
	names := map[string]bool{}
	free.Names(names)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		refer(name, free.Of(name))
	}
	for _, l := range t.Lists {
		inside[l.Parent] = append(inside[l.Parent], l)
	}
	var b strings.Builder
	var list func(l *List, in string)
	list = func(l *List, in string) {
		kind := [...]string{Block: "block", Head: "head", Case: "case"}[l.Kind]
		if l == t.Root {
			kind = "body"
		}
		b.WriteString(in + kind + ":")
		if len(declared[l]) > 0 {
			b.WriteString(" " + strings.Join(declared[l], ", "))
		}
		if len(used[l]) > 0 {
			b.WriteString(" | " + strings.Join(used[l], ", "))
		}
		b.WriteByte('\n')
		for _, x := range inside[l] {
			list(x, in+"  ")
		}
	}
	for _, l := range inside[nil] {
		list(l, "")
	}
	return b.String()
}

// name returns the name of v, or its hint if it has none yet.
func (v *Var) name() string {
	if v.Name == "" && v.Hint == "" {
		return "t"
	}
	if v.Name == "" {
		return v.Hint
	}
	return v.Name
}

// String returns the keyword and the name of v, and what is special about it.
func (v *Var) String() string {
	kind := v.Kind.String()
	if v.Param {
		kind = "param"
	}
	s := kind + " " + v.name()
	for _, is := range []struct {
		word string
		is   bool
	}{{"helper", v.Sym == nil}, {"cell", v.Cell}, {"inner", v.Inner}, {"outer", v.Outer}, {"pinned", v.Pinned && !v.Param}} {
		if is.is {
			s += " " + is.word
		}
	}
	return s
}
