package oracle

import (
	"math/rand"

	"github.com/sonjs/son/passes/structure"
)

// An author draws a program of structured statements and lowers it to a graph as
// it goes, so that the labels and the depth that are enough are known.
type author struct {
	r      *rand.Rand
	g      *structure.Graph
	place  int32
	nest   int
	frames []*written
	hints  bool // say what the source had
	labels bool // use labelled jumps

	needed int // labels the author used
	depth  int
}

// A written frame is a statement of the source that jumps leave.
type written struct {
	after, cont int // block, or -1
	loop, block bool
	labelled    bool
}

// authorGraph draws a program. With ordered and hints false nothing but the
// graph is known.
func authorGraph(r *rand.Rand, ordered, hints, labels bool) (g *structure.Graph, needed, depth int) {
	a := &author{r: r, g: &structure.Graph{}, hints: hints, labels: labels}
	entry := a.open(-1)
	if end := a.list(entry, 2+r.Intn(4)); end >= 0 {
		a.end(end)
	}
	for i := range a.g.Blocks {
		b := &a.g.Blocks[i]
		if b.Term != structure.End && len(b.Succs) == 0 { // nothing reaches it
			b.Term = structure.End
		}
		if !ordered {
			b.Order = 0
		}
	}
	return a.g, a.needed, a.depth
}

// block adds a block without a place in the source yet.
func (a *author) block() int {
	a.g.Blocks = append(a.g.Blocks, structure.Block{})
	return len(a.g.Blocks) - 1
}

func (a *author) at(x int) *structure.Block { return &a.g.Blocks[x] }

// put gives x its place in the source.
func (a *author) put(x int) int {
	a.place++
	a.at(x).Order = a.place
	return x
}

// open adds a block behind from.
func (a *author) open(from int) int {
	x := a.put(a.block())
	a.link(from, x)
	return x
}

// empty adds a block that prints nothing: a join, or an exit.
func (a *author) empty() int {
	x := a.block()
	a.at(x).Empty = true
	return x
}

func (a *author) link(from, to int) {
	if from >= 0 {
		a.at(from).Succs = append(a.at(from).Succs, to)
	}
}

func (a *author) end(x int) int {
	a.at(x).Term = structure.End
	return -1
}

// reached reports whether anything jumps to x.
func (a *author) reached(x int) bool {
	for i := range a.g.Blocks {
		for _, s := range a.g.Blocks[i].Succs {
			if s == x {
				return true
			}
		}
	}
	return false
}

// resume puts x down as the block that goes on, if anything comes there.
func (a *author) resume(x int) int {
	if !a.reached(x) {
		return -1
	}
	return a.put(x)
}

func (a *author) list(cur, k int) int {
	a.depth = max(a.depth, a.nest)
	for range k {
		if cur < 0 {
			break
		}
		cur = a.stmt(cur)
	}
	return cur
}

// body lowers a nested list.
func (a *author) body(cur, k int) int {
	a.nest++
	cur = a.list(cur, k)
	a.nest--
	return cur
}

func (a *author) stmt(cur int) int {
	c := a.r.Intn(14)
	if a.nest > 4 {
		c = 0
	}
	switch {
	case c < 4:
		return a.open(cur)
	case c < 8:
		return a.ifs(cur)
	case c < 10:
		return a.while(cur)
	case c < 11:
		return a.doWhile(cur)
	case c < 12:
		return a.forLoop(cur)
	case c < 13:
		return a.choose(cur)
	default:
		if a.labels && a.r.Intn(4) == 0 {
			return a.block1(cur)
		}
		return a.ifs(cur)
	}
}

// test adds a test behind from, of one to three operands, that goes to yes and no.
func (a *author) test(from, yes, no int, hint structure.IfHint) int {
	x := a.open(from)
	b := a.at(x)
	b.Term, b.Clean = structure.If, true
	if a.hints {
		b.Hint = hint
	}
	if a.r.Intn(4) != 0 {
		b.Succs = []int{yes, no}
		return x
	}
	and := a.r.Intn(2) == 0
	y := a.test(-1, yes, no, structure.IfOperand)
	if and {
		a.at(x).Succs = []int{y, no}
	} else {
		a.at(x).Succs = []int{yes, y}
	}
	return x
}

func (a *author) ifs(cur int) int {
	join := a.empty()
	then := a.block()
	if a.r.Intn(2) == 0 {
		a.test(cur, then, join, structure.IfPlain)
		a.link(a.jump(a.body(a.put(then), a.r.Intn(3))), join)
		return a.resume(join)
	}
	els := a.block()
	a.test(cur, then, els, structure.IfElse)
	a.link(a.jump(a.body(a.put(then), a.r.Intn(3))), join)
	a.link(a.jump(a.body(a.put(els), a.r.Intn(3))), join)
	return a.resume(join)
}

