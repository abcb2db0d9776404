// Package oracle checks the reader and the printer against two independent
// readers of JavaScript. For a source s and the text p that is printed from its tree:
//
//   - oracle A: esbuild prints the same for s and for p;
//   - oracle B: acorn reads the same tree from s and from p. It needs node and
//     the npm package acorn.
//
// Where one of the two refuses a valid program, node itself must accept p if it
// accepts s. In addition, our own reader must read the tree of s from p, and
// printing that tree must give p again.
//
// Everything is printed from the tree, and nothing is copied: see [Styles]. acorn.mjs
// describes how trees are compared and which parentheses count.
package oracle

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// Source is one program to check. Its text is Prefix and the contents of File or, if
// there is no File, Text.
type Source struct {
	Group  string // the row of the table that counts it
	Name   string
	File   string
	Prefix string
	Text   string
	Type   parse.SourceType
	// Valid means that the reader must accept it. Otherwise the reader may refuse
	// it if esbuild or acorn does, too.
	Valid bool
}

// Load returns the text of the source.
func (s Source) Load() (string, error) {
	if s.File == "" {
		return s.Text, nil
	}
	text, err := os.ReadFile(s.File)
	return s.Prefix + string(text), err
}

// Style is a way to print.
type Style struct {
	Name string
	// Compact is that of [print.Options]. Spelled means that literals keep the
	// spelling of the source.
	Compact, Spelled bool
}

// Styles are the ways in which each source is printed.
func Styles() []Style {
	return []Style{{Name: "readable", Spelled: true}, {Name: "respelled"}, {Name: "compact", Compact: true}}
}

func (s Style) options(src string) print.Options {
	o := print.Options{Compact: s.Compact}
	if s.Spelled {
		o.Source = src
	}
	return o
}

// Difference is one failed comparison.
type Difference struct {
	Group, Name string
	Style       string // "" for the source itself
	By          string // esbuild, acorn, node, reader or printer
	Hint        string // the first place that differs
}

func (d Difference) String() string {
	s := d.Group + ": " + d.Name + ": "
	if d.Style != "" {
		s += d.Style + ": "
	}
	return s + d.By + ": " + d.Hint
}

// Config says what to check and how.
type Config struct {
	Sources []Source
	// Acorn is the directory of the npm package; "" leaves out oracle B.
	Acorn string
	Jobs  int
	// Progress, if set, is called with the number of sources done. Calls do not overlap.
	Progress func(done, differences int)
}

// Bounds of one request to node.
const (
	chunkSources = 64
	chunkBytes   = 1 << 20
)

// Run checks all sources.
func Run(ctx context.Context, c Config) (*Report, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := newReport(c.Sources)
	done := 0
	var mu sync.Mutex
	work := make(chan Source)
	var wg sync.WaitGroup
	for range max(c.Jobs, 1) {
		wg.Go(func() {
			j := &job{acornDir: c.Acorn, report: func(vs []*verdict) {
				mu.Lock()
				defer mu.Unlock()
				for _, v := range vs {
					r.add(v)
				}
				done += len(vs)
				if c.Progress != nil {
					c.Progress(done, len(r.Differences))
				}
			}}
			if err := j.run(ctx, work); err != nil {
				cancel(err)
			}
		})
	}
	for _, s := range c.Sources {
		select {
		case work <- s:
		case <-ctx.Done():
		}
	}
	close(work)
	wg.Wait()
	r.sort()
	return r, context.Cause(ctx)
}

// job is one worker; its node process lives as long as it does.
type job struct {
	acornDir string
	node     *acorn
	report   func([]*verdict)
	waiting  []*verdict
	bytes    int
}

func (j *job) run(ctx context.Context, work <-chan Source) error {
	if j.acornDir != "" {
		var err error
		if j.node, err = startAcorn(ctx, j.acornDir); err != nil {
			return err
		}
		defer j.node.stop()
	}
	for s := range work {
		text, err := s.Load()
		if err != nil {
			return err
		}
		v := judge(s, text)
		j.waiting = append(j.waiting, v)
		j.bytes += len(text)
		if len(j.waiting) >= chunkSources || j.bytes >= chunkBytes {
			if err := j.flush(); err != nil {
				return err
			}
		}
	}
	return j.flush()
}

// flush has node judge the sources that wait for it, and reports them.
func (j *job) flush() error {
	if j.node != nil && len(j.waiting) > 0 {
		if err := j.node.judge(j.waiting); err != nil {
			return err
		}
	}
	j.report(j.waiting)
	j.waiting, j.bytes = nil, 0
	return nil
}

// Modules returns the directory node_modules in dir, or dir if there is none.
func Modules(dir string) string {
	if d := filepath.Join(dir, "node_modules"); isDir(d) {
		return d
	}
	return dir
}

// AcornIn returns the directory of the package acorn in node_modules below dir
// or in dir itself, or "".
func AcornIn(dir string) string {
	if d := filepath.Join(Modules(dir), "acorn"); isDir(d) {
		return d
	}
	return ""
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
