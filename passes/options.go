package passes

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// Options say how to optimize. The zero value is -O0 and gives the input back.
type Options struct {
	// Path names the input in messages; its extension chooses the loader.
	Path string
	// Type is the goal symbol; parse.Auto looks at path and content.
	Type parse.SourceType
	// Bundle, if set, is where the source comes from; Path is then its entry.
	Bundle *parse.Bundle
	// FindTsconfig and Tsconfig are as in parse.Options.
	FindTsconfig bool
	Tsconfig     string
	// Assume is what the program is supposed not to do; see Assumptions.
	Assume AssumptionSet
	// Level is 0 or 1; see Table.
	Level int
	// For is what the output is to be good at. A function is printed anew if that
	// makes it better; see package cost.
	For cost.Aim
	// ForceGraph prints every function that the graph carries, gain or not.
	ForceGraph bool
	// Emit is the form of the output. All but Structured print every function that
	// the graph carries from its graph.
	Emit Form
	// From is the form that the source is in. Of Normal and Blocks, variables that are
	// called as the helpers of those forms are (t, t2, t3$1) are folded back into
	// expressions, and loops get their tests back, where that is sound.
	From Form
	// Verify checks every graph after every pass.
	Verify bool
	// AllPhis, Seed and Fuel are as in son.Config.
	AllPhis bool
	Seed    int64
	Fuel    int
	// Workers bounds the functions worked on at once; 0: one a processor.
	Workers int
	// Compact leaves out white space that does not matter, everywhere.
	Compact bool
	// Minify and Target hand the result over to esbuild, to make it smaller or
	// to lower it to older engines. What esbuild does there is not covered by
	// what this package promises; Compact is.
	Minify bool
	Target parse.Target
	// SourceMap asks for Result.Map. A comment in the input that names a source
	// map is then left out of the output.
	SourceMap bool
	// ReadMap, if set, reads the source map that an input names by a URL. It
	// returns nil if there is none. Maps that are in the input need no reading.
	ReadMap func(url string) ([]byte, error)
	// Until, if set, is the last pass to run, or "build" for none of them. It is for
	// looking at what the passes do, not for use.
	Until string
	// Only, if set, says which functions to touch.
	Only func(name string, fn *ast.Function) bool
	// Observer sees every graph; functions are then built one at a time.
	Observer son.Observer

	without []string                       // passes to leave out
	spoilt  []spoilt                       // functions whose output cannot be read
	elide   int                            // for tests: see elided
	spoil   func(name, text string) string // for tests: what becomes of the text of a function
}

// Result is an optimized program.
type Result struct {
	Code string
	// Map is the source map from Code to what the author wrote, as JSON. It is
	// not linked from Code: see package sourcemap.
	Map    []byte
	Report Report
	// AsWritten says, of the functions of Code, which could not be brought to the
	// form of Options.Emit, by Function.Index, and why. The top level is number -1.
	AsWritten map[int]string
	// InNormal says the same of those in normal form where Blocks was asked for.
	InNormal map[int]string
	Warnings []parse.Diagnostic
}

// SyntaxError is a program that cannot be read, or not be brought to its target.
type SyntaxError struct{ Diagnostics []parse.Diagnostic }

func (e *SyntaxError) Error() string {
	var lines []string
	for _, d := range e.Diagnostics {
		lines = append(lines, d.String())
	}
	return strings.Join(lines, "\n")
}

