package passes

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// Options say how to optimize. The zero value is -O0 and returns the input.
//
// It has many fields because each is a choice that a caller makes independently of the others;
// most are flags of `son opt`.
type Options struct {
	// Path names the input in messages; its extension selects the loader.
	Path string
	// Type is the goal symbol; parse.Auto decides by path and content.
	Type parse.SourceType
	// Bundle, if set, is the origin of the source; Path is then its entry.
	Bundle *parse.Bundle
	// FindTsconfig and Tsconfig are as in parse.Options.
	FindTsconfig bool
	Tsconfig     string
	// Assume is what the program is assumed not to do; see Assumptions.
	Assume AssumptionSet
	// Check, if set, are those of Assume to check: the program is not optimized, but instrumented, so that it
	// reports while it runs which of them do not hold; see package instrument.
	Check AssumptionSet
	// Level is 0, 1 or 2. Level 1 runs Table; level 2 also looks beyond single functions.
	Level int
	// For is what the output is optimized for. A function is reprinted if that improves it in
	// this respect; see package cost.
	For cost.Aim
	// ForceGraph prints every function that the graph supports, gain or not.
	ForceGraph bool
	// Emit is the form of the output. All but Structured print every function that the graph
	// supports from its graph.
	Emit Form
	// From is the form of the source. Under Normal and Blocks, variables named like the helpers
	// of those forms (t, t2, t3$1) are folded back into expressions, and loops get their tests
	// back, where that is sound.
	From Form
	// Verify checks every graph after every pass, and the summaries of callees that it depends on.
	Verify bool
	// AllPhis, Seed and Fuel are as in son.Config.
	AllPhis bool
	Seed    int64
	Fuel    int
	// Workers bounds how many functions are processed at once; 0: one per processor.
	Workers int
	// Compact drops insignificant white space everywhere.
	Compact bool
	// Minify makes the result small: shorter syntax, mangled names, no white space. The value of
	// a script as a whole, which an eval returns, may change.
	Minify bool
	// Effort is how much Minify does to find names that suit the compressed text, compared with what it does
	// by default: from LeastEffort, where names are short and found quickly, to MostEffort. Above the
	// default, names are tried, and the size of the text compressed with DEFLATE decides.
	Effort int
	// Leave says which parts of Minify to leave out, to measure what they contribute: some of MinifyParts.
	Leave []string
	// SearchLimit, if set, is how long that may take. If it ends there, the result is not always the same.
	SearchLimit time.Duration
	// Progress, if set, is called while that takes place, with how much of it is done, of how much.
	Progress func(done, all int)
	// Legal is what becomes of legal comments. A bundle that is read has to be made with the same.
	Legal parse.LegalComments
	// Target hands the result over to esbuild, to lower it to older engines. This package's
	// guarantees do not cover what esbuild does.
	Target parse.Target
	// SourceMap asks for Result.Map. A comment in the input that names a source map is then
	// dropped from the output.
	SourceMap bool
	// ReadMap, if set, reads the source map that an input names by a URL. It returns nil if
	// there is none. Maps inside the input need no reading.
	ReadMap func(url string) ([]byte, error)
	// Until, if set, is the last pass to run, or "build" for none of them. It is for inspecting
	// the passes, not for production.
	Until string
	// Only, if set, selects the functions to optimize.
	Only func(name string, fn *ast.Function) bool
	// Details also lists, at -O2, each call, each read of a variable with one value, and what was removed
	// in the report. That takes time.
	Details bool
	// Observer gets every graph; functions are then built one at a time. If a function is made
	// in several ways to compare them, the last graph is the one that is chosen.
	Observer son.Observer

	attempt
	testHooks
}

// MinifyParts are the parts of Minify that Options.Leave may name: values, functions and constants that are referenced
// once move there; one variable for several; shorter syntax.
var MinifyParts = []string{"single-use", "coalescing", "syntax"}

// leaves reports whether a part of Minify is left out.
func (o *Options) leaves(part string) bool { return slices.Contains(o.Leave, part) }

// The bounds of Options.Effort.
const (
	LeastEffort = -1
	MostEffort  = 8
)

// attempt is what earlier attempts at the same program or function found out.
type attempt struct {
	without    []string     // passes to skip
	settled    bool         // without says which optional passes to skip: none is to be tried
	unreadable []unreadable // functions whose output cannot be parsed
}

// testHooks are options for tests of this package only.
type testHooks struct {
	elide      int                            // see elided
	spoil      func(name, text string) string // changes the text of a function
	unmovedToo bool                           // print graphs in which nothing has moved
	graphsToo  bool                           // make graphs of trivial functions

	misremember func(*son.Summary) // changes summaries for any arguments
}

// Result is an optimized program.
type Result struct {
	Code string
	// Map is the source map from Code to the author's source, as JSON. Code does not link to
	// it: see package sourcemap.
	Map    []byte
	Report Report
	// AsWritten gives, for the functions of Code that could not be brought to the form of
	// Options.Emit, the reason, by Function.Index. The top level is number -1.
	AsWritten map[int]string
	// InNormal gives the same for those in normal form where Blocks was asked for.
	InNormal map[int]string
	Warnings []parse.Diagnostic
}

// SyntaxError is the error for a program that cannot be parsed or not be lowered to its target.
type SyntaxError struct{ Diagnostics []parse.Diagnostic }

func (e *SyntaxError) Error() string {
	var lines []string
	for _, d := range e.Diagnostics {
		lines = append(lines, d.String())
	}
	return strings.Join(lines, "\n")
}

// ReportVersion is the version of the report's JSON: it grows when a field gets another name or
// meaning.
const ReportVersion = 2

