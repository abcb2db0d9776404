package test262

import (
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Mode says how a test is read.
type Mode string

const (
	Sloppy Mode = "n" // also a raw test
	Strict Mode = "s" // the directive is part of what is optimized
	Module Mode = "m"
)

// Test is one file in one mode.
type Test struct {
	Path string // below the checkout's test folder, with slashes
	Mode Mode

	includes     []string
	async, raw   bool
	throws       string // the error that it must end with
	parseFails   bool   // it must not parse
	source, hash string // the text as it is run untouched
}

func (t *Test) id() string { return t.Path + " " + string(t.Mode) }

// area is what the summary groups by.
func (t *Test) area() string { return areaOf(t.Path) }

func areaOf(p string) string {
	parts := strings.Split(p, "/")
	if parts[0] != "language" {
		return parts[0]
	}
	if parts[1] == "expressions" || parts[1] == "statements" {
		return "language/" + parts[1]
	}
	return "language/(other)"
}

// Selection says which tests to run.
type Selection struct {
	Dir    string   // the checkout
	Dirs   []string // below test; nil: language, built-ins, annexB
	Filter string   // substrings of paths, with commas between; /…/ is a regular expression
	Sample string   // "20%" or a number of files; "": all
	Seed   int64    // of the sample
	Wrap   bool     // put the body of each test into a function
}

// selected is what a selection found.
type selected struct {
	tests   []*Test
	files   int
	skipped map[string]int // files, by the reason
}

// find reads the files of a selection.
func (s Selection) find() (*selected, error) {
	root := filepath.Join(s.Dir, "test")
	dirs := s.Dirs
	if dirs == nil {
		dirs = []string{"language", "built-ins", "annexB"}
	}
	keep, err := filter(s.Filter)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(root, dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".js") || strings.Contains(d.Name(), "_FIXTURE") {
				return err
			}
			rel, err := filepath.Rel(root, p)
			if rel = filepath.ToSlash(rel); keep(rel) {
				files = append(files, rel)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s is no test262 checkout: %w", s.Dir, err)
		}
	}
	slices.Sort(files)
	if files, err = sample(files, s.Sample, s.Seed); err != nil {
		return nil, err
	}
	out := &selected{files: len(files), skipped: map[string]int{}}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f)))
		if err != nil {
			return nil, err
		}
		tests, why := read(f, string(text), s.Wrap)
		if why != "" {
			out.skipped[why]++
		}
		out.tests = append(out.tests, tests...)
	}
	return out, nil
}

// filter compiles the text of Selection.Filter.
func filter(text string) (func(string) bool, error) {
	if len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' {
		re, err := regexp.Compile(text[1 : len(text)-1])
		if err != nil {
			return nil, err
		}
		return re.MatchString, nil
	}
	parts := strings.Split(text, ",")
	return func(p string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(p, part) })
	}, nil
}

// sample draws files; the same seed draws the same ones.
func sample(files []string, text string, seed int64) ([]string, error) {
	if text == "" {
		return files, nil
	}
	number, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 {
		return nil, fmt.Errorf("sample %q: want a number of files, or a part such as 20%%", text)
	}
	if percent {
		v = v * float64(len(files)) / 100
	}
	rand.New(rand.NewPCG(uint64(seed), 0)).Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	files = files[:min(int(v+0.5), len(files))]
	slices.Sort(files)
	return files, nil
}

// read makes the tests of one file; why says what keeps it from being run.
func read(name, text string, wrap bool) (tests []*Test, why string) {
	m := frontMatter(text)
	if why := m.unsupported(text); why != "" {
		return nil, why
	}
	modes := []Mode{Sloppy, Strict}
	switch {
	case m.flag("module"):
		modes = []Mode{Module}
	case m.flag("raw"), m.flag("noStrict"):
		modes = []Mode{Sloppy}
	case m.flag("onlyStrict"):
		modes = []Mode{Strict}
	}
	if wrap {
		switch {
		case m.flag("module"), m.flag("raw"):
			return nil, "cannot be wrapped"
		case m.phase == "parse" || m.phase == "early":
			return nil, "must not parse"
		}
	}
	for _, mode := range modes {
		t := &Test{Path: name, Mode: mode, includes: m.includes, async: m.flag("async"), raw: m.flag("raw")}
		switch m.phase {
		case "runtime":
			t.throws = m.kind
		case "parse", "early":
			t.parseFails = true
		}
		switch {
		case wrap && mode == Strict:
			t.source = "(function () { \"use strict\";\n" + text + "\n}).call(this);\n"
		case wrap:
			t.source = "(function () {\n" + text + "\n}).call(this);\n"
		case mode == Strict:
			t.source = "\"use strict\";\n" + text
		default:
			t.source = text
		}
		sum := md5.Sum([]byte(t.source))
		t.hash = base64.RawStdEncoding.EncodeToString(sum[:8])
		tests = append(tests, t)
	}
	return tests, ""
}

// file is a name for what the test's text is saved in.
func (t *Test) file() string {
	return strings.ReplaceAll(strings.TrimSuffix(t.Path, path.Ext(t.Path)), "/", "__") + "." + string(t.Mode)
}
