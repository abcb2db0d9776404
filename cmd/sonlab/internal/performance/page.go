package performance

import (
	"fmt"
	"strings"
	"time"
)

// Page is what docs/performance.md says. Parts without figures are left out.
type Page struct {
	Versions []string // of tools and engines
	Machine  string
	Faster   []Tool // of Counts and Times
	Smaller  []Tool // of Outcomes
	Counts   []Gain
	Layouts  int     // of memory, for Counts
	InV8     []Timed // counts; their rounds and work are not set
	Times    []Timed
	Outcomes []Outcome
	Costs    []Cost
	Rounds   int      // of Costs
	Left     []string // what was left out, and how to get it
}

// Timed are the times, or counts, in one engine.
type Timed struct {
	Engine string
	Rounds int
	Work   time.Duration // approximate time of a run of the original
	Gains  []Gain
}

// String returns the page as Markdown.
func (p Page) String() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	say(`<!-- Made by go run ./cmd/sonlab performance; do not edit. -->

# Performance

This page is written by

`+"```sh\n(cd testdata/npm-performance && npm ci)\ngo run ./cmd/sonlab performance --v8 all --times\n```"+`

and shows son beside other tools: how fast the programs are that they make, how small, and what son itself costs. All
figures are measured, on %s, with
%s.
`, p.Machine, strings.Join(p.Versions, ", "))
	for _, l := range p.Left {
		say("\nLeft out: %s\n", l)
	}
	if len(p.Counts) > 0 {
		p.counts(say)
	}
	if len(p.InV8) > 0 {
		p.inV8(say)
	}
	if len(p.Times) > 0 {
		p.times(say)
	}
	if len(p.Outcomes) > 0 {
		p.sizes(say)
	}
	if len(p.Costs) > 0 {
		say(`
## What son costs

Processor time and the most memory that the process holds, for a file as it is: medians of %d runs in processes of
their own, the configurations in turn. esbuild minifies (`+"`--minify`"+`), which is less work. The last line is the
geometric mean of the ratios to esbuild. Less is better. Times depend on what else the machine does: compare those
of one row only.

%s`, p.Rounds, spent(p.Costs))
	}
	return b.String()
}

func (p Page) counts(say func(string, ...any)) {
	over := "one layout of memory; another one may change a figure by up to 0.01"
	if p.Layouts > 1 {
		over = fmt.Sprintf("%d layouts of memory, if a figure is within 0.03 of 1", p.Layouts)
	}
	say(`
## Speed: machine instructions in QuickJS

The programs of `+"`sonlab speed`"+` each do the same work as written and as a tool outputs them, in QuickJS, an
interpreter. Machine instructions are counted by valgrind, without those of reading the program. A figure is
the count of the original over that of the output: **more than 1 is faster, less is slower**. It was counted in
%s. Means are geometric, of all programs that the
tool accepts and does not break, and of those of one kind. Those that are *kept aside* were written by somebody who
had not seen son, and first measured when it was done.

%s
*Refused*: the tool reports an error instead of a program. *Wrong*: what run(n) returns for n = 1, 2 and 5, or for the amount
that is counted, is not what the original returns, or the program throws.

The settings:

%s`, over, summary(p.Counts), settings(p.Faster))
	if text := faults(p.Counts); text != "" {
		say("\nWhat tools refused or broke:\n\n%s", text)
	}
	say("\nPrograms that son makes slower (below %.2f): %s.\n", slow, orNone(slower(p.Counts)))
	say("\nPrograms that another tool makes at least 2%% faster than son does with any of its settings: %s.\n", orNone(outdone(p.Counts)))
	say("\nProgram by program:\n\n%s", byProgram(p.Counts))
}

func (p Page) inV8(say func(string, ...any)) {
	say(`
## Speed: machine instructions in V8

The same programs in node, without its compilers (`+"`--jitless`"+`, an interpreter) and with them. V8 runs on one thread and at
points that do not depend on time (`+"`--single-threaded --predictable`"+`), each program in an isolate of its own. What is
counted is a call of run(n) after others, so that reading and compiling the program are not part of it: with the
compilers, the median of five calls after four. Which code they make by then depends on the amount of work, so those
figures may change much with it, and fewer instructions do not always take less time. *%s* is the original in place of
an output.
`, CopyName)
	for _, t := range p.InV8 {
		say("\n%s:\n\n%s", t.Engine, summary(t.Gains))
		say("\nPrograms that son makes slower (below %.2f): %s.\n", slow, orNone(slower(t.Gains)))
		say("\nProgram by program:\n\n%s", byProgram(t.Gains))
	}
}

func (p Page) times(say func(string, ...any)) {
	say(`
## Speed: time in V8

The same programs in node, with its compilers and without (`+"`--jitless`"+`, an interpreter). A figure is the processor time
of the original over that of the output: the median of pairs of runs, one directly after the other, each in a
process of its own. More than 1 is faster. *%s* is the original in place of an output: its figures show
the noise, and differences of others that are no greater mean nothing.
`, CopyName)
	for _, t := range p.Times {
		say("\n%s, %d pairs of runs of about %v:\n\n%s", t.Engine, t.Rounds, t.Work, summary(t.Gains))
	}
}

func (p Page) sizes(say func(string, ...any)) {
	say(`
## Size, and whether libraries still work

Libraries as published, without comments (an ECMAScript module made a CommonJS module), minified by
each tool and compressed with gzip. Figures are shares of the compressed bytes that esbuild makes: **less than 1 is smaller**. Each library then has to do what it did before
for a short program that calls it in the ordinary way (in `+"`cmd/sonlab/internal/performance/calls`"+`); a cross
marks those that print something else or throw.

%s
The line before the last counts the libraries that work when the tool sees nothing but the library. Two settings take more for
granted than that: Closure ADVANCED and the assumptions of *son --fastest* are for whole programs, and ADVANCED
renames properties, so that every name that is also in a string or outside of the program has to be kept by hand, which no
library here does. The last line counts those that work when library and calls are made one program first, as both
settings ask for.

The settings:

%s`, sizes(p.Outcomes), settings(p.Smaller))
	if text := broken(p.Outcomes); text != "" {
		say("\nWhat tools refused or broke:\n\n%s", text)
	}
}

// settings lists what tools were run with.
func settings(tools []Tool) string {
	var b strings.Builder
	for _, t := range tools {
		fmt.Fprintf(&b, "- %s: %s\n", t.Name, t.Settings)
	}
	return b.String()
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, "; ")
}
