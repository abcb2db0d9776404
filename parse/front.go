package parse

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
)

// Read parses a source in any supported language. TypeScript and JSX go through
// esbuild first, with nothing minified or lowered; the program's Source is then
// esbuild's output and its InputMap maps that back to src.
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
	made, ds := toJavaScript(src, loader, o)
	if hasErrors(ds) {
		return nil, ds
	}
	prog, more := made.read(o)
	return prog, append(ds, more...)
}

// loaderOf returns the loader for the extension of a path.
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

// known says what esbuild must not leave in: decorators are not part of the
// language yet, and the parser does not accept them.
var known = map[string]bool{"decorators": false}

// contentOf says whether esbuild's map may contain a text. esbuild hangs when
// it writes a text that is not UTF-8 into a map, and JSON could not hold it.
func contentOf(src string) api.SourcesContent {
	if utf8.ValidString(src) {
		return api.SourcesContentInclude
	}
	return api.SourcesContentExclude
}

// toJavaScript lets esbuild translate one file.
func toJavaScript(src string, loader api.Loader, o Options) (generated, []Diagnostic) {
	if o.FindTsconfig || o.Tsconfig != "" {
		return withTsconfig(src, loader, o)
	}
	r := api.Transform(src, api.TransformOptions{
		Loader: loader, Target: api.ESNext, Sourcefile: o.Path, LogLevel: api.LogLevelSilent,
		Charset: api.CharsetUTF8, Format: formatOf(o), Sourcemap: api.SourceMapExternal, KeepNames: !o.AnyNames, Supported: known,
		SourcesContent: contentOf(src),
	})
	ds := fromMessages(r.Errors, Error, src, o.Path)
	ds = append(ds, fromMessages(r.Warnings, Warning, src, o.Path)...)
	return generated{code: string(r.Code), data: r.Map}, ds
}

// withTsconfig translates one file as a build of its own, because only builds
// look for tsconfig.json. The text is src, whatever the file holds by now.
func withTsconfig(src string, loader api.Loader, o Options) (generated, []Diagnostic) {
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return generated{}, []Diagnostic{{Path: o.Path, Text: "its path is not known: " + err.Error()}}
	}
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{path}, Tsconfig: o.Tsconfig,
		Target: api.ESNext, LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, Format: formatOf(o),
		Sourcemap: api.SourceMapExternal, SourcesContent: contentOf(src), KeepNames: !o.AnyNames, Supported: known,
		Outfile: path + ".out.js", // never written: the map's paths are relative to it
		Plugins: []api.Plugin{{Name: "source", Setup: func(b api.PluginBuild) {
			b.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &src, Loader: loader}, nil
			})
		}}},
	})
	shown := shownPath(path)
	ds := fromMessages(r.Errors, Error, src, shown)
	ds = append(ds, fromMessages(r.Warnings, Warning, src, shown)...)
	for i := range ds {
		if ds[i].Path == shown {
			ds[i].Path = o.Path
		}
	}
	made := outputOf(r.OutputFiles)
	if made.data != nil {
		m := made.sourceMap()
		m.Sources = []string{o.Path}
		made.data = m.JSON()
	}
	return made, ds
}

// shownPath returns the name of a file in esbuild's messages.
func shownPath(path string) string {
	wd, err := filepath.Abs(".")
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// formatOf returns the format of imports and exports in the output: unchanged,
// but CommonJS where the options or the file's extension ask for it.
func formatOf(o Options) api.Format {
	if o.Type == CommonJS || o.Type == Auto && strings.ToLower(filepath.Ext(o.Path)) == ".cts" {
		return api.FormatCommonJS
	}
	return api.FormatDefault
}

// generated is a program that esbuild wrote, with its source map.
type generated struct {
	code string
	data []byte
	p    *ast.Program // the parsed code, if it was; see parsed
}

// parsed parses the code, once. It is nil if that is not possible.
func (g *generated) parsed(o Options) *ast.Program {
	if g.p == nil {
		g.p, _ = Parse(g.code, o)
	}
	return g.p
}

// outputOf picks the program and its map from the files of a build.
func outputOf(files []api.OutputFile) (g generated) {
	for _, f := range files {
		switch {
		case strings.HasSuffix(f.Path, ".js"):
			g.code = string(f.Contents)
		case strings.HasSuffix(f.Path, ".js.map"):
			g.data = f.Contents
		}
	}
	return g
}

func (g generated) sourceMap() *sourcemap.Map {
	m, err := sourcemap.Parse(g.data)
	if err != nil {
		panic("BUG: esbuild's source map cannot be read: " + err.Error())
	}
	return m
}

// read parses the program. Diagnostics refer to what the author wrote.
func (g generated) read(o Options) (*ast.Program, []Diagnostic) {
	prog, ds := Parse(g.code, o)
	for _, change := range []func(*ast.Program, generated) generated{
		func(p *ast.Program, g generated) generated { return restored(p, g, o) }, withoutNames,
	} {
		if prog == nil || o.AnyNames {
			break
		}
		if plain := change(prog, g); plain.code != g.code {
			g = plain
			prog, ds = Parse(g.code, o)
		}
	}
	if len(ds) > 0 {
		RemapDiagnostics(ds, g.sourceMap())
	}
	if prog != nil {
		prog.InputMap = g.data
	}
	return prog, ds
}
