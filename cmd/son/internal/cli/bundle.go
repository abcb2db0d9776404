package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// bundle makes one program from a file and its imports. After an error, which is
// recorded, the bundle is nil.
func (j *job) bundle(f optFlags, src, path string) (b *parse.Bundle, warnings []parse.Diagnostic) {
	defer func() {
		if e := recover(); e != nil {
			j.fault([]string{bug(e)})
			b = nil
		}
	}()
	b, ds := parse.NewBundle(f.bundleOptions(j.in, src))
	if b == nil {
		j.messages.WriteString(parse.Format(advise(ds)))
		j.code = ExitBadInput
		j.refuse(f, path, ds)
		return nil, nil
	}
	if in, ok := overwritten(j.out, b.Inputs); ok {
		j.fail(f, &files.Error{Path: j.out, What: fmt.Sprintf("it is not written: it is an input of the bundle (%s); choose another -o OUT", in)})
		return nil, nil
	}
	if b.CSS != "" {
		if ds = append(ds, j.style(f, b.CSS)...); j.code != ExitOK {
			return nil, nil
		}
	}
	return b, ds
}

func (f *optFlags) bundleOptions(in, src string) parse.BundleOptions {
	o := parse.BundleOptions{
		Entry: in, Platform: f.platform, Format: f.bundleFormat, External: f.external, Define: map[string]string{},
		Tsconfig: f.tsconfig, AnyNames: f.assumed.Has(passes.AssumeFnNames) && !f.checkAssumptions, Production: f.minify && !f.checkAssumptions, Legal: f.legal, Loads: f.noteInput,
	}
	if in == "-" {
		o.Entry, o.Stdin = files.Stdin, &src
	}
	for _, d := range f.define {
		name, value, _ := strings.Cut(d, "=")
		o.Define[name] = value
	}
	return o
}

// style prepares the style sheet of a bundle, which is written beside the program.
func (j *job) style(f optFlags, css string) []parse.Diagnostic {
	if j.out == "" || j.out == "-" {
		j.fail(f, &files.Error{Path: j.in, What: "it imports style sheets, which are written beside the program; name it with -o OUT"})
		return nil
	}
	j.css = css
	if (!f.minify || f.checkAssumptions) && f.handTarget.IsZero() {
		return nil
	}
	h, ds := parse.Transform(css, nil, sheet(j.out), parse.TransformOptions{Minify: f.minify, Target: f.handTarget, CSS: true})
	if h == nil {
		j.messages.WriteString(parse.Format(advise(ds)))
		j.code = ExitBadInput
		j.refuse(f, j.in, ds)
		return nil
	}
	j.css = h.Code
	return ds
}

// sheet is the path of the style sheet of the program at out.
func sheet(out string) string { return strings.TrimSuffix(out, filepath.Ext(out)) + ".css" }

// overwritten finds the input that an output would replace.
func overwritten(out string, inputs []string) (string, bool) {
	info, err := os.Stat(out)
	if err != nil {
		return "", false
	}
	for _, in := range inputs {
		if i, err := os.Stat(in); err == nil && os.SameFile(info, i) {
			return in, true
		}
	}
	return "", false
}
