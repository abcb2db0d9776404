package test262

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
	"strconv"
	"strings"
	"time"
)

//go:embed worker.mjs
var worker string

// runsPerProcess bounds how much garbage finished tests leave in a process.
const runsPerProcess = 200

// asyncLimit is how long an asynchronous test may take to report. It must stay
// below the limit of a run.
const asyncLimit = 2 * time.Second

// ErrNoNode means that there is no node on the PATH.
var ErrNoNode = errors.New("node is not on the PATH")

// State is how a run ended.
type State string

const (
	Pass    State = "pass"
	Fail    State = "fail"
	Timeout State = "timeout"
	Died    State = "died" // the process ended
)

// lost reports whether the state may be due to the machine rather than the test.
func (s State) lost() bool { return s == Timeout || s == Died }

// outcome is the result of one run of one test.
type outcome struct {
	State   State  `json:"state"`
	Detail  string `json:"detail"`
	Calls   int    `json:"calls"`   // of assertion functions
	Trace   uint32 `json:"trace"`   // hash of these calls
	Globals uint32 `json:"globals"` // hash of what the test put on the global object

	Log   []string `json:"log"`   // the calls themselves, on request
	Made  []string `json:"made"`  // the globals themselves, on request
	Texts int      `json:"texts"` // how often the text of a function was read, if it was hidden
}

// same reports whether two runs cannot be told apart.
func (o outcome) same(p outcome) bool {
	return o.State == p.State && o.sameCalls(p) && o.Globals == p.Globals
}

func (o outcome) sameCalls(p outcome) bool { return o.Calls == p.Calls && o.Trace == p.Trace }

// host starts node processes.
type host struct {
	bin, dir, checkout string
	timeout            time.Duration // of one run
	version            string
	intl               bool // this node supports Intl
}

func newHost(ctx context.Context, checkout string, timeout time.Duration) (*host, error) {
	bin, err := exec.LookPath("node")
	if err != nil {
		return nil, ErrNoNode
	}
	about, err := exec.CommandContext(ctx, bin, "-p", "process.version + ' ' + typeof Intl").Output()
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	version, intl, _ := strings.Cut(strings.TrimSpace(string(about)), " ")
	if checkout, err = filepath.Abs(checkout); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sonlab-test262-")
	if err != nil {
		return nil, err
	}
	h := &host{bin: bin, dir: dir, checkout: checkout, timeout: timeout, version: version, intl: intl == "object"}
	return h, os.WriteFile(filepath.Join(dir, "worker.mjs"), []byte(worker), 0o600)
}

func (h *host) close() error { return os.RemoveAll(h.dir) }

// lane is one process at a time, started when needed. It must not be used by
// several goroutines.
type lane struct {
	h    *host
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	runs int
}

func (l *lane) start() error {
	h := l.h
	cmd := exec.Command(h.bin, "--experimental-vm-modules", "--no-warnings", "--expose-gc", "--max-old-space-size=3000",
		filepath.Join(h.dir, "worker.mjs"), h.checkout, strconv.FormatInt(asyncLimit.Milliseconds(), 10))
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("node: %w", err)
	}
	l.cmd, l.in, l.out, l.runs = cmd, in, bufio.NewReaderSize(out, 1<<16), 0
	return nil
}

// stop ends the process; the next run gets a fresh one.
func (l *lane) stop() {
	if l.cmd != nil {
		l.in.Close()
		l.cmd.Process.Kill()
		l.cmd.Wait()
		l.cmd = nil
	}
}

// look says how closely to look at a run.
type look uint8

const (
	verbose look = 1 << iota // return calls and globals as text
	hidden                   // give all functions the same text
)

// request is one run of one text.
type request struct {
	Path     string   `json:"path"`
	Module   bool     `json:"module,omitempty"`
	Async    bool     `json:"async,omitempty"`
	Raw      bool     `json:"raw,omitempty"`
	Includes []string `json:"includes,omitempty"`
	Throws   string   `json:"throws,omitempty"`
	Verbose  bool     `json:"verbose,omitempty"`
	Hide     bool     `json:"hide,omitempty"`
	Code     string   `json:"code"`
}

// run runs code in place of a test's own text. The error is ctx's, or means that
// no process can be started.
func (l *lane) run(ctx context.Context, t *Test, code string, how look) (outcome, error) {
	text, err := json.Marshal(request{
		Path: t.Path, Module: t.Mode == Module, Async: t.meta.flag("async"), Raw: t.meta.flag("raw"), Includes: t.meta.includes,
		Throws: t.throws(), Verbose: how&verbose != 0, Hide: how&hidden != 0, Code: code,
	})
	if err != nil {
		return outcome{}, err
	}
	if l.runs >= runsPerProcess {
		l.stop()
	}
	if l.cmd == nil {
		if err := l.start(); err != nil {
			return outcome{}, err
		}
	}
	l.runs++
	type answer struct {
		outcome
		err error
	}
	answers := make(chan answer, 1)
	in, out := l.in, l.out
	go func() {
		var a answer
		if _, a.err = in.Write(append(text, '\n')); a.err == nil {
			var line []byte
			if line, a.err = out.ReadBytes('\n'); a.err == nil {
				a.err = json.Unmarshal(line, &a.outcome)
			}
		}
		answers <- a
	}()
	timer := time.NewTimer(l.h.timeout)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		l.stop()
		return outcome{}, ctx.Err()
	case <-timer.C:
		l.stop()
		return outcome{State: Timeout, Detail: fmt.Sprintf("no answer after %v", l.h.timeout)}, nil
	case a := <-answers:
		if a.err != nil {
			l.stop()
			return outcome{State: Died, Detail: "node ended: " + a.err.Error()}, nil
		}
		return a.outcome, nil
	}
}
