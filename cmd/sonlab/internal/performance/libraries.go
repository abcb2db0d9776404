package performance

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

//go:embed calls/*.js
var callFiles embed.FS

//go:embed run.cjs
var runScript string

// Library is a library with a program that calls it and prints what it gets.
type Library struct {
	Name   string
	File   string // below node_modules
	global string // the variable that it declares; "": it is a CommonJS module
	page   bool   // it needs a document
	module bool   // it is an ECMAScript module, which is made a CommonJS module first
	calls  string
}

// Libraries returns the libraries, sorted by name. Each has a file in calls that begins with comments: file and the
// file of the library, global and the variable that it declares, page if it needs a document, and module if it is one.
func Libraries() ([]Library, error) {
	names, err := fs.Glob(callFiles, "calls/*.js")
	if err != nil {
		return nil, err
	}
	var libs []Library
	for _, name := range names {
		text, err := callFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		l := Library{Name: strings.TrimSuffix(path.Base(name), ".js"), calls: string(text)}
		for line := range strings.Lines(l.calls) {
			words := strings.Fields(strings.TrimPrefix(line, "// "))
			if !strings.HasPrefix(line, "// ") || len(words) == 0 {
				break
			}
			switch words[0] {
			case "file":
				l.File = words[len(words)-1]
			case "global":
				l.global = words[len(words)-1]
			case "page":
				l.page = true
			case "module":
				l.module = true
			}
		}
		libs = append(libs, l)
	}
	return libs, nil
}

// program returns a script that runs the text of the library and then the calls.
func (l Library) program(text string) string {
	if l.global != "" {
		return text + "\n(function (lib) {" + l.calls + "\n})(" + l.global + ");\n"
	}
	return "var module = { exports: {} };\n(function (module, exports) {" + text + "\n})(module, module.exports);\n(function (lib) {" + l.calls + "\n})(module.exports);\n"
}

// Outcome is what a tool made of a library.
type Outcome struct {
	Tool, Library string
	Bytes, Gzip   int    // of the library alone; 0: there is no output
	Alone         string // how the calls differ if the tool was run on the library alone; "": they do not
	Together      string // the same if it was run on the library and the calls as one program
}

// Shrinking runs tools on libraries.
type Shrinking struct {
	Modules string
	Scratch string
	Store   Store
	Node    string // version
	Log     io.Writer
}

// Run returns what the tools make of the libraries that are installed. The names of the others are absent.
func (s Shrinking) Run(ctx context.Context, libs []Library, tools []Tool) (outcomes []Outcome, absent []string, err error) {
	for _, l := range libs {
		src, err := os.ReadFile(filepath.Join(s.Modules, filepath.FromSlash(l.File)))
		if errors.Is(err, fs.ErrNotExist) {
			absent = append(absent, l.Name)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		text, err := l.prepared(string(src))
		if err != nil {
			return nil, nil, err
		}
		want, err := s.output(ctx, l, l.program(text))
		if err != nil {
			return nil, nil, fmt.Errorf("%s as published: %w", l.Name, err)
		}
		for _, t := range tools {
			o := Outcome{Tool: t.Name, Library: l.Name}
			if out, err := t.Do(ctx, l.Name+".js", text); err != nil {
				o.Alone = noOutput(err)
			} else if o.Gzip, err = parse.Compressed(out); err != nil {
				return nil, nil, err
			} else {
				o.Bytes, o.Alone = len(out), s.differs(ctx, l, l.program(out), want)
			}
			if out, err := t.Do(ctx, l.Name+".js", l.program(text)); err != nil {
				o.Together = noOutput(err)
			} else {
				o.Together = s.differs(ctx, l, out, want)
			}
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			fmt.Fprintf(s.Log, "%-11s %-18s %8d bytes %8d compressed %s | %s\n", o.Library, o.Tool, o.Bytes, o.Gzip, o.Alone, o.Together)
			outcomes = append(outcomes, o)
		}
	}
	return outcomes, absent, nil
}

// prepared returns the text that all tools get: without legal comments, which some tools keep, and no module.
func (l Library) prepared(src string) (string, error) {
	if l.module {
		out, err := esbuild(api.TransformOptions{Format: api.FormatCommonJS})(context.Background(), l.File, src)
		if err != nil {
			return "", fmt.Errorf("%s: %w", l.File, err)
		}
		src = out
	}
	p, ds := parse.Parse(src, parse.Options{Path: l.File, Type: parse.Script})
	if p == nil {
		return "", fmt.Errorf("%s cannot be parsed: %v", l.File, ds)
	}
	return print.Apply(src, print.WithoutLegal(p)), nil
}

// output returns what a program of a library prints, and how it ends if it fails.
func (s Shrinking) output(ctx context.Context, l Library, program string) (string, error) {
	return kept(s.Store, "calls", func() (string, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		dir, err := os.MkdirTemp(s.Scratch, "calls-")
		if err != nil {
			return "", err
		}
		defer os.RemoveAll(dir)
		file, run := filepath.Join(dir, "program.js"), filepath.Join(dir, "run.cjs")
		if err := errors.Join(os.WriteFile(file, []byte(program), 0o600), os.WriteFile(run, []byte(runScript), 0o600)); err != nil {
			return "", err
		}
		modules, err := filepath.Abs(s.Modules)
		if err != nil {
			return "", err
		}
		args := []string{run, filepath.Join(modules, filepath.FromSlash(l.File)), file}
		if l.page {
			args = append(args, "page")
		}
		var stdout, stderr bytes.Buffer
		cmd := exec.CommandContext(ctx, "node", args...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("%s (%w)", thrown(stderr.String()), err)
		}
		return stdout.String(), nil
	}, s.Node, runScript, l.File, l.page, program)
}

// differs says how a program differs from what the original prints; "": it does not.
func (s Shrinking) differs(ctx context.Context, l Library, program, want string) string {
	got, err := s.output(ctx, l, program)
	if err != nil {
		return err.Error()
	}
	return firstDifference(want, got)
}

// firstDifference shows the first line in which two outputs differ; "": none does.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("prints %s instead of %s", short(y), short(x))
		}
	}
	return ""
}

// refusal begins what is wrong if a tool has no output.
const refusal = "no output: "

func noOutput(err error) string { return refusal + err.Error() }

func refused(wrong string) bool { return strings.HasPrefix(wrong, refusal) }

// short cuts a text to what fits in a line of the page.
func short(text string) string {
	const most = 110
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// thrown finds the message of an exception in what node prints about it.
func thrown(log string) string {
	for line := range strings.Lines(log) {
		if name, _, ok := strings.Cut(line, ":"); ok && strings.HasSuffix(name, "Error") {
			return strings.TrimSpace(line)
		}
	}
	return firstLine(log)
}
