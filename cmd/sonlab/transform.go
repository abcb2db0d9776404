package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// transformFlags select the transforms to apply to the programs.
type transformFlags struct {
	kinds   []string
	levels  []int
	assume  []string
	seeds   int
	command string
	force   bool
	verify  bool
	emit    string
	again   bool
	minify  bool
	aim     string
	stats   []*sonStats // by level, in the order of levels
}

func (f *transformFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.kinds, "transform", []string{"son"}, "transforms to apply to the programs: son, identity, esbuild")
	cmd.Flags().IntSliceVar(&f.levels, "level", []int{0, 1}, "optimization levels of son")
	cmd.Flags().BoolVar(&f.force, "force-graph", true, "print every function from its graph")
	emitFlag(cmd, &f.emit)
	aimFlag(cmd, &f.aim)
	cmd.Flags().BoolVar(&f.again, "again", false, "with --emit: also optimize the output again, reading it as that form")
	cmd.Flags().BoolVar(&f.minify, "minify", false, "minify the output to the smallest size")
	cmd.Flags().BoolVar(&f.verify, "verify", false, "verify the graphs after each phase")
	assumeFlag(cmd, &f.assume)
	cmd.Flags().IntVar(&f.seeds, "orders", 1, "repeat each level with that many worklist orders and with 2 workers; the output must not change")
	cmd.Flags().StringVar(&f.command, "cmd", "", "an external command to run instead, e.g. 'son opt --list {list}'; each line of the list is IN<tab>OUT<tab>script")
}

func (f *transformFlags) transforms() ([]diff.Named, error) {
	if f.command != "" {
		t, err := external(f.command)
		if err != nil {
			return nil, err
		}
		return []diff.Named{{Name: "cmd", Do: t}}, nil
	}
	form, err := formOf(f.emit)
	if err != nil {
		return nil, err
	}
	aim, err := aimOf(f.aim)
	if err != nil {
		return nil, err
	}
	assume, err := passes.ParseAssumptions(f.assume)
	if err != nil {
		return nil, err
	}
	var ts []diff.Named
	for _, kind := range f.kinds {
		switch kind {
		case "identity":
			// Identical text would not be run again.
			ts = append(ts, diff.Named{Name: kind, Do: func(_ context.Context, _, src string) (string, error) { return src + "\n", nil }})
		case "esbuild":
			ts = append(ts, diff.Named{Name: kind, Do: esbuild})
		case "son":
			for _, level := range f.levels {
				if err := checkLevel(level); err != nil {
					return nil, err
				}
				o := sonOptions{level: level, assume: assume, force: f.force, verify: f.verify, workers: 1, emit: form, aim: aim, minify: f.minify, again: f.again, stats: &sonStats{}}
				f.stats = append(f.stats, o.stats)
				name := fmt.Sprintf("son-O%d", level)
				ts = append(ts, diff.Named{Name: name, Do: son(o)})
				for seed := 1; seed < f.seeds; seed++ {
					o.seed, o.stats = int64(seed), nil
					o.workers = 1 + seed%2
					ts = append(ts, diff.Named{Name: fmt.Sprintf("%s-order%d", name, seed), Do: son(o), SameAs: name})
				}
			}
		default:
			return nil, fmt.Errorf("unknown transform %q: the transforms are son, identity and esbuild", kind)
		}
	}
	return ts, nil
}

// checkLevel returns an error if son has no such level.
func checkLevel(level int) error {
	if level < 0 || level > 2 {
		return fmt.Errorf("there is no level %d: the levels are 0, 1 and 2", level)
	}
	return nil
}

// summary returns what the optimizer reported, by level.
func (f *transformFlags) summary() string {
	var b strings.Builder
	for i, s := range f.stats {
		if text := s.String(); text != "" {
			fmt.Fprintf(&b, "-O%d: %s", f.levels[i], text)
		}
	}
	return b.String()
}

// assumeFlag adds the flag for the assumptions that son may make about programs.
func assumeFlag(cmd *cobra.Command, names *[]string) {
	cmd.Flags().StringSliceVar(names, "assume", nil, "assumptions that son may make, e.g. standard")
}

// esbuild is a transform to compare son with; it does not preserve function
// names, for example.
func esbuild(_ context.Context, name, src string) (string, error) {
	r := api.Transform(src, api.TransformOptions{Sourcefile: name, MinifySyntax: true, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		return "", errors.New(r.Errors[0].Text)
	}
	return string(r.Code), nil
}

// external returns a transform that runs a command on a list of programs. The
// command is split at spaces; {list} is replaced by the path of the list.
func external(command string) (diff.Transform, error) {
	words := strings.Fields(command)
	if len(words) == 0 || !strings.Contains(command, "{list}") {
		return nil, errors.New("the command must contain {list}")
	}
	return func(ctx context.Context, name, src string) (string, error) {
		dir, err := os.MkdirTemp("", "sonlab-cmd-")
		if err != nil {
			return "", err
		}
		defer os.RemoveAll(dir)
		in, out, list := filepath.Join(dir, "in.js"), filepath.Join(dir, "out.js"), filepath.Join(dir, "list")
		if err := os.WriteFile(in, []byte(src), 0o600); err != nil {
			return "", err
		}
		if err := os.WriteFile(list, []byte(in+"\t"+out+"\tscript\n"), 0o600); err != nil {
			return "", err
		}
		var args []string
		for _, w := range words[1:] {
			args = append(args, strings.ReplaceAll(w, "{list}", list))
		}
		text, runErr := exec.CommandContext(ctx, words[0], args...).CombinedOutput()
		if msg, err := os.ReadFile(out + ".err"); err == nil {
			return "", errors.New(strings.ReplaceAll(string(msg), in, name))
		}
		code, err := os.ReadFile(out)
		if err != nil {
			return "", fmt.Errorf("no output: %v\n%s", runErr, text)
		}
		if runErr != nil {
			return "", fmt.Errorf("%v\n%s", runErr, text)
		}
		return string(code), nil
	}, nil
}

// aimFlag adds the flag for the goal that son optimizes for.
func aimFlag(cmd *cobra.Command, aim *string) {
	cmd.Flags().StringVar(aim, "for", cost.Balanced.String(), "what to optimize the output for: "+strings.Join(cost.Aims, ", "))
}

func aimOf(name string) (cost.Aim, error) {
	aim := slices.Index(cost.Aims, name)
	if name != "" && aim < 0 {
		return 0, fmt.Errorf("unknown aim %q: the aims are %s", name, strings.Join(cost.Aims, ", "))
	}
	return cost.Aim(max(aim, 0)), nil
}

// emitFlag adds the flag for the form of son's output.
func emitFlag(cmd *cobra.Command, form *string) {
	cmd.Flags().StringVar(form, "emit", passes.Structured.String(), "form of the output: "+strings.Join(passes.Forms, ", "))
}

func formOf(name string) (passes.Form, error) {
	form := slices.Index(passes.Forms, name)
	if name != "" && form < 0 {
		return 0, fmt.Errorf("unknown form %q: the forms are %s", name, strings.Join(passes.Forms, ", "))
	}
	return passes.Form(max(form, 0)), nil
}
