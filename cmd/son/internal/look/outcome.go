package look

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
)

// Outcome is the outcome for one function.
type Outcome struct {
	Fn      *ast.Function
	Outcome passes.Outcome
	Reason  string
	Rules   map[string]int
}

// Outcomes optimizes the program, and returns the outcome for each function and the code.
func (p *Program) Outcomes(ctx context.Context, o Options) ([]Outcome, string, error) {
	r, err := p.optimize(ctx, o)
	if err != nil {
		return nil, "", err
	}
	var out []Outcome
	for i, fn := range p.AST.Funcs {
		x := Outcome{Fn: fn, Outcome: passes.NoGain}
		if i < len(r.Report.Funcs) {
			f := &r.Report.Funcs[i]
			x.Reason, x.Rules = f.Reason, f.Rules
			if f.Outcome != "" {
				x.Outcome = f.Outcome
			}
		}
		out = append(out, x)
	}
	return out, r.Code, nil
}

// optimize optimizes the program.
func (p *Program) optimize(ctx context.Context, o Options) (passes.Result, error) {
	return passes.Optimize(ctx, p.AST.Source, passes.Options{
		Path: "in.js", Type: goal(p.AST), Level: o.Level, AllPhis: o.AllPhis, Assume: o.Assume, For: o.For, Details: true,
	})
}

// maxRules is how many rules a line of an overview lists.
const maxRules = 4

// Words describes the outcome in words: "better: constant 3, share 1".
func (o *Outcome) Words() string {
	switch o.Outcome {
	case passes.NoGain:
		return "as written: nothing would be gained"
	case passes.Replaced:
		names := make([]string, 0, len(o.Rules))
		for name := range o.Rules {
			if name != "float" {
				names = append(names, name)
			}
		}
		sort.Slice(names, func(i, j int) bool {
			a, b := names[i], names[j]
			return o.Rules[a] > o.Rules[b] || o.Rules[a] == o.Rules[b] && a < b
		})
		for i, name := range names {
			names[i] = fmt.Sprintf("%s %d", name, o.Rules[name])
		}
		if len(names) > maxRules {
			names = append(names[:maxRules], "…")
		}
		if len(names) == 0 {
			return "better"
		}
		return "better: " + strings.Join(names, ", ")
	}
	reason, _, _ := strings.Cut(o.Reason, "\n")
	return "as written: " + reason
}

// Around returns the innermost function around the first text of a line, or else the
// first one that begins in the line, or nil.
func (p *Program) Around(line int) *ast.Function {
	start, end := p.lines[line-1], len(p.text)
	if line < len(p.lines) {
		end = p.lines[line]
	}
	text := p.text[start:end]
	at := start + len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	var found, begins *ast.Function
	for _, fn := range p.AST.Funcs { // enclosing functions come first
		from, to := p.bounds(fn)
		if from <= at && at < to {
			found = fn
		}
		if begins == nil && from >= start && from < end {
			begins = fn
		}
	}
	if found != nil {
		return found
	}
	return begins
}
