package evalhost_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/quickjs"

	"github.com/sonjs/son/internal/evalhost"
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// prelude defines in the engine log and a show that prints like the world's Show.
const prelude = `
var LOG = [];
function quote(s) {
  let r = '"';
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c === 34 || c === 92) r += '\\' + s[i];
    else if (c === 10) r += '\\n';
    else if (c >= 32 && c < 127) r += s[i];
    else r += '\\u' + c.toString(16).padStart(4, '0');
  }
  return r + '"';
}
function show(v, depth = 0) {
  if (depth == 4 && v !== null && /object|function/.test(typeof v)) return '…';
  switch (typeof v) {
  case 'string': return quote(v);
  case 'number': return Object.is(v, -0) ? '-0' : String(v);
  case 'bigint': return v + 'n';
  case 'function': return 'function';
  case 'object':
    if (v === null) return 'null';
    if (v instanceof Error) return v.name;
    if (Array.isArray(v)) { let r = []; for (let i = 0; i < v.length; i++) r.push(i in v ? show(v[i], depth + 1) : ''); return '[' + r + ']' }
    return '{' + Object.keys(v).map(k => { const d = Object.getOwnPropertyDescriptor(v, k); return k + ':' + ('value' in d ? show(d.value, depth + 1) : 'accessor') }) + '}';
  }
  return String(v);
}
function log(...a) { LOG.push(a.map(x => show(x)).join(' ')); return a[0] }
function run(f, ...args) {
  LOG = [];
  let r;
  try { r = 'returns ' + show(f(...args)) } catch (e) { r = 'throws ' + show(e) }
  return LOG.concat(r).join('\n');
}
`

// inEngine runs f of a source with the arguments, given as source text.
func inEngine(t *testing.T, vm *quickjs.VM, src, args string) string {
	t.Helper()
	v, err := vm.Eval(script(src, args), quickjs.EvalGlobal)
	if err != nil {
		t.Fatalf("engine: %v\n%s", err, src)
	}
	return v.(string)
}

// script is what the engine runs.
func script(src, args string) string {
	return prelude + "(() => { " + src + "\nreturn run(f" + strings.TrimSuffix(", "+args, ", ") + ") })()"
}

// load builds every function of a source.
func load(t *testing.T, src string, c son.Config) (*son.Program, *build.Bindings) {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Type: parse.Script})
	if p == nil {
		t.Fatalf("parse: %v", ds)
	}
	prog := build.Program(p, c)
	for _, f := range prog.Funcs {
		if f.Graph == nil {
			t.Skipf("%s is left as written: %v", f.Name, f.Bailout)
		}
		for _, x := range f.Fn.Params {
			if _, simple := x.(*ast.Ident); !simple {
				t.Skipf("%s has parameters that graphs do not support", f.Name)
			}
		}
	}
	return prog, build.Decide(p)
}

// outcome runs f of a program in a new world, using its graphs or their schedules.
func outcome(t *testing.T, prog *son.Program, b *build.Bindings, args []son.Value, schedules map[*son.Graph]*schedule.Schedule) string {
	t.Helper()
	w := evalhost.New()
	if schedules != nil {
		w.Run = func(g *son.Graph, f son.Frame) (son.Value, error) { return schedule.Eval(w.Eval, schedules[g], f) }
	}
	w.Program = prog
	w.Captures = func(fn int) []*ast.Symbol { return b.Captures(prog.AST.Funcs[fn]) }
	for i, fn := range prog.AST.Funcs {
		if fn.Parent == nil && fn.Name != nil {
			w.Globals[fn.Name.Name] = w.Function(i)
		}
	}
	v, err := w.Call(w.Globals["f"], son.Undefined, args, false)
	var thrown *son.Thrown
	switch {
	case err == nil:
		w.Log = append(w.Log, "returns "+evalhost.Show(v))
	case errors.As(err, &thrown):
		w.Log = append(w.Log, "throws "+evalhost.Show(thrown.Value))
	default:
		for _, f := range prog.Funcs {
			t.Log(son.Format(f.Graph, son.FormatOptions{IDs: true}))
		}
		t.Fatalf("eval: %v", err)
	}
	return strings.Join(w.Log, "\n")
}

var configs = []struct {
	name string
	c    son.Config
	opt  bool
}{
	{"as built", son.Config{}, false},
	{"all phis", son.Config{AllPhis: true}, false},
	{"folded", son.Config{Fold: true}, false},
	{"optimized", son.Config{Fold: true}, true},
	{"optimized, shuffled", son.Config{Fold: true, AllPhis: true, Seed: 7}, true},
}

func TestEvalAgreesWithTheEngine(t *testing.T) {
	vm, err := quickjs.NewVM()
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	vm.SetWTF8(true)
	compared := 0
	for i, c := range programs {
		name := fmt.Sprintf("%02d", i)
		t.Run(name, func(t *testing.T) {
			lists := c.args
			if len(lists) == 0 {
				lists = []string{""}
			}
			for _, cfg := range configs {
				prog, b := load(t, c.src, cfg.c)
				for _, f := range prog.Funcs {
					if cfg.opt {
						f.Graph.Optimize()
					}
					if err := f.Graph.Verify(); err != nil {
						t.Errorf("%s: %v\n%s\n%s", cfg.name, err, c.src, son.Format(f.Graph, son.FormatOptions{IDs: true}))
					}
				}
				schedules := map[*son.Graph]*schedule.Schedule{}
				for _, f := range prog.Funcs {
					schedules[f.Graph] = schedule.Run(f.Graph)
				}
				for _, list := range lists {
					want := inEngine(t, vm, c.src, list)
					if diff := cmp.Diff(want, outcome(t, prog, b, arguments(t, list), nil)); diff != "" {
						t.Errorf("%s: f(%s): -engine +eval\n%s\n%s", cfg.name, list, diff, c.src)
					}
					if diff := cmp.Diff(want, outcome(t, prog, b, arguments(t, list), schedules)); diff != "" {
						t.Errorf("%s: f(%s): -engine +eval of the schedule\n%s\n%s", cfg.name, list, diff, c.src)
					}
				}
			}
			compared++
		})
	}
	if compared < 66 { // the others have functions that the builder leaves as written
		t.Errorf("only %d of %d programs were compared", compared, len(programs))
	}
}

func TestBuiltGraphsReadBackUnchanged(t *testing.T) {
	for i, c := range programs {
		t.Run(fmt.Sprintf("%02d", i), func(t *testing.T) {
			for _, cfg := range configs {
				prog, _ := load(t, c.src, cfg.c)
				for _, f := range prog.Funcs {
					if cfg.opt {
						f.Graph.Optimize()
					}
					text := son.Format(f.Graph, son.FormatOptions{})
					g, err := son.Read(text)
					if err != nil {
						t.Fatalf("%v\n%s", err, text)
					}
					if diff := cmp.Diff(text, son.Format(g, son.FormatOptions{})); diff != "" {
						t.Errorf("-printed +read back\n%s", diff)
					}
					if err := g.Verify(); err != nil {
						t.Errorf("%v\n%s", err, text)
					}
				}
			}
		})
	}
}

// arguments reads a list of primitives in source text.
func arguments(t *testing.T, list string) []son.Value {
	t.Helper()
	var out []son.Value
	for _, s := range strings.Split(list, ", ") {
		if s == "" {
			continue
		}
		typ, err := son.ParseType(s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, son.Prim(typ))
	}
	return out
}
