package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
)

// TestTheCataloguesAreCurrent compares docs/rules.md, docs/ops.md and docs/passes.md
// with the code that they are generated from. SON_UPDATE=1 regenerates them.
func TestTheCataloguesAreCurrent(t *testing.T) {
	for name, text := range map[string]string{"rules.md": rulesPage(), "ops.md": opsPage(), "passes.md": passesPage()} {
		path := filepath.Join("..", "..", "docs", name)
		if updating {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(old), text); diff != "" {
			t.Errorf("docs/%s: SON_UPDATE=1 go test ./cmd/son -run Catalogues regenerates it: -old +new\n%s", name, diff)
		}
	}
}

// made is the first line of every catalogue.
const made = "<!-- Made from the code by: SON_UPDATE=1 go test ./cmd/son -run Catalogues -->\n\n"

func rulesPage() string {
	var b strings.Builder
	b.WriteString(made + `# The rules

A rule looks at one node and its inputs and returns a better node, or nothing. Rules run
on every node while the graph is built, and then until none fires any more. They are tried
in the order below; ` + "`son rules NAME`" + ` prints one, ` + "`son explain FILE --line N`" + ` shows which
fired on a line and which did not. The types that a rule requires are what makes it sound:
the tests run each rule on every value that could break it.

## Rules of the driver

`)
	for _, r := range passes.DriverRules() {
		writeRule(&b, r)
	}
	b.WriteString("## The rules\n\n")
	for _, r := range son.Rules() {
		writeRule(&b, r)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func writeRule(b *strings.Builder, r son.Rule) {
	fmt.Fprintf(b, "### %s\n\n", r.Name)
	var ops []string
	for _, op := range r.Ops {
		ops = append(ops, op.String())
	}
	if len(ops) > 0 {
		fmt.Fprintf(b, "On %s.\n\n", strings.Join(ops, ", "))
	}
	fmt.Fprintf(b, "    %s\n\n", r.Doc)
	if r.Example != "" {
		fmt.Fprintf(b, "For example: `%s`\n\n", r.Example)
	}
}

func opsPage() string {
	var b strings.Builder
	b.WriteString(made + `# The ops

What the nodes of a graph do. An effect is what an op may do besides producing a value,
unless types rule it out: read memory, write it, throw, or call unknown code. Only nodes
without any effect float.

| op | effect | what it does |
| --- | --- | --- |
`)
	for op := son.Op(1); int(op) < son.NumOps; op++ {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", op, effect(op), strings.ReplaceAll(op.Doc(), "|", `\|`))
	}
	return b.String()
}

// effect describes the effects of an op.
func effect(op son.Op) string {
	switch e := op.Effect(); {
	case op.IsControl():
		return "control"
	case e == son.Any:
		return "any"
	case e == son.NoEffect:
		return ""
	default:
		var words []string
		for _, w := range []struct {
			e    son.Effect
			name string
		}{{son.Reads, "reads"}, {son.Writes, "writes"}, {son.Throws, "throws"}, {son.Calls, "calls"}} {
			if e&w.e != 0 {
				words = append(words, w.name)
			}
		}
		return strings.Join(words, ", ")
	}
}

func passesPage() string {
	var b strings.Builder
	b.WriteString(made + `# The passes

In the order in which they run on each function's graph, after it is built and before it
is scheduled.

| pass | from | what it does |
| --- | --- | --- |
`)
	row := func(p passes.Pass) { fmt.Fprintf(&b, "| %s | -O%d | %s |\n", p.Name, p.Level, p.Doc) }
	for _, p := range passes.Optimization {
		row(p)
	}
	b.WriteString(`
Then the graph is prepared for printing: these passes choose where values are computed. No rule
runs any more, and equal values stay two.

| pass | from | what it does |
| --- | --- | --- |
`)
	for _, p := range passes.Preparation {
		row(p)
	}
	b.WriteString("\n## Why in this order\n\n")
	for _, r := range passes.Order() {
		fmt.Fprintf(&b, "- `%s` before `%s`: %s.\n", r.First, r.Then, r.Why)
	}
	b.WriteString("\n## What may be assumed\n\nNothing, unless `--assume` allows it:\n\n")
	for _, a := range passes.Assumptions {
		fmt.Fprintf(&b, "- `%s`: %s. It would break `%s`. `--check-assumptions` notices %s.\n", a.Name, a.Doc, a.Breaks, a.Check)
	}
	return b.String()
}

// A reader finds the code of each rule: it says in which file it is, and the file is there.
func TestRulesSayWhereTheyAre(t *testing.T) {
	for _, r := range append(passes.DriverRules(), son.Rules()...) {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(r.File)))
		if r.File == "" || err != nil {
			t.Errorf("%s: %q: %v", r.Name, r.File, err)
		} else if r.Apply != nil && !strings.Contains(string(text), `"`+r.Name+`"`) {
			t.Errorf("%s is not in %s", r.Name, r.File)
		}
	}
}
