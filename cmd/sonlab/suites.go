package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/suites"
	"github.com/sonjs/son/passes"
)

// suiteFlags select the suites to run, and how to optimize the packages.
type suiteFlags struct {
	dir, checkouts string
	only, modes    []string
	assume         []string
	list, verify   bool
}

func suitesCommand() *cobra.Command {
	var f suiteFlags
	cmd := &cobra.Command{
		Use: "suites", Short: "run the test suites of packages before and after optimization", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.list {
				for _, s := range suites.Suites() {
					fmt.Fprintf(cmd.OutOrStdout(), "git clone --depth 1 --branch %s https://github.com/%s %s\n", s.Tag, s.Repository, s.Name)
				}
				return nil
			}
			return f.run(cmd)
		},
	}
	cmd.Flags().StringVar(&f.checkouts, "dir", ".", "directory of the checkouts that --list clones")
	cmd.Flags().StringVar(&f.dir, "npm-dir", "testdata/npm-suites", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "names of suites")
	cmd.Flags().StringSliceVar(&f.modes, "modes", []string{"O2", "O2-speed"}, "how to optimize: "+strings.Join(programModeNames(), ", "))
	assumeFlag(cmd, &f.assume)
	cmd.Flags().BoolVar(&f.list, "list", false, "print the commands that clone the repositories")
	cmd.Flags().BoolVar(&f.verify, "verify", false, "verify the graphs after each phase")
	return cmd
}

func (f *suiteFlags) run(cmd *cobra.Command) error {
	for _, name := range f.only {
		if !slices.ContainsFunc(suites.Suites(), func(s suites.Suite) bool { return s.Name == name }) {
			return fmt.Errorf("there is no suite %q", name)
		}
	}
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	modules, err := suites.Find(f.dir)
	if err != nil {
		return err
	}
	set, err := passes.ParseAssumptions(f.assume)
	if err != nil {
		return err
	}
	modes, err := programModesNamed(f.modes)
	if err != nil {
		return err
	}
	wrong := false
	for _, suite := range suites.Suites() {
		if len(f.only) > 0 && !slices.Contains(f.only, suite.Name) {
			continue
		}
		s, err := suites.Prepare(ctx, suite, f.checkouts, modules)
		if err != nil {
			return err
		}
		for _, m := range modes {
			o := m.o
			o.assume, o.verify, o.stats = set, f.verify, &sonStats{}
			r, err := s.Compare(ctx, wholeFile(o))
			if err != nil {
				fmt.Fprintf(out, "%s: %v\n", m.name, err)
			} else {
				fmt.Fprintf(out, "%s: %v\n  %s\n", m.name, r, o.stats.share())
			}
			wrong = wrong || err != nil || len(r.Different) > 0
		}
		s.Close()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if wrong {
		return errFinds
	}
	return nil
}
