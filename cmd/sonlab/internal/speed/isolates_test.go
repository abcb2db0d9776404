package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
)

// lengths is an engine in which a script takes as many instructions as its text is long.
type lengths struct{ counted *int }

func (lengths) Name() string { return "lengths" }

func (lengths) Amount(_ context.Context, src string) (int, error) {
	if src == "no engine" {
		return 0, errors.New("there is no engine")
	}
	return 7, nil
}

func (l lengths) CountAll(_ context.Context, texts []string, n int) (list []Counted, err error) {
	for _, text := range texts {
		*l.counted++
		c := Counted{Instructions: int64(len(text)), Result: fmt.Sprint(n)}
		if strings.HasPrefix(text, "wrong") {
			c.Result = "8"
		}
		if strings.HasPrefix(text, "throws") {
			c = Counted{Thrown: "RangeError: much"}
		}
		list = append(list, c)
	}
	return list, nil
}

func TestCountIn(t *testing.T) {
	to := func(text string, err error) func(context.Context, string, string) (string, error) {
		return func(context.Context, string, string) (string, error) { return text, err }
	}
	c := Contest{
		Programs: []Program{{Name: "p", Class: "kind", driver: "12345678"}},
		Variants: []Variant{
			{"same", to("12345678", nil)}, {"half", to("1234567812345678", nil)}, {"half again", to("1234567812345678", nil)},
			{"wrong", to("wrong", nil)}, {"throws", to("throws", nil)}, {"refused", to("", errors.New("no output"))},
		},
	}
	counted := 0
	rs, _, err := c.CountIn(t.Context(), lengths{&counted})
	if err != nil || len(rs) != 6 {
		t.Fatalf("%v, %d results", err, len(rs))
	}
	if counted != 4 {
		t.Errorf("%d texts were counted, there are 4", counted)
	}
	if !rs[0].Same || rs[1].Gain != exactly(0.5) || rs[2].Gain != exactly(0.5) || rs[1].Engine != "lengths" || rs[1].Class != "kind" {
		t.Errorf("%+v", rs[:3])
	}
	for i, want := range []string{"run(7) returned 8, the original 7", "RangeError: much", "no output"} {
		if r := rs[3+i]; r.Err == nil || r.Err.Error() != want {
			t.Errorf("%s: %v, want %s", r.Variant, r.Err, want)
		}
	}
	for _, driver := range []string{"throws", "no engine"} {
		c.Programs[0].driver = driver
		if _, _, err := c.CountIn(t.Context(), lengths{&counted}); err == nil {
			t.Errorf("an original for which there is no count (%s) is no error", driver)
		}
	}
}

func TestCountsBetweenMarks(t *testing.T) {
	dumps := filepath.Join(t.TempDir(), "dump")
	for i, text := range []string{"summary: 900", "# one\nsummary: 10\n\ntotals: 11", "summary: 800", "summary: 700", "summary: 20", "nothing"} {
		if err := os.WriteFile(fmt.Sprintf("%s.%d", dumps, i+1), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const one, throws, two, more = `{"marks":2,"result":"1"}`, `{"marks":1,"error":"Error: x"}`, `{"marks":2,"result":"2"}`, `{"marks":1,"result":""}`
	got, err := counts([]byte(one+"\n"+throws+"\n"+two+"\n"), 3, 1, dumps)
	want := []Counted{{10, "1", ""}, {0, "", "Error: x"}, {20, "2", ""}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	// The median of three calls.
	if got, err := counts([]byte(`{"marks":4,"result":"1"}`), 1, 3, dumps); err != nil || got[0].Instructions != 700 {
		t.Errorf("%+v, %v; want 700, between 10 and 800", got, err)
	}
	for name, said := range map[string]string{
		"a script that said nothing": one + throws, "a dump without a count": one + throws + two + more, "a dump that is missing": one + two + one + two,
	} {
		if got, err := counts([]byte(said), max(3, strings.Count(said, "{")), 1, dumps); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestIsolates counts two loops, one of which does twice as much, and what throws.
func TestIsolates(t *testing.T) {
	tier.OnlyLong(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: node is not on the PATH")
	}
	c, err := NewIsolates("jitless", t.TempDir())
	if errors.Is(err, ErrNoValgrind) {
		t.Skip("SKIPPED:", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	const loop = "function run(n) { let t = 0; for (let i = 0; i < n; i++) t = t * 3 | i; return t; }"
	n, err := c.Amount(t.Context(), loop)
	if err != nil || n < 1000 || n&(n-1) != 0 {
		t.Errorf("the amount is %d, %v: not a power of two, or too little", n, err)
	}
	texts := []string{loop, "function run() { throw new RangeError('much'); }", strings.Replace(loop, "i < n", "i < 2 * n", 1), loop + "\n"}
	got, err := c.CountAll(t.Context(), texts, 1<<15)
	if err != nil {
		t.Fatal(err)
	}
	if got[1].Thrown != "RangeError: much" || got[0].Thrown != "" || got[0].Result == got[2].Result || got[0].Result != got[3].Result {
		t.Errorf("%+v", got)
	}
	ratio := func(a, b Counted) float64 { return float64(a.Instructions) / float64(b.Instructions) }
	if r := ratio(got[2], got[0]); math.Abs(r-2) > 0.4 {
		t.Errorf("twice the work takes %.3f times the instructions", r)
	}
	if r := ratio(got[3], got[0]); math.Abs(r-1) > 0.01 {
		t.Errorf("the same takes %.4f times the instructions", r)
	}
	if _, err := NewIsolates("quickjs", t.TempDir()); err == nil {
		t.Error("QuickJS has no isolates")
	}
}
