package passes_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// moduleRunner runs programs of several files: a list of their first files in, a list
// of what they print out.
const moduleRunner = `
const { pathToFileURL } = require("node:url");
const list = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
let out;
console.log = (...all) => { out += all.map(String).join(" ") + "\n"; };
(async () => {
  const prints = [];
  for (const file of list) {
    out = "";
    try { await import(pathToFileURL(file)); } catch (e) { out += "uncaught " + (e && e.name) + "\n"; }
    await new Promise(setImmediate);
    prints.push(out);
    for (const key of Object.keys(globalThis)) if (key.startsWith("shared")) delete globalThis[key];
  }
  process.stdout.write(JSON.stringify(prints));
})();`

// moduleVariants are the variants in which each file of a program is rewritten.
var moduleVariants = []struct {
	name string
	o    passes.Options
}{
	{"as written", passes.Options{}},
	{"-O0 forced", passes.Options{ForceGraph: true}},
	{"-O1", passes.Options{Level: 1}},
	{"-O1 forced", passes.Options{Level: 1, ForceGraph: true}},
	{"for size", passes.Options{Level: 1, For: costs.Size}},
	{"for size, forced", passes.Options{Level: 1, For: costs.Size, ForceGraph: true}},
	{"for speed", passes.Options{Level: 1, For: costs.Speed, ForceGraph: true}},
	{"normal form", passes.Options{Level: 1, Emit: passes.Normal}},
	{"blocks", passes.Options{Level: 1, Emit: passes.Blocks}},
	{"compact", passes.Options{Level: 1, Compact: true}},
	{"minified", passes.Options{Level: 1, Minify: true}},
	{"minified for size", passes.Options{Level: 1, For: costs.Size, Minify: true}},
}

// TestModules runs programs of several modules in node: those below testdata/modules, each of
// which begins in a file named main. They must print what they printed before.
func TestModules(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: node is not on the PATH")
	}
	files, err := filepath.Glob("../testdata/modules/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	dir := t.TempDir()
	var mains, names, wants []string
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for i, variant := range moduleVariants {
			at := filepath.Join(dir, name, string(rune('a'+i)))
			main, want := writeModules(t, at, ar, variant.o)
			mains, names, wants = append(mains, main), append(names, name+", "+variant.name), append(wants, want)
		}
	}
	in, err := json.Marshal(mains)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", moduleRunner)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var prints []string
	if err := json.Unmarshal(out, &prints); err != nil || len(prints) != len(mains) {
		t.Fatalf("%d of %d programs ran: %v", len(prints), len(mains), err)
	}
	for i, got := range prints {
		if d := cmp.Diff(wants[i], got); d != "" {
			t.Errorf("%s prints something else (-want +got)\n%s", names[i], d)
		}
	}
}

// writeModules writes the rewritten files of a program, and returns the first one and what it
// prints.
func writeModules(t *testing.T, dir string, ar *txtar.Archive, o passes.Options) (main, want string) {
	t.Helper()
	for _, f := range ar.Files {
		if f.Name == "prints" {
			want = string(f.Data)
			continue
		}
		path := filepath.Join(dir, f.Name)
		if strings.HasPrefix(f.Name, "main.") {
			main = path
		}
		o.Path = f.Name
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(optimize(t, string(f.Data), o).Code), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if main == "" || want == "" {
		t.Fatalf("%s: no main file, or nothing printed", ar.Comment)
	}
	return main, want
}
