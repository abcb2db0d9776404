package oracle

import (
	"fmt"
	"math/rand"

	"github.com/sonjs/son/internal/structure"
)

// An author draws a program of structured statements and at the same time lowers it to a graph,
// so that sufficient labels and depth are known.
type author struct {
	r      *rand.Rand
	g      *structure.Graph
	place  int32
	nest   int
	frames []*written
	region int
	// What is drawn and recorded: the order of the source, the kinds of its statements, jumps
	// with labels, regions.
	ordered, hints, labels, regions bool

	needed   int // labels the author used
	depth    int
	switches []writtenSwitch
	tests    []writtenIf // the ifs
}

// A written frame is a statement of the source that jumps leave.
type written struct {
	after, cont int // block, or -1
	loop, block bool
	labelled    bool
	label       []string // its name, once a jump needs it
}

// graph draws a program. With ordered and hints false nothing but the graph is known.
func (a *author) graph() *structure.Graph {
	a.g = &structure.Graph{Regions: make([]structure.Region, 1)}
	entry := a.open(-1)
	if end := a.list(entry, 2+a.r.Intn(4)); end >= 0 {
		a.end(end)
	}
	for i := range a.g.Blocks {
		b := &a.g.Blocks[i]
		if b.Term != structure.End && len(b.Succs) == 0 { // unreachable
			b.Term = structure.End
		}
		if !a.ordered {
			b.Order = 0
		} else if b.Order == 0 && b.Term == structure.Jump {
			b.Order = a.at(goal(a.g, i)).Order // as a reader of the graph would set it
		}
	}
	return a.g
}

// block adds a block of the current region, without a place in the source yet.
func (a *author) block() int {
	a.g.Blocks = append(a.g.Blocks, structure.Block{Region: a.region})
	return len(a.g.Blocks) - 1
}

func (a *author) at(x int) *structure.Block { return &a.g.Blocks[x] }

// put gives x its place in the source.
func (a *author) put(x int) int {
	a.place++
	a.at(x).Order = a.place
	return x
}

// open adds a block after from.
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

// link adds an edge. One that leaves regions passes through an empty block after each.
func (a *author) link(from, to int) {
	if from < 0 {
		return
	}
	r := a.at(from).Region
	for r > a.at(to).Region {
		r = a.g.Regions[r].Parent
		x := a.empty()
		a.at(x).Region = r
		a.at(from).Succs = append(a.at(from).Succs, x)
		from = x
	}
	a.at(from).Succs = append(a.at(from).Succs, to)
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

// resume gives x its place as the block that continues, if anything jumps to it.
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
		if a.regions && a.nest <= 4 && a.r.Intn(5) == 0 {
			cur = a.regionStmt(cur)
		} else {
			cur = a.stmt(cur)
		}
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

// test adds a test after from, of one to three operands, that goes to yes and no.
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
	w := writtenIf{then: then, els: join, join: join}
	if a.r.Intn(2) == 0 {
		w.block = a.test(cur, then, join, structure.IfPlain)
		a.arm(then, join)
		w.from, w.mid, w.to = a.at(then).Order, a.place, a.place
		a.tests = append(a.tests, w)
		return a.resume(join)
	}
	w.els = a.block()
	w.block = a.test(cur, then, w.els, structure.IfElse)
	a.arm(then, join)
	w.from, w.mid = a.at(then).Order, a.place
	a.arm(w.els, join)
	w.to = a.place
	if a.hints {
		a.at(w.block).IfLast = w.to
		if a.at(then).Empty {
			a.at(w.block).Then = structure.ThenJumps
		}
	}
	a.tests = append(a.tests, w)
	return a.resume(join)
}

// arm lowers an arm of an if: some statements, or only a jump.
func (a *author) arm(x, join int) {
	a.put(x)
	if a.hints && a.r.Intn(6) == 0 {
		a.at(x).Empty = true
		a.link(a.leave(x, a.r.Intn(2) == 0), join)
		return
	}
	a.link(a.jump(a.body(x, a.r.Intn(3))), join)
}

