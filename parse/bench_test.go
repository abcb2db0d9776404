package parse

import (
	"os"
	"testing"
)

// BenchmarkParse reads the file that BENCH_JS names.
func BenchmarkParse(b *testing.B) {
	path := os.Getenv("BENCH_JS")
	if path == "" {
		b.Skip("BENCH_JS is not set")
	}
	src, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	text := string(src)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if p, ds := Parse(text, Options{Path: path}); p == nil {
			b.Fatal(ds)
		}
	}
}
