package engine

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

//go:embed worker.mjs
var worker string

// runsPerProcess bounds how much garbage a node process can gather from the
// contexts of finished programs.
const runsPerProcess = 3000

// grace is how long a process may run beyond a program's own timeout before it is
// killed: a regular expression cannot be interrupted from inside.
const grace = 5 * time.Second

// unguardedTime is how long a batch of scripts may run before its process is killed and each
// script is run again, guarded. Most batches take milliseconds.
const unguardedTime = 2 * time.Second

// ErrNoNode means that there is no node on the PATH.
var ErrNoNode = errors.New("node is not on the PATH")

// Node runs programs in a few long-lived node processes, each program in a
// context of its own.
type Node struct {
	bin, dir string
	idle     chan *nodeProcess // nil: a process may be started
}

type nodeProcess struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	runs int
}

// NewNode prepares up to width processes; they start when first used. The
// error is [ErrNoNode] when node is not installed.
func NewNode(width int) (*Node, error) {
	bin, err := exec.LookPath("node")
	if err != nil {
		return nil, ErrNoNode
	}
	dir, err := os.MkdirTemp("", "sonlab-node-")
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"worker.mjs": worker, "record.js": record, "prelude.js": prelude} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	n := &Node{bin: bin, dir: dir, idle: make(chan *nodeProcess, max(width, 1))}
	for range cap(n.idle) {
		n.idle <- nil
	}
	return n, nil
}

// Name is "node".
func (n *Node) Name() string { return "node" }

// Close ends the processes. No Run may be under way.
func (n *Node) Close() error {
	for range cap(n.idle) {
		if p := <-n.idle; p != nil {
			p.stop()
		}
	}
	return os.RemoveAll(n.dir)
}

// Run runs one script in the next free process.
func (n *Node) Run(ctx context.Context, src string, timeout time.Duration) (Trace, error) {
	ts, err := n.RunAs(ctx, Alone, []string{src}, timeout)
	if err != nil {
		return Trace{}, err
	}
	return ts[0], nil
}

// RunAll runs the scripts in one process.
func (n *Node) RunAll(ctx context.Context, srcs []string, timeout time.Duration) ([]Trace, error) {
	return n.RunAs(ctx, Alone, srcs, timeout)
}

// RunAs runs programs in one process, in the environment how.
func (n *Node) RunAs(ctx context.Context, how How, srcs []string, timeout time.Duration) ([]Trace, error) {
	// Nearly all programs end. If one does not, its process is killed.
	ts, ok, err := n.batch(ctx, how, srcs, timeout, false)
	if err != nil || ok {
		return ts, err
	}
	// One of them ended the process. Find out which.
	for i := range srcs {
		one, _, err := n.batch(ctx, how, srcs[i:i+1], timeout, true)
		if err != nil {
			return nil, err
		}
		ts[i] = one[0]
	}
	return ts, nil
}

