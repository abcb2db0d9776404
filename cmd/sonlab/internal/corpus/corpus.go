// Package corpus calls real libraries before and after a transformation: the
// original and the transformed file are loaded in node, receive the same thousands
// of calls, and must give the same answers.
package corpus

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/internal/npm"
)

// scripts make the calls: calls.mjs, and jquery.mjs for jQuery.
//
//go:embed *.mjs
var scripts embed.FS

// Library is a library that calls.mjs can call.
type Library struct {
	Name string
	File string // below node_modules
}

// Libraries lists the libraries.
func Libraries() []Library {
	return []Library{
		{"lodash", "lodash/lodash.js"},
		{"underscore", "underscore/underscore-umd.js"},
		{"acorn", "acorn/dist/acorn.js"},
		{"jquery", "jquery/dist/jquery.js"},
	}
}

// Named returns the libraries of these names, or all of them if there is no name.
func Named(names []string) ([]Library, error) {
	all := Libraries()
	if len(names) == 0 {
		return all, nil
	}
	var libs []Library
	for _, name := range names {
		i := slices.IndexFunc(all, func(l Library) bool { return l.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there are no calls for a library %q", name)
		}
		libs = append(libs, all[i])
	}
	return libs, nil
}

// Result compares one library under one transform.
type Result struct {
	Library, Transform string
	Calls              int
	Different          []string // "call: before / after", the first ones
	Total              int      // of them
	// Bytes of the transform's input and output, plain and after esbuild's minify.
	In, Out, MinIn, MinOut int
	Elapsed                time.Duration // of the transform
}

// Ratio is the size after over the size before, both minified.
func (r Result) Ratio() float64 { return float64(r.MinOut) / float64(max(r.MinIn, 1)) }

func (r Result) String() string {
	s := fmt.Sprintf("%s under %s: %d calls, %d different; %d to %d bytes, minified %d to %d (%.4f); %v",
		r.Library, r.Transform, r.Calls, r.Total, r.In, r.Out, r.MinIn, r.MinOut, r.Ratio(), r.Elapsed.Round(time.Millisecond))
	for _, d := range r.Different {
		s += "\n  " + d
	}
	return s
}

// ErrAbsent means that node or the packages are missing.
var ErrAbsent = errors.New("absent")

// Find returns the node_modules directory to use: NPM_DIR (the directory that
// holds node_modules, or node_modules itself), or the one beside the committed
// package.json, as an absolute path. The error wraps [ErrAbsent] and says what is missing.
func Find(committed string) (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("%w: node is not on the PATH", ErrAbsent)
	}
	dir, err := npm.Find(committed, Libraries()[0].File)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrAbsent, err)
	}
	return dir, nil
}

// Caller calls libraries before and after a transformation. What an original answers is asked once.
type Caller struct {
	Modules string // the directory node_modules
	mu      sync.Mutex
	answers map[string]func() ([]string, error) // of the originals, by library
}

// Compare transforms a library and makes the same calls to both files.
func (c *Caller) Compare(ctx context.Context, lib Library, t diff.Named) (Result, error) {
	return c.compare(ctx, lib, t, false)
}

// Notices is Compare, but after the first different answer it asks no more: what is missing then counts as
// different, too.
func (c *Caller) Notices(ctx context.Context, lib Library, t diff.Named) (Result, error) {
	return c.compare(ctx, lib, t, true)
}

func (c *Caller) compare(ctx context.Context, lib Library, t diff.Named, first bool) (Result, error) {
	r := Result{Library: lib.Name, Transform: t.Name}
	path := filepath.Join(c.Modules, filepath.FromSlash(lib.File))
	src, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	original := c.original(ctx, path, lib, string(src))
	go original() // meanwhile
	start := time.Now()
	out, err := t.Do(ctx, lib.File, string(src))
	if err != nil {
		return r, fmt.Errorf("%s under %s: %w", lib.Name, t.Name, err)
	}
	r.Elapsed = time.Since(start)
	r.In, r.Out = len(src), len(out)
	if r.MinIn, err = Minified(string(src)); err != nil {
		return r, err
	}
	if r.MinOut, err = Minified(out); err != nil {
		return r, fmt.Errorf("%s under %s: the output is not JavaScript: %w", lib.Name, t.Name, err)
	}
	var last func(i int, line string) bool
	if first {
		before, _ := original()
		last = func(i int, line string) bool { return i < len(before) && before[i] != line }
	}
	after, failed := answers(ctx, path, lib, out, last)
	before, err := original()
	if err != nil {
		return r, fmt.Errorf("the original %s: %w", lib.Name, err)
	}
	if failed != nil {
		return r, fmt.Errorf("%s under %s: %w", lib.Name, t.Name, failed)
	}
	r.compare(before, after)
	return r, nil
}

// original returns a function that waits for the answers of a library as it is.
func (c *Caller) original(ctx context.Context, path string, lib Library, src string) func() ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers[lib.Name] == nil {
		if c.answers == nil {
			c.answers = map[string]func() ([]string, error){}
		}
		c.answers[lib.Name] = sync.OnceValues(func() ([]string, error) { return answers(ctx, path, lib, src, nil) })
	}
	return c.answers[lib.Name]
}

const keptDifferences = 10

func (r *Result) compare(before, after []string) {
	r.Calls = len(before)
	for i := range max(len(before), len(after)) {
		a, b := "nothing", "nothing"
		if i < len(before) {
			a = before[i]
		}
		if i < len(after) {
			b = after[i]
		}
		if a == b {
			continue
		}
		if r.Total++; len(r.Different) < keptDifferences {
			r.Different = append(r.Different, fmt.Sprintf("%s\n    became %s", Head(a, 300), Head(b, 300)))
		}
	}
}

// answers loads one build, under the file name of the original, makes the calls and returns the lines that they
// print: all of them or, with last, those up to the first for which it is true.
func answers(ctx context.Context, original string, lib Library, src string, last func(i int, line string) bool) ([]string, error) {
	dir, err := os.MkdirTemp("", "sonlab-corpus-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, scripts); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, filepath.Base(lib.File))
	if err := os.WriteFile(file, []byte(src), fs.FileMode(0o666)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "node", filepath.Join(dir, "calls.mjs"), lib.Name, file, original)
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var lines []string
	scan := bufio.NewScanner(stdout)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		if lines = append(lines, scan.Text()); last != nil && last(len(lines)-1, scan.Text()) {
			cancel()
			_ = cmd.Wait() // it was killed
			return lines, nil
		}
	}
	if err := errors.Join(scan.Err(), cmd.Wait()); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, Head(stderr.String(), 1500))
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[len(lines)-1], "calls ") {
		return nil, errors.New("node ended early")
	}
	return lines[:len(lines)-1], nil
}

// Head returns at most the first n bytes of a text.
func Head(s string, n int) string { return s[:min(n, len(s))] }

// Minified returns the size after esbuild's minify.
func Minified(src string) (int, error) {
	r := api.Transform(src, api.TransformOptions{
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsNone, LogLevel: api.LogLevelSilent,
	})
	if len(r.Errors) > 0 {
		return 0, errors.New(r.Errors[0].Text)
	}
	return len(r.Code), nil
}
