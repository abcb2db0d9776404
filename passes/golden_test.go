package passes_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son/build"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixture is one program below testdata with its expected output. Its files are
//
//	in.js       the program
//	out-O0.js   its -O0 --force-graph form; absent: the input, byte for byte
//	out-O1.js   its -O1 form; absent likewise
//	out-O2.js   its -O2 form, with the directive "level 2"; absent likewise
//	prints      what the program prints, as the engine says
//
// The text before the files holds prose and, one a line,
//
//	bailout: NAME: REASON       this function does not go through the graph
//	bailout at O1: NAME: REASON  the same, but at -O0 it does
//	normal: NAME: REASON        there is no form of basic blocks of this function
//	top level                   the top level, too, must go through the graph
//	same names                  -O0 adds no identifier
//	no labels                   no output has a label
//	unstable: REASON            a second run changes it again
//	assume: NAMES               the assumptions of -O1
//	for: AIM                    what -O1 is to be good at
//	level 2                     there is an -O2 form, too
//	LEVEL has: TEXT             the output has the text; LEVEL is O0, O1 or O2
//	LEVEL lacks: TEXT
//
// Every function that no bailout line names must go through the graph.
type fixture struct {
	name, file          string
	ar                  *txtar.Archive
	in, prints          string
	bailouts, bailouts1 map[string]string
	normal              map[string]string
	sameNames           bool
	noLabels            bool
	top                 bool
	level2              bool
	unstable            bool
	assume              passes.AssumptionSet
	aim                 costs.Aim
	checks              []textCheck
}

type textCheck struct {
	level string
	has   bool
	text  string
}

// fixtures reads the fixtures of the named folders of testdata.
func fixtures(t testing.TB, dirs ...string) []*fixture {
	t.Helper()
	var out []*fixture
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join("..", "testdata", dir, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no fixtures in %s: %v", dir, err)
		}
		for _, file := range files {
			out = append(out, readFixture(t, dir, file))
		}
	}
	return out
}

func readFixture(t testing.TB, dir, file string) *fixture {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{name: dir + "/" + strings.TrimSuffix(filepath.Base(file), ".txtar"), file: file, ar: ar, bailouts: map[string]string{}, bailouts1: map[string]string{}, normal: map[string]string{}}
	f.in, f.prints = f.part("in.js"), f.part("prints")
	for _, part := range ar.Files {
		if !slices.Contains(fixtureParts, part.Name) {
			t.Fatalf("%s: no test reads a part called %s", file, part.Name)
		}
	}
	if err := f.directives(string(ar.Comment)); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return f
}

// directives reads the text before the files of a fixture.
func (f *fixture) directives(text string) error {
	prose := false // the line before is
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		level, rest, _ := strings.Cut(line, " ")
		wasProse := prose
		prose = false
		switch {
		case strings.HasPrefix(line, "bailout"), strings.HasPrefix(line, "normal: "):
			into, rest, _ := strings.Cut(line, ": ")
			name, why, ok := strings.Cut(rest, ": ")
			if !ok {
				return fmt.Errorf("NAME: REASON is missing: %s", line)
			}
			switch into {
			case "bailout at O1":
				f.bailouts1[name] = why
			case "normal":
				f.normal[name] = why
			case "bailout":
				f.bailouts[name] = why
			default:
				return fmt.Errorf("unknown directive: %s", line)
			}
		case line == "top level":
			f.top = true
		case line == "level 2":
			f.level2 = true
		case line == "same names":
			f.sameNames = true
		case line == "no labels":
			f.noLabels = true
		case strings.HasPrefix(line, "assume: "):
			set, err := passes.ParseAssumptions(strings.Split(strings.TrimPrefix(line, "assume: "), ","))
			if err != nil {
				return err
			}
			f.assume = set
		case strings.HasPrefix(line, "for: "):
			at := slices.Index(costs.Aims, strings.TrimPrefix(line, "for: "))
			if at < 0 {
				return fmt.Errorf("unknown aim: %s", line)
			}
			f.aim = costs.Aim(at)
		case strings.HasPrefix(line, "unstable: "):
			f.unstable = true
		case isLevel(level) && strings.HasPrefix(rest, "has: "):
			f.checks = append(f.checks, textCheck{level, true, strings.TrimPrefix(rest, "has: ")})
		case isLevel(level) && strings.HasPrefix(rest, "lacks: "):
			f.checks = append(f.checks, textCheck{level, false, strings.TrimPrefix(rest, "lacks: ")})
		case looksLikeDirective(line) && !wasProse:
			return fmt.Errorf("neither a directive nor the start of a sentence: %s", line)
		default:
			prose = line != ""
		}
	}
	return nil
}

