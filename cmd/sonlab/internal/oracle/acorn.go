package oracle

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

	"github.com/sonjs/son/parse"
)

//go:embed acorn.mjs
var acornScript string

// ErrNoNode means that there is no node on the PATH.
var ErrNoNode = errors.New("node is not on the PATH")

// acorn is a node process that computes the answers of oracle B.
type acorn struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	dir string
}

// startAcorn starts node with the package acorn in a directory. Long operator
// chains nest deeply in acorn's trees, so node gets most of the usual stack.
func startAcorn(ctx context.Context, pkg string) (*acorn, error) {
	bin, err := exec.LookPath("node")
	if err != nil {
		return nil, ErrNoNode
	}
	pkg, err = filepath.Abs(pkg)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sonlab-acorn-")
	if err != nil {
		return nil, err
	}
	script := filepath.Join(dir, "acorn.mjs")
	if err := os.WriteFile(script, []byte(acornScript), 0o600); err != nil {
		return nil, err
	}
	a := &acorn{dir: dir, cmd: exec.CommandContext(ctx, bin, "--experimental-vm-modules", "--no-warnings",
		"--stack-size=7000", "--max-old-space-size=6000", script, pkg)}
	a.cmd.Stderr = os.Stderr
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.out = bufio.NewReaderSize(out, 1<<16)
	return a, a.cmd.Start()
}

func (a *acorn) stop() {
	a.in.Close()
	a.cmd.Wait()
	os.RemoveAll(a.dir)
}

type acornRequest struct {
	Text    string    `json:"text"`
	Module  bool      `json:"module"`
	Either  bool      `json:"either"` // it is not known whether it is a module
	Check   bool      `json:"check"`  // node itself is to judge, too
	Printed []*string `json:"printed"`
}

type acornAnswer struct {
	Refused     *string  `json:"refused"`
	Differences []string `json:"differences"` // by style, "" for none
	NodeRefuses *string  `json:"nodeRefuses"` // nil: node was not to judge
	Syntax      []string `json:"syntax"`      // by style
}

// judge adds acorn's and node's answers to verdicts.
func (a *acorn) judge(vs []*verdict) error {
	requests := make([]acornRequest, len(vs))
	for i, v := range vs {
		requests[i] = acornRequest{v.text, v.module, v.refused != "" && v.source.Type == parse.Auto, !v.byEsbuild && v.refused == "", v.printed}
		if v.printed == nil {
			requests[i].Printed = []*string{}
		}
	}
	line, err := json.Marshal(map[string]any{"sources": requests})
	if err != nil {
		return err
	}
	if _, err := a.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("node: %w", err)
	}
	if line, err = a.out.ReadBytes('\n'); err != nil {
		return fmt.Errorf("node ended while it judged %s: %w", vs[0].source.Name, err)
	}
	var answers []acornAnswer
	if err := json.Unmarshal(line, &answers); err != nil {
		return err
	}
	for i, v := range vs {
		v.settle(answers[i])
	}
	return nil
}

// settle adds acorn's and node's answer to the verdict.
func (v *verdict) settle(a acornAnswer) {
	v.byAcorn = a.Refused == nil
	if v.refused != "" {
		if v.byAcorn && v.byEsbuild && !v.source.Valid {
			v.differs("", "reader", v.refused)
		}
		return
	}
	v.byNode = a.NodeRefuses != nil && *a.NodeRefuses == ""
	for i, style := range Styles() {
		if v.byAcorn && a.Differences[i] != "" {
			v.differs(style.Name, "acorn", a.Differences[i])
		}
		if v.byNode && a.Syntax[i] != "" {
			v.differs(style.Name, "node", "refuses the printed text: "+a.Syntax[i])
		}
	}
}
