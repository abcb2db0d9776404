package look

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// Names of the moments that are no passes.
const (
	Built     = "build"    // the builder is done
	Scheduled = "schedule" // each node has its block
	Scopes    = "scopes"   // while building: the last loop that opened; scopes:N is any moment
)

// Moments lists the names of the moments of a level.
func Moments(level int) []string {
	names := []string{Scopes, Built}
	for _, p := range passes.Table {
		if p.Level <= level {
			names = append(names, p.Name)
		}
	}
	return append(names, Scheduled)
}

// Picture is what there is to look at. It is only valid during the call of
// [Options.Show]: the graph goes on changing.
type Picture struct {
	Graph  *son.Graph
	Title  string
	CFG    *son.CFG        // scheduled
	Scopes []son.ScopeView // while building
}

// Options say what to look at.
type Options struct {
	Level   int
	AllPhis bool
	Moment  string // empty: after the last pass
	Show    func(p Picture) error
}

// BadMoment says that there is no such moment.
type BadMoment struct{ What string }

func (e *BadMoment) Error() string { return e.What }

// Show takes a function to a moment and shows it. The error is a *son.Kept if
// the graph does not carry the function, and a *[BadMoment].
func (p *Program) Show(fn *ast.Function, o Options) error {
	moments := Moments(o.Level)
	moment, number, numbered := strings.Cut(o.Moment, ":")
	if moment == "" {
		moment = moments[len(moments)-2]
	}
	known := false
	for _, m := range moments {
		known = known || m == moment
	}
	if !known || numbered && moment != Scopes {
		return &BadMoment{fmt.Sprintf("there is no phase %q at -O%d: there are %s", o.Moment, o.Level, strings.Join(moments, ", "))}
	}
	if moment == Scopes {
		return p.scopes(fn, o, number)
	}
	g, kept := build.Func(p.AST, fn, p.Facts, p.config(o, nil))
	if kept != nil {
		return kept
	}
	pic := Picture{Graph: g, Title: fmt.Sprintf("%s after %s", g.Name, moment)}
	if moment == Built {
		return o.Show(pic)
	}
	for _, pass := range passes.Table {
		if pass.Level > o.Level {
			continue
		}
		pass.Run(g)
		if pass.Name == moment {
			return o.Show(pic)
		}
	}
	pic.CFG = schedule.Run(g)
	return o.Show(pic)
}

func (p *Program) config(o Options, watch son.Observer) son.Config {
	return son.Config{Fold: o.Level > 0, AllPhis: o.AllPhis, Observer: watch}
}

// scopes shows a moment of the builder. Building is repeatable: the first time
// finds out which moments there are, the second stops to look.
func (p *Program) scopes(fn *ast.Function, o Options, number string) error {
	count := &watcher{}
	if _, kept := build.Func(p.AST, fn, p.Facts, p.config(o, count)); kept != nil {
		return kept
	}
	if len(count.events) == 0 {
		return &BadMoment{fmt.Sprintf("the builder of %s stopped nowhere", p.Names[fn.Index])}
	}
	at := count.lastLoop
	if number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(count.events) {
			var b strings.Builder
			fmt.Fprintf(&b, "there is no moment %q while %s is built; there are", number, p.Names[fn.Index])
			for i, e := range count.events {
				fmt.Fprintf(&b, "\n  %s:%d  %s", Scopes, i+1, e)
			}
			return &BadMoment{b.String()}
		}
		at = n - 1
	}
	stop := &watcher{at: at, show: o.Show}
	build.Func(p.AST, fn, p.Facts, p.config(o, stop))
	return stop.err
}

// watcher is an observer that counts the moments at which the builder shows its
// scopes, and shows one of them.
type watcher struct {
	events   []string
	lastLoop int // the moment at which the last loop opened, or the first one
	at       int
	show     func(Picture) error
	err      error
}

// loopOpened is the builder's word for a loop whose phis may still change.
const loopOpened = "loop opened"

func (w *watcher) Scope(g *son.Graph, event string, scopes []son.ScopeView) {
	if event == loopOpened {
		w.lastLoop = len(w.events)
	}
	if w.show != nil && len(w.events) == w.at {
		w.err = w.show(Picture{Graph: g, Title: fmt.Sprintf("%s, %s", g.Name, event), Scopes: scopes})
	}
	w.events = append(w.events, event)
}

func (*watcher) NodeMade(*son.Graph, *son.Node)                   {}
func (*watcher) NodeKilled(*son.Graph, *son.Node)                 {}
func (*watcher) Replaced(*son.Graph, *son.Node, *son.Node)        {}
func (*watcher) Rule(*son.Graph, *son.Rule, *son.Node, *son.Node) {}
func (*watcher) Phase(*son.Graph, string)                         {}
