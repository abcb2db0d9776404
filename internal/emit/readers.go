package emit

import "github.com/sonjs/son/son"

// readers calls read for the users of m, each with the value that it uses, until read returns false.
// In the flat form they include the users of nodes that store m, which take the value from m; see
// stored.
func (e *emitter) readers(m *son.Node, read func(u, v *son.Node) bool) bool {
	for _, u := range m.Users() {
		if !read(u, m) {
			return false
		}
		if v := e.passed(u, m); v != nil && !e.readers(v, read) {
			return false
		}
	}
	return true
}

// passed is the inverse of stored: it returns the node whose value is m because its user u
// stores m, or nil.
func (e *emitter) passed(u, m *son.Node) *son.Node {
	if !e.flat {
		return nil
	}
	switch u.Op {
	case son.OpStore, son.OpStoreIdx, son.OpGlobalStore, son.OpStoreSelf:
		if u.Arg(u.NumArgs()-1) == m {
			return u
		}
	case son.OpStoreCell:
		if u.Arg(1) == m && !e.givesName(u) {
			return u
		}
	case son.OpPatObject, son.OpPatArray:
		if u.Arg(0) == m {
			return endOf(u)
		}
	}
	return nil
}