// loop lowers a loop's body, with what it jumps to.
func (a *author) loop(cur, after, cont int) int {
	a.frames = append(a.frames, &written{after: after, cont: cont, loop: true})
	cur = a.body(cur, 1+a.r.Intn(3))
	a.frames = a.frames[:len(a.frames)-1]
	return cur
}

func (a *author) hint(h int, kind structure.LoopKind, update int) {
	if a.hints {
		a.at(h).Loop = &structure.LoopHint{Kind: kind, Update: update, Last: a.place}
	}
}

func (a *author) while(cur int) int {
	after, body := a.empty(), a.block()
	h := a.test(cur, body, after, structure.IfOperand)
	a.link(a.loop(a.put(body), after, h), h)
	a.hint(h, structure.While, -1)
	return a.resume(after)
}

func (a *author) doWhile(cur int) int {
	h := a.put(a.empty())
	a.link(cur, h)
	after, test := a.empty(), a.empty()
	a.link(a.loop(a.open(h), after, test), test)
	if a.reached(test) {
		a.put(test)
		a.test(test, h, after, structure.IfOperand)
	}
	a.hint(h, structure.DoWhile, -1)
	return a.resume(after)
}

func (a *author) forLoop(cur int) int {
	after, body, update := a.empty(), a.block(), a.block()
	a.at(update).Expr = !a.labels || a.r.Intn(5) != 0 // without, a continue may need a label
	kind := structure.For
	var h int
	if a.r.Intn(4) == 0 {
		h = a.put(a.empty())
		a.link(cur, h)
		a.link(h, body)
	} else {
		h = a.test(cur, body, after, structure.IfOperand)
	}
	a.link(a.loop(a.put(body), after, update), update)
	a.put(update)
	a.link(update, h)
	a.hint(h, kind, update)
	return a.resume(after)
}

// choose lowers a switch with fallthrough, shared bodies and a default anywhere.
func (a *author) choose(cur int) int {
	x := a.open(cur)
	a.at(x).Term = structure.Switch
	after := a.empty()
	a.frames = append(a.frames, &written{after: after, cont: -1})
	n := 2 + a.r.Intn(4)
	def, fell := a.r.Intn(2*n), -1
	to := after
	for i := range n {
		b := a.put(a.block())
		if i == def {
			to = b
		} else {
			a.link(x, b)
			if a.r.Intn(4) == 0 {
				a.link(x, b)
			}
		}
		a.link(fell, b)
		a.nest++
		fell = a.body(b, a.r.Intn(2))
		a.nest--
		if fell >= 0 && a.r.Intn(3) != 0 {
			a.link(fell, after)
			fell = -1
		}
	}
	a.link(fell, after)
	a.link(x, to)
	a.frames = a.frames[:len(a.frames)-1]
	return a.resume(after)
}

// block1 lowers a labelled block.
func (a *author) block1(cur int) int {
	after := a.empty()
	a.frames = append(a.frames, &written{after: after, cont: -1, block: true})
	a.link(a.body(cur, 2), after)
	a.frames = a.frames[:len(a.frames)-1]
	return a.resume(after)
}

// jump may end an arm in a break, continue or return.
func (a *author) jump(cur int) int {
	if cur < 0 {
		return cur
	}
	switch a.r.Intn(8) {
	case 0:
		return a.leave(cur, false)
	case 1:
		return a.leave(cur, true)
	case 2:
		end := a.open(cur)
		if a.r.Intn(3) == 0 {
			a.at(end).Empty = true
		}
		return a.end(end)
	}
	return cur
}

// leave jumps out of a frame, mostly the innermost that fits.
func (a *author) leave(cur int, resume bool) int {
	plain := true
	for i := len(a.frames) - 1; i >= 0; i-- {
		f := a.frames[i]
		fits := resume && f.loop || !resume && !f.block
		if !fits && (resume || !a.labels) {
			continue
		}
		if a.labels && (f.block || a.r.Intn(6) == 0) && i > 0 && fits {
			plain = plain && !fits
			continue // rather an outer one
		}
		if (!plain || f.block) && !f.labelled {
			f.labelled = true
			a.needed++
		}
		if resume {
			a.link(cur, f.cont)
		} else {
			a.link(cur, f.after)
		}
		return -1
	}
	return cur
}
