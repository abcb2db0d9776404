package performance

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/bench"
)

// Cost is what a configuration of package bench needs for a file.
type Cost struct {
	File, Config string
	Bytes        int // of the file
	CPU          time.Duration
	Peak         int64 // bytes of memory
}

// Spending measures what son and esbuild need. The command self takes a configuration, a file and a number
// of copies; see [bench.Contest.Run].
type Spending struct {
	Self   []string
	Build  string // names what the command depends on
	Store  Store
	Rounds int
	Log    io.Writer
}

// Run returns the medians for each file and configuration.
func (s Spending) Run(ctx context.Context, files []string) (costs []Cost, err error) {
	for _, file := range files {
		got, err := kept(s.Store, "cost", func() ([]Cost, error) { return s.one(ctx, file) }, s.Build, s.Rounds, file)
		if err != nil {
			return nil, err
		}
		costs = append(costs, got...)
	}
	return costs, nil
}

func (s Spending) one(ctx context.Context, file string) (costs []Cost, err error) {
	name := filepath.Base(file)
	rs, err := bench.Levels.Run(ctx, s.Self, bench.Input{Name: name, File: file}, s.Rounds)
	for _, r := range rs {
		fmt.Fprintln(s.Log, r)
		costs = append(costs, Cost{File: name, Config: r.Config, Bytes: r.Once.Size, CPU: r.Once.CPU, Peak: r.Once.Peak})
	}
	return costs, err
}

// spent has a row for each file: processor time and memory of esbuild, and of son as multiples of them.
func spent(costs []Cost) string {
	configs := distinct(costs, func(c Cost) string { return c.Config })
	yard := bench.Levels.Yardstick
	head := []string{"", "MB", "esbuild, s", "esbuild, MB"}
	for _, c := range configs {
		if c != yard {
			head = append(head, c+", s", c+", MB")
		}
	}
	var rows [][]string
	var spans, memory = map[string][]float64{}, map[string][]float64{}
	for _, file := range distinct(costs, func(c Cost) string { return c.File }) {
		var base Cost
		for _, c := range costs {
			if c.File == file && c.Config == yard {
				base = c
			}
		}
		row := []string{file, fmt.Sprintf("%.2f", float64(base.Bytes)/1e6), seconds(base.CPU), megabytes(base.Peak)}
		for _, c := range costs {
			if c.File == file && c.Config != yard {
				row = append(row, seconds(c.CPU), megabytes(c.Peak))
				spans[c.Config] = append(spans[c.Config], float64(c.CPU)/float64(max(base.CPU, 1)))
				memory[c.Config] = append(memory[c.Config], float64(c.Peak)/float64(max(base.Peak, 1)))
			}
		}
		rows = append(rows, row)
	}
	last := []string{"mean, times esbuild's", "", "", ""}
	for _, c := range configs {
		if c != yard {
			last = append(last, meanOf(spans[c]), meanOf(memory[c]))
		}
	}
	return markdown(numbers, head, append(rows, last))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func megabytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/1e6) }
