package size

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// Contest compares minifiers, each of which runs in a process of its own.
type Contest struct {
	Tools  []Tool
	Rounds int // how often times are measured; the least counts
}

// Tool is a minifier with its settings.
type Tool struct {
	Name     string
	Settings string // Markdown
	// Command prints the minified text of a file. The words Input and Module are replaced: by the path of the
	// file, and by --module if it is a module, or nothing.
	Command []string
	Group   string // the table that it is in
}

// Contested are the files of the page, below node_modules.
var Contested = []string{
	"moment/moment.js", "jquery/dist/jquery.js", "vue/dist/vue.global.js", "lodash/lodash.js",
	"d3/dist/d3.js", "react/cjs/react.development.js", "three/build/three.core.js", "terser/dist/bundle.min.js",
}

// Esbuild minifies a text with esbuild, without comments.
func Esbuild(src, path string) (string, error) {
	r := api.Transform(src, api.TransformOptions{MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsNone, Sourcefile: path, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		return "", fmt.Errorf("esbuild: %s", r.Errors[0].Text)
	}
	return string(r.Code), nil
}

// Words in Tool.Command.
const (
	Input  = "INPUT"
	Module = "MODULE"
)

// Groups of tools.
const (
	Minifiers = "minifiers"
	Ablations = "ablations"
)

// Entry is what a tool makes of a file.
type Entry struct {
	Tool, File        string
	Bytes             int // of the input
	Raw, Gzip, Brotli int
	CPU               time.Duration // without that of minifying an empty file
	Memory            int64         // the most that the process held, in bytes
	Failed            string        // why there is none of that
}

// Run runs all tools on all files.
func (c Contest) Run(ctx context.Context, files []string, progress func(Entry)) (list []Entry, err error) {
	dir, err := os.MkdirTemp("", "sonlab-size-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "usage.cjs"), []byte(usageScript), 0o600); err != nil {
		return nil, err
	}
	empty := filepath.Join(dir, "empty.js")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		return nil, err
	}
	for _, t := range c.Tools {
		start := c.one(ctx, dir, t, empty)
		for _, file := range files {
			e := c.one(ctx, dir, t, file)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			e.CPU = max(e.CPU-start.CPU, time.Millisecond)
			progress(e)
			list = append(list, e)
		}
	}
	return list, nil
}

// one runs a tool on a file.
func (c Contest) one(ctx context.Context, dir string, t Tool, file string) (e Entry) {
	e.Tool, e.File = t.Name, filepath.Base(file)
	fail := func(err error) Entry {
		e.Failed = err.Error()
		return e
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return fail(err)
	}
	e.Bytes = len(src)
	p, ds := parse.Parse(string(src), parse.Options{Path: file})
	if p == nil {
		return fail(errors.New(ds[0].String()))
	}
	in, module := filepath.Join(dir, "in.js"), p.Type == ast.Module
	if module {
		in = filepath.Join(dir, "in.mjs")
	}
	if err := os.WriteFile(in, src, 0o600); err != nil {
		return fail(err)
	}
	var text []byte
	for round := range max(c.Rounds, 1) {
		out, u, err := runTool(ctx, dir, t, in, module)
		if err != nil {
			return fail(err)
		}
		text = out
		if cpu := time.Duration(u.CPU * float64(time.Second)); round == 0 || cpu < e.CPU {
			e.CPU = cpu
		}
		e.Memory = max(e.Memory, u.Peak)
	}
	if e.Raw, e.Gzip, e.Brotli, err = compressedSizes(ctx, text); err != nil {
		return fail(err)
	}
	return e
}

// usage is what a process says of itself at its end: seconds of processor time, and bytes.
type usage struct {
	CPU  float64 `json:"cpu"`
	Peak int64   `json:"peak"`
}

// usageScript has node write a usage as the last line of its standard error.
//
//go:embed usage.cjs
var usageScript string

func runTool(ctx context.Context, dir string, t Tool, in string, module bool) (text []byte, u usage, err error) {
	var words []string
	for _, w := range t.Command {
		switch {
		case w == Input:
			words = append(words, in)
		case w == Module && module:
			words = append(words, "--module")
		case w == Module:
		default:
			words = append(words, w)
		}
	}
	if words[0] == "node" {
		words = append([]string{"node", "--require", filepath.Join(dir, "usage.cjs")}, words[1:]...)
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err = cmd.Output()
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if err != nil {
		return nil, u, fmt.Errorf("%s: %w: %s", t.Name, err, lines[0])
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &u); err != nil {
		return nil, u, fmt.Errorf("%s: no usage in its last line: %s", t.Name, lines[len(lines)-1])
	}
	return text, u, nil
}

// compressedSizes returns the size of a text as it is, and compressed by gzip -9 and by brotli at its default, the best.
func compressedSizes(ctx context.Context, text []byte) (raw, gzip, brotli int, err error) {
	const script = `const z = require("zlib"), b = require("fs").readFileSync(0);
console.log(z.gzipSync(b, { level: 9 }).length, z.brotliCompressSync(b).length);`
	cmd := exec.CommandContext(ctx, "node", "-e", script)
	cmd.Stdin = bytes.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, 0, err
	}
	_, err = fmt.Sscan(string(out), &gzip, &brotli)
	return len(text), gzip, brotli, err
}
