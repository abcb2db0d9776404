package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
)

// partSize is how many programs are run between two updates of a tally.
const partSize = 2000

// tallyFile is what several runs of generated programs have counted.
type tallyFile struct {
	Next   int64 // the seed to carry on from
	Counts diff.Report
}

// readTally reads a tally; if there is no file, it starts with a seed.
func readTally(name string, seed int64) (*tallyFile, error) {
	t := &tallyFile{Next: seed}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(text, t)
	}
	return t, err
}

func (t *tallyFile) write(name string) error {
	text, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return err
	}
	// A file that is replaced as a whole survives an interruption.
	if err := os.WriteFile(name+".new", text, 0o666); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// runParts runs c.N more programs and adds the counts to a tally after each part. The part during
// which a run is interrupted does not count. It returns the sum of all runs, with the finds of
// this one.
func runParts(ctx context.Context, progress io.Writer, name string, c diff.Config, s *spread) (*diff.Report, error) {
	t, err := readTally(name, s.seed)
	if err != nil {
		return nil, err
	}
	c.Make, c.Progress = s.program, nil
	var finds []diff.Find
	for left := c.N; left > 0 && err == nil; left -= c.N {
		c.N, s.seed = min(left, partSize), t.Next
		var r *diff.Report
		if r, err = diff.Run(ctx, c); err != nil {
			break
		}
		finds = append(finds, r.Finds...)
		t.Next += int64(c.N)
		t.Counts.Add(r)
		err = t.write(name)
		fmt.Fprintf(progress, "next seed %d: %d programs, %d comparisons, %d differences in all; %.0f programs a second\n",
			t.Next, t.Counts.Programs, t.Counts.Runs, t.Counts.Total(), float64(r.Programs)/r.Elapsed.Seconds())
	}
	sum := t.Counts
	sum.Finds = finds
	return &sum, err
}
