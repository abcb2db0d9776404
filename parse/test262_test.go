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

// TestTest262 reads every test of a test262 checkout (TEST262 names its root)
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

// proposals are features beyond ES2025 that the reader does not know.
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

// variants are the ways to read the test.
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

// outdated are files of test262-parser-tests (2017) that the language decides
// otherwise today.
var outdated = map[string]string{
	"0d5e450f1da8a92a": `sloppy strings may have \8 and \9`,
	"748656edbfb2d0bb": `sloppy strings may have \8 and \9`,
	"79f882da06f88c9f": `sloppy strings may have \8 and \9`,
	"92b6af54adef3624": `sloppy strings may have \8 and \9`,
	"647e21f8f157c338": "strings may have U+2028 and U+2029",
	"8af69d8f15295ed2": "strings may have U+2028 and U+2029",
	"98204d734f8c72b3": "class fields",
	"ef81b93cf9bdb4ec": "class fields",
	"a8beb1480f385441": "a call as a target fails at run time in sloppy code",
	"e3fbcf63d7e43ead": "sloppy for-in may have an initializer",
	"0f5f47108da5c34e": "a var of for-of may have the name of the catch parameter",
	"12a74c60f52a60de": "sloppy blocks may repeat a function",
	"1aff49273f3e3a98": "sloppy blocks may repeat a function",
	"be7329119eaa3d47": "sloppy blocks may repeat a function",
	"ec31fa5e521c5df4": "sloppy blocks may repeat a function",
}

// TestParserTests reads the files of the npm package test262-parser-tests
// (TEST262_PARSER_TESTS names its directory).
func TestParserTests(t *testing.T) {
	root := os.Getenv("TEST262_PARSER_TESTS")
	if root == "" {
		t.Skip("TEST262_PARSER_TESTS is not set")
	}
	for _, dir := range []struct {
		name  string
		valid bool
	}{{"pass", true}, {"pass-explicit", true}, {"fail", false}, {"early", false}} {
		files, _ := filepath.Glob(filepath.Join(root, dir.name, "*.js"))
		if len(files) == 0 {
			t.Errorf("no files in %s", dir.name)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			id, _, _ := strings.Cut(filepath.Base(f), ".")
			valid := dir.valid || outdated[id] != ""
			typ := Script
			if strings.HasSuffix(f, ".module.js") {
				typ = Module
			}
			_, ds := Parse(string(b), Options{Type: typ, Path: dir.name + "/" + filepath.Base(f)})
			if bad := hasErrors(ds); bad == valid {
				t.Errorf("%s/%s: valid %v, refused %v: %q %v", dir.name, filepath.Base(f), valid, bad, b, ds)
			}
		}
		t.Logf("%s: %d files", dir.name, len(files))
	}
}
