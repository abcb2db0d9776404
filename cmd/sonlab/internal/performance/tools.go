package performance

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/cmd/sonlab/internal/bench"
	"github.com/sonjs/son/cmd/sonlab/internal/speed"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// Tool changes programs.
type Tool struct {
	Name     string // in the tables
	Settings string // what it is run with, for the reader
	Do       func(ctx context.Context, name, src string) (string, error)
}

// Toolbox finds the tools that are installed, and runs them.
type Toolbox struct {
	Versions []string // of the tools that it has, with their names
	Missing  []string // tools that are not installed

	modules, scratch string
	store            Store
	versions         map[string]string // by package
	build            string            // of son
}

// packages are the tools that have to be installed: the package, the name in the tables, and a file of the package
// that is needed.
var packages = []struct{ name, shown, file string }{
	{"terser", "terser", "bin/terser"},
	{"@swc/core", "swc", "index.js"},
	{"google-closure-compiler", "Closure Compiler", "cli.js"},
}

// Open looks for the tools in a node_modules directory. Files for them are written to scratch. The build names
// what son's output depends on.
func Open(modules, scratch, build string, store Store) (*Toolbox, error) {
	modules, err := filepath.Abs(modules)
	if err != nil {
		return nil, err
	}
	b := &Toolbox{modules: modules, scratch: scratch, store: store, build: build, versions: map[string]string{}}
	b.Versions = append(b.Versions, Esbuild())
	_, err = exec.LookPath("node")
	for _, p := range packages {
		version, ok := PackageVersion(modules, p.name)
		if err != nil || !ok || !b.has(p.name+"/"+p.file) {
			b.Missing = append(b.Missing, p.shown)
			continue
		}
		b.versions[p.name] = version
		b.Versions = append(b.Versions, p.shown+" "+version)
	}
	return b, nil
}

// PackageVersion returns the version of a package in a node_modules directory, if it is installed.
func PackageVersion(modules, name string) (version string, ok bool) {
	text, err := os.ReadFile(filepath.Join(modules, filepath.FromSlash(name), "package.json"))
	var described struct{ Version string }
	ok = err == nil && json.Unmarshal(text, &described) == nil
	return described.Version, ok
}

func (b *Toolbox) has(file string) bool {
	_, err := os.Stat(b.file(file))
	return err == nil
}

// moduleVersion returns the version of a Go module that this program is built with, without the v.
func moduleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return strings.TrimPrefix(m.Version, "v")
			}
		}
	}
	return "of an unknown version"
}

// Esbuild names esbuild and its version.
func Esbuild() string { return "esbuild " + moduleVersion("github.com/evanw/esbuild") }

// QuickJS names the embedded engine and its version.
func QuickJS() string { return "modernc.org/quickjs " + moduleVersion("modernc.org/quickjs") }

// Faster returns the tools for the comparison of speed, with the settings that let them do the most. None changes
// names, which no engine is faster for, but for Closure ADVANCED.
func (b *Toolbox) Faster() []Tool {
	set, err := passes.ParseAssumptions(bench.Fastest)
	if err != nil {
		panic(err) // they are constant
	}
	return append([]Tool{
		b.son("son -O2", "`son opt -O2`, without any assumption", passes.Options{Level: 2}),
		b.son("son -O2 --for speed", "`son opt -O2 --for speed`, without any assumption", passes.Options{Level: 2, For: cost.Speed}),
		b.son("son --fastest", "`son opt --fastest`: `-O2 --for speed --assume "+strings.Join(bench.Fastest, ",")+"`", passes.Options{Level: 2, For: cost.Speed, Assume: set}),
		b.son("son --fastest, for QuickJS", "`son opt --fastest --for speed=quickjs`", passes.Options{Level: 2, For: cost.SpeedQuickJS, Assume: set}),
		{"esbuild", "`--minify-syntax`", esbuild(api.TransformOptions{MinifySyntax: true})},
	}, b.installed(
		[]string{"--compress", "passes=3,toplevel=true,top_retain=run"},
		`{"compress":{"passes":3,"toplevel":true,"top_retain":["run"]},"mangle":false,"module":false}`,
		nil, `globalThis["run"] = run;`)...)
}

