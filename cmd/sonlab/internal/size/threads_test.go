package size

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// thread is a module in the manner of one in which users of another tool ask it for what needs
// several functions at once. Its file, testdata/threads/NAME.mjs, is named after the thread.
type thread struct {
	name string
	// Bytes that others make of it; see measured.
	terser, swc, oxc, closure int
	// Bytes that son makes of it with -O2 --minify, and with --assume standard, too: no more
	// than this, ever again.
	son, assuming int
	// why says why son needs the assumptions to make the least of it; "" if it does not.
	why string
	// likened means that the thread itself was not at hand: the program is about its topic.
	likened bool
}

// measured says how the bytes of the other tools came about.
const measured = `terser 5.51.4 (module, ecma 2020, 3 passes), swc 1.16.22 (module, 3 passes), oxc-minify 0.157.0 (module),
Closure 20260927 (ADVANCED; it drops exports, so only modules without any are compared)`

// Why son alone makes more than the others do; see witnesses.
const (
	exported = "an exported function may run before the constants that it reads have values, if modules import each other"
	patched  = "Error may be another constructor, for which new makes a difference"
)

var threads = []thread{
	{name: "esbuild-639", terser: 144, swc: 142, oxc: 144, son: 140, assuming: 140, likened: true},
	{name: "esbuild-907", terser: 57, swc: 57, oxc: 86, closure: 57, son: 57, assuming: 57},
	{name: "esbuild-1981", terser: 144, swc: 147, oxc: 146, son: 160, assuming: 144, why: exported},
	{name: "oxc-13108", terser: 81, swc: 70, oxc: 107, son: 68, assuming: 68},
	{name: "swc-2254", terser: 232, swc: 185, oxc: 234, son: 151, assuming: 151, likened: true},
	{name: "swc-5685", terser: 254, swc: 250, oxc: 250, son: 254, assuming: 250, why: patched},
	{name: "swc-10786", terser: 164, swc: 179, oxc: 277, son: 147, assuming: 139, likened: true},
	{name: "terser-708", terser: 104, swc: 24, oxc: 111, closure: 24, son: 24, assuming: 24},
	{name: "terser-1429", terser: 75, swc: 75, oxc: 75, son: 83, assuming: 75, why: exported},
}

// TestThreads prints the bytes that the tools make of the programs in which users ask for more, and
// fails where son makes more than it did. Where it does not make the least, the table says so, and where
// it needs the assumptions for that, which the others make without being asked, it says why.
func TestThreads(t *testing.T) {
	var table strings.Builder
	fmt.Fprintf(&table, "%s\nesbuild is that of this module\n%-14s %8s %8s %8s %8s %8s %8s %8s\n", measured, "", "esbuild", "terser", "swc", "oxc", "closure", "son", "standard")
	larger, assumed := 0, 0
	for _, th := range threads {
		src, err := os.ReadFile(filepath.Join("testdata", "threads", th.name+".mjs"))
		if err != nil {
			t.Fatal(err)
		}
		esbuild := esbuildBytes(t, string(src))
		plain := sonBytes(t, string(src), 0)
		assuming := sonBytes(t, string(src), standard(t))
		best := esbuild
		for _, n := range []int{th.terser, th.swc, th.oxc, th.closure} {
			if n > 0 {
				best = min(best, n)
			}
		}
		note := ""
		switch {
		case assuming > best:
			larger++
			note = fmt.Sprintf("  not yet the least: %+d", assuming-best)
		case plain > best:
			assumed++
			note = fmt.Sprintf("  %+d without assumptions: %s", plain-best, th.why)
		}
		if (th.why != "") != (plain > best) {
			t.Errorf("%s: %d bytes, the least are %d, and the reason is %q", th.name, plain, best, th.why)
		}
		if th.likened {
			note += "  (after the topic)"
		}
		fmt.Fprintf(&table, "%-14s %8d %8d %8d %8d %8s %8d %8d%s\n", th.name, esbuild, th.terser, th.swc, th.oxc, orNone(th.closure), plain, assuming, note)
		if plain > th.son || assuming > th.assuming {
			t.Errorf("%s: %d bytes, and %d under the standard assumptions; it was %d and %d", th.name, plain, assuming, th.son, th.assuming)
		}
		if plain < th.son || assuming < th.assuming {
			t.Logf("%s is smaller than recorded: son: %d, assuming: %d", th.name, plain, assuming)
		}
	}
	t.Logf("%d of %d are as small as the least, %d more under the standard assumptions\n%s", len(threads)-larger-assumed, len(threads), assumed, table.String())
	files, err := filepath.Glob(filepath.Join("testdata", "threads", "*.mjs"))
	if err != nil || len(files) != len(threads) {
		t.Errorf("%d files for %d programs: %v", len(files), len(threads), err)
	}
}

func orNone(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func standard(t *testing.T) passes.AssumptionSet {
	t.Helper()
	set, err := passes.ParseAssumptions([]string{passes.AssumeStandard})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func sonBytes(t *testing.T, src string, assume passes.AssumptionSet) int {
	t.Helper()
	return len(strings.TrimSpace(sonText(t, src, assume)))
}

func sonText(t *testing.T, src string, assume passes.AssumptionSet) string {
	t.Helper()
	r, err := passes.Optimize(context.Background(), src, passes.Options{Path: "in.mjs", Type: parse.Module, Level: 2, For: cost.Size, Minify: true, Assume: assume})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Report.Faults) > 0 {
		t.Fatal(r.Report.Faults)
	}
	return r.Code
}

func esbuildBytes(t *testing.T, src string) int {
	t.Helper()
	return len(esbuildText(t, src))
}

func esbuildText(t *testing.T, src string) string {
	t.Helper()
	r := api.Transform(src, api.TransformOptions{Format: api.FormatESModule, TreeShaking: api.TreeShakingTrue, LogLevel: api.LogLevelSilent,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors[0].Text)
	}
	return strings.TrimSpace(string(r.Code))
}