// loop lowers a loop's body, with the targets of its jumps.
func (a *author) loop(cur, after, cont int) (int, *written) {
	f := &written{after: after, cont: cont, loop: true}
	a.frames = append(a.frames, f)
	cur = a.body(cur, 1+a.r.Intn(3))
	a.frames = a.frames[:len(a.frames)-1]
	return cur, f
}

func (a *author) hint(h int, kind structure.LoopKind, update int, f *written) {
	if a.hints {
		a.at(h).Loop = &structure.LoopHint{Kind: kind, Update: update, Last: a.place, Labels: f.label}
	}
}

// name records which label ends before the block after f, a block or switch.
func (a *author) name(f *written) {
	if a.hints && f.label != nil {
		a.at(f.after).After = f.label
	}
}

func (a *author) while(cur int) int {
	after, body := a.empty(), a.block()
	h := a.test(cur, body, after, structure.IfOperand)
	end, f := a.loop(a.put(body), after, h)
	a.link(end, h)
	a.hint(h, structure.While, -1, f)
	return a.resume(after)
}

func (a *author) doWhile(cur int) int {
	h := a.put(a.empty())
	a.link(cur, h)
	after, test := a.empty(), a.empty()
	end, f := a.loop(a.open(h), after, test)
	a.link(end, test)
	if a.reached(test) {
		a.put(test)
		a.test(test, h, after, structure.IfOperand)
	}
	a.hint(h, structure.DoWhile, -1, f)
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
	if a.hints { // as the source has it
		a.put(update)
	}
	end, f := a.loop(a.put(body), after, update)
	a.link(end, update)
	if !a.hints { // where it runs
		a.put(update)
	}
	a.link(update, h)
	a.hint(h, kind, update, f)
	return a.resume(after)
}

// choose lowers a switch with fallthrough, empty cases, shared bodies, cases that end in a jump
// and a default anywhere.
func (a *author) choose(cur int) int {
	x := a.open(cur)
	a.at(x).Term = structure.Switch
	after := a.empty()
	f := &written{after: after, cont: -1}
	a.frames = append(a.frames, f)
	n := 1 + a.r.Intn(5)
	def, fell := a.r.Intn(2*n), -1
	to := after
	w := writtenSwitch{block: x, after: after}
	for i := range n {
		b := a.put(a.block())
		c := writtenCase{block: b, from: a.place}
		if i == def {
			to = b
		} else {
			for k := 0; k == 0 || k == 1 && a.r.Intn(4) == 0; k++ {
				c.succs = append(c.succs, len(a.at(x).Succs))
				a.link(x, b)
			}
		}
		a.link(fell, b)
		fell = b
		if a.r.Intn(4) == 0 {
			a.at(b).Empty = true
		} else {
			a.nest++
			fell = a.body(b, a.r.Intn(2))
			a.nest--
		}
		fell = a.jump(fell)
		if fell >= 0 && a.r.Intn(3) != 0 {
			a.link(fell, after)
			fell = -1
		}
		c.to, c.falls = a.place, fell >= 0
		w.cases = append(w.cases, c)
	}
	a.link(fell, after)
	if def < n {
		w.cases[def].succs = []int{len(a.at(x).Succs)}
	}
	a.link(x, to)
	a.frames = a.frames[:len(a.frames)-1]
	a.name(f)
	if a.hints {
		a.at(x).SwitchLast, a.at(x).Ordered = a.place, a.r.Intn(3) == 0
	}
	a.switches = append(a.switches, w)
	return a.resume(after)
}

// block1 lowers a labelled block.
func (a *author) block1(cur int) int {
	after := a.empty()
	f := &written{after: after, cont: -1, block: true}
	a.frames = append(a.frames, f)
	a.link(a.body(cur, 2), after)
	a.frames = a.frames[:len(a.frames)-1]
	a.name(f)
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

// leave jumps out of a frame, mostly the innermost possible one.
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
			f.label = []string{fmt.Sprint("l", a.needed)}
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