// Report says what became of one program. It is what `son opt --report` prints.
type Report struct {
	Version      int          `json:"version"`
	File         string       `json:"file"`
	Inputs       []string     `json:"inputs,omitempty"` // of a bundle
	Functions    int          `json:"functions"`
	ThroughGraph int          `json:"throughGraph"`
	TopLevel     Outcome      `json:"topLevel,omitempty"`
	Changed      int          `json:"changed"`
	Kept         []KeptReport `json:"kept"`
	// InNormal are those of Blocks that are not cut apart but in normal form.
	InNormal []KeptReport `json:"inNormal,omitempty"`
	Faults   []string     `json:"faults,omitempty"`
	// Assumed names the assumptions that something relied on, and what did.
	Assumed     map[string][]string `json:"assumed,omitempty"`
	Nodes       int                 `json:"nodes"`
	FirstVisits int                 `json:"firstVisits"`
	Visits      int                 `json:"visits"`
	Changes     int                 `json:"changes"`
	Floating    int                 `json:"floating"`
	DataNodes   int                 `json:"dataNodes"`
	// Operators could run code if they knew nothing of their operands; Pure of them
	// are proven to do nothing but compute.
	Operators int            `json:"operators"`
	Pure      int            `json:"pure"`
	Rules     map[string]int `json:"rules"`
	Memory    MemoryReport   `json:"memory"`
	// Swept counts statements that control does not reach, and assignments and
	// functions that nothing needs, of the functions that are replaced.
	Swept        int                `json:"swept"`
	Milliseconds map[string]float64 `json:"milliseconds"`
	BytesIn      int                `json:"bytesIn"`
	BytesOut     int                `json:"bytesOut"`
	Funcs        []FuncReport       `json:"funcs"`

	counts map[AssumptionSet]map[string]int // of rules that leaned on one
}

// Again is how many visits of nodes beyond the first each change of the graph took.
func (r *Report) Again() float64 {
	return float64(r.Visits-r.FirstVisits) / float64(max(r.Changes, 1))
}

// MemoryReport counts what was taken away: loads and stores of properties and of
// variables that live in memory, allocations of objects and arrays, and variables
// that need no memory any more.
type MemoryReport son.MemoryStats

func (m *MemoryReport) add(o MemoryReport) {
	m.Loads += o.Loads
	m.Stores += o.Stores
	m.Allocations += o.Allocations
	m.Cells += o.Cells
}

// KeptReport is a function that stays as written because the graph does not
// carry it, or because it cannot be printed soundly; or one in another form.
type KeptReport struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Place
}

// Place is where something stands in what the author wrote.
type Place struct {
	File   string `json:"file,omitempty"` // "": the report's
	Line   int    `json:"line"`           // from 1
	Column int    `json:"column"`         // from 1
}

// Outcome is what became of a function.
type Outcome string

const (
	Replaced   Outcome = "replaced"    // printed from its graph
	NoGain     Outcome = "no gain"     // went through the graph, nothing to win
	NotCarried Outcome = "not carried" // the graph does not know a construct yet
	Refused    Outcome = "refused"     // cannot be printed soundly
	Faulty     Outcome = "fault"       // a bug of ours
)

// FuncReport is what became of one function.
type FuncReport struct {
	Name string `json:"name"`
	Place
	Outcome Outcome        `json:"outcome"`
	Reason  string         `json:"reason,omitempty"` // of a replaced one: why it is not in Options.Emit but in normal form
	Changes int            `json:"changes"`
	Rules   map[string]int `json:"rules,omitempty"`
	// Memory is what was taken away of it, if the function is replaced.
	Memory MemoryReport `json:"memory,omitzero"`
	// Swept is what was swept of it; see Report.
	Swept int `json:"swept,omitzero"`

	leaned                                                map[son.Assumptions]map[string]int
	nodes, first, visits, floating, data, operators, pure int
	times                                                 []phaseTime
}

// phaseTime is how long a phase took.
type phaseTime struct {
	phase string
	took  time.Duration
}

// clock starts timing a phase and returns what stops it.
func (r *FuncReport) clock(phase string) func() {
	start := time.Now()
	return func() {
		r.times = append(r.times, phaseTime{phase, time.Since(start)})
	}
}

// each runs f(0) … f(n-1) on a number of workers, counted from 0, and tells it which
// one it runs on.
func each(n, workers int, f func(worker, i int)) {
	if workers <= 1 || n <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	var wg sync.WaitGroup
	var next atomic.Int64
	for worker := range min(workers, n) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(worker, i)
			}
		})
	}
	wg.Wait()
}
