// Package embedded runs a script in the embedded engine. It imports nothing else, so that a
// program that does nothing more starts with few instructions; package speed counts those of once.
package embedded

import (
	"fmt"
	"runtime"
	"time"

	"modernc.org/quickjs"
)

// Run runs a script and then run(n), in a machine of their own. It returns the result as a string and
// the processor time of run(n) alone. The error is what either throws, or that one of them takes longer
// than the limit.
func Run(src string, n int, limit time.Duration) (result string, took time.Duration, err error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return "", 0, fmt.Errorf("quickjs: %w", err)
	}
	defer vm.Close()
	if err := vm.SetEvalTimeout(limit); err != nil {
		return "", 0, fmt.Errorf("quickjs: %w", err)
	}
	if _, err := vm.Eval(src+"\n;0", quickjs.EvalGlobal); err != nil {
		return "", 0, fmt.Errorf("quickjs: %w", err)
	}
	call := fmt.Sprintf("String(run(%d))", n)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	v, err := vm.Eval(call, quickjs.EvalGlobal)
	took = threadTime() - start
	if err != nil {
		return "", 0, fmt.Errorf("quickjs: %w", err)
	}
	return fmt.Sprint(v), took, nil
}
