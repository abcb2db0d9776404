package emit

import (
	"container/heap"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/son"
)

// edgeCopies appends to each block the copies into the phis of its successor (SSA destruction).
func (e *emitter) edgeCopies() {
	byLast := map[*son.Block]*fold.Block{}
	for _, b := range e.List {
		if b != nil && (b.Term == fold.Jump) {
			byLast[b.Last] = b // a split update comes after its body
		}
	}
	for _, j := range e.List {
		if j == nil || len(j.Src.Phis) == 0 || j.Update && j.Src.Head.Op != son.OpRegion {
			continue
		}
		if j.Update && e.isSplit(j) {
			continue
		}
		for i, p := range j.Src.Preds {
			if p == nil {
				continue
			}
			from := byLast[p]
			if from == nil {
				refuse("no block to copy from")
			}
			from = beforeLeave(from)
			var copies []fold.Item
			for _, phi := range j.Src.Phis {
				if isCell(phi) {
					continue // see findPerIterCopies
				}
				copies = e.addCopy(copies, phi, phi.In(i+1))
			}
			from.Items = beforeOpen(from.Items, e.sequence(copies))
		}
	}
}

// isSplit reports whether j is the second part of a split block.
func (e *emitter) isSplit(j *fold.Block) bool { return j.ID >= len(e.cfg.Blocks) }

// addCopy appends the copy of v into phi's variable unless v is already in it.
func (e *emitter) addCopy(items []fold.Item, phi, v *son.Node) []fold.Item {
	w := e.webOf(phi)
	if e.webs.of[v.ID] == w || v.Op == son.OpDead {
		return items
	}
	if v.Op == son.OpConst && (v.Type == son.TypeUninit || v.Type == son.TypeUndefined && e.initial(w, phi)) {
		return items
	}
	if e.uses[phi.ID] == 0 && len(w.members) <= 1 {
		return items // nothing reads it
	}
	return append(items, fold.Item{Node: v, To: phi})
}

// sequence orders parallel copies so that each variable is read before it is written, where
// possible; the remaining cycles are left to [emitter.save]. The first copy that is ready comes
// next.
func (e *emitter) sequence(copies []fold.Item) []fold.Item {
	if len(copies) < 2 {
		return copies
	}
	to := make([]*web, len(copies))
	readers := map[*web]int{} // how many pending copies read a variable
	writers := map[*web][]int{}
	for i, c := range copies {
		to[i] = e.webOf(c.To)
		if from := e.webs.of[c.Node.ID]; from != nil {
			readers[from]++
		}
		writers[to[i]] = append(writers[to[i]], i)
	}
	var ready ints
	done := make([]bool, len(copies))
	for i := range copies {
		if readers[to[i]] == 0 {
			ready = append(ready, i) // in order, so it is a heap
		}
	}
	out := make([]fold.Item, 0, len(copies))
	for next := 0; len(out) < len(copies); {
		var pick int
		if len(ready) > 0 {
			pick = heap.Pop(&ready).(int)
		} else {
			for done[next] {
				next++
			}
			pick = next
		}
		if done[pick] {
			continue
		}
		done[pick] = true
		out = append(out, copies[pick])
		if from := e.webs.of[copies[pick].Node.ID]; from != nil {
			if readers[from]--; readers[from] == 0 {
				for _, i := range writers[from] {
					heap.Push(&ready, i)
				}
			}
		}
	}
	return out
}

// ints is a min-heap of numbers.
type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, k int) bool { return h[i] < h[k] }
func (h ints) Swap(i, k int)      { h[i], h[k] = h[k], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
