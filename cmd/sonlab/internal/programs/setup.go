package programs

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
	"github.com/sonjs/son/parse"
)

//go:embed runs
var runs embed.FS

// bundleName is the file of a program's bundle, next to node_modules.
const bundleName = "bundle.cjs"

// inputsName is the directory of the texts that programs work on.
const inputsName = "inputs"

// Setup is a program in a directory of its own, with the result of its untouched run.
type Setup struct {
	Files []File // that the run loads, sorted by path

	program Program
	dir     string
	full    bool
	bundle  *parse.Bundle
	before  []byte
	took    time.Duration
	minIn   int
}

// Options say how to run a program.
type Options struct {
	Modules string // the node_modules directory to copy packages from
	Inputs  string // a checkout of this project, whose texts the programs work on
	Full    bool   // do all of the work, not only a part of it
}

// Prepare copies the packages of a program and runs it untouched. The caller
// must close the setup.
func Prepare(ctx context.Context, p Program, o Options) (*Setup, error) {
	dir, err := MakeDir("sonlab-programs-")
	if err != nil {
		return nil, err
	}
	s := &Setup{program: p, dir: dir, full: o.Full}
	if err := s.prepare(ctx, o); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s untouched: %w", p.Name, err)
	}
	return s, nil
}

// MakeDir makes a temporary directory whose name begins with a prefix. The name is a real path, as node
// gives it to files.
func MakeDir(prefix string) (string, error) {
	dir, err := os.MkdirTemp("", prefix)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// Close removes the directory.
func (s *Setup) Close() { os.RemoveAll(s.dir) }

func (s *Setup) prepare(ctx context.Context, o Options) error {
	if err := os.CopyFS(s.dir, runs); err != nil {
		return err
	}
	if err := s.copyInputs(o.Inputs); err != nil {
		return err
	}
	c := copier{from: o.Modules, to: filepath.Join(s.dir, "node_modules"), done: map[string]bool{}}
	for _, name := range s.program.Packages {
		if err := c.add(name); err != nil {
			return err
		}
	}
	if s.program.Bundle != "" {
		if err := s.makeBundle(); err != nil {
			return err
		}
	}
	out, loaded, took, err := s.run(ctx)
	if err != nil {
		return err
	}
	s.before, s.took = out, took
	if pieces, threw := bytes.Count(out, []byte("\n== ")), bytes.Count(out, []byte("\nthrew ")); len(loaded) == 0 || 4*threw > 3*pieces {
		return fmt.Errorf("%d of %d pieces of work ended in an error, and %d files were loaded:\n%s",
			threw, pieces, len(loaded), corpus.Head(string(out), 500))
	}
	for _, p := range loaded {
		if err := s.load(p); err != nil {
			return err
		}
	}
	return nil
}

// copyInputs copies the texts as they are now: somebody may edit them while
// programs run.
func (s *Setup) copyInputs(checkout string) error {
	for _, name := range []string{"README.md", "docs", "testdata/real", "testdata/emit", "testdata/opt", "testdata/seeds"} {
		name = filepath.FromSlash(name)
		if err := CopyFiles(filepath.Join(checkout, name), filepath.Join(s.dir, inputsName, name)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Setup) makeBundle() error {
	b, ds := parse.NewBundle(parse.BundleOptions{
		Entry: filepath.Join(s.dir, "runs", s.program.Bundle), Platform: "node", Format: "cjs", Define: s.program.Define,
	})
	if b == nil {
		return errors.New(parse.Format(ds))
	}
	s.bundle = b
	return os.WriteFile(filepath.Join(s.dir, bundleName), []byte(b.Code), 0o666)
}

func (s *Setup) load(name string) error {
	src, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	f := File{Path: name, Source: string(src), Type: TypeOf(s.dir, name)}
	if name == bundleName {
		f.Bundle = s.bundle
	}
	s.Files = append(s.Files, f)
	n, err := corpus.Minified(f.plain())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.minIn += n
	return nil
}

// plain returns the text whose size is compared: the reader removes the code
// that esbuild adds to a bundle to keep names.
func (f File) plain() string {
	if f.Bundle != nil {
		if prog, _ := f.Bundle.Read(); prog != nil {
			return prog.Source
		}
	}
	return f.Source
}

// TypeOf returns how node reads a file below a directory: by its extension, or else by the type
// in the nearest package.json.
func TypeOf(dir, name string) parse.SourceType {
	switch path.Ext(name) {
	case ".mjs":
		return parse.Module
	case ".cjs":
		return parse.CommonJS
	}
	for d := path.Dir(name); d != "."; d = path.Dir(d) {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(d), "package.json"))
		if err != nil {
			continue
		}
		var p struct{ Type string }
		if json.Unmarshal(text, &p) == nil && p.Type == "module" {
			return parse.Module
		}
		break
	}
	return parse.CommonJS
}

// run runs the program once. It returns the program's output and the paths of the
// files that it loaded.
func (s *Setup) run(ctx context.Context) (out []byte, loaded []string, took time.Duration, err error) {
	list := filepath.Join(s.dir, "loaded.txt")
	if err := os.WriteFile(list, nil, 0o666); err != nil {
		return nil, nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	full := "part"
	if s.full {
		full = "full"
	}
	cmd := exec.CommandContext(ctx, "node", filepath.Join(s.dir, "runs", "main.mjs"), s.program.work(), filepath.Join(s.dir, inputsName), full, list)
	cmd.Dir = s.dir
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err = cmd.Run()
	took = time.Since(start)
	if err != nil {
		return nil, nil, took, fmt.Errorf("%w after %d bytes\n%s", err, stdout.Len(), corpus.Head(stderr.String(), 2000))
	}
	loaded, err = s.loaded(list)
	return stdout.Bytes(), loaded, took, err
}

// loaded reads the list of the files that a run loaded: those of the packages,
// or the bundle.
func (s *Setup) loaded(list string) ([]string, error) {
	text, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	var paths []string
	for line := range strings.Lines(string(text)) {
		u, err := url.Parse(strings.TrimSuffix(line, "\n"))
		if err != nil || u.Scheme != "file" {
			continue
		}
		p, err := filepath.Rel(s.dir, filepath.FromSlash(u.Path))
		if err != nil {
			continue
		}
		if p = filepath.ToSlash(p); p != bundleName && !strings.HasPrefix(p, "node_modules/") {
			continue
		}
		if slices.Contains([]string{".js", ".mjs", ".cjs"}, path.Ext(p)) {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// copier copies packages with all their dependencies.
type copier struct {
	from, to string
	done     map[string]bool
}

func (c copier) add(name string) error {
	if c.done[name] {
		return nil
	}
	c.done[name] = true
	from := filepath.Join(c.from, filepath.FromSlash(name))
	if err := CopyFiles(from, filepath.Join(c.to, filepath.FromSlash(name))); err != nil {
		return fmt.Errorf("%w: %v", ErrAbsent, err)
	}
	text, err := os.ReadFile(filepath.Join(from, "package.json"))
	if err != nil {
		return err
	}
	var p struct{ Dependencies map[string]string }
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	for d := range p.Dependencies {
		if _, err := os.Stat(filepath.Join(from, "node_modules", filepath.FromSlash(d))); err == nil {
			continue // it was copied along with the package
		}
		if err := c.add(d); err != nil {
			return err
		}
	}
	return nil
}

// CopyFiles copies a file, or a folder without its source maps, which are large
// and never read.
func CopyFiles(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return filepath.WalkDir(from, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		switch {
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !e.Type().IsRegular() || strings.HasSuffix(p, ".map"):
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
}
