// Package size compares how many bytes of a program go over the wire: minified by
// esbuild alone, by esbuild after son, and by esbuild after another tool; or minified by son, by
// esbuild, and by another tool.
package size

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// Files are the files measured by default, below node_modules.
var Files = []string{
	"react/cjs/react.development.js",
	"moment/moment.js",
	"jquery/dist/jquery.js",
	"vue/dist/vue.global.js",
	"lodash/lodash.js",
	"d3/dist/d3.js",
	"terser/dist/bundle.min.js",
	"three/build/three.core.js",
	"echarts/dist/echarts.js",
	"typescript/lib/typescript.js",
}

// Sizes are the sizes of one program in bytes.
type Sizes struct{ Minified, Compressed int }

// Result holds the sizes of one program.
type Result struct {
	Name       string
	Bytes      int // as written
	Alone, Son Sizes
	Peer       Sizes // of another tool; zero: not measured
}

// Ratio is the compressed size with son over the one without.
func (r Result) Ratio() float64 { return float64(r.Son.Compressed) / float64(r.Alone.Compressed) }

// Peer runs another tool on a file and returns its output.
type Peer func(ctx context.Context, file string) (string, error)

// Terser returns the command terser in modules, or nil. It leaves names to esbuild.
func Terser(modules string) Peer {
	script := filepath.Join(modules, "terser", "bin", "terser")
	if _, err := os.Stat(script); err != nil {
		return nil
	}
	return func(ctx context.Context, file string) (string, error) {
		out, err := exec.CommandContext(ctx, "node", script, file, "--compress").Output()
		return string(out), err
	}
}

// UglifyJS returns the command uglifyjs in modules, or nil. It drops all comments.
func UglifyJS(modules string) Peer {
	script := filepath.Join(modules, "uglify-js", "bin", "uglifyjs")
	if _, err := os.Stat(script); err != nil {
		return nil
	}
	return func(ctx context.Context, file string) (string, error) {
		out, err := exec.CommandContext(ctx, "node", script, file, "--compress", "--mangle").Output()
		return string(out), err
	}
}

// Options say how to measure.
type Options struct {
	Level  int // of son
	Assume passes.AssumptionSet
	Legal  parse.LegalComments // LegalNone: son and esbuild drop them. Only for MeasureMinified; Measure counts none.
	Peer   Peer                // nil: none
}

// MeasureMinified measures one file minified by son itself, by esbuild, and by a peer.
func MeasureMinified(ctx context.Context, file string, o Options) (Result, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return Result{}, err
	}
	r := Result{Name: filepath.Base(file), Bytes: len(src)}
	given := string(src)
	if o.Legal == parse.LegalNone {
		p, ds := parse.Parse(given, parse.Options{Path: file})
		if p == nil {
			return r, fmt.Errorf("it cannot be parsed: %v", ds)
		}
		given = print.Apply(given, print.WithoutLegal(p))
	}
	alone, ds := parse.Transform(given, nil, file, parse.TransformOptions{Minify: true, AnyNames: true})
	if alone == nil {
		return r, fmt.Errorf("esbuild: %v", ds)
	}
	out, err := passes.Optimize(ctx, string(src), passes.Options{Path: file, Level: o.Level, Assume: o.Assume, For: cost.Size, Minify: true, Legal: o.Legal})
	if err != nil {
		return r, err
	}
	if len(out.Report.Faults) > 0 {
		return r, errors.New(out.Report.Faults[0])
	}
	r.Alone, err = compress(alone.Code)
	if err == nil {
		r.Son, err = compress(out.Code)
	}
	if err != nil || o.Peer == nil {
		return r, err
	}
	text, err := o.Peer(ctx, file)
	if err != nil {
		return r, err
	}
	r.Peer, err = compress(text)
	return r, err
}

func compress(code string) (Sizes, error) {
	n, err := parse.Compressed(code)
	return Sizes{len(code), n}, err
}

// Measure measures one file minified by esbuild, alone and after son or a peer.
func Measure(ctx context.Context, file string, o Options) (Result, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return Result{}, err
	}
	r := Result{Name: filepath.Base(file), Bytes: len(src)}
	if r.Alone, err = squeeze(string(src)); err != nil {
		return r, err
	}
	out, err := passes.Optimize(ctx, string(src), passes.Options{Path: file, Level: o.Level, Assume: o.Assume, For: cost.Size})
	if err != nil {
		return r, err
	}
	if len(out.Report.Faults) > 0 {
		return r, errors.New(out.Report.Faults[0])
	}
	if r.Son, err = squeeze(out.Code); err != nil || o.Peer == nil {
		return r, err
	}
	text, err := o.Peer(ctx, file)
	if err != nil {
		return r, err
	}
	r.Peer, err = squeeze(text)
	return r, err
}

func squeeze(code string) (Sizes, error) {
	minified, compressed, ok := parse.MinifiedSize(code)
	if !ok {
		return Sizes{}, errors.New("esbuild cannot minify it")
	}
	return Sizes{minified, compressed}, nil
}

// Table shows results, and finally the geometric means of their ratios. peer says what the last columns
// are, and comments what the sizes include of legal comments.
func Table(rs []Result, peer, comments string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "legal comments: %s\n", comments)
	fmt.Fprintf(&b, "%-24s %9s | %-17s | %-17s %-7s | %s\n", "", "written", "esbuild    gzip", "with son   gzip", "ratio", peer)
	var alone, others []float64
	for _, r := range rs {
		fmt.Fprintf(&b, "%-24s %9d | %8d %8d | %8d %8d %.4f", r.Name, r.Bytes, r.Alone.Minified, r.Alone.Compressed, r.Son.Minified, r.Son.Compressed, r.Ratio())
		alone = append(alone, r.Ratio())
		if r.Peer.Compressed > 0 {
			ratio := float64(r.Son.Compressed) / float64(r.Peer.Compressed)
			fmt.Fprintf(&b, "  | %8d %8d %.4f", r.Peer.Minified, r.Peer.Compressed, ratio)
			others = append(others, ratio)
		}
		b.WriteByte('\n')
	}
	if len(alone) > 0 {
		fmt.Fprintf(&b, "geometric mean of %d ratios: %.4f\n", len(alone), mean(alone))
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, "geometric mean of %d ratios of son to the other tool: %.4f\n", len(others), mean(others))
	}
	return b.String()
}

// mean is the geometric mean.
func mean(list []float64) float64 {
	logs := 0.0
	for _, x := range list {
		logs += math.Log(x)
	}
	return math.Exp(logs / float64(len(list)))
}
