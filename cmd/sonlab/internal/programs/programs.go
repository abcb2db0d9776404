// Package programs runs real programs before and after a transformation: a
// minifier, a parser, a compiler, a formatter, renderers. All files that a
// program loads from its packages are transformed, the program does the same
// work again on the same input, and what it prints must be the same byte for
// byte.
//
// The work of each program is a module in runs, which node runs in a directory
// that holds a copy of the packages.
package programs

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/sonjs/son/internal/npm"
	"github.com/sonjs/son/parse"
)

// Program is a real program and its work.
type Program struct {
	Name string // of its module in runs
	Doc  string
	// Packages are what the program needs; their dependencies are copied, too.
	Packages []string
	// Bundle, if set, is the module in runs that is bundled with its packages;
	// it is then the bundle that is transformed.
	Bundle string
	Define map[string]string // for the bundle
	// Work is the module in runs, if it does not have the name of the program.
	Work string
	// Large programs take minutes.
	Large bool
}

// Programs lists the programs.
func Programs() []Program {
	return []Program{
		{Name: "marked", Doc: "renders Markdown", Packages: []string{"marked"}},
		{Name: "markdown-it", Doc: "renders Markdown", Packages: []string{"markdown-it"}},
		{Name: "react", Doc: "renders an application to text, for production", Packages: []string{"react", "react-dom"},
			Bundle: "app.jsx", Define: map[string]string{"process.env.NODE_ENV": `"production"`}},
		{Name: "react-development", Doc: "renders the same with all checks", Packages: []string{"react", "react-dom"},
			Work: "react", Bundle: "app.jsx", Define: map[string]string{"process.env.NODE_ENV": `"development"`}},
		{Name: "vue", Doc: "compiles components and renders an application to text", Packages: []string{"vue"}},
		{Name: "d3", Doc: "computes layouts, scales, paths and formats", Packages: []string{"d3"}},
		{Name: "echarts", Doc: "draws charts to SVG text", Packages: []string{"echarts"}, Large: true},
		{Name: "terser", Doc: "minifies lodash; its modules", Packages: []string{"terser", "lodash"}},
		{Name: "terser-bundle", Doc: "the same; its bundle, which is minified", Packages: []string{"terser", "lodash"}},
		{Name: "acorn", Doc: "parses typescript", Packages: []string{"acorn", "lodash", "typescript"}},
		{Name: "prettier", Doc: "formats JavaScript and Markdown; its modules are minified", Packages: []string{"prettier"}},
		{Name: "babel", Doc: "lowers modules to ES5", Packages: []string{"@babel/standalone"}, Large: true},
		{Name: "typescript", Doc: "compiles a project of some thousand lines", Packages: []string{"typescript"}, Large: true},
	}
}

func (p Program) work() string {
	if p.Work != "" {
		return p.Work
	}
	return p.Name
}

// File is a file that a program loads.
type File struct {
	Path   string // below the program's directory, with slashes
	Source string
	Type   parse.SourceType
	Bundle *parse.Bundle // if it is one
}

// Transform returns the transformed text of a file.
type Transform func(ctx context.Context, f File) (string, error)

// ErrAbsent means that node or the packages are missing.
var ErrAbsent = errors.New("absent")

// Find returns the node_modules directory to use: NPM_DIR (the directory that
// holds node_modules, or node_modules itself), or the one beside the committed
// package.json. The error wraps [ErrAbsent] and says what is missing.
func Find(committed string) (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("%w: node is not on the PATH", ErrAbsent)
	}
	dir, err := npm.Find(committed, "marked/package.json")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrAbsent, err)
	}
	return dir, nil
}

// Result compares a program before and after one transform.
type Result struct {
	Program   string
	Files     int
	Printed   int      // bytes
	Different []string // "what: before / after", the first ones
	Total     int      // of them
	// Bytes of the files before and after, plain and after esbuild's minify.
	In, Out, MinIn, MinOut int
	Elapsed                time.Duration // of the transform
	Before, After          time.Duration // of the runs
}

// Ratio is the size after over the size before, both minified.
func (r Result) Ratio() float64 { return float64(r.MinOut) / float64(max(r.MinIn, 1)) }

func (r Result) String() string {
	s := fmt.Sprintf("%s: %d bytes printed, %d differences; %d files, %d to %d bytes, minified %d to %d (%.4f); %v, runs %v and %v",
		r.Program, r.Printed, r.Total, r.Files, r.In, r.Out, r.MinIn, r.MinOut, r.Ratio(),
		r.Elapsed.Round(time.Millisecond), r.Before.Round(time.Millisecond), r.After.Round(time.Millisecond))
	for _, d := range r.Different {
		s += "\n  " + d
	}
	return s
}
