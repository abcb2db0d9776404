package instrument

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

//go:embed runtime.js
var runtimeSource string

// runtime is the text of the runtime in one line, an expression.
var runtime = sync.OnceValue(func() string {
	p, ds := parse.Parse(runtimeSource, parse.Options{Path: "runtime.js", Type: parse.Script})
	if p == nil {
		panic("BUG: the runtime of the checks cannot be parsed: " + parse.Format(ds))
	}
	out := print.Program(p, print.Options{Compact: true, Source: runtimeSource})
	return strings.TrimRight(strings.TrimSpace(out.Code), ";")
})
