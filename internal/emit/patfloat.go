package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/son"
)

// floats moves values without effects, which may be computed anywhere, out of the items of a
// pattern, where few places take expressions: a value that only later code uses moves after the
// pattern, and one that is used more than once moves before it if it can be computed there.
func floats(items []fold.Item) (before, inside, after []fold.Item) {
	some := false
	for _, it := range items {
		some = some || isFloat(it)
	}
	if !some {
		return nil, items, nil
	}
	here := map[*son.Node]bool{}
	nodesOf(items, func(n *son.Node) { here[n] = true })
	outside := func(n *son.Node) bool { return !here[n] }
	for i := len(items) - 1; i >= 0; i-- { // users first
		if it := items[i]; isFloat(it) && all(it.Node.Users(), outside) {
			delete(here, it.Node)
			after = append([]fold.Item{it}, after...)
		}
	}
	early := map[*son.Node]bool{}
	for i := len(items) - 1; i >= 0; i-- {
		it := items[i]
		if !isFloat(it) || !here[it.Node] {
			continue
		}
		if us := usersOf(it.Node); len(us) == 1 && here[us[0]] && !early[us[0]] {
			continue // it nests in its use
		}
		if all(it.Node.Args(), func(x *son.Node) bool { return !here[x] || isFloat(fold.Item{Node: x}) && all(x.Args(), outside) }) {
			early[it.Node] = true
		}
	}
	for _, it := range items {
		switch {
		case it.To == nil && early[it.Node]:
			before = append(before, it)
		case it.Node == nil || it.To != nil || here[it.Node]: // others move after the pattern
			inside = append(inside, it)
		}
	}
	return before, inside, after
}

// isFloat reports whether an item is a value that may be computed anywhere after its operands.
func isFloat(it fold.Item) bool {
	n := it.Node
	return n != nil && it.To == nil && !n.Op.IsToken() && n.NumIn() > 0 && n.Ctrl() == nil && n.Mem() == nil && n.Effect() == son.NoEffect
}

func all(list []*son.Node, f func(*son.Node) bool) bool {
	for _, n := range list {
		if n != nil && !f(n) {
			return false
		}
	}
	return true
}

// nodesOfPattern is nodesOf for the steps of a pattern.
func nodesOfPattern(p *fold.Pattern, f func(*son.Node)) {
	f(p.Begin)
	for _, s := range p.Steps {
		nodesOf(s.Before, f)
		if s.Fetch != nil {
			f(s.Fetch)
		}
		if s.Default != nil {
			nodesOf([]fold.Item{{Cond: s.Default}}, f)
		}
		if s.Inner != nil {
			nodesOfPattern(s.Inner, f)
		}
		if s.Put != nil {
			f(s.Put)
		}
	}
	f(p.End)
}

// nodesOf calls f for the nodes of items, including the tests and joins of conditionals.
func nodesOf(items []fold.Item, f func(*son.Node)) {
	for _, it := range items {
		switch {
		case it.Cond != nil:
			nodesOf(it.Cond.Then.Items, f)
			nodesOf(it.Cond.Else.Items, f)
			for _, u := range usersOf(it.Cond.Test) {
				if u.Op == son.OpIf {
					f(u)
				}
			}
			if it.Cond.Phi != nil {
				f(it.Cond.Phi)
			}
			for _, p := range it.Cond.Joined {
				f(p)
			}
		case it.Update != nil:
			for _, n := range []*son.Node{it.Update.Load, it.Update.Num, it.Update.Inc, it.Update.Set} {
				if n != nil {
					f(n)
				}
			}
		case it.Pattern != nil:
			nodesOfPattern(it.Pattern, f)
		case it.To != nil:
			f(it.To)
		case it.Node != nil:
			f(it.Node)
		}
	}
}
