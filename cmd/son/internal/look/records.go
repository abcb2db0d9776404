package look

import (
	"fmt"
	"io"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/snapshot"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz"
)

// records interprets the program for the records in it.
func (p *Program) records(assume son.Assumptions) *snapshot.Program {
	g := calls.New(p.AST, calls.Options{NoTDZ: assume.Has(son.AssumeNoTDZ), ClosedWorld: assume.Has(son.AssumeClosedWorld)})
	return snapshot.New(p.AST, g, snapshot.Options{Builtins: assume.Has(son.AssumeBuiltins)})
}

// ExplainRecords explains what becomes of records: in one function, or in all of them if all is true. The top level
// is a function of kind [ast.FuncTop].
func (p *Program) ExplainRecords(w io.Writer, fn *ast.Function, all bool, assume son.Assumptions) error {
	return p.records(assume).Text(w, recordNames{p}, func(f *ast.Function) bool { return all || isSame(f, fn) })
}

// isSame reports whether a function of the interpretation, where nil is the top level, is one that was asked for.
func isSame(f, want *ast.Function) bool {
	if want.Kind == ast.FuncTop {
		return f == nil
	}
	return f == want
}

// recordNames names things for explanations.
type recordNames struct{ p *Program }

func (n recordNames) Function(fn *ast.Function) string {
	if fn == nil {
		return TopLevel
	}
	return n.p.Names[fn.Index]
}

func (n recordNames) At(offset int32) string { return n.p.Path + ":" + n.Short(offset) }

func (n recordNames) Short(offset int32) string {
	line, col := n.p.Position(offset)
	return fmt.Sprintf("%d:%d", line, col)
}

// RecordTrees returns the transitions of the records of one function, or of all, by snapshot.
func (p *Program) RecordTrees(fn *ast.Function, all bool, assume son.Assumptions) (trees []viz.RecordTree) {
	names := recordNames{p}
	for _, e := range p.records(assume).Entries {
		if !all && !isSame(e.Fn, fn) {
			continue
		}
		t := viz.RecordTree{Title: names.Function(e.Fn) + ", " + e.Title()}
		for id, steps := range e.Transitions() {
			number := map[*snapshot.Step]int{}
			for i, s := range steps {
				number[s] = len(t.Steps) + i
			}
			for _, s := range steps {
				x := viz.RecordStep{Kind: stepKinds[s.Kind], Text: s.String()}
				if len(s.From) == 0 {
					x.Text = snapshot.ID(id).String() + " " + x.Text
				}
				if !s.At.IsZero() {
					x.At = names.Short(s.At.Start)
				}
				if f := s.After; f != nil && !f.IsGone() {
					x.Facts = f.String()
				}
				for _, f := range s.From {
					x.From = append(x.From, number[f])
				}
				t.Steps = append(t.Steps, x)
			}
		}
		if len(t.Steps) > 0 {
			trees = append(trees, t)
		}
	}
	return trees
}

// stepKinds are the kinds of steps in pictures.
var stepKinds = [...]viz.RecordStepKind{
	snapshot.Given: viz.RecordRoot, snapshot.Made: viz.RecordRoot, snapshot.Set: viz.RecordChanged, snapshot.Removed: viz.RecordChanged,
	snapshot.Called: viz.RecordCalled, snapshot.Joined: viz.RecordJoined, snapshot.LetGo: viz.RecordLetGo,
}
