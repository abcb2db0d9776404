package performance

import (
	"fmt"
	"strings"
)

// Page is what docs/performance.md says. Parts without figures are left out.
type Page struct {
	Versions []string // of tools and engines
	Machine  string
	Faster   []Tool // of Counts, Jitless and Times
	Smaller  []Tool // of Outcomes
	Counts   []Gain
	Layouts  int    // of memory, for Counts
	Jitless  []Gain // counts
	Times    []Gain
	Timing   Timing // of Times
	Outcomes []Outcome
	Costs    []Cost
	Rounds   int      // of Costs
	Left     []string // what was left out, and how to get it
}

// String returns the page as Markdown.
func (p Page) String() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	say(`<!-- Made by go run ./cmd/sonlab performance; do not edit. -->

# Performance

This page is written by

`+"```sh\n(cd testdata/npm-performance && npm ci)\ngo run ./cmd/sonlab performance --v8 all\n```"+`

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
	if len(p.Jitless) > 0 {
		p.jitless(say)
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

func (p Page) jitless(say func(string, ...any)) {
	say(`
## Speed: machine instructions in V8 without its compilers

The same programs in node without its compilers (`+"`--jitless`"+`, an interpreter). V8 runs on one thread and at points that do
not depend on time (`+"`--single-threaded --predictable`"+`), each program in an isolate of its own. What is counted is the
second call of run(n), so that reading the program is not part of it. *%s* is the original in place of an
output.

%s`, CopyName, summary(p.Jitless))
	p.programs(say, p.Jitless)
}

func (p Page) times(say func(string, ...any)) {
	say(`
## Speed: time in V8 with its compilers

The same programs in node as it is. A figure is the processor time of the original over that of the output, of the
fastest of %d calls of run(n) in one process: by then, the code is compiled and optimized. Original and output take turns,
%d processes of each, and the least time of each counts. A call of the original takes about %v. *%s* is the
original in place of an output: its figures show the noise, and differences of others that are no greater mean nothing.

%s`, p.Timing.Calls, p.Timing.Rounds, p.Timing.Work, CopyName, summary(p.Times))
	p.programs(say, p.Times)
}

// programs shows figures of V8 program by program.
func (p Page) programs(say func(string, ...any), gains []Gain) {
	say("\nPrograms that son makes slower (below %.2f): %s.\n", slow, orNone(slower(gains)))
	say("\nProgram by program:\n\n%s", byProgram(gains))
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