// batch runs scripts in the next free process; ok is false if the process did
// not survive them. Unless guarded is set, the process does not survive a script
// that takes too long.
func (n *Node) batch(ctx context.Context, how How, srcs []string, timeout time.Duration, guarded bool) (ts []Trace, ok bool, err error) {
	var p *nodeProcess
	select {
	case p = <-n.idle:
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	if p != nil && p.runs >= runsPerProcess {
		p.stop()
		p = nil
	}
	if p == nil {
		if p, err = n.start(stack); err != nil {
			n.idle <- nil
			return nil, false, err
		}
	}
	ts, ok = p.run(ctx, how, srcs, timeout, guarded)
	if !ok {
		p.stop()
		p = nil
	}
	n.idle <- p
	return ts, ok, ctx.Err()
}

// Stack sizes in KB.
const (
	stack        = 900
	shallowStack = 600
)

// RunShallow runs a script in a process of its own with two thirds of the stack.
func (n *Node) RunShallow(ctx context.Context, src string, timeout time.Duration) (Trace, error) {
	p, err := n.start(shallowStack)
	if err != nil {
		return Trace{}, err
	}
	defer p.stop()
	ts, _ := p.run(ctx, Alone, []string{src}, timeout, true)
	return ts[0], ctx.Err()
}

// plain are the flags that turn V8's optimizations off. Its bytecode compiler may read a
// variable from the register of another one that it was copied to:
//
//	function f(a) { let o = x; var x = a; return [o, x, () => x] }    // two undefined, in node 20
var plain = []string{"--no-ignition-reo", "--no-sparkplug", "--no-maglev", "--no-opt"}

// RunPlain runs a program in a process of its own that only interprets it.
func (n *Node) RunPlain(ctx context.Context, how How, src string, timeout time.Duration) (Trace, error) {
	p, err := n.start(stack, plain...)
	if err != nil {
		return Trace{}, err
	}
	defer p.stop()
	ts, _ := p.run(ctx, how, []string{src}, timeout, true)
	return ts[0], ctx.Err()
}

func (n *Node) start(stack int, flags ...string) (*nodeProcess, error) {
	args := append([]string{fmt.Sprint("--stack-size=", stack), "--experimental-vm-modules"}, flags...)
	cmd := exec.Command(n.bin, append(args, filepath.Join(n.dir, "worker.mjs"), filepath.Join(n.dir, "record.js"), filepath.Join(n.dir, "prelude.js"))...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	return &nodeProcess{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}, nil
}

func (p *nodeProcess) stop() {
	p.in.Close()
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// nodeAnswer is the worker's report on one run.
type nodeAnswer struct {
	answer
	Same    bool   `json:"same"` // as the first run
	Syntax  string `json:"syntax"`
	Fault   string `json:"fault"`
	Timeout bool   `json:"timeout"`
}

func (a nodeAnswer) trace(first Trace) Trace {
	switch {
	case a.Same:
		return first
	case a.Fault != "":
		return Trace{Outcome: Fault, Detail: a.Fault}
	case a.Timeout:
		return Trace{Outcome: Timeout}
	case a.Syntax != "":
		return Trace{Outcome: Syntax, Detail: a.Syntax}
	}
	return a.answer.trace()
}

// run sends programs and waits for the answer; ok is false if the process cannot
// be used again. The process itself stops guarded programs.
func (p *nodeProcess) run(ctx context.Context, how How, srcs []string, timeout time.Duration, guarded bool) (ts []Trace, ok bool) {
	all := func(t Trace) []Trace { return slices.Repeat([]Trace{t}, len(srcs)) }
	p.runs += len(srcs)
	inside := int64(0)
	if guarded {
		inside = max(timeout.Milliseconds(), 1)
	}
	request, err := json.Marshal(map[string]any{"sources": srcs, "timeout": inside, "how": how.String()})
	if err != nil {
		return all(Trace{Outcome: Fault, Detail: err.Error()}), true
	}
	type reply struct {
		Runs []nodeAnswer `json:"runs"`
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		var r reply
		if _, r.err = p.in.Write(append(request, '\n')); r.err == nil {
			var line []byte
			if line, r.err = p.out.ReadBytes('\n'); r.err == nil {
				r.err = json.Unmarshal(line, &r)
			}
		}
		replies <- r
	}()
	patience := unguardedTime
	if guarded {
		patience = timeout*time.Duration(len(srcs)) + grace
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return all(Trace{Outcome: Fault, Detail: "cancelled"}), false
	case <-timer.C:
		return all(Trace{Outcome: Timeout, Detail: "killed"}), false
	case r := <-replies:
		if r.err != nil || len(r.Runs) != len(srcs) {
			return all(Trace{Outcome: Resource, Detail: fmt.Sprint("node ended: ", r.err)}), false
		}
		for _, a := range r.Runs {
			var first Trace
			if len(ts) > 0 {
				first = ts[0]
			}
			ts = append(ts, a.trace(first))
		}
		return ts, true
	}
}
