package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/quickjs"
)

// memoryLimit stops programs that double a string until memory is full.
const memoryLimit = 128 << 20

// gcThreshold is more memory than most programs allocate: what they leave in cycles is collected
// with their machine.
const gcThreshold = 16 << 20

// QuickJS runs each program in a virtual machine of its own inside this
// process.
type QuickJS struct{ prelude []byte }

// NewQuickJS compiles the prelude once for all programs.
func NewQuickJS() (*QuickJS, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("quickjs: %w", err)
	}
	defer vm.Close()
	code, err := vm.Compile(Prelude(), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("quickjs: prelude: %w", err)
	}
	return &QuickJS{prelude: code}, nil
}

// Name is "quickjs".
func (q *QuickJS) Name() string { return "quickjs" }

// Close releases nothing: machines do not outlive their run.
func (q *QuickJS) Close() error { return nil }

// Run runs one script.
func (q *QuickJS) Run(ctx context.Context, src string, timeout time.Duration) (Trace, error) {
	if err := ctx.Err(); err != nil {
		return Trace{}, err
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return Trace{}, fmt.Errorf("quickjs: %w", err)
	}
	defer vm.Close()
	vm.SetWTF8(true)
	vm.SetMemoryLimit(memoryLimit)
	vm.SetGCThreshold(gcThreshold)
	if err := vm.SetEvalTimeout(timeout); err != nil {
		return Trace{}, fmt.Errorf("quickjs: %w", err)
	}
	finish, err := vm.EvalBytecodeValue(q.prelude)
	if err != nil {
		return Trace{}, fmt.Errorf("quickjs: prelude: %w", err)
	}
	defer finish.Free()

	code, err := vm.Compile(src, quickjs.EvalGlobal)
	if err != nil {
		return Trace{Outcome: Syntax, Detail: err.Error()}, nil
	}
	args := []any{0}
	if v, err := vm.EvalBytecodeValue(code); err != nil {
		if interrupted(err) {
			return Trace{Outcome: Timeout}, nil
		}
		// The thrown value cannot be taken out of the machine, only its text.
		args = []any{2, thrownText(err)}
	} else {
		v.Free()
	}
	if _, err := vm.ExecutePendingJobs(); err != nil && interrupted(err) {
		return Trace{Outcome: Timeout}, nil
	}
	text, err := finish.Call(quickjs.UndefinedValue, args...)
	if err != nil {
		if interrupted(err) {
			return Trace{Outcome: Timeout}, nil
		}
		return Trace{Outcome: Resource, Detail: err.Error()}, nil
	}
	s, ok := text.(string)
	if !ok {
		return Trace{Outcome: Fault, Detail: fmt.Sprintf("finish gave %T", text)}, nil
	}
	var a answer
	if err := json.Unmarshal([]byte(s), &a); err != nil {
		return Trace{}, fmt.Errorf("trace: %w", err)
	}
	return a.trace(), nil
}

// RunAll runs the scripts one after the other.
func (q *QuickJS) RunAll(ctx context.Context, srcs []string, timeout time.Duration) ([]Trace, error) {
	ts := make([]Trace, len(srcs))
	for i, src := range srcs {
		var err error
		if ts[i], err = q.Run(ctx, src, timeout); err != nil {
			return nil, err
		}
	}
	return ts, nil
}

func interrupted(err error) bool {
	return strings.Contains(err.Error(), "InternalError: interrupted")
}

func thrownText(err error) string {
	var e *quickjs.Error
	if errors.As(err, &e) && e.Name != "" {
		return e.Name + ": " + e.Message
	}
	return err.Error()
}
