package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/mutant"
)

// findLine is a find as one line of the JSON that --stream prints.
type findLine struct {
	Index            int
	Kind, Mode, Name string
	Engine, Place    string
}

// jsonFinds returns a function that prints finds as lines of JSON, which another sonlab
// process reads.
func jsonFinds(out io.Writer) func(diff.Find) {
	e := json.NewEncoder(out)
	return func(f diff.Find) {
		e.Encode(findLine{f.Index, string(f.Kind), f.Transform, f.Name, f.Engine, f.Place})
	}
}

func mutantsCommand() *cobra.Command {
	var n, workers int
	var seed int64
	var check bool
	var names []string
	var skip, kind string
	cmd := &cobra.Command{
		Use: "mutants [NAME...]", Short: "switch on faults in the optimizer and check that generated programs find each of them",
		Long: `Build the laboratory with the faults of testdata/mutants, switch them on one at a
time, and run generated programs in all modes and contexts until one differs that does
not differ without the fault.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := mutant.Root(".")
			if err != nil {
				return err
			}
			ms, err := mutant.Load(filepath.Join(root, "testdata", "mutants"))
			if err != nil {
				return err
			}
			for _, name := range args {
				if !slices.ContainsFunc(ms, func(m mutant.Mutant) bool { return m.Name == name }) {
					return fmt.Errorf("there is no mutant %q", name)
				}
			}
			programs, err := kindNamed(kind)
			if err != nil {
				return err
			}
			if len(args) > 0 {
				ms = slices.DeleteFunc(ms, func(m mutant.Mutant) bool { return !slices.Contains(args, m.Name) })
			}
			if check {
				for _, m := range ms {
					if err := m.Check(root); err != nil {
						return err
					}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "the patches of %d mutants apply\n", len(ms))
				return nil
			}
			dir, err := os.MkdirTemp("", "sonlab-mutants-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			return runMutants(cmd.Context(), cmd.OutOrStdout(), mutantRun{root: root, dir: dir, n: n, workers: workers, seed: seed, kind: programs, modes: names, skip: skip}, ms)
		},
	}
	cmd.Flags().IntVar(&n, "n", 20000, "maximum number of programs")
	cmd.Flags().IntVar(&workers, "workers", 2, "programs to run in parallel")
	cmd.Flags().Int64Var(&seed, "seed", 1, "seed of the first program")
	cmd.Flags().StringSliceVar(&names, "modes", []string{"all"}, "as for fuzz")
	cmd.Flags().StringVar(&skip, "skip", "^$", "as for fuzz")
	cmd.Flags().StringVar(&kind, "programs", "knots", "as for fuzz; instead of knots, some faults are searched for with calls")
	cmd.Flags().BoolVar(&check, "check", false, "only check that the patches apply")
	return cmd
}

// fuzzMutant is `sonlab fuzz --mutant NAME`.
func fuzzMutant(cmd *cobra.Command, name, kind string, n, workers int, seed int64) error {
	c := mutantsCommand()
	c.SetContext(cmd.Context())
	c.SetOut(cmd.OutOrStdout())
	c.SetArgs([]string{name, "--programs", kind, "--n", fmt.Sprint(n), "--workers", fmt.Sprint(workers), "--seed", fmt.Sprint(seed)})
	c.SilenceErrors, c.SilenceUsage = true, true
	return c.Execute()
}

type mutantRun struct {
	root, dir  string
	n, workers int
	seed       int64
	kind       kind
	modes      []string
	skip       string
}

// runMutants prints a line for each mutant; the error is errFinds if one survives.
func runMutants(ctx context.Context, out io.Writer, r mutantRun, ms []mutant.Mutant) error {
	builds, err := mutant.BuildAll(ctx, r.root, r.dir, ms)
	if err != nil {
		return err
	}
	node, err := engine.NewNode(1)
	if err != nil {
		return err
	}
	defer node.Close()
	found, survived := 0, 0
	fmt.Fprintf(out, "%-26s %8s %-14s %-20s %-13s %s\n", "mutant", "programs", "program", "context", "mode", "what goes wrong")
	for _, b := range builds {
		for _, m := range b.Mutants {
			start := time.Now()
			r := r
			switch {
			case r.kind != knotsKind:
			case m.Calls:
				r.kind = callsKind
			case m.Objects:
				r.kind = objectsKind
				if slices.Equal(r.modes, []string{"all"}) {
					r.modes = []string{"O2-closed", "O2-closed-quickjs"} // no other one knows objects
				}
			}
			h, clean, err := r.find(ctx, node, b.Path, m)
			if err != nil {
				return fmt.Errorf("mutant %s: %w", m.Name, err)
			}
			if h == nil {
				survived++
				fmt.Fprintf(out, "%-26s %8s SURVIVED (%v, %d differences that occur without it, too) %s\n", m.Name, fmt.Sprint(">", r.n), time.Since(start).Round(time.Second), clean, m.Doc)
				continue
			}
			found++
			fmt.Fprintf(out, "%-26s %8d %-14s %-20s %-13s %s\n", m.Name, h.Index+1, h.Name, h.Place, h.Mode, m.Doc)
		}
	}
	fmt.Fprintf(out, "%d of %d mutants found\n", found, found+survived)
	if survived > 0 {
		return errFinds
	}
	return nil
}

// find runs programs with the fault until one differs that does not differ without it.
// known counts those that differ without it, too.
func (r mutantRun) find(ctx context.Context, e engine.Engine, binary string, m mutant.Mutant) (h *findLine, known int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "fuzz", "--modes", strings.Join(r.modes, ","), "--programs", string(r.kind), "--skip", r.skip, "--stream", "--n", fmt.Sprint(r.n), "--workers", fmt.Sprint(r.workers), "--seed", fmt.Sprint(r.seed), fmt.Sprint("--verify=", m.Verified))
	cmd.Env = append(os.Environ(), mutant.Env+"="+m.Name)
	cmd.Dir = r.dir
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	defer func() {
		cancel()
		cmd.Wait()
	}()
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		var f findLine
		if json.Unmarshal(lines.Bytes(), &f) != nil {
			continue // the summary
		}
		differs, err := r.differs(ctx, e, f)
		if err != nil {
			return nil, known, err
		}
		if !differs {
			off, err := r.differsOff(ctx, binary, m, f)
			if err == nil && off {
				err = fmt.Errorf("%s differs under %s even with no fault switched on: a patch changes more than its switch", f.Name, f.Mode)
			}
			return &f, known, err
		}
		known++
	}
	return nil, known, lines.Err()
}

// differs reports whether the program of a find differs without a fault.
func (r mutantRun) differs(ctx context.Context, e engine.Engine, f findLine) (bool, error) {
	all, err := modesNamed(r.modes)
	if err != nil {
		return false, err
	}
	s := spread{seed: r.seed, kind: r.kind, modes: all, per: defaultPer}
	p, _ := s.program(f.Index)
	ms, err := modesNamed([]string{f.Mode})
	if err != nil {
		return false, err
	}
	t, err := ms[0].transform()
	if err != nil {
		return false, err
	}
	kind, _, err := diff.Check(ctx, e, t.Do, 2*time.Second, p)
	return kind != "", err
}

// differsOff reports whether the program of a find differs in the build with the faults
// while none of them is switched on.
func (r mutantRun) differsOff(ctx context.Context, binary string, m mutant.Mutant, f findLine) (bool, error) {
	cmd := exec.CommandContext(ctx, binary, "fuzz", "--modes", f.Mode, "--programs", string(r.kind), "--skip", r.skip, "--stream", "--n", "1", "--seed", fmt.Sprint(r.seed+int64(f.Index)), fmt.Sprint("--verify=", m.Verified))
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) { // with finds, the exit code is 1
		return false, err
	}
	for line := range bytes.Lines(out) {
		var again findLine
		if json.Unmarshal(line, &again) == nil && again.Kind == f.Kind {
			return true, nil
		}
	}
	return false, nil
}
