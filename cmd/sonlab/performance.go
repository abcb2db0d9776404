package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/performance"
	"github.com/sonjs/son/cmd/sonlab/internal/speed"
)

// performanceFlags say how much to measure, and where to keep it.
type performanceFlags struct {
	out, dir, cache string
	build           string // of son: what its outputs in the cache belong to
	only, skip      []string
	v8              string // whose outputs to measure in node
	timesOnly       bool   // count nothing there
	layouts, rounds int
	work            time.Duration
}

// performanceCommand writes the page of public figures.
func performanceCommand() *cobra.Command {
	var f performanceFlags
	cmd := &cobra.Command{
		Use: "performance", Short: "measure son beside other tools, and write docs/performance.md", Args: cobra.NoArgs,
		Long: `Measure how fast the output of son is, how small it is and what son costs, beside
		esbuild, terser, swc and Closure Compiler, count the programs that each breaks, and write
		all of it to docs/performance.md. Instructions in QuickJS are counted by valgrind. With --v8,
		also count instructions in node without its compilers, and measure times with them. Tools that
		are not installed are left out. It takes about half an hour. Counting in node takes much longer:
		minutes for each program.

		With --cache, a run that is interrupted goes on where it was. What is found there is not
		measured again; to measure times and costs again, delete DIR/time-* and DIR/cost-*.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.out, "out", "docs/performance.md", "the page; - is the standard output")
	cmd.Flags().StringVar(&f.dir, "npm-dir", "testdata/npm-performance", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().StringVar(&f.cache, "cache", "", "directory that keeps measurements, for a run that goes on later")
	cmd.Flags().StringVar(&f.build, "build", "", "name of the version of son, for its outputs and costs in the cache (default: a hash of this executable)")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "names of programs of sonlab speed")
	cmd.Flags().StringSliceVar(&f.skip, "skip", nil, "names of programs, libraries and files to leave out, which the page says")
	cmd.Flags().StringVar(&f.v8, "v8", "", "measure in node, too, the outputs of: son, all")
	cmd.Flags().IntVar(&f.layouts, "layouts", 1, "layouts of memory that a count near 1 is the mean of")
	cmd.Flags().IntVar(&f.rounds, "rounds", 5, "pairs of processes for a time in node")
	cmd.Flags().BoolVar(&f.timesOnly, "times-only", false, "in node, only measure times, and count nothing")
	cmd.Flags().DurationVar(&f.work, "work", 8*time.Millisecond, "approximate time of a call in node")
	return cmd
}

func (f *performanceFlags) run(cmd *cobra.Command) error {
	if f.v8 != "" && f.v8 != "son" && f.v8 != "all" {
		return fmt.Errorf("--v8 is son or all, not %q", f.v8)
	}
	if f.layouts < 1 || f.rounds < 1 {
		return errors.New("--layouts and --rounds are at least 1")
	}
	programs, err := (&speedFlags{only: f.only}).programs()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "sonlab-performance-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if f.cache == "" {
		f.cache = scratch
	}
	m := measuring{performanceFlags: f, scratch: scratch, modules: modulesDir(f.dir), log: cmd.ErrOrStderr()}
	if m.self, err = os.Executable(); err != nil {
		return err
	}
	if f.build == "" {
		binary, err := os.ReadFile(m.self)
		if err != nil {
			return err
		}
		f.build = fmt.Sprintf("%x", sha256.Sum256(binary))
	}
	if m.store, err = performance.NewStore(f.cache); err != nil {
		return err
	}
	if out, err := exec.CommandContext(cmd.Context(), "node", "--version").Output(); err == nil {
		m.node = strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
	}
	if err := m.measure(cmd.Context(), programs); err != nil {
		return err
	}
	for _, l := range m.page.Left {
		fmt.Fprintln(m.log, "left out:", l)
	}
	if f.out == "-" {
		_, err = io.WriteString(cmd.OutOrStdout(), m.page.String())
		return err
	}
	return os.WriteFile(f.out, []byte(m.page.String()), 0o666)
}

// costRounds are the runs of each configuration for a cost.
const costRounds = 3

// measuring is one run of the command.
type measuring struct {
	*performanceFlags
	scratch, modules string
	self             string // this executable
	node             string // version; "": there is none
	store            performance.Store
	log              io.Writer
	page             performance.Page
}

// measure fills the page. Counts come first: they take longest, and other load does not change them.
func (m *measuring) measure(ctx context.Context, programs []speed.Program) error {
	tools, err := performance.Open(m.modules, m.scratch, m.build, m.store)
	if err != nil {
		return err
	}
	m.page.Versions = append(tools.Versions, performance.QuickJS())
	m.page.Machine = fmt.Sprintf("%s/%s with %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	m.page.Faster, m.page.Smaller = tools.Faster(), tools.Smaller()
	m.page.Layouts, m.page.Rounds = m.layouts, costRounds
	if m.node != "" {
		m.page.Versions = append(m.page.Versions, "node "+m.node)
	} else {
		m.leave("times in node, sizes and libraries: node is not on the PATH")
	}
	if len(m.skip) > 0 {
		m.leave("%s, on request", strings.Join(m.skip, ", "))
	}
	if len(tools.Missing) > 0 {
		m.leave("%s: to install them, run npm ci in testdata/npm-performance, or set NPM_DIR", strings.Join(tools.Missing, ", "))
	}
	texts, err := m.texts(ctx, programs)
	if err != nil {
		return err
	}
	if err := m.count(ctx, texts); err != nil {
		return err
	}
	if m.node != "" {
		if err := m.inV8(ctx, texts); err != nil {
			return err
		}
		if err := m.shrink(ctx); err != nil {
			return err
		}
	}
	s := performance.Spending{Self: []string{m.self, "bench-one"}, Build: m.build, Store: m.store, Rounds: costRounds, Log: m.log}
	files := slices.DeleteFunc(installed(m.modules, m.log), func(file string) bool { return m.skips(filepath.Base(file)) })
	m.page.Costs, err = s.Run(ctx, files)
	return err
}

// leave notes what is left out.
func (m *measuring) leave(format string, args ...any) {
	m.page.Left = append(m.page.Left, fmt.Sprintf(format, args...))
}

// skips reports whether a program, library or file of a name is left out.
func (m *measuring) skips(name string) bool { return slices.Contains(m.skip, name) }

// texts makes the outputs of all programs whose packages are installed.
func (m *measuring) texts(ctx context.Context, programs []speed.Program) (all []performance.Texts, err error) {
	var absent []string
	for _, p := range programs {
		if m.skips(p.Name) {
			continue
		}
		t, err := performance.Make(ctx, p, m.modules, m.page.Faster)
		if errors.Is(err, speed.ErrAbsent) {
			absent = append(absent, p.Name)
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	if len(absent) > 0 {
		m.leave("programs whose packages are not installed: %s", strings.Join(absent, ", "))
	}
	return all, nil
}

func (m *measuring) counting() performance.Counting {
	return performance.Counting{Modules: m.modules, Scratch: m.scratch, Store: m.store, Workers: runtime.NumCPU(), Layouts: m.layouts, Log: m.log}
}

func (m *measuring) count(ctx context.Context, texts []performance.Texts) error {
	var err error
	if m.page.Counts, err = m.counting().Count(ctx, texts); errors.Is(err, speed.ErrNoValgrind) {
		m.leave("instructions: valgrind is not on the PATH; install its package")
		return nil
	}
	return err
}

// callsInV8 are the calls of run(n) in a process of node, the fastest of which counts.
const callsInV8 = 25

func (m *measuring) inV8(ctx context.Context, texts []performance.Texts) (err error) {
	switch m.v8 {
	case "":
		m.leave("instructions and times in node: run with --v8 son or --v8 all")
		return nil
	case "son":
		texts = slices.Clone(texts)
		for i, t := range texts {
			texts[i] = t.Only(performance.IsSon)
		}
	}
	if m.timesOnly {
		m.leave("instructions in node without its compilers: run without --times-only")
	} else if m.page.Jitless, err = m.counting().CountJitless(ctx, m.node, texts); err != nil && !errors.Is(err, speed.ErrNoValgrind) { // which is said of QuickJS
		return err
	}
	engine, err := speed.OpenSteady("node", m.scratch, callsInV8)
	if err != nil {
		return err
	}
	m.page.Timing = performance.Timing{
		Modules: m.modules, Engine: engine, Version: m.node, Store: m.store, Rounds: m.rounds, Calls: callsInV8, Work: m.work, Log: m.log,
	}
	m.page.Times, err = m.page.Timing.Time(ctx, texts)
	return err
}

func (m *measuring) shrink(ctx context.Context) error {
	libs, err := performance.Libraries()
	if err != nil {
		return err
	}
	libs = slices.DeleteFunc(libs, func(l performance.Library) bool { return m.skips(l.Name) })
	s := performance.Shrinking{Modules: m.modules, Scratch: m.scratch, Store: m.store, Node: m.node, Log: m.log}
	outcomes, absent, err := s.Run(ctx, libs, m.page.Smaller)
	if len(absent) > 0 {
		m.leave("libraries that are not installed: %s", strings.Join(absent, ", "))
	}
	m.page.Outcomes = outcomes
	return err
}
