package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestOneRunsEveryWay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.js")
	text := "function f() { return 1 + 2 }"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, way := range Ways() {
		one, err := One(context.Background(), way, file, 1)
		if err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		two, err := One(context.Background(), way, file, 2)
		if err != nil || two.Size != 2*one.Size || one.Size < len(text) {
			t.Errorf("%s: %v, sizes %d and %d", way, err, one.Size, two.Size)
		}
	}
	if _, err := One(context.Background(), "gzip", file, 1); err == nil {
		t.Error("an unknown way is measured")
	}
	if _, err := One(context.Background(), Yardstick, file+"x", 1); err == nil {
		t.Error("a missing file is measured")
	}
}

func TestResultsAreMedians(t *testing.T) {
	m := median([]Sample{{Wall: 3, CPU: 1, Peak: 5}, {Wall: 1, CPU: 9, Peak: 6}, {Wall: 2, CPU: 2, Peak: 7}})
	if m != (Sample{Wall: 2, CPU: 2, Peak: 6}) {
		t.Errorf("%+v", m)
	}
	r := Result{Input: "a", Way: "b", Once: Sample{Wall: time.Second, CPU: time.Second, Size: 2e6, Peak: 3 << 20}, Twice: Sample{CPU: 2100 * time.Millisecond}, Times: 4}
	for _, want := range []string{"2.00 MB/s", "3 MB peak", "4.0 times esbuild's", "2.10 times"} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("%q is not in %q", want, r)
		}
	}
}
