package test262

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/internal/tier"
)

// tree unpacks the made-up checkout.
func tree(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: ", ErrNoNode)
	}
	a, err := txtar.ParseFile("testdata/tree.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// replacing returns a transform that replaces one text by another, and refuses
// one text as invalid.
func replacing(old, new string) Transform {
	return func(_ context.Context, p Program) (string, error) {
		if strings.Contains(p.Source, "a b") {
			return "", &Refusal{"unexpected b"}
		}
		return strings.ReplaceAll(p.Source, old, new), nil
	}
}

// run runs the made-up checkout and lists what it finds, without details.
func run(t *testing.T, c Config) (*Report, []string) {
	t.Helper()
	c.Dirs = []string{"language", "built-ins", "annexB"}
	if c.Timeout == 0 {
		c.Timeout = 20 * time.Second
	}
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	finds := []string{}
	for _, f := range r.Finds {
		finds = append(finds, string(f.Kind)+" "+filepath.Base(f.Path)+" "+string(f.Mode))
	}
	return r, finds
}

func TestNothingIsFoundWhereNothingChanges(t *testing.T) {
	tier.OnlyLong(t)
	dir := tree(t)
	r, finds := run(t, Config{Selection: Selection{Dir: dir}, Transform: replacing("\n", " \n")})
	if len(finds) > 0 {
		t.Errorf("found\n%v", r)
	}
	sum := r.Areas[len(r.Areas)-1]
	// The tests fails and never do not pass untouched; html and throws make no assertion.
	want := &Area{Name: "all", Runs: 25, Comparable: 19, NoCalls: 3, Negative: 2, Passing: 19, Finds: map[Kind]int{}}
	if d := cmp.Diff(want, sum); d != "" {
		t.Errorf("-want +got\n%s\n%v", d, r)
	}
	if d := cmp.Diff(map[string]int{"negative in phase resolution": 1}, r.Skipped); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// TestControls proves that the runner notices each kind of find.
func TestControls(t *testing.T) {
	tier.OnlyLong(t)
	dir := tree(t)
	work := t.TempDir()
	unless := func(text string, do func() error) Transform {
		return func(ctx context.Context, p Program) (string, error) {
			if strings.Contains(p.Source, text) {
				return "", do()
			}
			return replacing("", "")(ctx, p)
		}
	}
	tests := []struct {
		name string
		do   Transform
		only string
		wrap bool
		want []string
	}{
		{"a wrong value is broken", replacing("1 + more()", "2 + more()"), "add", false, []string{"broken add.js n", "broken add.js s"}},
		{"a missing throw is broken", replacing("null.x", "null"), "throws", false, []string{"broken throws.js n", "broken throws.js s"}},
		{"a module that loses an export is broken", replacing("export var two", "var two"), "module/", false, []string{"broken self.js m"}},
		{"a lost assertion is silent", replacing("assert.same(sum, 4);", ""), "add", false, []string{"silent add.js n", "silent add.js s"}},
		{"other values that an assertion agrees with are silent", replacing("sum, 4", "5, 5"), "add", false, []string{"silent add.js n", "silent add.js s"}},
		{"another kind of global is silent", replacing("var sum", "let sum"), "add", false, []string{"silent add.js n", "silent add.js s"}},
		{"another name of a function is silent", replacing("named", "other"), "global", false, []string{"silent global.js n", "silent global.js s"}},
		{"another length of a function is silent", replacing("a, b)", "a)"), "global", false, []string{"silent global.js n", "silent global.js s"}},
		{"the text of a function is counted separately", replacing("{ return 1 }\n", "{return 1}\n"), "text", false, []string{"text text.js n", "text text.js s"}},
		{"another difference in such a test is not", replacing("String(f)", "1"), "text", false, []string{"broken text.js n", "broken text.js s"}},
		{"a break in a function", replacing("1 + more()", "2 + more()"), "add", true, []string{"broken add.js n", "broken add.js s"}},
		{"a lost global in a function is not", replacing("var sum", "let sum"), "add", true, []string{}},
		{"an invalid program is accepted", func(_ context.Context, p Program) (string, error) { return p.Source, nil }, "negative", false,
			[]string{"accepted negative.js n", "accepted negative.js s"}},
		{"a valid program is refused", unless("import", func() error { return &Refusal{"no"} }), "", false, []string{"refused plain.js m", "refused self.js m"}},
		{"what this node cannot run may be refused", unless("false", func() error { return &Refusal{"no"} }), "fails", false, []string{}},
		{"a panic, comparable or not", unless("false", func() error { panic("oh") }), "fails", false, []string{"crashed fails.js n", "crashed fails.js s"}},
		{"a fault", unless("more", func() error { return errors.New("BUG: no") }), "add", false, []string{"crashed add.js n", "crashed add.js s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, finds := run(t, Config{Selection: Selection{Dir: dir, Only: tt.only, Wrap: tt.wrap}, Transform: tt.do, Work: work})
			if d := cmp.Diff(tt.want, finds); d != "" {
				t.Errorf("-want +got\n%s\n%v", d, r)
			}
		})
	}
}

func TestWhatDoesNotEndIsFound(t *testing.T) {
	tier.OnlyLong(t)
	c := Config{Selection: Selection{Dir: tree(t), Only: "endless"}, Timeout: 3 * time.Second}
	c.Transform = replacing("!end", "end")
	if r, finds := run(t, c); cmp.Diff([]string{"broken endless.js n", "broken endless.js s"}, finds) != "" {
		t.Errorf("a program that does not end:\n%v", r)
	}
	c.Only = "negative" // needs no node, so the time is the transform's alone
	c.Transform = func(context.Context, Program) (string, error) { select {} }
	if r, finds := run(t, c); cmp.Diff([]string{"crashed negative.js n", "crashed negative.js s"}, finds) != "" {
		t.Errorf("a transform that does not end:\n%v", r)
	}
}

func TestSkip(t *testing.T) {
	c := Config{Selection: Selection{Dir: tree(t), Only: "add,negative", Skip: "/add.js$/"}}
	c.Transform = func(context.Context, Program) (string, error) { return "", &Refusal{"no"} }
	r, finds := run(t, c)
	if r.Files != 1 || r.Skipped["as requested"] != 1 || len(finds) > 0 {
		t.Errorf("%d files, skipped %v, found %v", r.Files, r.Skipped, finds)
	}
	c.Skip = "/(/"
	if _, err := Run(context.Background(), c); err == nil {
		t.Error("a bad expression is accepted")
	}
}

func TestWhatFailsIsSaved(t *testing.T) {
	tier.OnlyLong(t)
	dir, save := tree(t), t.TempDir()
	run(t, Config{Selection: Selection{Dir: dir, Only: "add"}, Transform: replacing("1 +", "2 +"), Save: save})
	for name, want := range map[string]string{".in.js": "1 +", ".out.js": "2 +", ".txt": "broken: Test262Error: 5 is not 4"} {
		text, err := os.ReadFile(filepath.Join(save, "language__expressions__add.n"+name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, want %q in %q", name, err, want, text)
		}
	}
}

func TestOutcomesAreCached(t *testing.T) {
	tier.OnlyLong(t)
	dir, work := tree(t), t.TempDir()
	phases := map[string]bool{}
	c := Config{Selection: Selection{Dir: dir}, Transform: replacing("\n", " \n"), Work: work,
		Jobs: 1, Progress: func(phase string, _, _ int) { phases[phase] = true }}
	first, _ := run(t, c)
	if !phases["untouched"] || !phases["untouched, alone"] {
		t.Errorf("phases of the first time: %v", phases)
	}
	clear(phases)
	// A truncated line affects only its own test.
	files, _ := filepath.Glob(filepath.Join(work, "*"))
	if len(files) != 1 {
		t.Fatalf("files of the cache: %v", files)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"k":"`)
	f.Close()
	again, _ := run(t, c)
	if phases["untouched"] || phases["untouched, alone"] {
		t.Errorf("phases of the second time: %v", phases)
	}
	if d := cmp.Diff(first.Areas, again.Areas); d != "" {
		t.Errorf("-first +again\n%s", d)
	}
	if first.Known != 0 || again.Known == 0 {
		t.Errorf("known: %d transformed texts of the first time, %d of the second", first.Known, again.Known)
	}
	// With another harness, no cached outcome is valid any more.
	if err := os.WriteFile(filepath.Join(dir, "harness", "more.js"), []byte("function more() { return 4; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r, _ := run(t, c); !phases["untouched"] || r.Areas[len(r.Areas)-1].Comparable != first.Areas[len(first.Areas)-1].Comparable-2 {
		t.Errorf("with another harness: %v\n%v", phases, r)
	}
}

func TestNoCheckout(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: ", ErrNoNode)
	}
	if _, err := Run(context.Background(), Config{Selection: Selection{Dir: t.TempDir()}}); err == nil {
		t.Error("an empty directory is accepted as a checkout")
	}
}
