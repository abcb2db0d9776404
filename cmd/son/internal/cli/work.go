package cli

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/sonjs/son/internal/heap"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// outcome is the result for one program.
type outcome struct {
	result  passes.Result
	refused []parse.Diagnostic // the input is not a program; result is empty
	faults  []string           // bugs in son; result.Code is correct nevertheless
}

// optimizer is passes.Optimize, or the replacement that a test uses.
type optimizer func(ctx context.Context, src string, o passes.Options) (passes.Result, error)

// At -O2 most of the heap is needed to the end: the tree with the plan of inlining, and then that of the
// output. So the first collection is when the heap has so many bytes per byte of source, and the later ones
// when it has grown by so much. For most large sources the first one is when all functions are decided, and
// package passes collects the tree.
const (
	firstCollection = 54
	laterPercent    = 400
	// Those of a source smaller than largeSource come sooner: the peak of its heap is a larger part of all memory.
	largeSource          = 1 << 20
	firstCollectionSmall = 20
	laterPercentSmall    = 200
	// leastSource is from where on that pays: with less, collections are short.
	leastSource = 1 << 18
)

// optimize runs the library on one program and recovers from whatever goes wrong.
// The error is that of ctx.
func optimize(ctx context.Context, do optimizer, src string, o passes.Options) (out outcome, err error) {
	defer func() {
		if e := recover(); e != nil {
			// It was not a single function that failed, but the work around all of
			// them; the program as written is still correct.
			out = outcome{faults: []string{bug(e)}}
			out.result.Code = src
			out.result.Report = passes.Report{Version: passes.ReportVersion, File: o.Path, BytesIn: len(src), BytesOut: len(src), Faults: out.faults}
		}
	}()
	heap.Expect(len(src))
	if o.Level >= 2 && len(src) >= leastSource && os.Getenv("GOGC") == "" {
		first, later := firstCollection, laterPercent
		if len(src) < largeSource {
			first, later = firstCollectionSmall, laterPercentSmall
		}
		heap.Grow(first*len(src), later)
	}
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
