package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sonjs/son/cmd/son/internal/watch"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// optFlags are the flags of son opt, and what they mean.
//
// It has many fields because each flag of the command line is one.
type optFlags struct {
	out, level, format string
	report, reportOut  string
	list               string
	emit, from         string
	force, verify      bool
	jobs               int
	compact            bool
	sourceMap          string

	bundle                 bool
	external, define       []string
	platform, bundleFormat string
	tsconfig               string
	minify                 bool
	effort                 string
	searchLimit            time.Duration
	legalComments          string
	target                 string
	assume                 []string
	checkAssumptions       bool
	aim                    string
	fastest                bool
	watch                  bool
	config                 string

	settings
	do   optimizer
	seen *watch.Seen // records the files that are read; nil without --watch
}

// settings are the values of the flags in the form in which they are used; see understand.
type settings struct {
	levelNumber           int
	form, inForm          passes.Form
	betterAt              cost.Aim
	sourceType            parse.SourceType
	wantReport, jsonLines bool
	assumed               passes.AssumptionSet
	handTarget            parse.Target
	legal                 parse.LegalComments
	outMakes              bool   // out is from son.json: its directory may be created
	moreEffort            int    // than the default
	single                bool   // there is one program
	base                  string // inputs keep their paths from here below out; "": the working directory
}

// The values that flags take.
var (
	levels      = []string{"0", "1", "2"}
	sourceTypes = []string{"auto", "script", "module", "commonjs"}
	reports     = []string{"text", "json"}
	efforts     = []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
)

// bundleOnly are the flags that matter only with --bundle.
var bundleOnly = []string{"external", "define", "platform", "bundle-format"}

// minifyOnly are the flags that matter only with --minify.
var minifyOnly = []string{"effort", "search-limit"}

// optimizing are the flags that matter only for optimizing.
var optimizing = []string{"level", "for", "minify", "effort", "search-limit", "compact", "force-graph", "emit", "from", "verify"}

// Usage texts of flags that several commands share.
const (
	levelsText  = "expected -O0, -O1 or -O2"
	levelUsage  = "optimization level: 0 runs no rule and no pass, 1 all that 'son rules' and 'son passes' list, 2 also what takes several functions (-O0, -O1, -O2)"
	aimUsage    = "reprint a function only if that makes it: balanced (shorter, or enough faster to be worth the extra bytes), size (shorter), speed (faster, and slower in no engine), speed=quickjs, speed=v8 or speed=jitless (faster in that engine; jitless is V8 without its compilers)"
	assumeUsage = "'son assumptions' lists the choices; 'standard' is what minifiers take for granted"
)

// fastest are the assumptions of --fastest: all.
var fastest = []string{passes.AssumeStandard, "closed-world", "closed-objects"}

// assumptions are the values of --assume.
func assumptions() []string { return append(passes.AssumptionNames(), passes.AssumeStandard) }

// choose adds a flag that takes one of the values.
func choose(fl *pflag.FlagSet, to *string, name, short string, values []string, text, usage string) *pflag.Flag {
	check := oneOf(values, text)
	if *to == "" {
		check = orEmpty(check) // an empty value overrides son.json
	}
	return fl.VarPF(word{to, check}, name, short, usage)
}

