package same

import (
	"slices"
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
}

func (w *writer) push(labels []string, kind frameKind) frame {
	count := 0
	for _, f := range w.frames { // a labelled block does not count for what is in it
		if (f.kind == blockFrame) == (kind == blockFrame) {
			count++
		}
	}
	n := strconv.Itoa(count)
	if kind == blockFrame {
		n = "block " + n
	}
	f := frame{kind, labels, "=after " + n, "=again " + n}
	delete(w.jumps, f.after) // there is no jump out of it yet
	w.frames = append(w.frames, f)
	return f
}

func (w *writer) pop() { w.frames = w.frames[:len(w.frames)-1] }

// jump returns a break or continue as a break to where it goes.
func (w *writer) jump(st ast.Stmt) ast.Stmt {
	label, again := "", false
	switch s := st.(type) {
	case *ast.Break:
		label = s.Label
	case *ast.Continue:
		label, again = s.Label, true
	}
	for _, f := range slices.Backward(w.frames) {
		switch {
		case label != "" && !slices.Contains(f.labels, label):
		case label == "" && (f.kind == blockFrame || again && f.kind == switchFrame):
		case again:
			return &ast.Break{Label: f.again}
		default:
			w.jumped(f.after, 1)
			return &ast.Break{Label: f.after}
		}
	}
	return st
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