func isLevel(s string) bool { return s == "O0" || s == "O1" || s == "O2" }

// fixtureParts are the parts that a fixture may have.
var fixtureParts = []string{"in.js", "normal.js", "again.js", "blocks.js", "out-O0.js", "out-O1.js", "out-O2.js", "prints"}

// looksLikeDirective reports whether a line that starts a paragraph, or follows a directive, is
// no prose: sentences start with a capital letter.
func looksLikeDirective(line string) bool {
	return line != "" && (line[0] >= 'a' && line[0] <= 'z' || len(line) > 1 && line[0] == 'O' && line[1] >= '0' && line[1] <= '9')
}

func TestMisspelledDirectivesAreNoticed(t *testing.T) {
	for text, valid := range map[string]bool{
		"no labels": true, "no label": false, "O1 has: x": true, "O2 has: x": true, "O3 has: x": false, "level 2": true, "level 3": false, "unstable: why": true, "unstabel: why": false,
		"bailout: f: with": true, "bailout at O1: f: with": true, "bailout at O2: f: with": false, "bailout: f": false, "kept: f: with": false,
		"for: speed": true, "for: fun": false, "assume: fn-names": true, "assume: names": false,
		"A sentence: of prose\nthat goes on.": true, "A sentence.\n\nno label": false, "": true,
	} {
		f := &fixture{bailouts: map[string]string{}, bailouts1: map[string]string{}, normal: map[string]string{}}
		if err := f.directives(text); (err == nil) != valid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// part returns a file of the archive; "" if it is absent.
func (f *fixture) part(name string) string {
	for _, p := range f.ar.Files {
		if p.Name == name {
			return string(p.Data)
		}
	}
	return ""
}

// put writes a file into the archive, or removes it if data is "".
func (f *fixture) put(name, data string) {
	f.ar.Files = slices.DeleteFunc(f.ar.Files, func(p txtar.File) bool { return p.Name == name })
	if data != "" {
		f.ar.Files = append(f.ar.Files, txtar.File{Name: name, Data: []byte(data)})
	}
}

// optimize optimizes src and fails the test on any fault of ours.
func optimize(t testing.TB, src string, o passes.Options) passes.Result {
	t.Helper()
	if o.Path == "" {
		o.Path = "in.js"
	}
	res, err := passes.Optimize(context.Background(), src, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	for _, f := range res.Report.Faults {
		t.Errorf("fault: %s\n%s", f, src)
	}
	return res
}

// TestFixtures checks the output's text, that it was printed from the graph, and that it still
// does what the input does.
func TestFixtures(t *testing.T) {
	for _, f := range fixtures(t, "seeds", "opt", "emit") {
		t.Run(f.name, func(t *testing.T) { f.test(t) })
	}
}

func (f *fixture) test(t *testing.T) {
	prints := f.inputPrints(t)
	if strings.Contains(prints, "uncaught SyntaxError") {
		t.Fatal("the input is no program")
	}
	type form struct {
		level  string
		golden bool
		o      passes.Options
	}
	forms := []form{
		{"O0", true, passes.Options{ForceGraph: true}},
		{"O1", true, passes.Options{Level: 1, Assume: f.assume, For: f.aim}},
		{"O1", false, passes.Options{Level: 1, ForceGraph: true, Assume: f.assume, For: f.aim}},
	}
	if f.level2 {
		forms = append(forms, form{"O2", true, passes.Options{Level: 2, Assume: f.assume, For: f.aim}}, form{"O2", false, passes.Options{Level: 2, ForceGraph: true, Assume: f.assume, For: f.aim}})
	}
	for _, c := range forms {
		c.o.Verify = true
		res := optimize(t, f.in, c.o)
		name := "out-" + c.level + ".js"
		if c.golden {
			f.golden(t, name, res.Code)
		} else if name += " --force-graph"; res.Report.Changed != res.Report.ThroughGraph {
			t.Errorf("%s: %d functions went through the graph but only %d were printed from it", name, res.Report.ThroughGraph, res.Report.Changed)
		}
		f.carried(t, name, res.Report)
		if got := runJS(t, res.Code); got != prints {
			t.Errorf("%s prints something else (-want +got)\n%s\nof\n%s", name, cmp.Diff(prints, got), res.Code)
		}
		for _, k := range f.checks {
			if k.level == c.level && strings.Contains(res.Code, k.text) != k.has {
				t.Errorf("%s: has %q: want %v, got %v in\n%s", name, k.text, k.has, !k.has, res.Code)
			}
		}
		if f.noLabels && strings.Contains(kinds(t, res.Code), "label") {
			t.Errorf("%s has a label:\n%s", name, res.Code)
		}
		if f.sameNames && c.o.Level == 0 {
			if more := newNames(t, f.in, res.Code); len(more) > 0 {
				t.Errorf("%s has new names %q:\n%s", name, more, res.Code)
			}
		}
	}
	if *update {
		f.write(t)
	}
}

// inputPrints runs the input, which prints the same each time.
func (f *fixture) inputPrints(t *testing.T) string {
	t.Helper()
	prints := runJS(t, f.in)
	if *update {
		f.put("prints", prints)
	} else if d := cmp.Diff(f.prints, prints); d != "" {
		t.Errorf("the input prints (-want +got)\n%s", d)
	}
	return prints
}

// golden compares an output with its file.
func (f *fixture) golden(t *testing.T, name, got string) {
	if *update {
		if got == f.in {
			got = ""
		}
		f.put(name, got)
		return
	}
	want := f.part(name)
	if want == "" {
		want = f.in
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got)\n%s", name, d)
	}
}

// carried checks which functions went through the graph.
func (f *fixture) carried(t *testing.T, name string, r passes.Report) {
	t.Helper()
	want, names := 0, map[string]bool{}
	for _, k := range r.Bailouts {
		if _, named := f.bailouts[k.Name]; k.Name == build.TopName && !named && !f.top {
			continue
		}
		names[k.Name] = true
		why, ok := f.bailouts[k.Name]
		if !ok && name != "out-O0.js" {
			why, ok = f.bailouts1[k.Name]
		}
		if !ok {
			t.Errorf("%s: %s (%d:%d) stays as written: %s", name, k.Name, k.Line, k.Column, k.Reason)
		} else if !strings.Contains(k.Reason, why) && !*update {
			t.Errorf("%s: %s stays as written because %q, not because %q", name, k.Name, k.Reason, why)
		}
		if k.Name != build.TopName {
			want++
		}
	}
	if name == "out-O0.js" && *update {
		f.refreshBailouts(r.Bailouts)
	} else if name == "out-O0.js" && len(f.bailouts) != len(names) {
		t.Errorf("%s: bailouts %v, want %v", name, r.Bailouts, f.bailouts)
	}
	if r.Functions == 0 || r.ThroughGraph != r.Functions-want {
		t.Errorf("%s: %d of %d functions went through the graph", name, r.ThroughGraph, r.Functions)
	}
}

// refreshBailouts updates the bailout lines: a function that goes through the graph now loses its
// line, and a new reason replaces the old one. A function that no longer goes through stays an
// error: -update adds no line.
func (f *fixture) refreshBailouts(list []passes.BailoutReport) {
	var out []string
	for line := range strings.Lines(string(f.ar.Comment)) {
		rest, ok := strings.CutPrefix(line, "bailout: ")
		if ok {
			name, _, _ := strings.Cut(rest, ": ")
			i := slices.IndexFunc(list, func(k passes.BailoutReport) bool { return k.Name == name })
			if i < 0 {
				continue
			}
			line = "bailout: " + name + ": " + list[i].Reason + "\n"
		}
		out = append(out, line)
	}
	f.ar.Comment = []byte(strings.Join(out, ""))
}

func (f *fixture) write(t *testing.T) {
	order := []string{"in.js", "normal.js", "out-O0.js", "out-O1.js", "out-O2.js", "prints"}
	slices.SortStableFunc(f.ar.Files, func(a, b txtar.File) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	old, err := os.ReadFile(f.file)
	if err != nil {
		t.Fatal(err)
	}
	if data := txtar.Format(f.ar); !bytes.Equal(data, old) {
		if err := os.WriteFile(f.file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// read parses a program that must be valid.
func read(t testing.TB, src string) *ast.Program {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	return p
}

// walk visits every node of a program.
func walk(p *ast.Program, visit func(ast.Node)) {
	for _, s := range p.Body {
		ast.Walk(s, func(n ast.Node) bool { visit(n); return true })
	}
}

// kinds names the statement kinds that a test may forbid.
func kinds(t testing.TB, src string) string {
	var out []string
	walk(read(t, src), func(n ast.Node) {
		if _, ok := n.(*ast.Labeled); ok {
			out = append(out, "label")
		}
	})
	return strings.Join(out, " ")
}

// newNames returns the identifiers of out that in lacks.
func newNames(t testing.TB, in, out string) []string {
	names := func(src string) map[string]bool {
		set := map[string]bool{}
		walk(read(t, src), func(n ast.Node) {
			if id, ok := n.(*ast.Ident); ok {
				set[id.Name] = true
			}
		})
		return set
	}
	old := names(in)
	var more []string
	for name := range names(out) {
		if !old[name] {
			more = append(more, name)
		}
	}
	slices.Sort(more)
	return more
}
