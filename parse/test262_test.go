package parse

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestTest262 parses every test of a test262 checkout (TEST262 names its root)
// and compares acceptance with the test's front matter.
func TestTest262(t *testing.T) {
	root := os.Getenv("TEST262")
	if root == "" {
		t.Skip("TEST262 is not set")
	}
	var files []string
	err := filepath.WalkDir(filepath.Join(root, "test"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".js") && !strings.Contains(path, "_FIXTURE") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	runs, refused, accepted, skipped := 0, 0, 0, 0
	work := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for path := range work {
				b, err := os.ReadFile(path)
				if err != nil {
					t.Error(err)
					continue
				}
				rel, _ := filepath.Rel(root, path)
				c := conformanceTest(string(b))
				mu.Lock()
				if c.skip {
					skipped++
				}
				mu.Unlock()
				for _, v := range c.variants() {
					_, ds := Parse(v.src, Options{Type: v.typ, Path: rel})
					bad := hasErrors(ds)
					mu.Lock()
					runs++
					switch {
					case c.skip:
					case bad && !c.negative:
						refused++
						t.Errorf("refused (%s): %v", v.name, ds[0])
					case !bad && c.negative:
						accepted++
						t.Errorf("accepted (%s): %s", v.name, rel)
					}
					mu.Unlock()
				}
			}
		})
	}
	for _, path := range files {
		work <- path
	}
	close(work)
	wg.Wait()
	t.Logf("%d files, %d runs: valid refused %d, invalid accepted %d, files skipped %d",
		len(files), runs, refused, accepted, skipped)
}

// conformance is what the front matter of a test says.
type conformance struct {
	src                            string
	negative                       bool // must be refused while parsing
	raw, module, noStrict, onlyStr bool
	skip                           bool
}

type variant struct {
	name, src string
	typ       SourceType
}

// proposals are features beyond ES2025 that the parser does not support.
var proposals = []string{"decorators"}

func conformanceTest(src string) (c conformance) {
	c.src = src
	_, front, _ := strings.Cut(src, "/*---")
	front, _, _ = strings.Cut(front, "---*/")
	front = strings.ReplaceAll(front, "\r", "\n")
	c.negative = strings.Contains(front, "phase: parse") || strings.Contains(front, "phase: early")
	key := ""
	for line := range strings.SplitSeq(front, "\n") {
		if !strings.HasPrefix(line, " ") {
			key, _, _ = strings.Cut(line, ":")
		}
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("[], :\t", r) })
		for _, w := range words {
			switch key {
			case "flags":
				switch w {
				case "raw":
					c.raw = true
				case "module":
					c.module = true
				case "noStrict":
					c.noStrict = true
				case "onlyStrict":
					c.onlyStr = true
				}
			case "features":
				for _, f := range proposals {
					c.skip = c.skip || w == f
				}
			}
		}
	}
	return
}

// variants are the ways to parse the test.
func (c conformance) variants() (vs []variant) {
	if c.module {
		return []variant{{"module", c.src, Module}}
	}
	if !c.onlyStr {
		vs = append(vs, variant{"sloppy", c.src, Script})
	}
	if !c.noStrict && !c.raw {
		vs = append(vs, variant{"strict", "\"use strict\";\n" + c.src, Script})
	}
	return
}