// Smaller returns the tools for the comparison of size.
func (b *Toolbox) Smaller() []Tool {
	son := func(name, settings string, o passes.Options, assume ...string) Tool {
		set, err := passes.ParseAssumptions(assume)
		if err != nil {
			panic(err) // they are constant
		}
		o.Level, o.Minify, o.Assume = 2, true, set
		return b.son(name, settings, o)
	}
	return append([]Tool{
		{"esbuild", "`--minify`", esbuild(api.TransformOptions{MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true})},
		son("son", "`son opt -O2 --for size --minify`", passes.Options{For: cost.Size}),
		son("son, standard", "the same with `--assume standard`", passes.Options{For: cost.Size}, passes.AssumeStandard),
		son("son --fastest", "`son opt --fastest --minify`, which is not for size", passes.Options{For: cost.Speed}, bench.Fastest...),
	}, b.installed(
		[]string{"--compress", "passes=3", "--mangle"},
		`{"compress":{"passes":3},"mangle":true,"module":false}`,
		// It refuses programs with undeclared variables.
		[]string{"--jscomp_off", "*", "--externs", b.file("google-closure-compiler/contrib/nodejs/globals.js")},
		"")...)
}

// son is the optimizer with some options. What this build made of a text before is not made again.
func (b *Toolbox) son(name, settings string, o passes.Options) Tool {
	do := speed.Son("", o).Do
	return Tool{name, settings, func(ctx context.Context, file, src string) (string, error) {
		return kept(b.store, "output", func() (string, error) { return do(ctx, file, src) }, "son", b.build, settings, src)
	}}
}

// installed returns the tools that are installed, with settings for each. Closure ADVANCED, which removes what it sees no
// use of, gets the program with an export at its end.
func (b *Toolbox) installed(terser []string, swc string, closure []string, export string) (tools []Tool) {
	add := func(tool, name, settings string, words ...string) {
		if b.versions[tool] == "" {
			return
		}
		tools = append(tools, Tool{name, settings, func(ctx context.Context, file, src string) (string, error) {
			// The same wherever the packages are.
			line := strings.ReplaceAll(strings.Join(words, " "), b.modules, "")
			return kept(b.store, "output", func() (string, error) { return b.node(ctx, src, words) }, tool, b.versions[tool], line, src)
		}})
	}
	add("terser", "terser", "`"+strings.Join(terser, " ")+"`", append([]string{b.file("terser/bin/terser"), inputWord, "--comments", "false"}, terser...)...)
	add("@swc/core", "swc", "`"+swc+"`", "-e", SwcScript, b.file("@swc/core"), inputWord, swc)
	for _, level := range []string{"SIMPLE", "ADVANCED"} {
		settings := "`--compilation_level " + level + "`, `--language_in` and `--language_out ECMASCRIPT_NEXT`"
		words := append([]string{b.file("google-closure-compiler/cli.js"), "--js", inputWord, "--compilation_level", level, "--language_in", "ECMASCRIPT_NEXT", "--language_out", "ECMASCRIPT_NEXT", "--warning_level", "QUIET"}, closure...)
		for i := 0; i < len(closure); i += 2 {
			settings += fmt.Sprintf(", `%s %s`", closure[i], filepath.Base(closure[i+1]))
		}
		if level == "ADVANCED" && export != "" {
			settings += ", with `" + export + "` at the end of the program"
			words = append(words, exportWord+export)
		}
		add("google-closure-compiler", "Closure "+level, settings, words...)
	}
	return tools
}

// file returns the path of a file below node_modules.
func (b *Toolbox) file(name string) string {
	return filepath.Join(b.modules, filepath.FromSlash(name))
}

// Words in the command line of a tool: the name of the input's file, and a line at its end.
const (
	inputWord  = "INPUT"
	exportWord = "EXPORT:"
)

// SwcScript minifies a file with swc: node -e SwcScript PACKAGE FILE OPTIONS [--module]. The options are JSON.
//
//go:embed swc.cjs
var SwcScript string

// limit stops a tool that does not end by itself.
const limit = 15 * time.Minute

// node runs a tool on a text.
func (b *Toolbox) node(ctx context.Context, src string, words []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	dir, err := os.MkdirTemp(b.scratch, "tool-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	input := filepath.Join(dir, "in.js")
	var args []string
	for _, w := range words {
		if export, ok := strings.CutPrefix(w, exportWord); ok {
			src += "\n" + export + "\n"
			continue
		}
		if w == inputWord {
			w = input
		}
		args = append(args, w)
	}
	if err := os.WriteFile(input, []byte(src), 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "node", args...)
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		said := strings.ReplaceAll(firstLine(log.String()), dir+string(os.PathSeparator), "")
		if _, after, ok := strings.Cut(said, "ERROR - "); ok {
			said = after
		}
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return string(out), nil
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return text
}

func esbuild(o api.TransformOptions) func(context.Context, string, string) (string, error) {
	o.LogLevel = api.LogLevelSilent
	return func(_ context.Context, file, src string) (string, error) {
		o := o
		o.Sourcefile = file
		r := api.Transform(src, o)
		if len(r.Errors) > 0 {
			return "", errors.New(r.Errors[0].Text)
		}
		return string(r.Code), nil
	}
}
