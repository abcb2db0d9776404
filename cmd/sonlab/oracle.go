package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/oracle"
)

// oraclePackages are the packages checked by default: those of testdata/npm.
var oraclePackages = []string{"acorn", "lodash", "underscore"}

func oracleCommand() *cobra.Command {
	var f oracleFlags
	cmd := &cobra.Command{
		Use: "oracle [FILE...]", Short: "check the reader and the printer against esbuild and acorn",
		Long: `Reprint each program in every style and compare: esbuild must give the same output
		for it as before, acorn must read the same tree, and node must accept it where one of
		them refuses the original. A FILE may be a txtar archive. Without FILE and --test262
		the packages are checked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.config(cmd, args)
			if err != nil {
				return err
			}
			last := time.Now()
			c.Progress = func(done, differences int) {
				if time.Since(last) > 10*time.Second {
					last = time.Now()
					fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d programs, %d differences\n", done, len(c.Sources), differences)
				}
			}
			r, err := oracle.Run(cmd.Context(), c)
			if err != nil {
				return err
			}
			for _, d := range r.Differences {
				fmt.Fprintln(cmd.OutOrStdout(), d)
			}
			fmt.Fprint(cmd.OutOrStdout(), r)
			if len(r.Differences) > 0 {
				return errFinds
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&f.test262, "test262", "", "a checkout of test262: check its valid tests")
	cmd.Flags().StringVar(&f.npm, "npm", "", "directory that holds node_modules (default: the environment variable NPM_DIR, or testdata/npm)")
	cmd.Flags().StringSliceVar(&f.packages, "packages", nil, "check every JavaScript file of these packages; d3-* stands for all names with that prefix")
	cmd.Flags().IntVar(&f.jobs, "jobs", 2, "programs to check in parallel")
	return cmd
}

// oracleFlags select what to check.
type oracleFlags struct {
	test262, npm string
	packages     []string
	jobs         int
}

// config finds the sources, and the package acorn for oracle B.
func (f oracleFlags) config(cmd *cobra.Command, files []string) (c oracle.Config, err error) {
	c.Jobs = f.jobs
	for _, name := range files {
		list, err := oracle.File(name)
		if err != nil {
			return c, err
		}
		c.Sources = append(c.Sources, list...)
	}
	if f.test262 != "" {
		list, skipped, err := oracle.Test262(f.test262)
		if err != nil {
			return c, err
		}
		c.Sources = append(c.Sources, list...)
		fmt.Fprintf(cmd.OutOrStdout(), "test262: skipped %d files that use features the reader does not support\n", skipped)
	}
	dir := f.npm
	if dir == "" {
		dir = cmp.Or(os.Getenv("NPM_DIR"), "testdata/npm")
	}
	if f.packages == nil && len(c.Sources) == 0 {
		f.packages = oraclePackages
	}
	for _, name := range f.packages {
		list, err := oracle.Package(oracle.Modules(dir), name)
		if err != nil {
			return c, err
		}
		c.Sources = append(c.Sources, list...)
	}
	if c.Acorn = oracle.AcornIn(dir); c.Acorn == "" {
		fmt.Fprintln(cmd.OutOrStdout(), "SKIPPED acorn: the package is not in", dir)
	} else if _, err := exec.LookPath("node"); err != nil {
		c.Acorn = ""
		fmt.Fprintln(cmd.OutOrStdout(), "SKIPPED acorn: node is not on the PATH")
	}
	return c, nil
}
