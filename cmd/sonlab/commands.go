package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/cmd/sonlab/internal/knot"
	"github.com/sonjs/son/cmd/sonlab/internal/reduce"
)

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use: "sonlab", Short: "generate, run, compare and reduce programs",
		SilenceErrors: true, SilenceUsage: true,
	}
	cmd.AddCommand(genCommand(), runCommand(), fuzzCommand(), mutantsCommand(), reduceCommand(), structureCommand(), corpusCommand(), normalCommand(), benchCommand(), benchOneCommand(), speedCommand(), performanceCommand(), weighCommand(), test262Command(), oracleCommand(), programsCommand(), suitesCommand(), roundtripCommand(), sizeCommand(), minifyOneCommand(), figuresCommand(), callsCommand(), noiseCommand(), growCommand(), outputsCommand())
	return cmd
}

// engineFlags are shared by the commands that run programs.
type engineFlags struct {
	names   []string
	timeout time.Duration
}

func (f *engineFlags) add(cmd *cobra.Command, engines ...string) {
	cmd.Flags().StringSliceVar(&f.names, "engine", engines, "engines to run in: quickjs, node")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 2*time.Second, "time limit for one run of one program")
}

func (f *engineFlags) open(width int) ([]engine.Engine, func(), error) {
	var es []engine.Engine
	done := func() {
		for _, e := range es {
			e.Close()
		}
	}
	for _, name := range f.names {
		e, err := engine.Open(name, width)
		if err != nil {
			done()
			return nil, nil, err
		}
		es = append(es, e)
	}
	return es, done, nil
}

// genFlags select the programs to generate.
type genFlags struct {
	seed     int64
	size     int
	features string
}

func (f *genFlags) add(cmd *cobra.Command) {
	cmd.Flags().Int64Var(&f.seed, "seed", 1, "seed of the first program")
	cmd.Flags().IntVar(&f.size, "size", 0, "approximate statements per function (0: the seed decides)")
	cmd.Flags().StringVar(&f.features, "features", "core", "feature families, e.g. straight,loops or core,-switches; the names are straight, core, all, none, tame (programs that satisfy --assume standard) and "+gen.All.String())
}

func genCommand() *cobra.Command {
	var f genFlags
	var standalone bool
	var kind string
	cmd := &cobra.Command{
		Use: "gen", Short: "print a generated program", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			features, err := gen.ParseFeatures(f.features)
			if err != nil {
				return err
			}
			if standalone {
				fmt.Fprintf(cmd.OutOrStdout(), "globalThis.finish = %s;\n", engine.Prelude())
			}
			source := ""
			k, err := kindNamed(kind)
			if err != nil {
				return err
			}
			if make := madeAlone[k]; make != nil {
				source = alone(make, f.seed).Source
			} else {
				source = gen.Generate(gen.Config{Seed: f.seed, Size: f.size, Features: features}).Source
			}
			fmt.Fprint(cmd.OutOrStdout(), source)
			if standalone {
				fmt.Fprintln(cmd.OutOrStdout(), `console.log = undefined; JSON.parse(finish(0)).events;`)
			}
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&kind, "programs", "", "calls for a program of several functions, objects for one of classes and objects")
	cmd.Flags().BoolVar(&standalone, "standalone", false, "prepend the prelude; the completion value of the script is the trace")
	return cmd
}

func runCommand() *cobra.Command {
	var ef engineFlags
	var tf transformFlags
	cmd := &cobra.Command{
		Use: "run FILE", Short: "print the trace of a program, or how two traces differ", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			src, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			es, done, err := ef.open(1)
			if err != nil {
				return err
			}
			defer done()
			out := cmd.OutOrStdout()
			for _, e := range es {
				t, err := e.Run(cmd.Context(), string(src), ef.timeout)
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "// %s: %v\n%v\n", e.Name(), t.Outcome, t)
				if !cmd.Flags().Changed("transform") && !cmd.Flags().Changed("cmd") {
					continue
				}
				if err := runTransformed(cmd, e, tf, ef.timeout, diff.Program{Name: args[0], Source: string(src)}, t); err != nil {
					return err
				}
			}
			return nil
		},
	}
	ef.add(cmd, "quickjs")
	tf.add(cmd)
	return cmd
}

