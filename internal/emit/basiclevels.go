package emit

import (
	"fmt"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/son"
)

// level is a statement in the form of basic blocks inside which a trampoline runs other blocks:
// a for-in or for-of loop (basiciterloop.go), or the parts of a try statement listed in arms
// (basictry.go).
type level struct {
	head        *fold.Block
	next, after *web
	arms        []int
	// up is the enclosing level and depth the number of levels around this one; far is an
	// ancestor further out, for finding any ancestor in few steps. They are computed on demand.
	up, far *level
	depth   int
}

// levels are the levels of a function. The innermost level of a block determines the others:
// the heads of all levels around a block dominate it, so they dominate one another, and each
// head runs in the levels of the heads before it.
type levels struct {
	n       int
	outside *level                            // the function itself, around all levels
	loops   map[*fold.Block]*level            // by loop header
	arms    map[tryArm]*level                 // by part of a try
	bodies  map[*son.RegionTree]*level        // by the region of the loop body, for loops with one
	inner   map[*fold.Block]*level            // by block: the innermost level
	parts   map[*son.RegionTree]*level        // by region: the innermost level of which it is a part
	items   map[*son.Block]*enclosingIterLoop // by block: the innermost for-in or for-of loop around it
}

// tryArm is an arm of a try: its body, catch or finally.
type tryArm struct {
	try *son.Node
	arm int
}

// enclosingIterLoop is a for-in or for-of loop, linked to the next one around it.
type enclosingIterLoop struct {
	head *fold.Block
	up   *enclosingIterLoop
}

func newLevels() levels {
	none := &level{}
	none.up, none.far = none, none
	return levels{outside: none, loops: map[*fold.Block]*level{}, arms: map[tryArm]*level{}, bodies: map[*son.RegionTree]*level{},
		inner: map[*fold.Block]*level{}, parts: map[*son.RegionTree]*level{}, items: map[*son.Block]*enclosingIterLoop{}}
}

// add creates a level that begins with a block.
func (ls *levels) add(head *fold.Block, helper func(string) *web) *level {
	ls.n++
	return &level{head: head, next: helper(fmt.Sprintf("next$%d", ls.n)), after: helper(fmt.Sprintf("after$%d", ls.n))}
}

// addLoop creates the level of a for-in or for-of loop. Leaving a for-of closes the iterator,
// so its body is a region; leaving a for-in does nothing.
func (ls *levels) addLoop(head, body *fold.Block, helper func(string) *web) {
	l := ls.add(head, helper)
	ls.loops[head] = l
	if head.Loop.Kind != son.LoopForIn {
		if head.Src.Region == body.Src.Region {
			refuse("BUG: the body of a for-of loop is not a region")
		}
		ls.bodies[body.Src.Region] = l
	}
}

// addTry creates a level for some arms of a try.
func (ls *levels) addTry(head *fold.Block, helper func(string) *web, arms ...int) {
	l := ls.add(head, helper)
	for _, a := range arms {
		ls.arms[tryArm{head.End, a}] = l
	}
	l.arms = arms
}

// around returns the innermost level in which b runs.
func (ls *levels) around(e *emitter, b *fold.Block) *level {
	l := ls.inner[b]
	if l == nil {
		l = ls.innermost(e, b)
		ls.inner[b] = l
	}
	if l.up == nil {
		l.nestIn(ls.around(e, l.head))
	}
	return l
}

// innermost computes the innermost level of b. A block reachable only from the body of a for-in
// may run in that loop, unless the level of its region begins after that loop.
func (ls *levels) innermost(e *emitter, b *fold.Block) *level {
	in := ls.part(b.Src.Region)
	for x := ls.innermostIterLoop(e, b.Src); x != nil; x = x.up {
		h := x.head
		if in != ls.outside && in.head.Src.DomDepth >= h.Src.DomDepth {
			break
		}
		if l := ls.loops[h]; l != nil && h.Loop.Kind == son.LoopForIn && h.Src.Region.Has(b.Src.Region) {
			return l
		}
	}
	return in
}

// part returns the innermost level that a region belongs to.
func (ls *levels) part(r *son.RegionTree) *level {
	var path []*son.RegionTree
	in := ls.outside
	for ; r != nil; r = r.Parent {
		if l := ls.parts[r]; l != nil {
			in = l
			break
		}
		path = append(path, r)
		if l := ls.arms[tryArm{r.Try, r.Arm}]; l != nil {
			in = l
			break
		}
		if l := ls.bodies[r]; l != nil {
			in = l
			break
		}
	}
	for _, r := range path {
		ls.parts[r] = in
	}
	return in
}

// innermostIterLoop returns the innermost for-in or for-of loop around a block, as
// [folded.iterLoopsAround] does.
func (ls *levels) innermostIterLoop(e *emitter, b *son.Block) *enclosingIterLoop {
	var path []*son.Block
	var in *enclosingIterLoop
	for ; b != nil; b = b.Idom {
		known, ok := ls.items[b]
		if ok {
			in = known
			break
		}
		path = append(path, b)
	}
	for k := len(path) - 1; k >= 0; k-- {
		if h := e.iterLoopEntered(path[k]); h != nil {
			in = &enclosingIterLoop{h, in}
		}
		ls.items[path[k]] = in
	}
	return in
}

// nestIn sets a level's enclosing level.
func (l *level) nestIn(up *level) {
	l.up, l.far, l.depth = up, up, up.depth+1
	if up.depth-up.far.depth == up.far.depth-up.far.far.depth {
		l.far = up.far.far
	}
}

// has reports whether inner is l or nested in it. Both must have been returned by around.
func (l *level) has(inner *level) bool {
	if l.up == nil { // around has never returned it
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