// add adds the flags to a set.
func (f *optFlags) add(fl *pflag.FlagSet) {
	f.level, f.format, f.emit, f.from = "1", "auto", passes.Structured.String(), passes.Structured.String()
	f.aim = cost.Balanced.String()
	choice := func(to *string, name, short string, values []string, text, usage string) *pflag.Flag {
		return choose(fl, to, name, short, values, text, usage)
	}
	fl.StringVarP(&f.out, "out", "o", "", "write to this file, or into this directory")
	choice(&f.level, "level", "O", levels, levelsText, levelUsage+"; -O0 returns the input unchanged")
	fl.BoolVar(&f.compact, "compact", false, "drop insignificant white space")
	choice(&f.sourceMap, "sourcemap", "", mapPlaces, "", "write a source map: to OUT.map, which the output names; --sourcemap=inline into the output, =external to OUT.map without naming it, =both into the output and to OUT.map").NoOptDefVal = "linked"
	choice(&f.format, "format", "", sourceTypes, "", "parse the programs as: auto, script, module, commonjs")
	fl.StringVar(&f.tsconfig, "tsconfig", "", "the tsconfig.json to use (default: for each file the nearest, from its directory upwards)")

	fl.BoolVar(&f.bundle, "bundle", false, "bundle FILE and everything that it imports into one program")
	fl.Var(words{to: &f.external, check: notEmpty}, "external", "leave this package or path out of the bundle; * matches any text")
	fl.Var(words{to: &f.define, check: checkDefine}, "define", "NAME=VALUE: replace a global name with a constant in the bundle")
	choice(&f.platform, "platform", "", parse.Platforms, "", "platform of the bundle: browser, node, neutral (default: browser)")
	choice(&f.bundleFormat, "bundle-format", "", parse.Formats, "", "format of the bundle: iife, cjs, esm (default: depends on --platform)")

	fl.BoolVar(&f.minify, "minify", false, "make the result small: shorter syntax, short names, no white space")
	f.effort = "1"
	choice(&f.effort, "effort", "", efforts, "expected 0 to 9", "how hard --minify tries to find names that compress well: 0 short names, quickly; 1 names that have been in the same context; 2 to 9 names with which the text gets smallest when it is compressed, each level for about twice as long as the one before")
	fl.DurationVar(&f.searchLimit, "search-limit", 0, "end the search of --effort 2 to 9 after that time, like 30s (0: when it is done); the result then depends on the machine")
	choice(&f.legalComments, "legal-comments", "", parse.LegalPlaces, "", "legal comments (@license, @preserve, /*! or //!): none (dropped), inline (where they are), eof (at the end of the file, each text once) (default: inline, with --bundle eof)")
	fl.Var(word{&f.target, checkTarget}, "target", "let esbuild lower the result for engines like es2020,chrome100,node18 (not covered by son's guarantee)")
	fl.Var(words{to: &f.assume, commas: true, check: checkAssumption}, "assume", "assume this about the programs; "+assumeUsage)

	fl.BoolVar(&f.checkAssumptions, "check-assumptions", false, "do not optimize, but let the program report, while it runs, the first violation of each assumption of --assume, as far as that can be noticed; 'son assumptions' says how far")

	choice(&f.aim, "for", "", cost.Aims, "", aimUsage)
	fl.BoolVar(&f.fastest, "fastest", false, "the fastest result there is, if the programs keep to all assumptions: -O2 --for speed --assume "+strings.Join(fastest, ","))

	choice(&f.report, "report", "", reports, "", "report what was gained: as text, or with --report=json").NoOptDefVal = "text"
	fl.StringVar(&f.reportOut, "report-out", "", "write the report to this file (default: standard error)")
	fl.BoolVar(&f.watch, "watch", false, "run again whenever a file that was read changes")
	fl.StringVar(&f.config, "config", "", "the son.json to use (default: the nearest, from the working directory upwards; 'none' for none)")
	fl.StringVar(&f.list, "list", "", "optimize the programs that this file lists ('-' for standard input)")
	fl.IntVar(&f.jobs, "jobs", 0, "how many workers to run in parallel (0: one per processor)")
	fl.BoolVar(&f.force, "force-graph", false, "reprint every function that has a graph, whether it gains anything or not")
	choice(&f.emit, "emit", "", passes.Forms, "", "print functions as: structured (as an author would write them), normal (atomic statements), blocks (normal, with each basic block as a function)")
	choice(&f.from, "from", "", passes.Forms, "", "the form of --emit that the programs are in; its helper variables are folded back")
	fl.BoolVar(&f.verify, "verify", false, "check every graph after every pass")
}

// complete registers the values of flags for shell completion.
func complete(cmd *cobra.Command, values map[string][]string) {
	for name, list := range values {
		if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic("BUG: " + err.Error())
		}
	}
}

func checkDefine(value string) error {
	name, text, ok := strings.Cut(value, "=")
	if !ok {
		return fmt.Errorf("expected NAME=VALUE")
	}
	if wrong := parse.CheckDefine(name, text); wrong != "" {
		return fmt.Errorf("%s; a string needs quotes, like '%s=\"text\"'", wrong, name)
	}
	return nil
}

func checkTarget(value string) error {
	_, err := parse.ParseTarget(value)
	return err
}

func checkAssumption(value string) error {
	_, err := passes.ParseAssumptions([]string{value})
	if err != nil {
		return fmt.Errorf("%w%s", err, didYouMean(value, assumptions()))
	}
	return nil
}