// runTransformed prints the output of each transform for a program and where its
// trace diverges from that of the original.
func runTransformed(cmd *cobra.Command, e engine.Engine, tf transformFlags, timeout time.Duration, p diff.Program, before engine.Trace) error {
	ts, err := tf.transforms()
	if err != nil {
		return err
	}
	for _, t := range ts {
		code, err := t.Do(cmd.Context(), p.Name, p.Source)
		if err != nil {
			return err
		}
		after, err := e.Run(cmd.Context(), code, timeout)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "// under %s:\n%s", t.Name, code)
		if before.Equal(after) {
			fmt.Fprintln(cmd.OutOrStdout(), "// the traces agree")
		} else {
			fmt.Fprintln(cmd.OutOrStdout(), diff.TraceDiff(before, after))
		}
	}
	return nil
}

func fuzzCommand() *cobra.Command {
	var (
		gf      genFlags
		ef      engineFlags
		tf      transformFlags
		n       int
		workers int
		save    string
		small   bool
		files   []string
		names   []string
		kind    string
		per     int
		first   bool
		asJSON  bool
		fault   string
		skip    string
		profile string
		tally   string
	)
	cmd := &cobra.Command{
		Use: "fuzz", Short: "compare generated programs before and after optimization", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if fault != "" {
				return fuzzMutant(cmd, fault, kind, n, workers, gf.seed)
			}
			if profile != "" {
				f, err := os.Create(profile)
				if err != nil {
					return err
				}
				defer f.Close()
				if err := pprof.StartCPUProfile(f); err != nil {
					return err
				}
				defer pprof.StopCPUProfile()
			}
			// Programs are small and short-lived: collecting garbage less often
			// saves a quarter of the time spent outside the engines.
			debug.SetGCPercent(400)
			features, err := gen.ParseFeatures(gf.features)
			if err != nil {
				return err
			}
			ts, err := tf.transforms()
			if err != nil {
				return err
			}
			var make func(int) (diff.Program, []int)
			programs, err := kindNamed(kind)
			if err != nil {
				return err
			}
			if programs != knotsKind && len(names) == 0 {
				names = []string{"all"}
			}
			var s spread
			if len(names) > 0 {
				s = spread{seed: gf.seed, per: per, kind: programs}
				if s.modes, err = modesNamed(names); err != nil {
					return err
				}
				ts = nil
				for _, m := range s.modes {
					m.verify = tf.verify
					t, err := m.transform()
					if err != nil {
						return err
					}
					ts = append(ts, t)
				}
				if s.skip, err = regexp.Compile(skip); err != nil {
					return err
				}
				make = s.program
				if !cmd.Flags().Changed("engine") {
					ef.names = []string{"node"} // it starts programs faster, and supports modules
				}
			}
			if len(tf.assume) > 0 {
				features |= gen.Tame
			}
			es, done, err := ef.open(workers)
			if err != nil {
				return err
			}
			defer done()
			c := diff.Config{N: n, Seed: gf.seed, Features: features, Size: gf.size, Engines: es, Transforms: ts,
				Make: make, First: first, Workers: workers, Timeout: ef.timeout}
			if len(files) > 0 {
				c.Make = nil
			}
			for _, pattern := range files {
				names, err := filepath.Glob(pattern)
				if err != nil || len(names) == 0 {
					return fmt.Errorf("no files match %q", pattern)
				}
				for _, name := range names {
					src, err := os.ReadFile(name)
					if err != nil {
						return err
					}
					c.Programs = append(c.Programs, diff.Program{Name: name, Source: string(src)})
				}
			}
			if len(names) > 0 {
				// V8 in node 20 loses assignments to a var that an arrow function in a getter or a
				// static block captures.
				if c.Referee, err = engine.NewQuickJS(); err != nil {
					return err
				}
			}
			report := func(diff.Find) {}
			if asJSON {
				report = jsonFinds(cmd.OutOrStdout())
			}
			var unsaved error
			c.Found = func(f diff.Find) { // immediately: a long run may be interrupted
				report(f)
				if save != "" && unsaved == nil {
					unsaved = saveFinds(cmd.Context(), save, c, []diff.Find{f}, false)
				}
			}
			last := time.Now()
			c.Progress = func(done, finds int) {
				if time.Since(last) > 10*time.Second {
					last = time.Now()
					fmt.Fprintf(cmd.ErrOrStderr(), "%d programs, %d differences\n", done, finds)
				}
			}
			run := diff.Run
			if tally != "" {
				if c.Make == nil {
					return errors.New("--tally counts what --modes generates")
				}
				run = func(ctx context.Context, c diff.Config) (*diff.Report, error) {
					return runParts(ctx, cmd.ErrOrStderr(), tally, c, &s)
				}
			}
			r, err := run(cmd.Context(), c)
			if r != nil && !asJSON {
				for _, f := range r.Finds {
					fmt.Fprintln(cmd.OutOrStdout(), f)
				}
				fmt.Fprint(cmd.OutOrStdout(), r, tf.summary())
				if save != "" && small && unsaved == nil && len(r.Finds) > 0 {
					unsaved = saveFinds(cmd.Context(), save, c, r.Finds, true)
				}
			}
			if unsaved != nil {
				return unsaved
			}
			if err == nil && r.Total() > 0 {
				err = errFinds
			}
			return err
		},
	}
	gf.add(cmd)
	ef.add(cmd, "quickjs", "node")
	tf.add(cmd)
	cmd.Flags().IntVar(&n, "n", 20000, "number of programs")
	cmd.Flags().IntVar(&workers, "workers", 2, "programs to run in parallel")
	cmd.Flags().StringVar(&save, "save", "", "directory for the programs that differ: NAME.in.js, NAME.out.js, NAME.txt")
	cmd.Flags().BoolVar(&small, "reduce", false, "with --save: also NAME.min.js, a reduced program that fails the same way")
	cmd.Flags().StringSliceVar(&names, "modes", nil, "generate knots, in "+fmt.Sprint(len(knot.Contexts))+" contexts, and run them in these modes instead of --transform and --level: all, or "+strings.Join(modeNames(), ", "))
	cmd.Flags().StringVar(&kind, "programs", "knots", "with --modes: the programs to generate, "+programKinds+"; calls and objects run in all modes if --modes is not given")
	cmd.Flags().IntVar(&per, "per", defaultPer, "with --modes: number of modes to run each program in")
	cmd.Flags().BoolVar(&asJSON, "stream", false, "print each difference as a line of JSON as soon as it is found")
	cmd.Flags().StringVar(&profile, "cpuprofile", "", "write a CPU profile to this file")
	cmd.Flags().StringVar(&tally, "tally", "", "with --modes: add the counts to those in this file, and carry on from the seed that it says is next, if it exists")
	cmd.Flags().StringVar(&skip, "skip", "^$", "with --modes: skip the programs that match this regular expression")
	cmd.Flags().StringVar(&fault, "mutant", "", "switch on this fault of testdata/mutants and run programs in all modes until one finds it")
	cmd.Flags().BoolVar(&first, "first", false, "stop at the first difference")
	cmd.Flags().StringSliceVar(&files, "files", nil, "run the files that match these patterns instead of generated programs")
	return cmd
}

