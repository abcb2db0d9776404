package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// entry is one line of a list.
type entry struct {
	line    int
	in, out string // out "": the line is invalid, and has no output to report the error beside
	format  parse.SourceType
	wrong   string // what is wrong with the line
}

// runList optimizes the programs of a list, each as if it were alone. An error in
// one is written beside its output and does not stop the others.
func runList(ctx context.Context, s Streams, f optFlags) error {
	text, _, err := files.Read(f.list, s.In)
	if err != nil {
		return said(s, ExitBadInput, err.Error())
	}
	entries := readList(f.list, text, f.sourceType)
	var fault, unwritten atomic.Bool
	// Messages are printed in the order of the lines, each as soon as all before it are.
	messages := make([]chan error, len(entries))
	for i := range messages {
		messages[i] = make(chan error, 1)
	}
	go parallel(len(entries), f.jobs, func(i int) {
		faulty, err := entries[i].run(ctx, f)
		if faulty {
			fault.Store(true)
		}
		messages[i] <- err
	})
	for _, m := range messages {
		if err := <-m; err != nil {
			unwritten.Store(true)
			fmt.Fprintln(s.Err, err)
		}
	}
	switch {
	case fault.Load():
		return exit(ExitFault)
	case ctx.Err() != nil:
		return badInput("interrupted; some programs were not written")
	case unwritten.Load():
		return exit(ExitBadInput)
	}
	return nil
}

// readList reads the lines of a list. An invalid line becomes an entry with an
// error, so that the others are not affected.
func readList(path, text string, format parse.SourceType) []entry {
	var list []entry
	line := 0
	inputs, outputs := map[string]bool{}, map[string]int{}
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSuffix(strings.TrimSuffix(l, "\n"), "\r")
		if l == "" {
			continue
		}
		parts := strings.Split(l, "\t")
		e := entry{line: line, in: parts[0], format: format}
		if len(parts) > 1 && parts[0] != "" {
			e.out = parts[1]
		}
		if e.out == "" || len(parts) > 3 {
			e.wrong = "expected IN<tab>OUT[<tab>script|module|commonjs]"
		} else if len(parts) == 3 && parts[2] != "" {
			var ok bool
			if e.format, ok = sourceType(parts[2]); !ok {
				e.wrong = fmt.Sprintf("%q is neither script nor module nor commonjs", parts[2])
			}
		}
		inputs[filepath.Clean(e.in)] = true
		list = append(list, e)
	}
	for i := range list {
		e := &list[i]
		out := filepath.Clean(e.out)
		switch first, taken := outputs[out]; {
		case e.out == "":
		case inputs[out]:
			e.wrong, e.out = fmt.Sprintf("%s is also an input, and outputs are removed first", e.out), ""
		case taken:
			e.wrong, e.out = fmt.Sprintf("line %d also writes to %s", first, e.out), ""
		default:
			outputs[out] = e.line
		}
		if e.wrong != "" {
			e.wrong = fmt.Sprintf("%s:%d:1: error: %s", path, e.line, e.wrong)
		}
	}
	return list
}

// run processes one program. The error is that its outcome cannot be written.
func (e entry) run(ctx context.Context, f optFlags) (faulty bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			faulty, err = true, errors.Join(err, e.complain(bug(p)))
		}
	}()
	if ctx.Err() != nil {
		return false, nil
	}
	if e.out == "" {
		return false, errors.New(e.wrong)
	}
	for _, stale := range f.stale(e.out) {
		if err := os.Remove(stale); err != nil && !os.IsNotExist(err) {
			return false, &files.Error{Path: stale, What: "it exists and cannot be removed: " + files.Reason(err)}
		}
	}
	if err := os.MkdirAll(filepath.Dir(e.out), 0o777); err != nil {
		return false, &files.Error{Path: e.out, What: "its directory cannot be created: " + files.Reason(err)}
	}
	if e.wrong != "" {
		return false, errors.Join(errors.New(e.wrong), e.complain(e.wrong))
	}
	src, mode, err := files.Read(e.in, strings.NewReader(""))
	if err != nil {
		what := err.Error()
		if fe := (*files.Error)(nil); errors.As(err, &fe) {
			what = fe.What
		}
		return false, e.complain(fmt.Sprintf("%s:1:1: error: %s", e.in, what))
	}
	o := f.options(e.in, 1)
	o.Path, o.Type = e.in, e.format
	res, err := optimize(ctx, f.do, src, o)
	switch {
	case err != nil:
		return false, nil // interrupted
	case len(res.faults) > 0:
		text := strings.Join(res.faults, "\n")
		if !strings.HasPrefix(text, "BUG:") {
			text = "BUG: " + text
		}
		err := e.complain(text)
		if res.refused == nil {
			err = errors.Join(err, e.write(f, res.result, mode))
		}
		return true, err
	case res.refused != nil:
		return false, e.complain(parse.Format(advise(res.refused)))
	}
	return false, e.write(f, res.result, mode)
}

// write writes the program and its map.
func (e entry) write(f optFlags, r passes.Result, mode fs.FileMode) error {
	beside, err := f.withMap(&r, e.in, e.out)
	if err == nil {
		err = files.Write(e.out, r.Code, mode)
	}
	if err == nil && beside != "" {
		err = files.Write(e.out+mapSuffix, beside, mode)
	}
	return err
}

// complain writes OUT.err.
func (e entry) complain(text string) error {
	return files.Write(e.out+".err", strings.TrimRight(text, "\n")+"\n", 0)
}
