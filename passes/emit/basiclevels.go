package emit

import (
	"fmt"

	"github.com/sonjs/son/son"
)

// level is a statement in the form of basic blocks that goes on while blocks run in it: a
// loop over items (basiceach.go), or a part of a try statement (basictry.go), whose arms
// it has.
type level struct {
	head        *block
	next, after *web
	arms        []int
	// up is the level around it, and depth how many there are; far is one further out, so
	// that each is reached in few steps. They are found when somebody asks.
	up, far *level
	depth   int
}

// levels are those of a function. Which ones a block runs in follows from the innermost:
// the heads of all of them dominate the block, and so one the other, and each head runs in
// the levels whose heads come before it.
type levels struct {
	n       int
	outside *level                       // no level, around all
	loops   map[*block]*level            // by head
	arms    map[tryArm]*level            // by part of a try
	bodies  map[*son.RegionTree]*level   // by the region of the body, of a loop that has one
	inner   map[*block]*level            // by block: the innermost level
	parts   map[*son.RegionTree]*level   // by region: the innermost level of which it is a part
	items   map[*son.Block]*loopOverItem // by block: the innermost loop in whose body it stands
}

// tryArm is a part of a try.
type tryArm struct {
	try *son.Node
	arm int
}

// loopOverItem is the head of a loop over items among others.
type loopOverItem struct {
	head *block
	up   *loopOverItem
}

func newLevels() levels {
	none := &level{}
	none.up, none.far = none, none
	return levels{outside: none, loops: map[*block]*level{}, arms: map[tryArm]*level{}, bodies: map[*son.RegionTree]*level{},
		inner: map[*block]*level{}, parts: map[*son.RegionTree]*level{}, items: map[*son.Block]*loopOverItem{}}
}

// add makes a level that a block begins.
func (ls *levels) add(head *block, helper func(string) *web) *level {
	ls.n++
	return &level{head: head, next: helper(fmt.Sprintf("next$%d", ls.n)), after: helper(fmt.Sprintf("after$%d", ls.n))}
}

// addLoop makes a level of a loop over items. Leaving for-of does something, so that its
// body is a region; leaving for-in does nothing.
func (ls *levels) addLoop(head, body *block, helper func(string) *web) {
	l := ls.add(head, helper)
	ls.loops[head] = l
	if head.loop.Kind != son.LoopForIn {
		if head.src.Region == body.src.Region {
			refuse("BUG: the body of a loop over items is no region")
		}
		ls.bodies[body.src.Region] = l
	}
}

// addTry makes a level of parts of a try.
func (ls *levels) addTry(head *block, helper func(string) *web, arms ...int) {
	l := ls.add(head, helper)
	for _, a := range arms {
		ls.arms[tryArm{head.end, a}] = l
	}
	l.arms = arms
}

// around returns the innermost level in which b runs.
func (ls *levels) around(e *emitter, b *block) *level {
	l := ls.inner[b]
	if l == nil {
		l = ls.innermost(e, b)
		ls.inner[b] = l
	}
	if l.up == nil {
		l.hang(ls.around(e, l.head))
	}
	return l
}

// innermost finds it. What only the body of a for-in leads to may run there, unless it
// comes after something around the loop.
func (ls *levels) innermost(e *emitter, b *block) *level {
	in := ls.part(b.src.Region)
	for x := ls.itemLoop(e, b.src); x != nil; x = x.up {
		h := x.head
		if in != ls.outside && in.head.src.DomDepth >= h.src.DomDepth {
			break
		}
		if l := ls.loops[h]; l != nil && h.loop.Kind == son.LoopForIn && h.src.Region.Has(b.src.Region) {
			return l
		}
	}
	return in
}

// part returns the innermost level of which a region is a part.
func (ls *levels) part(r *son.RegionTree) *level {
	var way []*son.RegionTree
	in := ls.outside
	for ; r != nil; r = r.Parent {
		if l := ls.parts[r]; l != nil {
			in = l
			break
		}
		way = append(way, r)
		if l := ls.arms[tryArm{r.Try, r.Arm}]; l != nil {
			in = l
			break
		}
		if l := ls.bodies[r]; l != nil {
			in = l
			break
		}
	}
	for _, r := range way {
		ls.parts[r] = in
	}
	return in
}

// itemLoop returns the innermost loop over items in whose body a block stands, as
// [emitter.eachAround] does.
func (ls *levels) itemLoop(e *emitter, b *son.Block) *loopOverItem {
	var way []*son.Block
	var in *loopOverItem
	for ; b != nil; b = b.Idom {
		known, ok := ls.items[b]
		if ok {
			in = known
			break
		}
		way = append(way, b)
	}
	for k := len(way) - 1; k >= 0; k-- {
		if h := e.eachEntered(way[k]); h != nil {
			in = &loopOverItem{h, in}
		}
		ls.items[way[k]] = in
	}
	return in
}

// hang puts a level into the one around it.
func (l *level) hang(up *level) {
	l.up, l.far, l.depth = up, up, up.depth+1
	if up.depth-up.far.depth == up.far.depth-up.far.far.depth {
		l.far = up.far.far
	}
}

// has reports whether a level is l or runs in it. Both are known to be around some block.
func (l *level) has(inner *level) bool {
	if l.up == nil { // nobody has asked for it
		return false
	}
	for inner.depth > l.depth {
		if inner.far.depth >= l.depth {
			inner = inner.far
		} else {
			inner = inner.up
		}
	}
	return inner == l
}