// saveFinds writes the finds to a directory. If small is set, it also writes a
// reduced program next to each that shows the same fault.
func saveFinds(ctx context.Context, dir string, c diff.Config, finds []diff.Find, small bool) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range finds {
		base := filepath.Join(dir, strings.TrimSuffix(filepath.Base(f.Name), ".js")+"-"+fileWord(f.Transform))
		files := map[string]string{".in.js": f.Original, ".out.js": f.Output, ".txt": f.String()}
		if small {
			text, err := smallest(ctx, c, f)
			if err != nil {
				return err
			}
			files[".min.js"] = text
		}
		for ext, text := range files {
			if err := os.WriteFile(base+ext, []byte(text), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// smallest reduces a find with the transform and in the engine that it was found with.
func smallest(ctx context.Context, c diff.Config, f diff.Find) (string, error) {
	for _, t := range c.Transforms {
		for _, e := range c.Engines {
			if t.Name != f.Transform || f.Engine != "" && f.Engine != e.Name() {
				continue
			}
			return reduceOne(ctx, e, t, c.Timeout, 3000, diff.Program{Name: f.Name, Source: f.Original})
		}
	}
	return f.Original, nil
}

func fileWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == ' ' || r == os.PathSeparator {
			return '_'
		}
		return r
	}, s)
}

