package passes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/passes"
)

// TestWorkersDoNotChangeTheResult optimizes a wrapper that is begun before the functions inside
// it are done.
func TestWorkersDoNotChangeTheResult(t *testing.T) {
	var b strings.Builder
	b.WriteString("(function () {\n  var list = [];\n")
	for i := range 500 {
		fmt.Fprintf(&b, "  list.push(%d + %d, function (x) {\n    const y = () => x + (1 + 2);\n    return y() + 3 * 4;\n  });\n", i, i)
		fmt.Fprintf(&b, "  if (list.length > %d) list.pop(); else list.push(list[%d * 2], list.length, \"one\" + \"two\", list);\n", i, i)
	}
	b.WriteString("  return list;\n})();\n")
	for _, o := range []passes.Options{{ForceGraph: true}, {Level: 1}, {Level: 1, ForceGraph: true, SourceMap: true}} {
		var want passes.Result
		for workers := 1; workers <= 4; workers++ {
			o.Path, o.Workers = "in.js", workers
			r, err := passes.Optimize(context.Background(), b.String(), o)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Report.Faults) > 0 || r.Report.ThroughGraph != 1001 {
				t.Fatalf("%d functions went through the graph, faults %v", r.Report.ThroughGraph, r.Report.Faults)
			}
			if workers == 1 {
				want = r
			} else if r.Code != want.Code || string(r.Map) != string(want.Map) || r.Report.Changed != want.Report.Changed {
				t.Errorf("level %d: the result of %d workers differs from that of one", o.Level, workers)
			}
		}
	}
}
