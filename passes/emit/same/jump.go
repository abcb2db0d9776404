package same

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// A jump is written as a break with the place it goes to as its label: a return
// without a value, "=return"; behind or again at the n-th statement around that one can
// leave, "=after n" and "=again n". No label of a program looks like that. Jumps out of
// what is compared stay as they are written.

const toReturn = "=return"

type frameKind uint8

const (
	blockFrame frameKind = iota
	switchFrame
	loopFrame
)

// frame is a statement that jumps leave.
type frame struct {
	kind         frameKind
	labels       []string
	after, again string
	// What it stands in, and how many labelled blocks and other statements that is.
	around         *frame
	blocks, others int
	// What break and continue without a label leave in it.
	broken, continued *frame
	leaves            *leaves
}

// leaves are the jumps to behind one statement.
type leaves struct {
	breaks []*ast.Break // also those that were taken away since
	live   int          // how many were not
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
	if kind == blockFrame { // it does not count for what is in it
		n = "block " + strconv.Itoa(f.blocks)
	} else {
		n = strconv.Itoa(f.others)
		f.broken = f
	}
	if kind == loopFrame {
		f.continued = f
	}
	f.after, f.again, f.leaves = "=after "+n, "=again "+n, &leaves{}
	if w.leaves == nil {
		w.leaves = map[string]*leaves{}
	}
	w.leaves[f.after] = f.leaves
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
		delete(w.labelled, l) // a label is never one of a statement around, too
	}
	w.frame = w.frame.around
}

// jump returns a break or continue as a break to where it goes.
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
	f.leaves.breaks = append(f.leaves.breaks, b)
	f.leaves.live++
	return b
}

// strip takes jumps to where control goes anyway off the end of a canonical list, and
// writes jumps to the end of its last statement as jumps there.
//
// Statements in statements are stripped once for each that is around them and can be
// left, which takes fuel.
func (w *writer) strip(list []ast.Stmt, next string) []ast.Stmt {
	for len(list) > 0 && w.spend() {
		k := len(list) - 1
		switch s := list[k].(type) {
		case *ast.Break:
			if s.Label != next {
				return list
			}
			w.gone(next)
			list = list[:k:k]
			continue
		case *ast.If:
			// The list is ours, and so is what is behind it in its array.
			list = append(list[:k], w.choose(s.Test, w.strip(arm(s.Then), next), w.strip(arm(s.Else), next))...)
		case *ast.Block:
			s.Body = w.strip(s.Body, next)
		case *ast.Try:
			s.Block.Body = w.strip(s.Block.Body, next)
			if s.Handler != nil {
				s.Handler.Body = w.strip(s.Handler.Body, next)
			}
		case *ast.Labeled:
			w.lead(s, next)
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

// lead makes the jumps out of a statement go to another place.
func (w *writer) lead(l *ast.Labeled, to string) {
	from, target := w.leaving[l], w.leaves[to]
	for _, b := range from.breaks {
		if !w.spend() {
			return
		}
		b.Label = to
	}
	if target == nil {
		return // to where a loop begins again, or out of the function
	}
	target.live += from.live
	more, most := from.breaks, target.breaks
	if len(more) > len(most) {
		more, most = most, more
	}
	target.breaks = append(most, more...)
}

// gone notes that a jump to a place was taken away.
func (w *writer) gone(place string) {
	if l := w.leaves[place]; l != nil {
		l.live--
	}
}

// drop notes that the jumps in a list were taken away with it.
func (w *writer) drop(list []ast.Stmt) {
	for _, st := range list {
		ast.Walk(st, func(n ast.Node) bool {
			if b, ok := n.(*ast.Break); ok {
				w.gone(b.Label)
			}
			_, x := n.(ast.Expr)
			return !x && w.spend()
		})
	}
}
