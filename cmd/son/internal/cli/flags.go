package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sonjs/son/cmd/son/internal/watch"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// optFlags are the flags of son opt, and what they mean.
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
	target                 string
	assume                 []string
	aim                    string
	watch                  bool
	config                 string

	do                    optimizer
	levelNumber           int
	form, inForm          passes.Form
	betterAt              cost.Aim
	sourceType            parse.SourceType
	wantReport, jsonLines bool
	assumed               passes.AssumptionSet
	handTarget            parse.Target
	outMakes              bool        // out is settled: its directory may be made
	base                  string      // from where paths are kept below out; "": from here
	seen                  *watch.Seen // notes what is read; nil unless it is watched
}

// The values that flags take.
var (
	levels      = []string{"0", "1"}
	sourceTypes = []string{"auto", "script", "module", "commonjs"}
	reports     = []string{"text", "json"}
)

// bundleOnly are the flags that say how to bundle.
var bundleOnly = []string{"external", "define", "platform", "bundle-format"}

// What flags that several commands have are for.
const (
	levelsText  = "there are -O0 and -O1"
	levelUsage  = "how much to do: 0 no rule and no pass, 1 all that 'son passes' and 'son rules' list (-O0, -O1)"
	aimUsage    = "print a function anew if it gets: balanced (shorter, or faster by so much that the bytes pay), size (shorter), speed (faster)"
	assumeUsage = "'son assumptions' lists what there is, and 'standard' is what minifiers take for granted"
)

// assumptions are the values of --assume.
func assumptions() []string { return append(passes.AssumptionNames(), passes.AssumeStandard) }

// choose adds a flag that takes one of some values.
func choose(fl *pflag.FlagSet, to *string, name, short string, values []string, text, usage string) *pflag.Flag {
	check := oneOf(values, text)
	if *to == "" {
		check = orEmpty(check) // to take back what son.json says
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
	fl.StringVarP(&f.out, "out", "o", "", "write to this file, or below this directory")
	choice(&f.level, "level", "O", levels, levelsText, levelUsage+"; -O0 gives the input back")
	fl.BoolVar(&f.compact, "compact", false, "leave out white space that does not matter")
	choice(&f.sourceMap, "sourcemap", "", mapPlaces, "", "write a source map: to OUT.map; --sourcemap=inline to the output, =external to OUT.map without naming it there, =both to both").NoOptDefVal = "linked"
	choice(&f.format, "format", "", sourceTypes, "", "read the programs as: auto, script, module, commonjs")
	fl.StringVar(&f.tsconfig, "tsconfig", "", "the tsconfig.json to go by (default: the nearest above a file)")

	fl.BoolVar(&f.bundle, "bundle", false, "put FILE and all that it imports into one program")
	fl.Var(words{to: &f.external, check: notEmpty}, "external", "leave this package or path out of the bundle; * stands for any text")
	fl.Var(words{to: &f.define, check: checkDefine}, "define", "NAME=VALUE: replace a global name by a constant in the bundle")
	choice(&f.platform, "platform", "", parse.Platforms, "", "what the bundle is for: browser, node, neutral (default: browser)")
	choice(&f.bundleFormat, "bundle-format", "", parse.Formats, "", "what the bundle is: iife, cjs, esm (default: by platform)")

	fl.BoolVar(&f.minify, "minify", false, "let esbuild minify the result (beyond son's promise; --compact is within)")
	fl.Var(word{&f.target, checkTarget}, "target", "let esbuild lower the result, like es2020,chrome100,node18 (beyond son's promise)")
	fl.Var(words{to: &f.assume, commas: true, check: checkAssumption}, "assume", "suppose this of the programs; "+assumeUsage)

	choice(&f.aim, "for", "", cost.Aims, "", aimUsage)

	choice(&f.report, "report", "", reports, "", "say what was gained: text, or --report=json").NoOptDefVal = "text"
	fl.StringVar(&f.reportOut, "report-out", "", "write the report to this file (default: standard error)")
	fl.BoolVar(&f.watch, "watch", false, "do it again whenever a file that was read changes")
	fl.StringVar(&f.config, "config", "", "the son.json to go by (default: the nearest from here upwards; 'none': none)")
	fl.StringVar(&f.list, "list", "", "optimize the programs that this file lists ('-': standard input)")
	fl.IntVar(&f.jobs, "jobs", 0, "how much to do at once (0: as much as there are processors)")
	fl.BoolVar(&f.force, "force-graph", false, "print every function that went through the graph, gain or not")
	choice(&f.emit, "emit", "", passes.Forms, "", "print each function as: structured (as an author would), normal (atomic statements), blocks (the same, a function each basic block)")
	choice(&f.from, "from", "", passes.Forms, "", "read programs as being in this form of --emit, and fold its helper variables back")
	fl.BoolVar(&f.verify, "verify", false, "check every graph after every pass")
}

// complete tells shells which values flags take.
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
		return fmt.Errorf("a definition is NAME=VALUE")
	}
	if wrong := parse.CheckDefine(name, text); wrong != "" {
		return fmt.Errorf("%s; a text needs quotes, like '%s=\"text\"'", wrong, name)
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

// check makes sense of the flags together. given are those of the command line.
func (f *optFlags) check(given *pflag.FlagSet, args []string) error {
	if err := f.understand(); err != nil {
		return err
	}
	if err := f.loose(args); err != nil {
		return err
	}
	if err := f.checkMap(); err != nil {
		return err
	}
	for _, name := range bundleOnly {
		if !f.bundle && given.Changed(name) {
			return usage("--%s says how to --bundle; it does nothing by itself", name)
		}
	}
	if f.bundle && given.Changed("format") {
		return usage("--format says how to read a file, and --bundle goes by each file; --bundle-format says what the bundle is")
	}
	if f.list != "" {
		return f.checkList(given, args)
	}
	if f.watch {
		return f.checkWatch(args)
	}
	return nil
}

// understand reads the values that were already found right one by one.
func (f *optFlags) understand() (err error) {
	f.levelNumber = int(f.level[0] - '0')
	f.sourceType, _ = sourceType(f.format)
	f.form = passes.Form(slices.Index(passes.Forms, f.emit))
	f.inForm = passes.Form(slices.Index(passes.Forms, f.from))
	f.betterAt = cost.Aim(slices.Index(cost.Aims, f.aim))
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
	if f.jobs < 0 {
		return usage("--jobs %d: it cannot be negative", f.jobs)
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
			return usage("--list and --%s do not go together: the list says where the outputs go", name)
		}
	}
	switch {
	case f.bundle:
		return usage("--list and --bundle do not go together: each line is one file")
	case f.watch:
		return usage("--list and --watch do not go together")
	}
	return nil
}

func (f *optFlags) checkWatch(args []string) error {
	if f.out == "" || f.out == "-" {
		return usage("--watch needs -o OUT to write to")
	}
	if len(args) == 0 || slices.Contains(args, "-") {
		return usage("--watch needs files: standard input does not change")
	}
	return nil
}

// sourceType reads the name of a goal symbol.
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
