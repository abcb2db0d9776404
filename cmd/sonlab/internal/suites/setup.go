package suites

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
	"github.com/sonjs/son/cmd/sonlab/internal/programs"
)

//go:embed preload
var preload embed.FS

// Setup is a suite in a directory of its own, with the results of its untouched run.
type Setup struct {
	Files []programs.File // of the package, that the suite loads; sorted by path

	suite    Suite
	modules  string
	dir      string // holds the suite in a folder of its name
	before   []string
	unstable map[string]bool
	took     time.Duration
}

// Prepare copies a suite from the directory of the checkouts, puts the published files in place,
// and runs it untouched, twice. The caller must close the setup.
func Prepare(ctx context.Context, s Suite, checkouts, modules string) (*Setup, error) {
	dir, err := programs.MakeDir("sonlab-suites-")
	if err != nil {
		return nil, err
	}
	p := &Setup{suite: s, modules: modules, dir: dir}
	if err := p.prepare(ctx, checkouts); err != nil {
		p.Close()
		return nil, fmt.Errorf("%s untouched: %w", s.Name, err)
	}
	return p, nil
}

// Close removes the directory.
func (s *Setup) Close() { os.RemoveAll(s.dir) }

func (s *Setup) prepare(ctx context.Context, checkouts string) error {
	if err := os.CopyFS(s.dir, preload); err != nil {
		return err
	}
	if err := os.Symlink(s.modules, filepath.Join(s.dir, "node_modules")); err != nil {
		return err
	}
	if err := s.copyCheckout(filepath.Join(checkouts, s.suite.Name)); err != nil {
		return fmt.Errorf("%w: %w", ErrAbsent, err)
	}
	var published []string
	for folder, name := range s.packages() {
		from := filepath.Join(s.modules, filepath.FromSlash(name))
		if err := programs.CopyFiles(from, filepath.Join(s.dir, s.suite.Name, filepath.FromSlash(folder))); err != nil {
			return fmt.Errorf("%w: %w", ErrAbsent, err)
		}
		if !strings.HasPrefix(folder, "node_modules/") { // else another version, which the tests use
			published = append(published, folder)
		}
	}
	coverage := filepath.Join(s.dir, "coverage")
	out, took, err := s.run(ctx, "NODE_V8_COVERAGE="+coverage)
	if err != nil {
		return err
	}
	if s.before, s.took = s.results(out), took; len(s.before) == 0 {
		return fmt.Errorf("no results:\n%s", corpus.Head(string(out), 2000))
	}
	again, _, err := s.run(ctx)
	if err != nil {
		return err
	}
	s.unstable = map[string]bool{}
	for _, r := range differences(s.before, s.results(again)) {
		s.unstable[r] = true
	}
	loaded, err := s.loaded(coverage)
	if err != nil {
		return err
	}
	for _, name := range loaded {
		if slices.ContainsFunc(published, func(folder string) bool { return s.publishes(folder, name) }) {
			src, err := os.ReadFile(s.at(name))
			if err != nil {
				return err
			}
			s.Files = append(s.Files, programs.File{Path: name, Source: string(src), Type: programs.TypeOf(s.dir, name)})
		}
	}
	if len(s.Files) == 0 {
		return errors.New("the tests load no file of the package")
	}
	return nil
}

func (s *Setup) packages() map[string]string {
	if s.suite.Packages == nil {
		return map[string]string{".": s.suite.Name}
	}
	return s.suite.Packages
}

