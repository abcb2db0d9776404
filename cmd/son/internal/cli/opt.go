package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/report"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// optFlags are the flags of son opt.
type optFlags struct {
	out, level, format    string
	report, reportOut     string
	list                  string
	force, verify         bool
	jobs                  int
	levelNumber           int
	sourceType            parse.SourceType
	wantReport, jsonLines bool
	do                    optimizer
	compact               bool
	sourceMap             string
}

func optCommand(s Streams) *cobra.Command {
	f := optFlags{do: passes.Optimize}
	cmd := &cobra.Command{
		Use:   "opt [FILE...|-]",
		Short: "Optimize programs",
		Long: `Optimize each FILE, or standard input. One program goes to standard output or to
-o OUT; several go below the directory -o DIR and keep their relative paths.
TypeScript and JSX (.ts, .mts, .cts, .tsx, .jsx) come out as JavaScript.

A function that gains nothing comes back as it was written.

With --list, each line of LIST names a program and where to write it:
    IN<tab>OUT[<tab>script|module]
The programs are independent. OUT and OUT.err are removed first. A program that
cannot be read leaves no OUT but OUT.err with the located error; a bug of son
leaves "BUG:" there.

Exit code: 0; 1 a file cannot be read, written or understood; 2 the command line
makes no sense; 3 a bug of son (outputs are written, the function concerned as it
was).`,
		Example: `  son opt in.js -o out.js --report
  cat in.js | son opt > out.js
  son opt src/*.js -o build --report=json --report-out report.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, args); err != nil {
				return err
			}
			if f.list != "" {
				return runList(cmd.Context(), s, f)
			}
			return runOpt(cmd.Context(), s, f, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "out", "o", "", "write to this file, or below this directory")
	fl.StringVarP(&f.level, "level", "O", "1", "how much to do: 0 nothing, 1 rules and dead code (-O0, -O1)")
	fl.BoolVar(&f.force, "force-graph", false, "print every function that went through the graph, gain or not")
	fl.BoolVar(&f.verify, "verify", false, "check every graph after every pass")
	fl.StringVar(&f.report, "report", "", "say what was gained: text, or --report=json")
	fl.Lookup("report").NoOptDefVal = "text"
	fl.StringVar(&f.reportOut, "report-out", "", "write the report to this file (default: standard error)")
	fl.StringVar(&f.format, "format", "auto", "read the programs as: auto, script, module")
	fl.StringVar(&f.list, "list", "", "optimize the programs that this file lists ('-': standard input)")
	f.addMapFlags(fl)
	fl.IntVar(&f.jobs, "jobs", 0, "how much to do at once (0: as much as there are processors)")
	for name, values := range map[string][]string{"level": {"0", "1"}, "report": {"text", "json"}, "format": {"auto", "script", "module"}, "sourcemap": mapPlaces} {
		if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	return cmd
}

// check makes sense of the flags.
func (f *optFlags) check(cmd *cobra.Command, args []string) error {
	switch f.level {
	case "0", "1":
		f.levelNumber = int(f.level[0] - '0')
	default:
		return usage("-O%s: there are -O0 and -O1", f.level)
	}
	var ok bool
	if f.sourceType, ok = sourceType(f.format); !ok {
		return usage("--format %s: there are auto, script and module", f.format)
	}
	switch f.report {
	case "":
		f.wantReport = f.reportOut != ""
	case "text":
		f.wantReport = true
	case "json":
		f.wantReport, f.jsonLines = true, true
	default:
		return usage("--report=%s: there are text and json", f.report)
	}
	if f.jobs < 0 {
		return usage("--jobs %d: it cannot be negative", f.jobs)
	}
	if f.jobs == 0 {
		f.jobs = runtime.GOMAXPROCS(0)
	}
	if err := f.checkMap(); err != nil {
		return err
	}
	if f.list == "" {
		return nil
	}
	if len(args) > 0 {
		return usage("--list names the programs; %q is one too many", args[0])
	}
	for _, name := range []string{"out", "report", "report-out"} {
		if cmd.Flags().Changed(name) {
			return usage("--list and --%s do not go together: the list says where the outputs go", name)
		}
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
	}
	return parse.Auto, false
}

// options are the library's options for one program.
func (f *optFlags) options(path string, workers int) passes.Options {
	if path == "-" {
		path = files.Stdin
	}
	o := passes.Options{Path: path, Type: f.sourceType, Level: f.levelNumber, ForceGraph: f.force, Verify: f.verify, Workers: workers}
	f.mapOptions(&o)
	return o
}

// job is one program of son opt with what came of it.
type job struct {
	in, out  string // out "": standard output
	inDir    bool   // out is below -o DIR
	messages bytes.Buffer
	report   bytes.Buffer
	code     int
}

func runOpt(ctx context.Context, s Streams, f optFlags, args []string) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	jobs, err := place(args, f.out)
	if err != nil {
		return err
	}
	inner := f.jobs
	if len(jobs) > 1 {
		inner = 1
	}
	// The reports and messages come in the order of the arguments, as soon as
	// all before them are there.
	done := make([]chan struct{}, len(jobs))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var reports bytes.Buffer
	code := ExitOK
	var wg sync.WaitGroup
	wg.Go(func() {
		for i, j := range jobs {
			<-done[i]
			s.Err.Write(j.messages.Bytes())
			reports.Write(j.report.Bytes())
			code = max(code, j.code)
			jobs[i] = nil
		}
	})
	parallel(len(jobs), f.jobs, func(i int) {
		defer close(done[i])
		jobs[i].run(ctx, s, f, inner)
	})
	wg.Wait()
	if !f.wantReport {
		return exit(code)
	}
	if f.reportOut == "" {
		s.Err.Write(reports.Bytes())
		return exit(code)
	}
	if err := files.Write(f.reportOut, reports.String(), 0); err != nil {
		fmt.Fprintln(s.Err, err)
		code = max(code, ExitBadInput)
	}
	return exit(code)
}

// parallel runs do(0) … do(n-1), some at once.
func parallel(n, workers int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, workers) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// place says where each program comes from and goes to.
func place(args []string, out string) ([]*job, error) {
	dir := files.IsDir(out)
	stdin := 0
	for _, a := range args {
		if a == "-" {
			stdin++
		}
	}
	switch {
	case len(args) > 1 && out == "":
		return nil, usage("%d files need -o DIR to go to", len(args))
	case len(args) > 1 && stdin > 0:
		return nil, usage("standard input has no name to be written to among several files; optimize it by itself")
	case dir && stdin > 0:
		return nil, usage("-o %s is a directory, and standard input has no name; name the file in it", out)
	case len(args) == 1 && !dir:
		return []*job{{in: args[0], out: out}}, nil
	}
	if info, err := os.Stat(out); err == nil && !info.IsDir() {
		return nil, usage("-o %s is a file; %d files need a directory", out, len(args))
	}
	outs, err := files.Places(out, args)
	if err != nil {
		return nil, usage("%v", err)
	}
	jobs := make([]*job, len(args))
	for i, a := range args {
		jobs[i] = &job{in: a, out: outs[i], inDir: true}
	}
	return jobs, nil
}

// run optimizes one program.
func (j *job) run(ctx context.Context, s Streams, f optFlags, workers int) {
	src, mode, err := files.Read(j.in, s.In)
	if err != nil {
		j.fail(f, err)
		return
	}
	o := f.options(j.in, workers)
	res, err := optimize(ctx, f.do, src, o)
	if err != nil {
		j.fail(f, &files.Error{Path: o.Path, What: "interrupted; nothing was written"})
		return
	}
	if res.refused != nil {
		j.messages.WriteString(parse.Format(res.refused, false))
		j.code = ExitBadInput
		if len(res.faults) > 0 {
			j.fault(res.faults)
		}
		j.refuse(f, o.Path, res.refused)
		return
	}
	j.messages.WriteString(parse.Format(res.result.Warnings, false))
	if len(res.faults) > 0 {
		j.fault(res.faults)
	}
	beside, err := f.withMap(&res.result, j.in, j.out)
	if err == nil {
		err = j.write(s, res.result.Code, mode)
	}
	if err == nil && beside != "" {
		err = files.Write(j.out+mapSuffix, beside, mode)
	}
	if err != nil {
		j.fail(f, err)
		return
	}
	if !f.wantReport {
		return
	}
	if f.jsonLines {
		err = report.JSON(&j.report, res.result.Report)
	} else {
		err = report.Text(&j.report, res.result.Report)
	}
	if err != nil {
		panic("BUG: the report cannot be written: " + err.Error())
	}
}

// write puts the program where it belongs.
func (j *job) write(s Streams, code string, mode fs.FileMode) error {
	if j.out == "" || j.out == "-" {
		if _, err := s.Out.Write([]byte(code)); err != nil {
			return &files.Error{Path: "<stdout>", What: "it cannot be written: " + files.Reason(err)}
		}
		return nil
	}
	// The way to a file that the user named must be there: it may be a slip.
	if dir := filepath.Dir(j.out); j.inDir {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return &files.Error{Path: dir, What: "the directory cannot be made: " + files.Reason(err)}
		}
	}
	return files.Write(j.out, code, mode)
}

// fail records that the program cannot be read or written.
func (j *job) fail(f optFlags, err error) {
	fmt.Fprintln(&j.messages, err)
	j.code = max(j.code, ExitBadInput)
	path := j.in
	if path == "-" {
		path = files.Stdin
	}
	j.refuseText(f, path, []string{err.Error()})
}

// fault records bugs of ours.
func (j *job) fault(faults []string) {
	for _, text := range faults {
		if !strings.Contains(text, "BUG:") {
			text = "BUG: " + text
		}
		fmt.Fprintln(&j.messages, strings.TrimRight(text, "\n"))
	}
	fmt.Fprintln(&j.messages, pleaseReport)
	j.code = ExitFault
}

// refuse makes the report's line for a program that is none.
func (j *job) refuse(f optFlags, path string, ds []parse.Diagnostic) {
	var texts []string
	for _, d := range ds {
		texts = append(texts, d.String())
	}
	j.refuseText(f, path, texts)
}

func (j *job) refuseText(f optFlags, path string, texts []string) {
	if !f.wantReport || !f.jsonLines {
		return
	}
	j.report.Reset()
	if err := report.JSON(&j.report, report.Refused{Version: 1, File: path, Errors: texts}); err != nil {
		panic("BUG: the report cannot be written: " + err.Error())
	}
}
