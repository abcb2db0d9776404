package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/internal/structure/oracle"
)

func structureCommand() *cobra.Command {
	var (
		modes []string
		n     int
		seed  int64
	)
	cmd := &cobra.Command{
		Use: "structure", Short: "test the structurer against its oracle", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var failed error
			turns, reports := make(chan bool, runtime.GOMAXPROCS(0)), make([]chan oracle.Report, len(modes))
			for i, mode := range modes {
				reports[i] = make(chan oracle.Report, 1)
				go func() {
					turns <- true
					reports[i] <- oracle.Run(mode, n, seed)
					<-turns
				}()
			}
			for _, done := range reports {
				r := <-done
				fmt.Fprintln(cmd.OutOrStdout(), r)
				if r.Err != nil {
					failed = errFinds
				}
			}
			return failed
		},
	}
	cmd.Flags().StringSliceVar(&modes, "mode", oracle.Modes(), "kinds of graphs")
	cmd.Flags().IntVar(&n, "n", 100000, "number of graphs of each kind")
	cmd.Flags().Int64Var(&seed, "seed", 1, "seed of the graphs")
	return cmd
}
