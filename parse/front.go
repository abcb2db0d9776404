package parse

import (
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
)

// Read reads a source in any language. TypeScript and JSX go through esbuild
// first, with nothing minified or lowered; the program's Source is then
// esbuild's output.
func Read(src string, o Options) (*ast.Program, []Diagnostic) {
	if o.Loader == AutoLoader {
		o.Loader = loaderOf(o.Path)
	}
	loader := api.LoaderJS
	switch o.Loader {
	case JSX:
		loader = api.LoaderJSX
	case TS:
		loader = api.LoaderTS
	case TSX:
		loader = api.LoaderTSX
	default:
		return Parse(src, o)
	}
	to := api.TransformOptions{
		Loader: loader, Target: api.ESNext, Sourcefile: o.Path, LogLevel: api.LogLevelSilent,
		Charset: api.CharsetUTF8,
	}
	if o.SourceMap {
		to.Sourcemap = api.SourceMapExternal
	}
	r := api.Transform(src, to)
	ds := fromMessages(r.Errors, Error, src, o.Path)
	ds = append(ds, fromMessages(r.Warnings, Warning, src, o.Path)...)
	if len(r.Errors) > 0 {
		return nil, ds
	}
	prog, more := Parse(string(r.Code), o)
	for i := range more {
		if more[i].Hint == "" {
			more[i].Hint = "the position is in the JavaScript that esbuild made of this file"
		}
	}
	if prog != nil && o.SourceMap {
		prog.InputMap = r.Map
	}
	return prog, append(ds, more...)
}

// loaderOf goes by the extension.
func loaderOf(path string) Loader {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jsx":
		return JSX
	case ".ts", ".mts", ".cts":
		return TS
	case ".tsx":
		return TSX
	}
	return JS
}

// fromMessages turns esbuild's messages into diagnostics.
func fromMessages(ms []api.Message, severity Severity, src, path string) (ds []Diagnostic) {
	for _, m := range ms {
		d := Diagnostic{Path: path, Line: 1, Severity: severity, Text: m.Text}
		if l := m.Location; l != nil {
			d.Line, d.Col, d.LineText = l.Line, l.Column, l.LineText
			start := lineOffset(src, l.Line) + l.Column
			d.Span = ast.Span{Start: int32(start), End: int32(start + l.Length)}
			d.Hint = l.Suggestion
		}
		if len(m.Notes) > 0 && d.Hint == "" {
			d.Hint = m.Notes[0].Text
		}
		ds = append(ds, d)
	}
	return
}

// lineOffset returns the offset of a line, counted from 1.
func lineOffset(src string, line int) int {
	i := 0
	for line > 1 && i < len(src) {
		if n := lineBreak(src, i); n > 0 {
			i += n
			line--
		} else {
			i++
		}
	}
	return i
}
