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
			list = list[:k:k]
			continue
		case *ast.If:
			w.copied(k)
			rest := w.choose(s.Test, w.strip(arm(s.Then), next), w.strip(arm(s.Else), next))
			list = append(list[:k:k], rest...)
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
		}
		_, x := n.(ast.Expr)
		return !x && w.spend()
	})
}

// mentions reports whether anything in a statement jumps to a place.
func (w *writer) mentions(in ast.Stmt, place string) bool {
	found := false
	ast.Walk(in, func(n ast.Node) bool {
		b, ok := n.(*ast.Break)
		found = found || ok && b.Label == place
		_, x := n.(ast.Expr)
		return !found && !x && w.spend()
	})
	return found
}
