package same

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// A jump is written as a break whose label names its target: "=return" for a return without a
// value, "=after n" and "=again n" for the end and the next iteration of the n-th enclosing
// statement that can be left. No label of a program looks like that. Jumps out of the compared
// code stay as they are written.

const toReturn = "=return"

type frameKind uint8

const (
	blockFrame frameKind = iota
	switchFrame
	loopFrame
)

// frame is an enclosing statement that jumps can leave.
type frame struct {
	kind         frameKind
	labels       []string
	after, again string
	// The enclosing frame, and how many labelled blocks and other statements enclose this one.
	around         *frame
	blocks, others int
	// The targets of break and continue without a label inside it.
	broken, continued *frame
	exits             *exits
}

// exits holds the jumps to the end of one statement.
type exits struct {
	breaks []*ast.Break // including removed ones
	live   int          // the number not removed
}

func (w *writer) push(labels []string, kind frameKind) *frame {
	f := &frame{kind: kind, labels: labels, around: w.frame}
	if in := w.frame; in != nil {
		f.blocks, f.others, f.broken, f.continued = in.blocks, in.others, in.broken, in.continued
		if in.kind == blockFrame {
			f.blocks++
		} else {
			f.others++
		}
	}
	n := ""
	if kind == blockFrame { // blocks are not counted among the statements
		n = "block " + strconv.Itoa(f.blocks)
	} else {
		n = strconv.Itoa(f.others)
		f.broken = f
	}
	if kind == loopFrame {
		f.continued = f
	}
	f.after, f.again, f.exits = "=after "+n, "=again "+n, &exits{}
	if w.exits == nil {
		w.exits = map[string]*exits{}
	}
	w.exits[f.after] = f.exits
	for _, l := range labels {
		if w.labelled == nil {
			w.labelled = map[string]*frame{}
		}
		w.labelled[l] = f
	}
	w.frame = f
	return f
}

func (w *writer) pop() {
	for _, l := range w.frame.labels {
		delete(w.labelled, l) // labels of nested statements are distinct
	}
	w.frame = w.frame.around
}

// jump returns a break or continue as a break to its target.
func (w *writer) jump(st ast.Stmt) ast.Stmt {
	label, again := "", false
	switch s := st.(type) {
	case *ast.Break:
		label = s.Label
	case *ast.Continue:
		label, again = s.Label, true
	}
	f := w.labelled[label]
	if label == "" && w.frame != nil {
		if f = w.frame.broken; again {
			f = w.frame.continued
		}
	}
	switch {
	case f == nil:
		return st
	case again:
		return &ast.Break{Label: f.again}
	}
	b := &ast.Break{Label: f.after}
	f.exits.breaks = append(f.exits.breaks, b)
	f.exits.live++
	return b
}

// strip removes jumps to where control continues anyway, which is next, from the end of a
// canonical list, and replaces jumps to the end of its last statement by jumps to next.
//
// Nested statements are stripped once for each enclosing statement that can be left, which uses
// fuel.
func (w *writer) strip(list []ast.Stmt, next string) []ast.Stmt {
	for len(list) > 0 && w.spend() {
		k := len(list) - 1
		switch s := list[k].(type) {
		case *ast.Break:
			if s.Label != next {
				return list
			}
			w.removed(next)
			list = list[:k:k]
			continue
		case *ast.If:
			// w owns the list and the rest of its array.
			list = append(list[:k], w.choose(s.Test, w.strip(arm(s.Then), next), w.strip(arm(s.Else), next))...)
		case *ast.Block:
			s.Body = w.strip(s.Body, next)
		case *ast.Try:
			s.Block.Body = w.strip(s.Block.Body, next)
			if s.Handler != nil {
				s.Handler.Body = w.strip(s.Handler.Body, next)
			}
		case *ast.Labeled:
			w.retarget(s, next)
			w.copied(k)
			if b, ok := s.Body.(*ast.Block); ok {
				list = append(list[:k:k], w.strip(b.Body, next)...)
			} else {
				list = append(list[:k:k], w.strip([]ast.Stmt{s.Body}, next)...)
			}
		case *ast.Switch:
			if len(s.Cases) > 0 {
				c := s.Cases[len(s.Cases)-1]
				c.Body = w.strip(c.Body, next)
				w.dropIdle(s, next)
			}
		}
		return list
	}
	return list
}

// retarget redirects the jumps that leave a statement to another target.
func (w *writer) retarget(l *ast.Labeled, to string) {
	from, target := w.exitsOf[l], w.exits[to]
	for _, b := range from.breaks {
		if !w.spend() {
			return
		}
		b.Label = to
	}
	if target == nil {
		return // the start of a loop, or out of the function
	}
	target.live += from.live
	more, most := from.breaks, target.breaks
	if len(more) > len(most) {
		more, most = most, more
	}
	target.breaks = append(most, more...)
}

// removed records that a jump to a target was removed.
func (w *writer) removed(place string) {
	if l := w.exits[place]; l != nil {
		l.live--
	}
}

// drop records that all jumps in a list were removed.
func (w *writer) drop(list []ast.Stmt) {
	for _, st := range list {
		ast.Walk(st, func(n ast.Node) bool {
			if b, ok := n.(*ast.Break); ok {
				w.removed(b.Label)
			}
			_, x := n.(ast.Expr)
			return !x && w.spend()
		})
	}
}
