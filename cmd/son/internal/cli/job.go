package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/report"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// job is one program of son opt with its outcome.
type job struct {
	in, out  string // out "": standard output
	makeDirs bool   // the directory of out may be created
	css      string // the style sheet beside the program; "": none
	messages bytes.Buffer
	report   bytes.Buffer
	code     int
}

// run optimizes one program.
func (j *job) run(ctx context.Context, s Streams, f optFlags, workers int) {
	f.noteFile(j.in)
	src, mode, err := files.Read(j.in, s.In)
	if err != nil {
		j.fail(f, err)
		return
	}
	o := f.options(j.in, workers)
	var warnings []parse.Diagnostic
	if f.bundle {
		if o.Bundle, warnings = j.bundle(f, src, o.Path); o.Bundle == nil {
			return
		}
		src = o.Bundle.Code
	}
	if p := newProgress(s.Err); p != nil && f.single {
		o.Progress = p.show
		defer p.end()
	}
	res, err := optimize(ctx, f.do, src, o)
	if err != nil {
		j.fail(f, &files.Error{Path: o.Path, What: "interrupted; nothing was written"})
		return
	}
	res.result.Warnings = append(warnings, res.result.Warnings...)
	if res.refused != nil {
		j.messages.WriteString(parse.Format(advise(res.refused)))
		j.code = ExitBadInput
		if len(res.faults) > 0 {
			j.fault(res.faults)
		}
		j.refuse(f, o.Path, res.refused)
		return
	}
	j.messages.WriteString(parse.Format(res.result.Warnings))
	if len(res.faults) > 0 {
		j.fault(res.faults)
	}
	if err := j.writeAll(s, f, res.result, mode); err != nil {
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

// writeAll writes the program, its map and its style sheet.
func (j *job) writeAll(s Streams, f optFlags, r passes.Result, mode fs.FileMode) error {
	beside, err := f.withMap(&r, j.in, j.out)
	if err != nil {
		return err
	}
	if err := j.write(s, r.Code, mode); err != nil {
		return err
	}
	if beside != "" {
		if err := files.Write(j.out+mapSuffix, beside, mode); err != nil {
			return err
		}
	}
	if j.css != "" {
		return files.Write(sheet(j.out), j.css, mode)
	}
	return nil
}

// write writes the program.
func (j *job) write(s Streams, code string, mode fs.FileMode) error {
	if j.out == "" || j.out == "-" {
		if _, err := s.Out.Write([]byte(code)); err != nil {
			return &files.Error{Path: "<stdout>", What: "it cannot be written: " + files.Reason(err)}
		}
		return nil
	}
	// The directory of a file that the user named must exist: the name may be a typo.
	if dir := filepath.Dir(j.out); j.makeDirs {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return &files.Error{Path: dir, What: "the directory cannot be created: " + files.Reason(err)}
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

// fault records bugs in son.
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

// refuse makes the report's line for an input that is not a program.
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
	if err := report.JSON(&j.report, report.Refused{Version: passes.ReportVersion, File: path, Errors: texts}); err != nil {
		panic("BUG: the report cannot be written: " + err.Error())
	}
}
