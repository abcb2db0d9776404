package programs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
)

// Compare transforms the files, runs the program again, and puts the files
// back.
func (s *Setup) Compare(ctx context.Context, t Transform) (Result, error) {
	r := Result{Program: s.program.Name, Files: len(s.Files), MinIn: s.minIn, Printed: len(s.before), Before: s.took}
	changed := make([]string, len(s.Files))
	start := time.Now()
	for i, f := range s.Files {
		out, err := t(ctx, f)
		if err != nil {
			return r, fmt.Errorf("%s of %s: %w", f.Path, s.program.Name, err)
		}
		changed[i] = out
	}
	r.Elapsed = time.Since(start)
	for i, f := range s.Files {
		n, err := corpus.Minified(changed[i])
		if err != nil {
			return r, fmt.Errorf("the output for %s of %s is not JavaScript: %w", f.Path, s.program.Name, err)
		}
		r.In, r.Out, r.MinOut = r.In+len(f.plain()), r.Out+len(changed[i]), r.MinOut+n
	}
	defer s.write(func(i int) string { return s.Files[i].Source })
	if err := s.write(func(i int) string { return changed[i] }); err != nil {
		return r, err
	}
	after, loaded, took, err := s.run(ctx)
	if r.After = took; err != nil {
		return r, fmt.Errorf("%s transformed: %w", s.program.Name, err)
	}
	r.compareLoaded(s.Files, loaded)
	r.comparePrinted(string(s.before), string(after))
	return r, nil
}

func (s *Setup) write(text func(i int) string) error {
	for i, f := range s.Files {
		if err := os.WriteFile(filepath.Join(s.dir, filepath.FromSlash(f.Path)), []byte(text(i)), 0o666); err != nil {
			return err
		}
	}
	return nil
}

const keptDifferences = 10

func (r *Result) differ(format string, args ...any) {
	if r.Total++; len(r.Different) < keptDifferences {
		r.Different = append(r.Different, fmt.Sprintf(format, args...))
	}
}

func (r *Result) compareLoaded(files []File, loaded []string) {
	same := slices.EqualFunc(files, loaded, func(f File, p string) bool { return f.Path == p })
	if !same {
		r.differ("%d files loaded became %d", len(files), len(loaded))
	}
}

// comparePrinted compares the outputs line by line. A line that begins with
// "== " is the heading of those that follow.
func (r *Result) comparePrinted(before, after string) {
	if before == after {
		return
	}
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	what := ""
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if strings.HasPrefix(x, "== ") {
			what = strings.TrimSpace(x)
		}
		if x != y {
			x, y = around(x, y)
			r.differ("%s, line %d of the output: %q\n    became %q", what, i+1, x, y)
		}
	}
}

// around cuts two different lines down to the place where they diverge.
func around(x, y string) (string, string) {
	i := 0
	for i < min(len(x), len(y)) && x[i] == y[i] {
		i++
	}
	from := max(i-80, 0)
	return corpus.Head(x[from:], 240), corpus.Head(y[from:], 240)
}
