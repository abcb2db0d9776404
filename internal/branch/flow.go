package branch

import "github.com/sonjs/son/son"

// flow is the control flow that a loop with a threaded dispatch will have: its blocks and what
// they lead to, with dominators.
type flow struct {
	number    map[*son.Block]int // in reverse postorder, from 1 on; 0 is where all paths come from
	idom      []int
	depth     []int
	reducible bool
	joins     []*son.Block // joins that become heads of loops
}

// newFlow numbers the blocks and finds their dominators (Cooper, Harvey and Kennedy, 2001). If an
// edge leads backwards to a block that does not dominate its source, some loop has two entries.
func newFlow(d *dispatch) *flow {
	to := map[*son.Block]*son.Block{}
	var entries []*son.Block
	for _, e := range d.paths {
		switch {
		case e.to == nil:
		case d.head.Dominates(e.from):
			to[e.from] = e.to
		default:
			entries = append(entries, e.to)
		}
	}
	succs := func(b *son.Block) []*son.Block {
		if t := to[b]; t != nil {
			return []*son.Block{t}
		}
		var list []*son.Block
		for _, s := range b.Succs {
			if d.reached[s] {
				list = append(list, s)
			}
		}
		return list
	}
	f := &flow{number: map[*son.Block]int{}, reducible: true}
	type frame struct {
		b    *son.Block
		rest []*son.Block
	}
	var post []*son.Block
	seen := map[*son.Block]bool{}
	stack := []frame{{nil, entries}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.rest) > 0 {
			b := top.rest[0]
			top.rest = top.rest[1:]
			if !seen[b] {
				seen[b] = true
				stack = append(stack, frame{b, succs(b)})
			}
			continue
		}
		post = append(post, top.b)
		stack = stack[:len(stack)-1]
	}
	n := len(post)
	for i, b := range post {
		if b != nil {
			f.number[b] = n - 1 - i
		}
	}
	preds := make([][]int, n)
	for _, b := range entries {
		preds[f.number[b]] = append(preds[f.number[b]], 0)
	}
	for _, b := range post[:n-1] {
		for _, s := range succs(b) {
			preds[f.number[s]] = append(preds[f.number[s]], f.number[b])
		}
	}
	f.dominators(preds)
	for _, b := range post {
		if b == nil {
			continue
		}
		k, loops := f.number[b], false
		for _, p := range preds[k] {
			if p >= k {
				loops = true
				f.reducible = f.reducible && f.above(k, p)
			}
		}
		if loops && d.targets[b] == nil && b.Head.Op != son.OpLoop {
			f.reducible = f.reducible && b.Head.Op == son.OpRegion && !b.Head.Has(son.FlagExpr)
			f.joins = append(f.joins, b)
		}
	}
	return f
}

func (f *flow) dominators(preds [][]int) {
	n := len(preds)
	f.idom, f.depth = make([]int, n), make([]int, n)
	for i := range f.idom[1:] {
		f.idom[i+1] = -1
	}
	for changed := true; changed; {
		changed = false
		for b := 1; b < n; b++ {
			d := -1
			for _, p := range preds[b] {
				switch {
				case p != 0 && f.idom[p] < 0:
				case d < 0:
					d = p
				default:
					d = f.common(d, p)
				}
			}
			if d != f.idom[b] {
				f.idom[b], changed = d, true
			}
		}
	}
	for b := 1; b < n; b++ {
		f.depth[b] = f.depth[f.idom[b]] + 1
	}
}

// common returns the innermost block that dominates both.
func (f *flow) common(a, b int) int {
	for a != b {
		for a > b {
			a = f.idom[a]
		}
		for b > a {
			b = f.idom[b]
		}
	}
	return a
}

// above reports whether a dominates b.
func (f *flow) above(a, b int) bool {
	for f.depth[b] > f.depth[a] {
		b = f.idom[b]
	}
	return a == b
}

// dominates reports whether every path to b passes through a.
func (f *flow) dominates(a, b *son.Block) bool { return f.above(f.number[a], f.number[b]) }
