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
	"time"
)

//go:embed worker.mjs
var worker string

// runsPerProcess bounds how much garbage a node process can gather from the
// contexts of finished programs.
const runsPerProcess = 3000

// grace is what a process may take beyond a program's own timeout before it is
// killed: a regular expression cannot be interrupted from inside.
const grace = 5 * time.Second

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
	for name, text := range map[string]string{"worker.mjs": worker, "prelude.js": prelude} {
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
	var p *nodeProcess
	select {
	case p = <-n.idle:
	case <-ctx.Done():
		return Trace{}, ctx.Err()
	}
	if p != nil && p.runs >= runsPerProcess {
		p.stop()
		p = nil
	}
	if p == nil {
		var err error
		if p, err = n.start(); err != nil {
			n.idle <- nil
			return Trace{}, err
		}
	}
	t, ok := p.run(ctx, src, timeout)
	if !ok {
		p.stop()
		p = nil
	}
	n.idle <- p
	return t, ctx.Err()
}

func (n *Node) start() (*nodeProcess, error) {
	cmd := exec.Command(n.bin, "--stack-size=900", filepath.Join(n.dir, "worker.mjs"), filepath.Join(n.dir, "prelude.js"))
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

type nodeAnswer struct {
	ID      int    `json:"id"`
	Trace   string `json:"trace"`
	Syntax  string `json:"syntax"`
	Fault   string `json:"fault"`
	Timeout bool   `json:"timeout"`
	err     error
}

// run sends one program and waits for its answer; ok is false when the process
// is of no further use.
func (p *nodeProcess) run(ctx context.Context, src string, timeout time.Duration) (t Trace, ok bool) {
	p.runs++
	request, err := json.Marshal(map[string]any{"id": p.runs, "src": src, "timeout": timeout.Milliseconds()})
	if err != nil {
		return Trace{Outcome: Fault, Detail: err.Error()}, true
	}
	answers := make(chan nodeAnswer, 1)
	go func() {
		var a nodeAnswer
		if _, a.err = p.in.Write(append(request, '\n')); a.err == nil {
			var line []byte
			if line, a.err = p.out.ReadBytes('\n'); a.err == nil {
				a.err = json.Unmarshal(line, &a)
			}
		}
		answers <- a
	}()
	timer := time.NewTimer(timeout + grace)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return Trace{Outcome: Fault, Detail: "cancelled"}, false
	case <-timer.C:
		return Trace{Outcome: Timeout, Detail: "killed"}, false
	case a := <-answers:
		switch {
		case a.err != nil:
			return Trace{Outcome: Resource, Detail: "node ended: " + a.err.Error()}, false
		case a.Fault != "":
			return Trace{Outcome: Fault, Detail: a.Fault}, true
		case a.Timeout:
			return Trace{Outcome: Timeout}, true
		case a.Syntax != "":
			return Trace{Outcome: Syntax, Detail: a.Syntax}, true
		}
		t, err := decode(a.Trace)
		if err != nil {
			return Trace{Outcome: Fault, Detail: err.Error()}, true
		}
		return t, true
	}
}
