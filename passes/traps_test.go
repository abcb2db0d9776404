package passes_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
)

// trap is a row of docs/traps.md.
type trap struct{ what, fixture, function string }

var trapRow = regexp.MustCompile(`(?m)^\| (.+?) \| ([a-z]+/[a-z_0-9]+) \| ([\w$]+) \|$`)

func traps(t *testing.T) []trap {
	t.Helper()
	text, err := os.ReadFile("../docs/traps.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []trap
	for _, m := range trapRow.FindAllStringSubmatch(string(text), -1) {
		out = append(out, trap{m[1], m[2], m[3]})
	}
	rows := strings.Count(string(text), "\n| ") - 2*strings.Count(string(text), "\n| ---")
	if len(out) != rows || rows < 50 {
		t.Fatalf("%d of %d rows can be read", len(out), rows)
	}
	return out
}

// TestEachOrderOfEvaluationHasAFixture checks the table [ast.Evaluation].
func TestEachOrderOfEvaluationHasAFixture(t *testing.T) {
	for _, row := range ast.Evaluation {
		if _, err := os.Stat(filepath.Join("..", "testdata", "emit", "order_"+row.Name+".txtar")); err != nil {
			t.Errorf("%s (%s): %v", row.Name, row.Spec, err)
		}
	}
}

// TestTraps checks that the list of traps names existing fixtures and functions, and that node
// runs those before and after alike; [TestFixtures] does the same in the embedded engine.
func TestTraps(t *testing.T) {
	known := map[string]*fixture{}
	for _, f := range fixtures(t, "seeds", "opt", "emit") {
		known[f.name] = f
	}
	var named []*fixture
	for _, p := range traps(t) {
		f := known[p.fixture]
		if f == nil {
			t.Errorf("%s: there is no fixture %s", p.what, p.fixture)
			continue
		}
		defines := regexp.MustCompile(`(function\*? |class |const )` + regexp.QuoteMeta(p.function) + `\b`)
		if !defines.MatchString(f.in) {
			t.Errorf("%s: %s has no %s", p.what, p.fixture, p.function)
		}
		if _, ok := f.bailouts[p.function]; ok {
			t.Errorf("%s: %s of %s stays as written", p.what, p.function, p.fixture)
		}
		if !slices.Contains(named, f) {
			named = append(named, f)
		}
	}
	var sources []string
	variants := []passes.Options{{ForceGraph: true}, {Level: 1, ForceGraph: true}, {Level: 1}}
	for _, f := range named {
		sources = append(sources, f.in)
		for _, o := range variants {
			sources = append(sources, optimize(t, f.in, o).Code)
		}
	}
	prints := runInNode(t, sources)
	for i, f := range named {
		runs := prints[i*(1+len(variants)):][:1+len(variants)]
		if strings.Count(runs[0], "\n") < 2 {
			t.Errorf("%s prints next to nothing in node: %s", f.name, runs[0])
		}
		for k := range variants {
			if d := cmp.Diff(runs[0], runs[1+k]); d != "" {
				t.Errorf("%s, %+v: node prints something else (-before +after)\n%s", f.name, variants[k], d)
			}
		}
	}
}

// nodeRunner runs scripts, each in a context of its own with the prelude in front: a list of
// texts in, a list of what they print out.
const nodeRunner = `
const vm = require("node:vm"), fs = require("node:fs");
process.on("unhandledRejection", () => {});
const [prelude, sources] = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(sources.map(source => {
  const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  const finish = vm.runInContext(prelude, context);
  let uncaught = "";
  try { vm.runInContext(source, context, { timeout: 60000 }); } catch (e) { uncaught = String(e && e.name || e); }
  return finish(uncaught);
})));`

// runInNode returns what scripts print in node; without node the test is
// skipped.
func runInNode(t *testing.T, sources []string) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: node is not on the PATH")
	}
	in, err := json.Marshal([]any{runPrelude, sources})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", nodeRunner)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var prints []string
	if err := json.Unmarshal(out, &prints); err != nil || len(prints) != len(sources) {
		t.Fatalf("%d of %d programs ran in node: %v", len(prints), len(sources), err)
	}
	return prints
}
