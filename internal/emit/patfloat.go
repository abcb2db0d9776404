package emit

import "github.com/sonjs/son/son"

// floats moves values without effects, which may be computed anywhere, out of the items of a
// pattern, where few places take expressions: a value that only later code uses moves after the
// pattern, and one that is used more than once moves before it if it can be computed there.
func floats(items []item) (before, inside, after []item) {
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
		if it := items[i]; isFloat(it) && all(it.node.Users(), outside) {
			delete(here, it.node)
			after = append([]item{it}, after...)
		}
	}
	early := map[*son.Node]bool{}
	for i := len(items) - 1; i >= 0; i-- {
		it := items[i]
		if !isFloat(it) || !here[it.node] {
			continue
		}
		if us := usersOf(it.node); len(us) == 1 && here[us[0]] && !early[us[0]] {
			continue // it nests in its use
		}
		if all(it.node.Args(), func(x *son.Node) bool { return !here[x] || isFloat(item{node: x}) && all(x.Args(), outside) }) {
			early[it.node] = true
		}
	}
	for _, it := range items {
		switch {
		case it.to == nil && early[it.node]:
			before = append(before, it)
		case it.node == nil || it.to != nil || here[it.node]: // others move after the pattern
			inside = append(inside, it)
		}
	}
	return before, inside, after
}

// isFloat reports whether an item is a value that may be computed anywhere after its operands.
func isFloat(it item) bool {
	n := it.node
	return n != nil && it.to == nil && !n.Op.IsToken() && n.NumIn() > 0 && n.Ctrl() == nil && n.Mem() == nil && n.Effect() == son.NoEffect
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
func nodesOfPattern(p *patItem, f func(*son.Node)) {
	f(p.begin)
	for _, s := range p.steps {
		nodesOf(s.before, f)
		if s.fetch != nil {
			f(s.fetch)
		}
		if s.def != nil {
			nodesOf([]item{{cond: s.def}}, f)
		}
		if s.inner != nil {
			nodesOfPattern(s.inner, f)
		}
		if s.put != nil {
			f(s.put)
		}
	}
	f(p.end)
}

// nodesOf calls f for the nodes of items, including the tests and joins of conditionals.
func nodesOf(items []item, f func(*son.Node)) {
	for _, it := range items {
		switch {
		case it.cond != nil:
			nodesOf(it.cond.then.items, f)
			nodesOf(it.cond.els.items, f)
			for _, u := range usersOf(it.cond.test) {
				if u.Op == son.OpIf {
					f(u)
				}
			}
			if it.cond.phi != nil {
				f(it.cond.phi)
			}
			for _, p := range it.cond.joined {
				f(p)
			}
		case it.upd != nil:
			for _, n := range []*son.Node{it.upd.load, it.upd.num, it.upd.inc, it.upd.set} {
				if n != nil {
					f(n)
				}
			}
		case it.pat != nil:
			nodesOfPattern(it.pat, f)
		case it.to != nil:
			f(it.to)
		case it.node != nil:
			f(it.node)
		}
	}
}
