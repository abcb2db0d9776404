package speed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// Copy is the original again: its gain is noise.
var Copy = Variant{"copy", func(_ context.Context, _, src string) (string, error) { return src + "\n", nil }}

// Son returns the optimizer with these options, at -O1 if they ask for no other level.
func Son(name string, o passes.Options) Variant {
	return Variant{name, func(ctx context.Context, file, src string) (string, error) {
		o := o
		o.Path, o.Type, o.Level = file, parse.Script, max(o.Level, 1)
		r, err := passes.Optimize(ctx, src, o)
		if err != nil {
			return "", err
		}
		if len(r.Report.Faults) > 0 {
			return "", errors.New(r.Report.Faults[0])
		}
		return r.Code, nil
	}}
}

// Checked returns the checks of assumptions: the program as it is, with a check that throws where one of them does
// not hold. Count, if set, gets the number of places that are checked.
func Checked(name string, set passes.AssumptionSet, count func(file string, checks int)) Variant {
	return Variant{name, func(ctx context.Context, file, src string) (string, error) {
		r, err := passes.Optimize(ctx, src, passes.Options{Path: file, Type: parse.Script, Assume: set, Check: set})
		if err != nil {
			return "", err
		}
		if len(r.Report.Faults) > 0 {
			return "", errors.New(r.Report.Faults[0])
		}
		n := 0
		for _, checks := range r.Report.Checks {
			n += checks
		}
		if count != nil {
			count(file, n)
		}
		const reports = "const error=console&&console.error;"
		if n > 0 && !strings.Contains(r.Code, reports) {
			return "", errors.New("the checks do not report to console.error")
		}
		return strings.Replace(r.Code, reports, "const error=(text)=>{throw new Error(text)};", 1), nil
	}}
}

// Esbuild is esbuild's minifier. It keeps top-level names, run among them.
var Esbuild = Variant{"esbuild", func(_ context.Context, file, src string) (string, error) {
	r := api.Transform(src, api.TransformOptions{
		Sourcefile: file, LogLevel: api.LogLevelSilent,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
	})
	if len(r.Errors) > 0 {
		return "", errors.New(r.Errors[0].Text)
	}
	return string(r.Code), nil
}}

// Peers returns the other tools that are installed in modules, by name.
func Peers(modules, dir string) []Variant {
	var vs []Variant
	for _, p := range []struct {
		name, script string
		args         []string
	}{
		{"terser", "terser/bin/terser", []string{"--compress", "--mangle"}},
		{"closure", "google-closure-compiler/cli.js", []string{"--compilation_level", "SIMPLE", "--language_in", "ECMASCRIPT_NEXT", "--language_out", "ECMASCRIPT_NEXT", "--warning_level", "QUIET"}},
	} {
		script := filepath.Join(modules, filepath.FromSlash(p.script))
		if _, err := os.Stat(script); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		vs = append(vs, Variant{p.name, func(ctx context.Context, _, src string) (string, error) {
			file := filepath.Join(dir, p.name+".in.js")
			if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
				return "", err
			}
			// terser would take an argument after --mangle for its value.
			out, err := exec.CommandContext(ctx, "node", append([]string{script, file}, p.args...)...).Output()
			if err != nil {
				return "", fmt.Errorf("%s: %w", p.name, err)
			}
			return string(out), nil
		}})
	}
	return vs
}
