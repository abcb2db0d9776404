package test262

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Mode says how a test is read.
type Mode string

const (
	Sloppy Mode = "n" // also a raw test
	Strict Mode = "s" // the directive is part of the text that is transformed
	Module Mode = "m"
)

// Test is one file in one mode.
type Test struct {
	Path string // below the checkout's test folder, with slashes
	Mode Mode

	meta *meta
	wrap bool
	hash string // of the text as it runs untouched
}

func (t *Test) id() string { return t.Path + " " + string(t.Mode) }

// throws returns the name of the error that the test must end with, or "".
func (t *Test) throws() string {
	if t.meta.phase == "runtime" {
		return t.meta.kind
	}
	return ""
}

// area returns the group of the table that the test belongs to.
func (t *Test) area() string { return areaOf(t.Path) }

func areaOf(p string) string {
	parts := strings.Split(p, "/")
	if parts[0] != "language" || len(parts) < 2 {
		return parts[0]
	}
	if parts[1] == "expressions" || parts[1] == "statements" {
		return "language/" + parts[1]
	}
	return "language/(other)"
}

// source returns the text of the test as it runs untouched. Texts are read again
// when they are needed: they take a hundred megabytes.
func (t *Test) source(checkout string) (string, error) {
	text, err := os.ReadFile(filepath.Join(checkout, "test", filepath.FromSlash(t.Path)))
	if err != nil {
		return "", err
	}
	code, why := t.code(string(text))
	if why != "" {
		return "", fmt.Errorf("%s changed while it was being run: %s", t.Path, why)
	}
	return code, nil
}

// code returns the text to run for the file's text; why says why there is none.
func (t *Test) code(text string) (code, why string) {
	switch {
	case t.wrap:
		return wrapped(text, t.Mode)
	case t.Mode == Strict:
		return "\"use strict\";\n" + text, ""
	}
	return text, ""
}

// file returns a file name for the test's text.
func (t *Test) file() string {
	return strings.ReplaceAll(strings.TrimSuffix(t.Path, path.Ext(t.Path)), "/", "__") + "." + string(t.Mode)
}

// Selection says which tests to run.
type Selection struct {
	Dir    string   // the checkout
	Dirs   []string // below test; nil: language, built-ins, annexB, and intl402 if node supports Intl
	Only   string   // substrings of paths, with commas between; /…/ is a regular expression
	Skip   string   // tests to skip, written as Only is; "": none
	Sample string   // "20%" or a number of files; "": all
	Seed   int64    // of the sample
	Wrap   bool     // put the body of each test into a function
}

// selected is what a selection found.
type selected struct {
	tests    []*Test
	files    int
	skipped  map[string]int // files, by the reason
	fixtures string         // a hash of the files that tests import
}

// find reads the files of a selection.
func (s Selection) find(dirs []string) (*selected, error) {
	root := filepath.Join(s.Dir, "test")
	keep, err := filter(s.Only)
	if err != nil {
		return nil, err
	}
	skip, err := filter(s.Skip)
	if err != nil {
		return nil, err
	}
	out := &selected{skipped: map[string]int{}}
	var files []string
	fixtures := sha256.New()
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(root, dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if strings.Contains(d.Name(), "_FIXTURE") {
				return addFile(fixtures, p)
			}
			rel, err := filepath.Rel(root, p)
			switch rel = filepath.ToSlash(rel); {
			case !strings.HasSuffix(p, ".js") || !keep(rel):
			case s.Skip != "" && skip(rel):
				out.skipped["as requested"]++
			default:
				files = append(files, rel)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s is not a test262 checkout: %w", s.Dir, err)
		}
	}
	out.fixtures = hex.EncodeToString(fixtures.Sum(nil))
	slices.Sort(files)
	if files, err = sample(files, s.Sample, s.Seed); err != nil {
		return nil, err
	}
	out.files = len(files)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f)))
		if err != nil {
			return nil, err
		}
		tests, why := expand(f, string(text), s.Wrap)
		if why != "" {
			out.skipped[why]++
		}
		out.tests = append(out.tests, tests...)
	}
	return out, nil
}

// addFile adds a file's name and text to a hash.
func addFile(sum io.Writer, name string) error {
	text, err := os.ReadFile(name)
	if err == nil {
		fmt.Fprintf(sum, "%s %d\n%s", filepath.Base(name), len(text), text)
	}
	return err
}

// filter compiles the text of Selection.Only.
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

// expand makes the tests of one file; why says why it is not run.
func expand(name, text string, wrap bool) (tests []*Test, why string) {
	m := frontMatter(text)
	if why := m.unsupported(text); why != "" {
		return nil, why
	}
	if !utf8.ValidString(text) {
		return nil, "not UTF-8"
	}
	if wrap && m.parseFails() {
		return nil, "must not parse, so is not wrapped"
	}
	for _, mode := range m.modes() {
		t := &Test{Path: name, Mode: mode, meta: &m, wrap: wrap}
		code, why := t.code(text)
		if why != "" {
			return nil, why
		}
		t.hash = hashOf(code)
		tests = append(tests, t)
	}
	return tests, ""
}

// modes are the ways to run a test.
func (m meta) modes() []Mode {
	switch {
	case m.flag("module"):
		return []Mode{Module}
	case m.flag("raw"), m.flag("noStrict"):
		return []Mode{Sloppy}
	case m.flag("onlyStrict"):
		return []Mode{Strict}
	}
	return []Mode{Sloppy, Strict}
}
