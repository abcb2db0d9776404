package snapshot

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// mentions are the keys of records that the code of a function, or of what it calls, refers to.
type mentions struct {
	all  bool // any key
	keys []string
}

// maxMentions is how many keys a list has; with more, a function mentions all.
const maxMentions = 48

func (m *mentions) has(key string) bool {
	if m.all {
		return true
	}
	_, ok := slices.BinarySearch(m.keys, key)
	return ok
}

func (m *mentions) add(keys ...string) {
	if m.all {
		return
	}
	m.keys = append(m.keys, keys...)
	if len(m.keys) > 2*maxMentions {
		m.compact()
	}
}

func (m *mentions) compact() {
	slices.Sort(m.keys)
	m.keys = slices.Compact(m.keys)
	if len(m.keys) > maxMentions {
		*m = mentions{all: true}
	}
}

// join adds the keys of another list.
func (m *mentions) join(n *mentions) {
	if n.all {
		*m = mentions{all: true}
	} else {
		m.add(n.keys...)
	}
}

// findMentions finds out which keys functions mention, callees first.
func (p *Program) findMentions() {
	order := slices.Clone(p.p.Funcs)
	slices.SortStableFunc(order, func(a, b *ast.Function) int { return int(p.component[a.Index] - p.component[b.Index]) })
	p.mentions = make([]mentions, len(p.p.Funcs))
	p.callees = make([][]int32, len(p.p.Funcs))
	for _, s := range p.calls.Sites.All() {
		if s.Callee != nil && s.In != nil {
			p.callees[s.In.Index] = append(p.callees[s.In.Index], int32(s.Callee.Index))
		}
	}
	for len(order) > 0 {
		n := 1
		for n < len(order) && p.component[order[n].Index] == p.component[order[0].Index] {
			n++
		}
		var m mentions
		for _, fn := range order[:n] {
			p.parts(fn, func(x ast.Node) { ast.Walk(x, m.node) })
			for _, c := range p.callees[fn.Index] {
				if p.component[c] != p.component[fn.Index] {
					m.join(&p.mentions[c])
				}
			}
		}
		m.compact()
		for _, fn := range order[:n] {
			p.mentions[fn.Index] = m
		}
		order = order[n:]
	}
}

// node adds the keys that a node mentions. Functions inside have records only if these were let go.
func (m *mentions) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Function:
		return false
	case *ast.Member:
		if n.Name == "hasOwnProperty" {
			m.all = true
		}
		m.add(n.Name)
	case *ast.Index:
		m.key(n.Key)
	case *ast.ForIn:
		m.all = true
	case *ast.Binary:
		if n.Op == ast.In {
			m.key(n.L)
		}
	case *ast.Object:
		for _, x := range n.Props {
			if x.Kind == ast.PropSpread {
				m.all = true
			}
		}
	case *ast.ObjectPat:
		for _, x := range n.Props {
			switch {
			case x.Kind == ast.PropSpread:
				m.all = true
			case x.Computed:
				m.key(x.Key)
			default:
				m.add(literalKey(x.Key))
			}
		}
	case *ast.Call:
		if isObjectFunction(n) {
			m.all = true // its own keys are asked for
		}
	}
	return true
}

// key adds a key that is computed.
func (m *mentions) key(x ast.Expr) {
	switch x.(type) {
	case *ast.String, *ast.Number:
		m.add(literalKey(x))
	default:
		m.all = true
	}
}

// literalKey returns the text of a key that is a name or a literal.
func literalKey(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.String:
		return x.Value
	case *ast.Number:
		return son.NumberToString(x.Value)
	case *ast.BigInt:
		return x.Value
	}
	return ""
}

// isObjectFunction reports whether a call is of a function Object.x of the global object.
func isObjectFunction(n *ast.Call) bool {
	m, ok := n.Callee.(*ast.Member)
	if !ok {
		return false
	}
	id, ok := m.Obj.(*ast.Ident)
	return ok && id.Sym == nil && id.Name == "Object"
}
