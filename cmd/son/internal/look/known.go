package look

import (
	"context"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/viz/trace"
)

// known adds what -O2 knows of a function and of the calls in it.
func (p *Program) known(ctx context.Context, t *trace.Trace, fn *ast.Function, o Options) error {
	out, err := p.callOutcome(ctx, o)
	if out == nil || err != nil {
		return err
	}
	g := p.callGraph()
	k := &trace.Known{}
	if fn.Kind == ast.FuncTop {
		fn = nil
	}
	if fn != nil {
		f := &g.Functions[fn.Index]
		k.Exposed, k.Gone = f.Exposed, out.gone(fn)
		if fn.Index < len(out.funcs) {
			k.Summary = out.funcs[fn.Index].Summary
		}
		for _, i := range f.Calls {
			k.Callers = append(k.Callers, p.call(int(i), g.Site(i), out, t))
		}
	}
	for i, s := range g.Sites.All() {
		if s.In == fn {
			k.Calls = append(k.Calls, p.call(i, s, out, t))
		}
	}
	t.Known = k
	return nil
}

// call describes a call for a trace of a function.
func (p *Program) call(i int, s *calls.Site, out *callOutcome, t *trace.Trace) trace.Call {
	c := trace.Call{At: p.point(s.Call.Start), In: TopLevel, Why: s.Why}
	if s.In != nil {
		c.In = p.Names[s.In.Index]
	}
	from := int(s.Call.Start) - t.Source.Offset
	if to := int(s.Call.End) - t.Source.Offset; from >= 0 && to <= len(t.Source.Text) {
		c.Span = &trace.Span{from, to}
	}
	if s.Callee == nil {
		return c
	}
	at := p.point(s.Callee.Start)
	c.Callee, c.CalleeAt = p.Names[s.Callee.Index], &at
	r := out.sites[i]
	c.Inlined, c.Why = r.Inlined, r.Why
	return c
}

// point is a position for a trace.
func (p *Program) point(at int32) trace.Position {
	line, col := p.Position(at)
	return trace.Position{line, col}
}
