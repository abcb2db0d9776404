// Package enginetest runs scripts in an embedded engine, for tests.
package enginetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"modernc.org/quickjs"
)

// Run runs a script in a fresh engine and returns what it records. The prelude is a script that
// defines what the script calls for that. Its value is a function that is called at the end, with
// the name of an uncaught error or "", and returns the record. A script that does not end within
// 20 seconds is an uncaught error.
func Run(t testing.TB, prelude, src string) string {
	t.Helper()
	return RunFor(t, 20*time.Second, prelude, src)
}

// RunFor is Run with another limit.
func RunFor(t testing.TB, limit time.Duration, prelude, src string) string {
	t.Helper()
	vm, err := quickjs.NewVM()
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	vm.SetWTF8(true)
	vm.SetMemoryLimit(128 << 20)
	finish, err := vm.EvalValue(prelude, quickjs.EvalGlobal)
	if err != nil {
		t.Fatal(err)
	}
	defer finish.Free()
	if err := vm.SetEvalTimeout(limit); err != nil { // only now: a machine that stands still for a while is no fault of the prelude
		t.Fatal(err)
	}
	uncaught := ""
	if v, err := vm.EvalValue(src, quickjs.EvalGlobal); err == nil {
		v.Free()
	} else if e := (*quickjs.Error)(nil); errors.As(err, &e) && e.Name != "" {
		uncaught = e.Name
	} else {
		uncaught = err.Error()
	}
	if _, err := vm.ExecutePendingJobs(); err != nil {
		uncaught = err.Error()
	}
	text, err := finish.Call(quickjs.UndefinedValue, uncaught)
	if err != nil {
		return fmt.Sprintf("engine: %v\n", err)
	}
	s, _ := text.(string)
	return s
}
