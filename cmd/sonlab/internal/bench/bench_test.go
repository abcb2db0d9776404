package bench

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestOneRunsEveryConfiguration(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.js")
	text := "function f() { return 1 + 2 }"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, config := range slices.Concat(FrontDoor.Configs, Optimizing.Configs, Levels.Configs) {
		one, err := One(context.Background(), config, file, 1)
		if err != nil {
			t.Fatalf("%s: %v", config, err)
		}
		two, err := One(context.Background(), config, file, 2)
		if err != nil || two.Size != 2*one.Size || one.Size < len(text) {
			t.Errorf("%s: %v, sizes %d and %d", config, err, one.Size, two.Size)
		}
		if one.Grown < 0 || one.Grown > one.Peak {
			t.Errorf("%s: grown by %d to a peak of %d", config, one.Grown, one.Peak)
		}
	}
	if _, err := One(context.Background(), "gzip", file, 1); err == nil {
		t.Error("an unknown configuration is measured")
	}
	if _, err := One(context.Background(), Optimizing.Yardstick, file+"x", 1); err == nil {
		t.Error("a missing file is measured")
	}
}

func TestResultsAreMedians(t *testing.T) {
	m := median([]Sample{
		{Wall: 3, CPU: 1, Peak: 5, Grown: 3, Live: 1},
		{Wall: 1, CPU: 9, Peak: 6, Grown: 1, Live: 3},
		{Wall: 2, CPU: 2, Peak: 7, Grown: 2, Live: 2},
	})
	if m != (Sample{Wall: 2, CPU: 2, Peak: 6, Grown: 2, Live: 2}) {
		t.Errorf("%+v", m)
	}
	r := Result{Input: "a", Config: "b", Once: Sample{Wall: time.Second, CPU: time.Second, Size: 2e6, Peak: 3 << 20, Grown: 5e6, Live: 3e6}, Twice: Sample{CPU: 2100 * time.Millisecond}, Times: 4}
	for _, want := range []string{"2.00 MB/s", "3 MB peak", "(2.5 bytes per source byte more", "4.00 times esbuild's", "2.10 times", "alone: 1.5 bytes"} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("%q is not in %q", want, r)
		}
	}
}

// TestSizingComparesWithSwc measures with a command in place of swc's.
func TestSizingComparesWithSwc(t *testing.T) {
	if Swc(t.TempDir()) != nil {
		t.Error("swc is installed nowhere, but is measured")
	}
	text := "export function f() { return 1 + 2 }"
	file := filepath.Join(t.TempDir(), "in.js")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, config := range Sizing.Configs {
		if config == Sizing.Yardstick {
			continue
		}
		if s, err := One(t.Context(), config, file, 0); err != nil || s.Size != len(text) {
			t.Errorf("%s: %v, size %d", config, err, s.Size)
		}
	}
	input := func(name string, times float64, memory int64) []Result {
		return []Result{{Input: name, Config: "son-size", Times: times, Once: Sample{Size: 10, Grown: memory}}}
	}
	table := SizingTable([][]Result{input("a.js", 1, 100), input("b.js", 4, 400)})
	if mean := table[strings.LastIndex(table, "geometric mean"):]; !strings.Contains(mean, "2.00 times swc's") || !strings.Contains(mean, " 20.0 bytes of memory") {
		t.Error(table)
	}
}