func reduceCommand() *cobra.Command {
	var (
		ef    engineFlags
		tf    transformFlags
		tries int
	)
	cmd := &cobra.Command{
		Use: "reduce FILE", Short: "reduce a failing program to a minimal one", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			src, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			ts, err := tf.transforms()
			if err != nil {
				return err
			}
			es, done, err := ef.open(1)
			if err != nil {
				return err
			}
			defer done()
			ctx := cmd.Context()
			for _, e := range es {
				for _, t := range ts {
					text, err := reduceOne(ctx, e, t, ef.timeout, tries, diff.Program{Name: args[0], Source: string(src)})
					if err != nil {
						return err
					}
					if text == "" {
						continue
					}
					fmt.Fprintln(cmd.OutOrStdout(), text)
					return errFinds
				}
			}
			fmt.Fprintln(cmd.OutOrStdout(), "nothing differs")
			return nil
		},
	}
	ef.add(cmd, "quickjs", "node")
	tf.add(cmd)
	cmd.Flags().IntVar(&tries, "tries", 20000, "maximum number of programs to try")
	return cmd
}

// reduceOne returns a reduced program with its output in comments, or "" if
// the program does not fail.
func reduceOne(ctx context.Context, e engine.Engine, t diff.Named, timeout time.Duration, tries int, p diff.Program) (string, error) {
	kind, detail, err := diff.Check(ctx, e, t.Do, timeout, p)
	if err != nil || kind == "" {
		return "", err
	}
	tame := strings.Contains(p.Source, gen.TameCall)
	small, stats := reduce.Reduce(ctx, p.Source, tries, func(ctx context.Context, src string) bool {
		if tame && !strings.Contains(src, gen.TameCall) {
			return false // it may no longer satisfy the assumptions
		}
		k, d, err := diff.Check(ctx, e, t.Do, min(timeout, 300*time.Millisecond), diff.Program{Name: p.Name, Source: src})
		return err == nil && k == kind && sameFault(kind, detail, d)
	})
	p.Source = small
	_, detail, _ = diff.Check(ctx, e, t.Do, timeout, p)
	after := diff.Output(ctx, t.Do, p)
	return fmt.Sprintf("// %s under %s in %s; %d tries, %d to %d bytes\n%s// becomes\n%s\n// %s\n",
		kind, t.Name, e.Name(), stats.Tries, stats.From, stats.To, small,
		comment(after), strings.ReplaceAll(strings.TrimSpace(detail), "\n", "\n// ")), nil
}

func comment(s string) string {
	return "// " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n// ")
}

// sameFault reports whether two details describe the same fault: for a refusal
// or a panic, the first lines must agree, apart from numbers and names.
func sameFault(kind diff.Kind, a, b string) bool {
	if kind != diff.Refused && kind != diff.Paniced {
		return true
	}
	return faultWords(a) == faultWords(b)
}

func faultWords(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	var b strings.Builder
	for _, w := range strings.Fields(s) {
		if !strings.ContainsAny(w, "0123456789\"'`") {
			b.WriteString(w + " ")
		}
	}
	return b.String()
}