// Report describes the outcome for one program. It is what `son opt --report` prints.
//
// It has many fields because it mirrors the JSON, in which they are keys of one object.
type Report struct {
	Version      int      `json:"version"`
	File         string   `json:"file"`
	Inputs       []string `json:"inputs,omitempty"` // of a bundle
	Functions    int      `json:"functions"`
	ThroughGraph int      `json:"throughGraph"`
	// Trivial counts the functions, among those of ThroughGraph, that needed no graph: they only
	// call others with what they have, and nothing in that can be optimized.
	Trivial  int             `json:"trivial,omitempty"`
	TopLevel Outcome         `json:"topLevel,omitempty"`
	Changed  int             `json:"changed"`
	Bailouts []BailoutReport `json:"bailouts"`
	// InNormal are the functions that under Blocks are not split into blocks but in normal
	// form.
	InNormal []BailoutReport `json:"inNormal,omitempty"`
	Faults   []string        `json:"faults,omitempty"`
	// Assumed maps each assumption that something relied on to what relied on it.
	Assumed map[string][]string `json:"assumed,omitempty"`
	// Checks counts the places that are checked, by assumption, with Options.Check; Unregistered those that cannot be.
	Checks       map[string]int `json:"checks,omitempty"`
	Unregistered int            `json:"unregistered,omitzero"`
	Nodes        int            `json:"nodes"`
	FirstVisits  int            `json:"firstVisits"`
	Visits       int            `json:"visits"`
	Changes      int            `json:"changes"`
	Floating     int            `json:"floating"`
	DataNodes    int            `json:"dataNodes"`
	// Operators counts the operators that could run code for unknown operands; Pure, those of
	// them that are proven to only compute.
	Operators int            `json:"operators"`
	Pure      int            `json:"pure"`
	Rules     map[string]int `json:"rules"`
	Memory    MemoryReport   `json:"memory"`
	// Swept counts unreachable statements, dead assignments and dead functions of the functions
	// that are replaced.
	Swept int `json:"swept"`
	// Unreferenced lists what was removed because nothing references it, at -O2.
	Unreferenced []Unreferenced     `json:"unreferenced,omitempty"`
	Milliseconds map[string]float64 `json:"milliseconds"`
	// Calls is what became of the calls, at -O2.
	Calls *CallsReport `json:"calls,omitempty"`
	// Reads is which reads of variables with one value find it, at -O2.
	Reads    *ReadsReport `json:"reads,omitempty"`
	BytesIn  int          `json:"bytesIn"`
	BytesOut int          `json:"bytesOut"`
	Funcs    []FuncReport `json:"funcs"`

	counts map[AssumptionSet]map[string]int // of rules that relied on one
}

// Again is how many visits of nodes beyond the first there were per change of the graph.
func (r *Report) Again() float64 {
	return float64(r.Visits-r.FirstVisits) / float64(max(r.Changes, 1))
}

// MemoryReport counts what was removed: loads and stores of properties and of variables in
// memory, allocations of objects and arrays, and variables that need no memory any more.
type MemoryReport son.MemoryStats

func (m *MemoryReport) add(o MemoryReport) {
	m.Loads += o.Loads
	m.Stores += o.Stores
	m.Allocations += o.Allocations
	m.Cells += o.Cells
}

// BailoutReport is a function that stays as written because the graph does not support it, or
// because it cannot be printed soundly; or a function in another form than the requested one.
type BailoutReport struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Place
}

// Place is a position in the author's source.
type Place struct {
	File   string `json:"file,omitempty"` // "": the report's file
	Line   int    `json:"line"`           // from 1
	Column int    `json:"column"`         // from 1
}

// Unreferenced is a declaration or an assignment that was removed because nothing references it.
type Unreferenced struct {
	Kind string `json:"kind"` // function, class, variable or assignment
	Name string `json:"name"`
	Place
}

// Outcome is the result for one function.
type Outcome string

const (
	Replaced   Outcome = "replaced"    // printed from its graph
	NoGain     Outcome = "no gain"     // went through the graph, nothing gained
	NotCarried Outcome = "not carried" // the graph does not support a construct yet
	Refused    Outcome = "refused"     // cannot be printed soundly
	Faulty     Outcome = "fault"       // a bug of ours
)

// FuncReport describes the outcome for one function.
//
// It has many fields because it mirrors the JSON, in which they are keys of one object, and keeps what
// the whole report sums up.
type FuncReport struct {
	Name string `json:"name"`
	Place
	Outcome Outcome        `json:"outcome"`
	Reason  string         `json:"reason,omitempty"` // for a replaced one: why it is in normal form and not in Options.Emit
	Changes int            `json:"changes"`
	Inlined int            `json:"inlined,omitzero"` // calls in it that were replaced by their callees
	Rules   map[string]int `json:"rules,omitempty"`
	// Private: nothing but known calls can run it, and Gone: these are all inlined. At -O2.
	Private bool `json:"private,omitzero"`
	Gone    bool `json:"gone,omitzero"`
	// Summary says what its calls do, for any arguments, if something depended on that. At -O2.
	Summary string `json:"summary,omitempty"`
	// Memory is what was removed from it, if the function is replaced.
	Memory MemoryReport `json:"memory,omitzero"`
	// Swept is what was swept in it; see Report.
	Swept int `json:"swept,omitzero"`
	// Undone are the passes that changed the function, but did not pay: it was made again without
	// them.
	Undone []string `json:"undone,omitempty"`

	assumptionUses                                             map[son.Assumptions]map[string]int
	own, nodes, first, visits, floating, data, operators, pure int
	trivial                                                    bool
	instances                                                  []son.Instance
}

// each runs f(0) … f(n-1) on a number of workers, and passes f the number of the worker,
// counted from 0.
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
