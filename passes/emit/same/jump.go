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
	f.after, f.again = "=after "+n, "=again "+n
	delete(w.jumps, f.after) // there is no jump out of it yet
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
	w.jumped(f.after, 1)
	return &ast.Break{Label: f.after}
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
			w.jumped(next, -1)
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
			w.lead(s.Body, s.Label, next)
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

// lead makes jumps to one place go to another.
func (w *writer) lead(in ast.Stmt, from, to string) {
	ast.Walk(in, func(n ast.Node) bool {
		if b, ok := n.(*ast.Break); ok && b.Label == from {
			b.Label = to
			w.jumped(to, 1)
		}
		_, x := n.(ast.Expr)
		return !x && w.spend()
	})
}

// jumped notes that there are more or fewer jumps to behind a statement: behind one that
// is around what is being written, or else it does not matter.
func (w *writer) jumped(place string, more int) {
	if w.jumps == nil {
		w.jumps = map[string]int{}
	}
	w.jumps[place] += more
}

// mentions reports whether anything in a statement, which has just been written, jumps to
// behind it. Mostly nothing does any more, and that is known without a look.
func (w *writer) mentions(in ast.Stmt, place string) bool {
	if w.jumps[place] == 0 {
		return false
	}
	found := false
	ast.Walk(in, func(n ast.Node) bool {
		b, ok := n.(*ast.Break)
		found = found || ok && b.Label == place
		_, x := n.(ast.Expr)
		return !found && !x && w.spend()
	})
	return found
}
