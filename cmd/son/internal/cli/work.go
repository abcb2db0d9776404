package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// outcome is what became of one program.
type outcome struct {
	result  passes.Result
	refused []parse.Diagnostic // the program is none; result is empty
	faults  []string           // bugs of ours; result.Code is right all the same
}

// optimizer is passes.Optimize, or what a test puts in its place.
type optimizer func(ctx context.Context, src string, o passes.Options) (passes.Result, error)

// optimize runs the library on one program and takes in whatever goes wrong.
// The error is ctx's.
func optimize(ctx context.Context, do optimizer, src string, o passes.Options) (out outcome, err error) {
	defer func() {
		if e := recover(); e != nil {
			// What failed is not one function but the program around them; the
			// program as it was written is still right.
			out = outcome{faults: []string{bug(e)}}
			out.result.Code = src
			out.result.Report = passes.Report{Version: 1, File: o.Path, BytesIn: len(src), BytesOut: len(src), Faults: out.faults}
		}
	}()
	r, err := do(ctx, src, o)
	var syntax *passes.SyntaxError
	switch {
	case errors.As(err, &syntax):
		for _, d := range syntax.Diagnostics {
			if strings.HasPrefix(d.Text, "BUG:") {
				out.faults = append(out.faults, d.String())
			}
		}
		out.refused = syntax.Diagnostics
		return out, nil
	case err != nil:
		return out, err
	}
	return outcome{result: r, faults: r.Report.Faults}, nil
}
