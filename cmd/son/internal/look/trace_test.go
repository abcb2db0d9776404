package look

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz/trace"
)

func program(t testing.TB, src, path string) *Program {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: path})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	return NewProgram(p, path, src)
}

// traces traces the first functions of a program.
func traces(t testing.TB, p *Program, o Options) []*trace.Trace {
	t.Helper()
	var out []*trace.Trace
	for _, fn := range p.AST.Funcs[:min(len(p.AST.Funcs), 12)] {
		tr, err := p.Trace(context.Background(), fn, o)
		if _, bailout := err.(*son.Bailout); bailout {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, tr)
	}
	return out
}

func calendar(t testing.TB) string {
	t.Helper()
	src, err := os.ReadFile("../../../../testdata/real/calendar.js")
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func TestTracesSatisfyTheSchema(t *testing.T) {
	data, err := os.ReadFile("../../../../docs/trace.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := &schema{}
	if err := json.Unmarshal(data, &s.root); err != nil {
		t.Fatal(err)
	}
	all := traces(t, program(t, calendar(t), "calendar.js"), Options{Level: 1})
	all = append(all, traces(t, program(t, "function f(a) { for (const x of a) { try { a(x) } catch { return } } }", "in.js"), Options{AllPhis: true, MaxSteps: 3})...)
	all = append(all, traces(t, program(t, "export function f(a) { return twice(a) }\nfunction twice(x) { return x + x }", "in.js"), Options{Level: 2})...)
	if len(all[len(all)-2].Instances) != 1 {
		t.Error("no callee is in place of its call at -O2")
	}
	if len(all) < 10 {
		t.Fatalf("only %d functions", len(all))
	}
	for _, tr := range all {
		var v any
		if err := json.Unmarshal(tr.JSON(), &v); err != nil {
			t.Fatal(err)
		}
		if why := s.check(s.root, v, tr.Function.Name); why != "" {
			t.Error(why)
		}
	}
	for _, bad := range []string{`{}`, `[]`, `{"version":2}`} {
		var v any
		if err := json.Unmarshal([]byte(bad), &v); err != nil {
			t.Fatal(err)
		}
		if s.check(s.root, v, "bad") == "" {
			t.Errorf("the schema accepts %s", bad)
		}
	}
}

// schema implements the part of JSON Schema that ours uses.
type schema struct{ root map[string]any }

func (s *schema) check(rule map[string]any, v any, at string) string {
	if ref, ok := rule["$ref"].(string); ok {
		rule = s.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if c, ok := rule["const"]; ok && c != v {
		return fmt.Sprintf("%s: %v is not %v", at, v, c)
	}
	if list, ok := rule["enum"].([]any); ok {
		found := false
		for _, c := range list {
			found = found || c == v
		}
		if !found {
			return fmt.Sprintf("%s: %v is not one of %v", at, v, list)
		}
	}
	switch rule["type"] {
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			return at + ": not an object"
		}
		return s.object(rule, m, at)
	case "array":
		list, ok := v.([]any)
		if !ok {
			return at + ": not an array"
		}
		if n, ok := rule["minItems"].(float64); ok && len(list) < int(n) {
			return at + ": too few items"
		}
		if n, ok := rule["maxItems"].(float64); ok && len(list) > int(n) {
			return at + ": too many items"
		}
		for i, x := range list {
			if why := s.check(rule["items"].(map[string]any), x, fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return why
			}
		}
	case "integer":
		f, ok := v.(float64)
		if least, has := rule["minimum"].(float64); !ok || f != math.Trunc(f) || has && f < least {
			return fmt.Sprintf("%s: %v is not such an integer", at, v)
		}
	case "string":
		if _, ok := v.(string); !ok {
			return at + ": not a string"
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return at + ": not a boolean"
		}
	}
	return ""
}

func (s *schema) object(rule map[string]any, m map[string]any, at string) string {
	if names, ok := rule["required"].([]any); ok {
		for _, name := range names {
			if _, has := m[name.(string)]; !has {
				return fmt.Sprintf("%s: no %s", at, name)
			}
		}
	}
	props, _ := rule["properties"].(map[string]any)
	for name, x := range m {
		r, known := props[name].(map[string]any)
		if !known {
			if r, known = rule["additionalProperties"].(map[string]any); !known {
				return fmt.Sprintf("%s: %s is not in the schema", at, name)
			}
		}
		if why := s.check(r, x, at+"."+name); why != "" {
			return why
		}
	}
	return ""
}

func TestOutputIsThePrintedFunction(t *testing.T) {
	src := "// a\nfunction g() {}\nconst f = (é, b) => { let x = 2 * 3; while (b) { b = é.x(x, \"😀\") } return x };\nf();\n"
	p := program(t, src, "in.js")
	fn, err := p.Find("f")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := p.Trace(context.Background(), fn, Options{Level: 1})
	if err != nil {
		t.Fatal(err)
	}
	if tr.Output.Outcome != "replaced" || !strings.HasPrefix(tr.Output.Text, "(é, b) => {") || !strings.HasSuffix(tr.Output.Text, "}") || strings.Contains(tr.Output.Text, "2 * 3") {
		t.Errorf("output: %+v", tr.Output)
	}
	names := 0
	for _, l := range tr.Output.Links {
		out, from := tr.Output.Text[l.Out[0]:l.Out[1]], tr.Source.Text[l.From[0]:l.From[1]]
		if from == "é" || from == "while" {
			names++
			if !strings.HasPrefix(out, from) {
				t.Errorf("%q comes from %q", out, from)
			}
		}
	}
	if names < 2 {
		t.Errorf("links: %+v", tr.Output.Links)
	}
}

func TestTheTopLevelIsTraced(t *testing.T) {
	p := program(t, "const a = 2 * 3;\nb(a);\n//# sourceMappingURL=none.map\n", "in.js")
	tr, err := p.Trace(context.Background(), p.Top(), Options{Level: 1})
	if err != nil {
		t.Fatal(err)
	}
	if tr.Function.Name != "(top level)" || !strings.Contains(tr.Output.Text, "b(") {
		t.Errorf("%+v %+v", tr.Function, tr.Output)
	}
}

// Without recording there must be no measurable cost.
func BenchmarkRecording(b *testing.B) {
	src := calendar(b)
	for _, on := range []bool{false, true} {
		b.Run(fmt.Sprintf("on=%v", on), func(b *testing.B) {
			for b.Loop() {
				o := passes.Options{Path: "calendar.js", Level: 1, Workers: 1}
				if on {
					p := program(b, src, "calendar.js")
					o.Observer = trace.NewRecorder(p.AST.Funcs[0].Span, 0)
				}
				if _, err := passes.Optimize(context.Background(), src, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestTraceIsOfTheChosenVariant compares the rules of traces with those that son opt reports,
// where son opt prints the function from its graph, and checks that a trace has no step of a pass
// that was undone.
func TestTraceIsOfTheChosenVariant(t *testing.T) {
	compared, undone := 0, 0
	for _, name := range []string{"jump_threading", "jump_threading_braces", "tail_merging", "forof_stays"} {
		a, err := txtar.ParseFile("../../../../testdata/opt/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if f.Name != "in.js" {
				continue
			}
			p := program(t, string(f.Data), f.Name)
			for _, fn := range p.AST.Funcs {
				tr, err := p.Trace(context.Background(), fn, Options{Level: 1, MaxSteps: 1 << 20})
				if err != nil {
					t.Fatal(err)
				}
				r, err := p.single.Function(context.Background(), fn, passes.Options{Level: 1})
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range tr.Steps {
					if s.Kind == trace.Fired && slices.Contains(tr.Output.Undone, s.Rule) {
						t.Errorf("%s, %s: the trace shows what was undone: %s", name, p.Name(fn), s.Rule)
					}
				}
				if len(r.Report.Undone) > 0 {
					undone++
				}
				if r.Report.Outcome != passes.Replaced {
					continue
				}
				compared++
				if d := cmp.Diff(r.Report.Rules, fired(tr), cmpopts.EquateEmpty()); d != "" {
					t.Errorf("%s, %s: the report's rules are not the trace's (-report +trace)\n%s", name, p.Name(fn), d)
				}
			}
		}
	}
	if compared < 10 || undone < 3 {
		t.Errorf("%d functions compared, %d with a pass undone", compared, undone)
	}
}

// fired counts the rules that fired on nodes of the graph: sharing a node that is being made is
// a step, too, but it changes no node.
func fired(tr *trace.Trace) map[string]int {
	out := map[string]int{}
	known := map[int32]bool{}
	for _, s := range tr.Steps {
		if s.Kind == trace.Fired && (s.Rule != "share" || known[s.Node]) {
			out[s.Rule]++
		}
		for _, n := range s.Nodes {
			known[n.ID] = true
		}
	}
	return out
}
