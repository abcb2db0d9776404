package structure

// domTree is a tree that grows from the root, with ancestor queries in O(log n): each node has
// its parent and one skip pointer further up, at distances that follow the skew-binary numbers
// (Myers, 1983). Roots are their own parents.
type domTree struct{ up, skip, depth []int32 }

func (m *Arena) domTree(n int) domTree {
	back := m.fill(3*n, 0)
	return domTree{up: back[:n:n], skip: back[n : 2*n : 2*n], depth: back[2*n:]}
}

func (t *domTree) root(v int32) { t.up[v], t.skip[v], t.depth[v] = v, v, 0 }

// add makes v a child of p, which is in the tree already.
func (t *domTree) add(v, p int32) {
	t.up[v] = p
	t.depth[v] = t.depth[p] + 1
	s := t.skip[p]
	if t.depth[p]-t.depth[s] == t.depth[s]-t.depth[t.skip[s]] {
		t.skip[v] = t.skip[s]
	} else {
		t.skip[v] = p
	}
}

// at returns v's ancestor at depth d, or v when it is not deeper than d.
func (t *domTree) at(v, d int32) int32 {
	for t.depth[v] > d {
		if s := t.skip[v]; t.depth[s] >= d {
			v = s
		} else {
			v = t.up[v]
		}
	}
	return v
}

// over reports whether a is v or an ancestor of v.
func (t *domTree) over(a, v int32) bool { return t.at(v, t.depth[a]) == a }

// meet returns the lowest common ancestor.
func (t *domTree) meet(a, b int32) int32 {
	a, b = t.at(a, t.depth[b]), t.at(b, t.depth[a])
	for a != b {
		if t.skip[a] != t.skip[b] {
			a, b = t.skip[a], t.skip[b]
		} else {
			a, b = t.up[a], t.up[b]
		}
	}
	return a
}
