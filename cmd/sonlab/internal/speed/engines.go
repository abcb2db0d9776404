package speed

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/speed/embedded"
)

// Open returns the engine of a name: node, jitless (node without its compilers)
// or quickjs. Scripts for node are written to dir.
func Open(name, dir string) (Engine, error) {
	switch name {
	case "quickjs":
		return quickJS{}, nil
	case "node":
		return newNode(name, dir)
	case "jitless":
		return newNode(name, dir, "--jitless")
	}
	return nil, fmt.Errorf("unknown engine %q: the engines are node, jitless and quickjs", name)
}

// OpenSteady returns an engine of node, jitless or node, that calls run(n) that many times in a process, at least once.
// What a call takes is what the fastest one does: by then, code is compiled and optimized. It is also the figure that
// varies least on a busy machine. (Chen and Revels, Robust Benchmarking in Noisy Environments, 2016)
func OpenSteady(name, dir string, calls int) (Engine, error) {
	e, err := Open(name, dir)
	if err != nil {
		return nil, err
	}
	n, ok := e.(*node)
	if !ok {
		return nil, fmt.Errorf("the engine %q runs no program several times", name)
	}
	n.calls = calls
	return n, nil
}

// limit stops a run that does not end by itself.
const limit = 2 * time.Minute

//go:embed time.mjs
var timeScript []byte

// node starts a process for each run, so that no variant benefits from what the
// compiler learned from another one.
type node struct {
	name, dir, harness string
	flags              []string
	calls              int // of run(n) in a process, the fastest of which counts
}

func newNode(name, dir string, flags ...string) (*node, error) {
	harness := filepath.Join(dir, "time.mjs")
	if err := os.WriteFile(harness, timeScript, 0o600); err != nil {
		return nil, err
	}
	return &node{name: name, dir: dir, harness: harness, flags: flags, calls: 1}, nil
}

func (e *node) Name() string { return e.name }

func (e *node) Time(ctx context.Context, src string, n int) (Sample, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	file := filepath.Join(e.dir, "program.js")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		return Sample{}, err
	}
	cmd := exec.CommandContext(ctx, "node", append(append([]string{}, e.flags...), e.harness, file, strconv.Itoa(n), strconv.Itoa(e.calls))...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return Sample{}, fmt.Errorf("%s: %w\n%s", e.name, err, stderr.Bytes())
	}
	var a struct {
		Microseconds int64
		Result       string
	}
	if err := json.Unmarshal(out, &a); err != nil {
		return Sample{}, fmt.Errorf("%s: %w", e.name, err)
	}
	return Sample{CPU: time.Duration(a.Microseconds) * time.Microsecond, Result: a.Result}, nil
}

// quickJS runs each script in a machine of its own inside this process.
type quickJS struct{}

func (quickJS) Name() string { return "quickjs" }

func (quickJS) Time(ctx context.Context, src string, n int) (Sample, error) {
	if err := ctx.Err(); err != nil {
		return Sample{}, err
	}
	result, took, err := embedded.Run(src, n, limit)
	return Sample{CPU: took, Result: result}, err
}