// check validates the flags together. given are those of the command line.
func (f *optFlags) check(given *pflag.FlagSet, args []string) error {
	if err := f.understand(); err != nil {
		return err
	}
	if err := f.loose(args); err != nil {
		return err
	}
	if f.checkAssumptions {
		if err := f.checkChecking(given); err != nil {
			return err
		}
	}
	if f.fastest && f.level != "2" {
		return usage("--fastest means -O2; with -O%s, write --assume %s instead of --fastest", f.level, strings.Join(fastest, ","))
	}
	if f.fastest && !f.betterAt.IsSpeed() {
		return usage("--fastest means --for speed; with --for %s, write --assume %s instead of --fastest", f.aim, strings.Join(fastest, ","))
	}
	if err := f.checkMap(); err != nil {
		return err
	}
	for _, name := range bundleOnly {
		if !f.bundle && given.Changed(name) {
			return usage("--%s has no effect without --bundle", name)
		}
	}
	for _, name := range minifyOnly {
		if !f.minify && given.Changed(name) {
			return usage("--%s has no effect without --minify", name)
		}
	}
	if f.bundle && given.Changed("format") {
		return usage("--format cannot be used with --bundle, which determines the format of each file by itself; --bundle-format is that of the bundle")
	}
	if f.list != "" {
		return f.checkList(given, args)
	}
	if f.watch {
		return f.checkWatch(args)
	}
	return nil
}

// checkChecking validates --check-assumptions, which settings of son.json do not contradict.
func (f *optFlags) checkChecking(given *pflag.FlagSet) error {
	if given.Changed("fastest") {
		return usage("--check-assumptions does not optimize; write --assume %s instead of --fastest", strings.Join(fastest, ","))
	}
	for _, name := range optimizing {
		if given.Changed(name) {
			return usage("--check-assumptions does not optimize, so --%s cannot be used with it", name)
		}
	}
	if f.assumed == 0 {
		return usage("--check-assumptions needs --assume NAMES, the assumptions to check; 'son assumptions' lists them")
	}
	return nil
}

// understand converts the values, which have been checked one by one.
func (f *optFlags) understand() (err error) {
	if f.fastest {
		f.assume = append(slices.Clip(f.assume), fastest...)
	}
	f.levelNumber = int(f.level[0] - '0')
	f.moreEffort = int(f.effort[0]) - '1'
	f.sourceType, _ = sourceType(f.format)
	f.form = passes.Form(slices.Index(passes.Forms, f.emit))
	f.inForm = passes.Form(slices.Index(passes.Forms, f.from))
	f.betterAt = cost.Aim(slices.Index(cost.Aims, f.aim))
	f.legal = parse.LegalComments(slices.Index(parse.LegalPlaces, f.legalComments) + 1)
	f.wantReport = f.report != "" || f.reportOut != ""
	f.jsonLines = f.report == "json"
	if f.assumed, err = passes.ParseAssumptions(f.assume); err != nil {
		return usage("--assume: %v", err)
	}
	if f.target != "" {
		if f.handTarget, err = parse.ParseTarget(f.target); err != nil {
			return usage("--target: %v", err)
		}
	}
	if f.searchLimit < 0 {
		return usage("--search-limit %v: the time cannot be negative", f.searchLimit)
	}
	if f.jobs < 0 {
		return usage("--jobs %d: the number cannot be negative", f.jobs)
	}
	if f.jobs == 0 {
		f.jobs = runtime.GOMAXPROCS(0)
	}
	return nil
}

func (f *optFlags) checkList(given *pflag.FlagSet, args []string) error {
	if len(args) > 0 {
		return usage("--list names the programs; %q is one too many", args[0])
	}
	for _, name := range []string{"out", "report", "report-out"} {
		if given.Changed(name) {
			return usage("--list and --%s cannot be combined: the list names the outputs", name)
		}
	}
	switch {
	case f.bundle:
		return usage("--list and --bundle cannot be combined: each line is one file")
	case f.watch:
		return usage("--list and --watch cannot be combined")
	}
	return nil
}

func (f *optFlags) checkWatch(args []string) error {
	if f.out == "" || f.out == "-" {
		return usage("--watch needs -o OUT to write to")
	}
	if len(args) == 0 || slices.Contains(args, "-") {
		return usage("--watch needs files: standard input cannot be watched")
	}
	return nil
}

// sourceType parses the name of a source type.
func sourceType(name string) (t parse.SourceType, ok bool) {
	switch name {
	case "auto", "":
		return parse.Auto, true
	case "script":
		return parse.Script, true
	case "module":
		return parse.Module, true
	case "commonjs":
		return parse.CommonJS, true
	}
	return parse.Auto, false
}
