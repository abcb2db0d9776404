package parse

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
)

// BundleOptions say what goes into a bundle and what it is for.
type BundleOptions struct {
	// Entry is the file that the bundle starts from. Stdin, if set, is its text.
	Entry string
	Stdin *string
	// Platform is "browser" (also ""), "node" or "neutral". It decides how
	// packages are found, and which Format is the default.
	Platform string
	// Format is "iife", "cjs", "esm", or "" for the platform's.
	Format string
	// External names packages and paths that stay imports; * matches any text.
	External []string
	// Define replaces global names by constant expressions.
	Define map[string]string
	// Tsconfig is the tsconfig.json to use instead of the one nearest to each
	// file.
	Tsconfig string
	// AnyNames is as in [Options].
	AnyNames bool
	// Legal is what becomes of legal comments.
	Legal LegalComments
	// Production is what process.env.NODE_ENV stands for in a browser:
	// "production" or else "development".
	Production bool
	// Loads, if set, is called with the path of each file before it is read. Calls
	// may overlap.
	Loads func(path string)
}

// Platforms and Formats are the values that BundleOptions accepts, besides "".
var (
	Platforms = []string{"browser", "node", "neutral"}
	Formats   = []string{"iife", "cjs", "esm"}
)

// Bundle is a program in one file.
type Bundle struct {
	Code string
	// Inputs are the files in it, by their names in messages, sorted.
	Inputs []string
	// CSS is the style sheet of the program's imports, or "".
	CSS string

	read generated
	o    BundleOptions
}

// stdinName is the name of standard input in messages and maps.
const stdinName = "<stdin>"

// NewBundle lets esbuild bundle a program with everything that it imports. The
// bundle is nil if there is any error; otherwise the diagnostics are warnings.
func NewBundle(o BundleOptions) (*Bundle, []Diagnostic) {
	wd, err := filepath.Abs(".")
	if err != nil {
		return nil, []Diagnostic{{Path: o.Entry, Text: "the working directory is not known: " + err.Error()}}
	}
	entry := o.Entry
	if !filepath.IsAbs(entry) {
		entry = filepath.Join(wd, entry)
	}
	b := api.BuildOptions{
		Bundle: true, Format: formats[o.Format], Platform: platforms[o.Platform],
		External: o.External, Define: defines(o), Tsconfig: o.Tsconfig,
		Target: api.ESNext, Supported: known, Charset: api.CharsetUTF8, KeepNames: !o.AnyNames,
		Sourcemap: api.SourceMapExternal, LogLevel: api.LogLevelSilent, LegalComments: legal[o.Legal],
		// Nothing is written. The paths in the map are relative to where the file
		// would be.
		Outfile: filepath.Join(wd, "bundle.js"), AllowOverwrite: true,
		EntryPoints: []string{entry},
	}
	if o.Stdin != nil {
		b.EntryPoints = nil
		b.Stdin = &api.StdinOptions{Contents: *o.Stdin, ResolveDir: wd, Sourcefile: stdinName, Loader: api.LoaderJSX}
	}
	var in inputs
	b.Plugins = []api.Plugin{in.watch(o.Loads)}
	r := api.Build(b)
	ds := fromMessages(r.Errors, Error, "", "")
	ds = append(ds, fromMessages(r.Warnings, Warning, "", "")...)
	for i := range ds {
		if ds[i].Path == "" {
			ds[i].Path = o.Entry
		}
	}
	if hasErrors(ds) {
		return nil, ds
	}
	out := &Bundle{read: outputOf(r.OutputFiles), o: o, Inputs: in.list()}
	out.Code = out.read.code
	for _, f := range r.OutputFiles {
		if strings.HasSuffix(f.Path, ".css") {
			out.CSS = string(f.Contents)
		}
	}
	return out, ds
}

var platforms = map[string]api.Platform{"": api.PlatformBrowser, "browser": api.PlatformBrowser,
	"node": api.PlatformNode, "neutral": api.PlatformNeutral}

var formats = map[string]api.Format{"": api.FormatDefault, "iife": api.FormatIIFE, "cjs": api.FormatCommonJS, "esm": api.FormatESModule}

// defines adds the definition that esbuild makes itself when it minifies in the
// same step.
func defines(o BundleOptions) map[string]string {
	const env = "process.env.NODE_ENV"
	if !o.Production || platforms[o.Platform] != api.PlatformBrowser || o.Define[env] != "" {
		return o.Define
	}
	all := map[string]string{env: `"production"`}
	for k, v := range o.Define {
		all[k] = v
	}
	return all
}

// CheckDefine returns what is wrong with a definition, or "".
func CheckDefine(name, value string) string {
	r := api.Transform("", api.TransformOptions{Define: map[string]string{name: value}, LogLevel: api.LogLevelSilent})
	if len(r.Errors) == 0 {
		return ""
	}
	return r.Errors[0].Text
}

// Read parses the bundle. Diagnostics refer to the files in it.
func (b *Bundle) Read() (*ast.Program, []Diagnostic) {
	t := Script
	switch f := b.o.Format; {
	case f == "esm", f == "" && b.o.Platform == "neutral":
		t = Module
	case f == "cjs", f == "" && b.o.Platform == "node":
		t = CommonJS
	}
	return b.read.read(Options{Path: b.o.Entry, Type: t, AnyNames: b.o.AnyNames})
}

// inputs records the files that a build loads.
type inputs struct {
	sync.Mutex
	paths []string
}

// watch returns a plugin that records the loaded files and leaves the loading to
// esbuild.
func (in *inputs) watch(loads func(path string)) api.Plugin {
	return api.Plugin{Name: "inputs", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			if loads != nil {
				loads(a.Path)
			}
			in.Lock()
			in.paths = append(in.paths, shownPath(a.Path))
			in.Unlock()
			return api.OnLoadResult{}, nil
		})
	}}
}

func (in *inputs) list() []string {
	slices.Sort(in.paths)
	return in.paths
}
