package play

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes/cost"
)

func tell(r Request) Answer { return Tell(context.Background(), r) }

func TestAProgramIsExplained(t *testing.T) {
	const src = "function f(a) { return a & 7 }\nconst g = (b) => b * 2 * 3;\nf(1);\n"
	a := tell(Request{Source: src, Level: 1})
	if a.Error != "" || a.Function != "@1:1" || len(a.Functions) != 3 || a.Functions[2].At != topName {
		t.Fatalf("%+v", Answer{Functions: a.Functions, Function: a.Function, Error: a.Error})
	}
	if !strings.Contains(a.HTML, `"name":"f"`) || !strings.HasPrefix(a.Story, "f  playground.js:1:1  -O1") {
		t.Errorf("the explanation of f is %.100s", a.Story)
	}
	for name, want := range map[string]string{"@2:11": "@2:11", "g": "@2:11", "top": "top", "@99:1": "@1:1", "gone": "@1:1"} {
		if a := tell(Request{Source: src, Level: 1, Function: name}); a.Function != want || a.HTML == "" {
			t.Errorf("%s: %s is shown, %s", name, a.Function, a.Error)
		}
	}
}

func TestErrorsAreReported(t *testing.T) {
	tests := []struct {
		name string
		r    Request
		want string
	}{
		{"nothing", Request{}, "no code yet"},
		{"a syntax error", Request{Source: "let a = ;"}, "playground.js:1:9: error:"},
		{"another language", Request{Source: "let a: number = ;", Language: "ts"}, "playground.ts:1:17: error:"},
		{"a function that bails out", Request{Source: "function f(o) { with (o) return x }", Level: 1}, "playground.js:1:17: f has no graph: with"},
		{"too much", Request{Source: strings.Repeat(";", MaxSource+1)}, "too large"},
		{"no language", Request{Source: "1", Language: "cobol"}, `no language "cobol"`},
		{"no kind", Request{Source: "1", Kind: "poem"}, `no kind of program "poem"`},
		{"no level", Request{Source: "1", Level: 9}, "no level 9"},
		{"no assumption", Request{Source: "1", Assume: []string{"luck"}}, `no assumption "luck"`},
		{"no module", Request{Source: "import a from 'b'", Kind: "script"}, "error:"},
		{"broken text", Request{Source: "\xff\xfe\x00"}, "playground.js:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := tell(tt.r)
			if !strings.Contains(a.Error, tt.want) || a.HTML != "" {
				t.Errorf("%q, want %q", a.Error, tt.want)
			}
			if strings.Contains(a.Error, "goroutine") || strings.Contains(a.Error, ".go:") {
				t.Errorf("the message shows our own code: %s", a.Error)
			}
		})
	}
}

func TestAssumptionsAreTriedAndMade(t *testing.T) {
	r := Request{Source: "function f(g) { const o = { a: 1 }; if (o.b) g(); g(o) }", Level: 1}
	if a := tell(r); !strings.Contains(a.Story, "it would under --assume builtins") {
		t.Errorf("%s%s", a.Error, a.Story)
	}
	r.Assume = []string{"builtins"}
	if a := tell(r); !strings.Contains(a.Story, "+ 1:41 load-absent") || strings.Contains(a.Story, "it would") {
		t.Errorf("%s%s", a.Error, a.Story)
	}
}

// While the user types, every prefix of a program is a request.
func TestEveryPrefixIsAnswered(t *testing.T) {
	const src = "async function* f(a, ...b) { for await (const x of a) { try { yield x?.y ?? `${b}` } finally { b[0]++ } } }\nclass C { #p = 1; static { f(/x/g) } }"
	step := tier.Share(7, 1)
	for i := 0; i <= len(src); i += step {
		if a := tell(Request{Source: src[:i], Level: 1}); a.Error == "" && a.HTML == "" || strings.HasPrefix(a.Error, "BUG") {
			t.Errorf("%q: %q", src[:i], a.Error)
		}
	}
}

func TestPagesShowNoPathOfThisMachine(t *testing.T) {
	a := tell(Request{Source: "function f(a) { return a + 1 }", Level: 1})
	for _, text := range []string{a.HTML, a.Story, Page(askServer, cost.Speed), AlonePage(), WorkerScript} {
		for _, bad := range places(t) {
			if strings.Contains(text, bad) {
				t.Errorf("a page has %s", bad)
			}
		}
	}
}

// places are the paths of this machine that a page might show.
func places(t *testing.T) []string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	list := []string{here, filepath.Dir(self), os.TempDir(), ".go:"}
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		list = append(list, home)
	}
	return list
}

func TestPagesAreSelfContained(t *testing.T) {
	for _, page := range []string{Page(askServer, cost.Speed), AlonePage()} {
		for _, bad := range []string{"http://", "https://", "src=", "href=", "@import", "url(", "{{"} {
			if strings.Contains(page, bad) {
				t.Errorf("the page has %s", bad)
			}
		}
	}
}

// examples are those of the page, in order.
func examples(t *testing.T) (texts []string) {
	t.Helper()
	_, list, _ := strings.Cut(playScript, "const examples = {")
	list, _, _ = strings.Cut(list, "\n  };")
	for _, m := range regexp.MustCompile(`(?m)^    '[^']+': '([^']+)',$`).FindAllStringSubmatch(list, -1) {
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(m[1], `"`, `\"`) + `"`)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

func TestTheFirstExampleGainsSomething(t *testing.T) {
	texts := examples(t)
	if len(texts) < 8 {
		t.Fatalf("only %d examples were found", len(texts))
	}
	for i, text := range texts {
		a := tell(Request{Source: text, Level: 1})
		if a.Error != "" {
			t.Errorf("%s\n%s", a.Error, text)
		}
		if gains := strings.Contains(a.HTML, `"outcome":"replaced"`); i == 0 && !gains {
			t.Errorf("nothing is gained in\n%s", text)
		}
	}
}

func TestAnAnswerHasTheOffsetOfTheFunction(t *testing.T) {
	before := "// \U0001F600 ß\n"
	for _, r := range []Request{
		{Source: before + "function f(a) { return a }", Level: 1},
		{Source: before + "function f(a: string[]) { return a }", Language: "ts", Level: 1},
	} {
		if a := tell(r); a.Offset != len("// xx s\n") || a.Error != "" {
			t.Errorf("%s function begins at %d; %s", r.Language, a.Offset, a.Error)
		}
	}
}
