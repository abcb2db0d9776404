package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/bench"
	"github.com/sonjs/son/cmd/sonlab/internal/performance"
	"github.com/sonjs/son/cmd/sonlab/internal/size"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// sizePage measures all minifiers and writes docs/size.md.
func (f *sizeFlags) sizePage(cmd *cobra.Command, files []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	modules, err := filepath.Abs(modulesDir(f.dir))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		for _, name := range size.Contested {
			file := filepath.Join(modules, filepath.FromSlash(name))
			if !exists(file) {
				return fmt.Errorf("%s is not installed in %s: npm ci installs it", name, modules)
			}
			files = append(files, file)
		}
	}
	c := size.Contest{Tools: sizeTools(self, modules, f.efforts), Rounds: f.rounds}
	entries, err := c.Run(cmd.Context(), files, func(e size.Entry) {
		if e.Failed != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "%s fails on %s: %s\n", e.Tool, e.File, e.Failed)
			return
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%-34s %-24s %8d raw %7d gzip %7d brotli %7.2f s %5.0f bytes per source byte\n", e.Tool, e.File, e.Raw, e.Gzip, e.Brotli, e.CPU.Seconds(), float64(e.Memory)/float64(e.Bytes))
	})
	if err != nil {
		return err
	}
	var versions []string
	for _, name := range []string{"uglify-js", "terser", "@swc/core"} {
		if v, ok := performance.PackageVersion(modules, name); ok {
			versions = append(versions, name+" "+v)
		}
	}
	versions = append(versions, performance.Esbuild())
	text := size.Page(c.Tools, entries, versions, fmt.Sprintf("%s/%s with %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU()))
	if f.page == "-" {
		_, err = fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	}
	return os.WriteFile(f.page, []byte(text), 0o644)
}

// sizeTools are the minifiers of the page, and parts of son that are left out.
func sizeTools(self, modules string, efforts []int) []size.Tool {
	node := func(name, settings string, words ...string) size.Tool {
		return size.Tool{Name: name, Settings: settings, Group: size.Minifiers, Command: append([]string{"node"}, words...)}
	}
	own := func(name, settings, group string, flags ...string) size.Tool {
		return size.Tool{Name: name, Settings: settings, Group: group, Command: append([]string{self, "minify-one", size.Input}, flags...)}
	}
	in := func(path string) string { return filepath.Join(modules, filepath.FromSlash(path)) }
	tools := []size.Tool{
		node("uglify-js", "`--compress --mangle`, and `--module` for modules", in("uglify-js/bin/uglifyjs"), size.Input, "--compress", "--mangle", size.Module),
		node("terser", "`--compress --mangle --comments false`, and `--module` for modules", in("terser/bin/terser"), size.Input, "--compress", "--mangle", "--comments", "false", size.Module),
		node("swc", "`minifySync` with `compress` and `mangle`, and `module` for modules", "-e", performance.SwcScript, in("@swc/core"), size.Input, `{"compress":true,"mangle":true}`, size.Module),
		own("esbuild", "`--minify --legal-comments=none`", size.Minifiers, "--tool", "esbuild"),
		own("son --minify", "`son opt --minify`, without any assumption: functions keep their names", size.Minifiers),
		own("son", "`son opt -O2 --for size --minify`, without any assumption", size.Minifiers, "--level", "2", "--for-size"),
	}
	standard := []string{"--level", "2", "--for-size", "--assume", passes.AssumeStandard}
	for _, n := range efforts {
		name, settings := fmt.Sprintf("son, standard, --effort %d", n), "the same with `--assume standard`"
		if n != 1 {
			settings += fmt.Sprintf(" and `--effort %d`", n)
		} else {
			name = "son, standard"
		}
		tools = append(tools, own(name, settings, size.Minifiers, append(slices.Clone(standard), "--effort", strconv.Itoa(n))...))
	}
	ablation := func(what string, flags ...string) {
		tools = append(tools, own("without "+what, what, size.Ablations, flags...))
	}
	for _, part := range passes.MinifyParts {
		ablation(part, append(slices.Clone(standard), "--leave", part)...)
	}
	ablation("what --effort 1 adds to 0", append(slices.Clone(standard), "--effort", "0")...)
	ablation("what -O2 adds to -O1", "--level", "1", "--for-size", "--assume", passes.AssumeStandard)
	ablation("what --for size adds", "--level", "2", "--assume", passes.AssumeStandard)
	names := slices.DeleteFunc(passes.AssumptionNames(), func(name string) bool {
		set, err := passes.ParseAssumptions([]string{name})
		all, err2 := passes.ParseAssumptions([]string{passes.AssumeStandard})
		return err != nil || err2 != nil || all&set == 0 || set == passes.AssumeFnNames
	})
	ablation("the assumption fn-names", "--level", "2", "--for-size", "--assume", strings.Join(names, ","))
	ablation("the other assumptions", "--level", "2", "--for-size", "--assume", "fn-names")
	return tools
}

// minifyOneCommand minifies a file in a process of its own, for the page of sizes.
func minifyOneCommand() *cobra.Command {
	var o passes.Options
	var tool string
	var assume []string
	var small bool
	effort := 1
	cmd := &cobra.Command{
		Use: "minify-one FILE", Short: "minify a file, and say what that took", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			src, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			if o.Assume, err = passes.ParseAssumptions(assume); err != nil {
				return err
			}
			o.Path, o.Minify, o.Legal, o.Effort = args[0], true, parse.LegalNone, effort-1
			if small {
				o.For = cost.Size
			}
			before, _ := bench.Used()
			text, err := minifyOne(cmd, tool, string(src), o)
			if err != nil {
				return err
			}
			cpu, peak := bench.Used()
			fmt.Fprint(cmd.OutOrStdout(), text)
			return json.NewEncoder(cmd.ErrOrStderr()).Encode(map[string]any{"cpu": (cpu - before).Seconds(), "peak": peak})
		},
	}
	cmd.Flags().StringVar(&tool, "tool", "son", "son or esbuild")
	cmd.Flags().IntVar(&o.Level, "level", 1, "optimization level")
	cmd.Flags().BoolVar(&small, "for-size", false, "optimize for size")
	cmd.Flags().StringSliceVar(&assume, "assume", nil, "assumptions")
	cmd.Flags().IntVar(&effort, "effort", effort, "as of son opt")
	cmd.Flags().StringSliceVar(&o.Leave, "leave", nil, "parts to leave out")
	return cmd
}

func minifyOne(cmd *cobra.Command, tool, src string, o passes.Options) (string, error) {
	if tool == "esbuild" {
		return size.Esbuild(src, o.Path)
	}
	out, err := passes.Optimize(cmd.Context(), src, o)
	if err != nil {
		return "", err
	}
	if len(out.Report.Faults) > 0 {
		return "", fmt.Errorf("%s", out.Report.Faults[0])
	}
	return out.Code, nil
}
