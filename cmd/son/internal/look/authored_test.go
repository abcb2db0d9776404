package look

import (
	"context"
	"strings"
	"testing"

	"github.com/sonjs/son/viz/trace"
)

const typed = `interface Props { name: string; count?: number }

export function total(
  items: number[],
  scale: number = 1,
): number {
  let sum = 0;
  for (const item of items as number[]) {
    const factor: number = 2 * 3;
    sum += (item as number) * factor * scale;
  }
  return sum!;
}

export const View = <T,>({ name, count }: Props) => {
  const größe = (count ?? 0) * (1 + 1);
  return <b title="ß">{name}: {größe}</b>;
};

class A<T> {
  constructor(private x: T) {}
  get<U extends T>(f: (x: T) => U): U { return f(this.x as any) }
}
`

// esbuild compiles the program to JavaScript, which is read; positions refer to the text of
// the author.
func TestPositionsReferToTheAuthorsText(t *testing.T) {
	for _, text := range []string{typed, strings.ReplaceAll(typed, "\n", "\r\n"), "\ufeff" + typed} {
		p := program(t, text, "a.tsx")
		if !p.Authored() {
			t.Fatal("positions refer to the output of esbuild")
		}
		for name, want := range map[string]struct {
			line         int
			begins, ends string
		}{
			"total": {3, "function total(", "return sum!;\n}"},
			"View":  {15, "<T,>({ name, count }: Props) => {", "</b>;\n}"},
			"get":   {22, "<U extends T>(f: (x: T) => U): U {", "as any) }"},
		} {
			fn, err := p.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(p.Text(fn), "\r", "")
			if !strings.HasPrefix(got, want.begins) || !strings.HasSuffix(got, want.ends) {
				t.Errorf("%s is %q", name, got)
			}
			if line, _ := p.Position(fn.Start); line != want.line {
				t.Errorf("%s is on line %d, want %d", name, line, want.line)
			}
			if p.Around(want.line) != fn {
				t.Errorf("the function around line %d is not %s", want.line, name)
			}
		}
		if inner := p.Around(9); inner == nil || p.Name(inner) != "total" {
			t.Error("the function around line 9 is not total")
		}
		if p.Around(1) != nil {
			t.Error("there is a function around line 1")
		}
	}
}

func TestTracesReferToTheAuthorsText(t *testing.T) {
	p := program(t, typed, "a.tsx")
	for name, want := range map[string]map[string]string{
		"total": {"v20": "2 * 3", "Mul": "(item as number) * factor", "IterOpen": "items"},
		"View":  {"IsNullish": "count ?? 0", "Return": `return <b title="ß">{name}: {größe}</b>;`},
		"get":   {"Return": "return f(this.x as any)"},
	} {
		fn, err := p.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := p.Trace(context.Background(), fn, Options{Level: 1, Try: true})
		if err != nil {
			t.Fatal(err)
		}
		text := tr.Source.Text
		if text != p.Text(fn) || typed[tr.Source.Offset:tr.Source.Offset+len(text)] != text {
			t.Errorf("%s: the source is %q", name, text)
		}
		seen := map[string]bool{}
		of := func(s *trace.Span) string {
			if s[0] < 0 || s[0] >= s[1] || s[1] > len(text) {
				t.Fatalf("%s: a span is %v", name, *s)
			}
			return text[s[0]:s[1]]
		}
		for _, s := range tr.Steps {
			for _, n := range s.Nodes {
				if n.Span != nil {
					seen[n.Op+" "+of(n.Span)] = true
				}
			}
		}
		for op, text := range want {
			if strings.HasPrefix(op, "v") {
				op = "Mul"
			}
			if !seen[op+" "+text] {
				t.Errorf("%s: no %s comes from %q: %v", name, op, text, seen)
			}
		}
		for _, l := range tr.Output.Links {
			of(&l.From)
		}
		if len(tr.Output.Links) == 0 {
			t.Errorf("%s: nothing of the output is linked", name)
		}
	}
}
