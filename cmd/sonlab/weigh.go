package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/speed"
)

// weighCommand calibrates the cost model.
func weighCommand() *cobra.Command {
	var engines []string
	c := speed.Contest{}
	cmd := &cobra.Command{
		Use: "weigh", Short: "measure what operations cost, for the cost model", Args: cobra.NoArgs,
		Long: `Measure the cost of each kind of operation in each engine and print the weights
for passes/cost/weights.json: in each engine and the mean over the engines, in units
of a simple operation.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := os.MkdirTemp("", "sonlab-weigh-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			for _, name := range engines {
				e, err := speed.Open(name, dir)
				if err != nil {
					return err
				}
				c.Engines = append(c.Engines, e)
			}
			ops, err := speed.Operations()
			if err != nil {
				return err
			}
			c.Log = cmd.ErrOrStderr()
			ws, err := c.Weigh(cmd.Context(), ops)
			if err != nil {
				return err
			}
			fmt.Fprint(cmd.OutOrStdout(), speed.Table(ws, engines))
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&engines, "engine", []string{"quickjs", "jitless", "node"}, "engines, as for speed")
	cmd.Flags().IntVar(&c.Rounds, "rounds", 7, "runs of each operation; the median counts")
	cmd.Flags().DurationVar(&c.Work, "work", 50*time.Millisecond, "approximate time of a run")
	return cmd
}
