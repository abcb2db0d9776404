package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/cmd/son/internal/look"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz"
	"github.com/sonjs/son/viz/trace"
)

// MaxSource is how long a program may be, in bytes; MaxAnswer how long an answer.
const (
	MaxSource = 100 << 10
	MaxAnswer = 24 << 20
)

// maxSteps is how many steps of a trace a page holds.
const maxSteps = 5000

// Request is a request of the page.
type Request struct {
	Source   string   `json:"source"`
	Language string   `json:"language"` // js, jsx, ts, tsx
	Kind     string   `json:"kind"`     // auto, script, module, commonjs
	Function string   `json:"function"` // "": the first; top; or @line:column
	Level    int      `json:"level"`
	AllPhis  bool     `json:"allPhis"`
	Assume   []string `json:"assume"`
	For      string   `json:"for"` // balanced, size, speed; "": balanced
}

// Answer is the answer to it: a page to explore and the explanation in words, or an error.
type Answer struct {
	Functions []Function `json:"functions"`
	Function  string     `json:"function"` // the one shown
	Offset    int        `json:"offset"`   // where in the program it begins, in UTF-16 units
	HTML      string     `json:"html,omitempty"`
	Story     string     `json:"story,omitempty"`
	Error     string     `json:"error,omitempty"`
}

// Function is a function of the program.
type Function struct {
	Name string `json:"name"`
	At   string `json:"at"` // its name in Request.Function
}

var (
	languages = []string{"js", "jsx", "ts", "tsx"}
	kinds     = map[string]parse.SourceType{"": parse.Auto, "auto": parse.Auto, "script": parse.Script, "module": parse.Module, "commonjs": parse.CommonJS}
)

// check refuses requests that the page does not make.
func (r *Request) check() error {
	if r.Language == "" {
		r.Language = languages[0]
	}
	_, known := kinds[r.Kind]
	switch {
	case len(r.Source) > MaxSource:
		return fmt.Errorf("the program is too large for the playground: %d bytes of at most %d; son opt accepts programs of any size", len(r.Source), MaxSource)
	case !slices.Contains(languages, r.Language):
		return fmt.Errorf("there is no language %q; the languages are %s", r.Language, strings.Join(languages, ", "))
	case !known:
		return fmt.Errorf("there is no kind of program %q", r.Kind)
	case r.Level < 0 || r.Level > 2:
		return fmt.Errorf("there is no level %d; the levels are 0, 1 and 2", r.Level)
	case r.For != "" && !slices.Contains(cost.Aims, r.For):
		return fmt.Errorf("--for %s: expected one of %s", r.For, strings.Join(cost.Aims, ", "))
	}
	_, err := passes.ParseAssumptions(r.Assume)
	return err
}

// tried is how long a function may be, in bytes, for assumptions to be tried on it: each
// takes as long as the function itself.
const tried = 8 << 10

// Tell answers a request. It never panics.
func Tell(ctx context.Context, r Request) (a Answer) {
	defer func() {
		if e := recover(); e != nil {
			a = Answer{Error: "BUG: " + firstLine(fmt.Sprint(e)) + "\nThis is a bug in son, not in your program."}
		}
	}()
	if err := r.check(); err != nil {
		return Answer{Error: err.Error()}
	}
	path := "playground." + r.Language
	tree, ds := parse.Read(r.Source, parse.Options{Path: path, Type: kinds[r.Kind]})
	if tree == nil {
		return Answer{Error: parse.Format(ds)}
	}
	p := look.NewProgram(tree, path, r.Source)
	a.Functions = functionsOf(p)
	fn := find(p, r.Function)
	if fn == nil {
		a.Error = "There is no code yet."
		return a
	}
	a.Function = at(p, fn)
	assume, _ := passes.ParseAssumptions(r.Assume) // they are checked
	aim := cost.Aim(max(0, slices.Index(cost.Aims, r.For)))
	t, err := p.Trace(ctx, fn, look.Options{Level: r.Level, AllPhis: r.AllPhis, Assume: assume, For: aim, MaxSteps: maxSteps, Try: fn.End-fn.Start <= tried})
	var bailout *son.Bailout
	switch {
	case errors.As(err, &bailout):
		line, col := p.Position(max(bailout.Span.Start, fn.Start))
		a.Error = fmt.Sprintf("%s:%d:%d: %s has no graph: %s\nson opt leaves this function as written.", path, line, col, p.Name(fn), bailout.Reason)
		return a
	case err != nil:
		a.Error = err.Error()
		return a
	}
	t.Output.Reason = firstLine(t.Output.Reason) // no positions in our own code
	if len(t.Phases) == 0 {
		a.Error = fmt.Sprintf("%s: %s", t.Function.Name, t.Output.Reason)
		return a
	}
	a.Offset = int(sourcemap.Units(r.Source[:min(t.Source.Offset, len(r.Source))]))
	if err := a.fill(t); err != nil {
		a.Error = err.Error()
	}
	return a
}

// fill writes the page and the explanation.
func (a *Answer) fill(t *trace.Trace) error {
	var page, story bytes.Buffer
	if err := viz.HTMLFrame(&page, t); err != nil {
		return err
	}
	if err := viz.Explain(&story, t, viz.Selection{}); err != nil {
		return err
	}
	if n := page.Len() + story.Len(); n > MaxAnswer/2 {
		return fmt.Errorf("the trace of %s is too large for a page: %d million bytes; son viz -f json writes it", t.Function.Name, n/1e6)
	}
	a.HTML, a.Story = page.String(), story.String()
	return nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// topName is the name of the top level in requests.
const topName = "top"

// maxFunctions is how many functions an answer lists.
const maxFunctions = 2000

func functionsOf(p *look.Program) []Function {
	out := []Function{}
	for _, fn := range p.AST.Funcs[:min(len(p.AST.Funcs), maxFunctions)] {
		out = append(out, Function{p.Names[fn.Index], at(p, fn)})
	}
	if p.Top() != nil {
		out = append(out, Function{"(top level)", topName})
	}
	return out
}

func at(p *look.Program, fn *ast.Function) string {
	if fn.Kind == ast.FuncTop {
		return topName
	}
	line, col := p.Position(fn.Start)
	return fmt.Sprintf("@%d:%d", line, col)
}

// find finds the requested function, or one to show instead: while the user types,
// functions appear and disappear.
func find(p *look.Program, name string) *ast.Function {
	if name == topName {
		if top := p.Top(); top != nil {
			return top
		}
	}
	if name != "" {
		if fn, err := p.Find(name); err == nil {
			return fn
		}
	}
	if len(p.AST.Funcs) > 0 {
		return p.AST.Funcs[0]
	}
	return p.Top()
}
