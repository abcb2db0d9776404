package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/grow"
)

// growCommand looks for costs that grow faster than n log n.
func growCommand() *cobra.Command {
	var (
		c                = grow.Config{Memory: 7 << 30}
		only, modes      string
		list, print, bad bool
		profile, allocs  string
	)
	cmd := &cobra.Command{
		Use: "grow", Short: "measure how time and memory grow with the input", Args: cobra.NoArgs,
		Long: fmt.Sprintf(`Build each construct of the language with n elements, 2n, 4n and so on, optimize
each of these programs in each mode, and fail if twice the elements cost more than
%.1f times the processor time or the allocated memory anywhere. Figures below %v are not
compared. If the last doubling takes too much time, but not too much memory, up to two
beyond --max decide: data that outgrows a cache costs more once, a cost that grows too
fast costs more each time. What is still in doubt is measured again. Where only one size
is within --budget, half of it is measured, too. Nothing else should run meanwhile.`, grow.Limit, grow.Floor),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			cases, selected, err := growSelection(only, modes)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if list {
				for _, k := range cases {
					fmt.Fprint(out, k.Name, growLimit(k, c.Max), "\n")
				}
				return nil
			}
			if print {
				for _, k := range cases {
					fmt.Fprint(out, k.Make(c.Max))
				}
				return nil
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
			if allocs == "" {
				runtime.MemProfileRate = 0 // sampling what is allocated takes a tenth of the time
			} else {
				defer func() { err = errors.Join(err, writeAllocs(allocs)) }()
			}
			var finds []string
			for _, k := range cases {
				for _, m := range selected {
					if err := cmd.Context().Err(); err != nil {
						return err
					}
					r := grow.Measure(cmd.Context(), c, k.Limit, grow.Of(m, k))
					line := fmt.Sprintf("%s, %s: %v%s\n", k.Name, m.Name, &r, growLimit(k, c.Max))
					if r.Bad() {
						finds = append(finds, line)
					}
					if r.Bad() || !bad {
						io.WriteString(out, line)
					}
				}
			}
			fmt.Fprintf(out, "%d cases in %d modes, %d too expensive\n", len(cases), len(selected), len(finds))
			if len(finds) == 0 {
				return nil
			}
			if !bad {
				fmt.Fprint(out, strings.Join(finds, ""))
			}
			return errFinds
		},
	}
	cmd.Flags().StringVar(&only, "only", "", "cases whose name this regular expression matches")
	cmd.Flags().StringVar(&modes, "modes", "", "modes by name, separated by commas (all: "+strings.Join(growModes(), ",")+")")
	cmd.Flags().IntVar(&c.Max, "max", 8000, "elements of the largest program")
	cmd.Flags().IntVar(&c.Steps, "steps", 4, "number of times that the largest program is halved")
	cmd.Flags().DurationVar(&c.Budget, "budget", 20*time.Second, "skip larger programs that would take longer")
	cmd.Flags().BoolVar(&bad, "bad", false, "print only what is too expensive")
	cmd.Flags().BoolVar(&list, "list", false, "print the names of the cases and their limits")
	cmd.Flags().BoolVar(&print, "print", false, "print the programs of --max elements")
	cmd.Flags().StringVar(&profile, "profile", "", "write a CPU profile to this file")
	cmd.Flags().StringVar(&allocs, "allocs", "", "write an allocation profile to this file")
	return cmd
}

// writeAllocs writes a profile of all allocations so far.
func writeAllocs(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	runtime.GC() // otherwise the latest allocations are missing
	return errors.Join(pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
}

// growSelection returns the cases and modes that the flags select.
func growSelection(only, modes string) ([]grow.Case, []grow.Mode, error) {
	re, err := regexp.Compile(only)
	if err != nil {
		return nil, nil, err
	}
	cases := slices.DeleteFunc(grow.Cases(), func(c grow.Case) bool { return !re.MatchString(c.Name) })
	if len(cases) == 0 {
		return nil, nil, fmt.Errorf("no case's name matches %q", only)
	}
	if modes == "" {
		return cases, grow.Modes, nil
	}
	var selected []grow.Mode
	for _, name := range strings.Split(modes, ",") {
		i := slices.IndexFunc(grow.Modes, func(m grow.Mode) bool { return m.Name == name })
		if i < 0 {
			return nil, nil, fmt.Errorf("unknown mode %q: the modes are %s", name, strings.Join(growModes(), ", "))
		}
		selected = append(selected, grow.Modes[i])
	}
	return cases, selected, nil
}

func growModes() []string {
	var names []string
	for _, m := range grow.Modes {
		names = append(names, m.Name)
	}
	return names
}

// growLimit returns a note if a case is limited to fewer elements than requested.
func growLimit(c grow.Case, most int) string {
	if c.Limit == 0 || c.Limit >= most {
		return ""
	}
	return fmt.Sprintf(" (at most %d: %s)", c.Limit, c.Why)
}
