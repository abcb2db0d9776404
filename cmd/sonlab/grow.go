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

// growCommand looks for what costs more than n log n.
func growCommand() *cobra.Command {
	var (
		c                = grow.Config{Memory: 6 << 30}
		only, modes      string
		list, print, bad bool
		profile, allocs  string
	)
	cmd := &cobra.Command{
		Use: "grow", Short: "measure how time and memory grow with the input", Args: cobra.NoArgs,
		Long: fmt.Sprintf(`Build each construct of the language with n elements, 2n, 4n and so on, optimize
each of these programs in each mode, and fail if twice the elements cost more than
%.1f times the processor's time or the memory allocated anywhere. Figures below %v are
not compared; a doubling that looks too dear is measured again, and where the last one
stays too dear in time, but not in memory, up to two beyond --max count: what no
longer fits a cache costs more once, what grows too fast each time. Let nothing else run.`, grow.Limit, grow.Floor),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			cases, ways, err := growWhat(only, modes)
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
			if allocs != "" {
				defer func() { err = errors.Join(err, writeAllocs(allocs)) }()
			}
			var finds []string
			for _, k := range cases {
				for _, m := range ways {
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
			fmt.Fprintf(out, "%d cases in %d modes, %d too dear\n", len(cases), len(ways), len(finds))
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
	cmd.Flags().IntVar(&c.Steps, "steps", 4, "how often the largest number is halved")
	cmd.Flags().DurationVar(&c.Budget, "budget", 20*time.Second, "larger programs that would take longer are left out")
	cmd.Flags().BoolVar(&bad, "bad", false, "print what is too dear only")
	cmd.Flags().BoolVar(&list, "list", false, "print the names of the cases and their limits")
	cmd.Flags().BoolVar(&print, "print", false, "print the programs of --max elements")
	cmd.Flags().StringVar(&profile, "profile", "", "write a profile of the processor's time")
	cmd.Flags().StringVar(&allocs, "allocs", "", "write a profile of what is allocated")
	return cmd
}

// writeAllocs writes what was allocated so far, and where.
func writeAllocs(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	runtime.GC() // or the last of it is missing
	return errors.Join(pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
}

// growWhat picks cases and modes.
func growWhat(only, modes string) ([]grow.Case, []grow.Mode, error) {
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
	var ways []grow.Mode
	for _, name := range strings.Split(modes, ",") {
		i := slices.IndexFunc(grow.Modes, func(m grow.Mode) bool { return m.Name == name })
		if i < 0 {
			return nil, nil, fmt.Errorf("unknown mode %q: there are %s", name, strings.Join(growModes(), ", "))
		}
		ways = append(ways, grow.Modes[i])
	}
	return cases, ways, nil
}

func growModes() []string {
	var names []string
	for _, m := range grow.Modes {
		names = append(names, m.Name)
	}
	return names
}

// growLimit says that a case has fewer elements than were asked for.
func growLimit(c grow.Case, most int) string {
	if c.Limit == 0 || c.Limit >= most {
		return ""
	}
	return fmt.Sprintf(" (at most %d: %s)", c.Limit, c.Why)
}