// copyCheckout copies the files of a checkout, without the history.
func (s *Setup) copyCheckout(from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == ".git" || e.Name() == "node_modules" {
			continue
		}
		if err := programs.CopyFiles(filepath.Join(from, e.Name()), filepath.Join(s.dir, s.suite.Name, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// publishes reports whether a file of the suite comes from the package in a folder. Some packages
// are published with their tests.
func (s *Setup) publishes(folder, name string) bool {
	rel, err := filepath.Rel(filepath.Join(s.suite.Name, filepath.FromSlash(folder)), filepath.FromSlash(name))
	if err != nil || !filepath.IsLocal(rel) || strings.HasPrefix(filepath.ToSlash(rel), "test/") {
		return false
	}
	_, err = os.Stat(filepath.Join(s.modules, filepath.FromSlash(s.packages()[folder]), rel))
	return err == nil
}

// at returns the place of a file, which is named by its path below the directory.
func (s *Setup) at(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// run runs the suite once. A suite with failing tests is no error.
func (s *Setup) run(ctx context.Context, env ...string) (out []byte, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	name := s.suite.Run[0]
	if name != "node" {
		name = filepath.Join(s.modules, ".bin", name)
	}
	var stdout bytes.Buffer
	cmd := exec.CommandContext(ctx, name, s.suite.Run[1:]...)
	cmd.Dir = filepath.Join(s.dir, s.suite.Name)
	cmd.Env = append(append(os.Environ(), s.suite.Env...), env...)
	cmd.Stdout = &stdout
	start := time.Now()
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && ctx.Err() == nil {
		err = nil
	}
	return stdout.Bytes(), time.Since(start), err
}

// results returns the lines of an output that say what became of the tests.
func (s *Setup) results(out []byte) []string {
	result := s.suite.Result
	if result == nil {
		result = tap
	}
	var lines []string
	for l := range strings.Lines(string(out)) {
		l = strings.TrimRight(l, "\n")
		if result.MatchString(l) {
			l = strings.ReplaceAll(l, s.dir, "")
			lines = append(lines, number.ReplaceAllString(timing.ReplaceAllString(l, ""), "$1"))
		}
	}
	return lines
}

// loaded reads from the coverage which files the suite loaded, in all of its processes.
func (s *Setup) loaded(coverage string) ([]string, error) {
	reports, err := os.ReadDir(coverage)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range reports {
		text, err := os.ReadFile(filepath.Join(coverage, e.Name()))
		if err != nil {
			return nil, err
		}
		var r struct {
			Result []struct{ URL string }
		}
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		for _, script := range r.Result {
			u, err := url.Parse(script.URL)
			if err != nil || u.Scheme != "file" {
				continue
			}
			name, err := filepath.Rel(s.dir, filepath.FromSlash(u.Path))
			if err == nil && filepath.IsLocal(name) && slices.Contains([]string{".js", ".mjs", ".cjs"}, path.Ext(name)) {
				names = append(names, filepath.ToSlash(name))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), os.RemoveAll(coverage)
}

// Compare transforms the files of the package, runs the suite again, and puts the files back.
func (s *Setup) Compare(ctx context.Context, t programs.Transform) (Result, error) {
	r := Result{Suite: s.suite.Name, Files: len(s.Files), Tests: len(s.before), Unstable: len(s.unstable), Before: s.took}
	for _, l := range s.before {
		if good.MatchString(l) {
			r.Passed++
		}
	}
	defer s.write(func(i int) string { return s.Files[i].Source })
	changed := make([]string, len(s.Files))
	for i, f := range s.Files {
		r.Bytes += len(f.Source)
		var err error
		if changed[i], err = t(ctx, f); err != nil {
			return r, fmt.Errorf("%s of %s: %w", f.Path, s.suite.Name, err)
		}
	}
	if err := s.write(func(i int) string { return changed[i] }); err != nil {
		return r, err
	}
	out, took, err := s.run(ctx)
	if r.After = took; err != nil {
		return r, fmt.Errorf("%s transformed: %w", s.suite.Name, err)
	}
	if r.Different = s.differences(out); len(r.Different) > 0 { // a test of timers may fail on a busy machine
		if out, _, err = s.run(ctx); err != nil {
			return r, fmt.Errorf("%s transformed: %w", s.suite.Name, err)
		}
		again := s.differences(out)
		r.Different = slices.DeleteFunc(r.Different, func(d string) bool { return !slices.Contains(again, d) })
	}
	return r, nil
}

// differences returns how the results of a run differ from those of the untouched package,
// leaving out what two runs of that do not agree on.
func (s *Setup) differences(out []byte) []string {
	return slices.DeleteFunc(differences(s.before, s.results(out)), func(d string) bool { return s.unstable[d] })
}

func (s *Setup) write(text func(i int) string) error {
	for i, f := range s.Files {
		if err := os.WriteFile(s.at(f.Path), []byte(text(i)), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// differences returns the results that only one of two runs has, or that one has more often:
// some runners run files at the same time, so that the order of results varies.
func differences(before, after []string) []string {
	count := map[string]int{}
	for _, l := range before {
		count[l]--
	}
	for _, l := range after {
		count[l]++
	}
	var ds []string
	for l, n := range count {
		switch {
		case n < 0:
			ds = append(ds, "gone: "+strings.TrimSpace(l))
		case n > 0:
			ds = append(ds, "new: "+strings.TrimSpace(l))
		}
	}
	slices.Sort(ds)
	return ds
}
