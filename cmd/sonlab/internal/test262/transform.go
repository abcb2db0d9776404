package test262

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// Transform turns a program into one that should behave the same. A [*Refusal]
// as its error means that the program is invalid; any other error is a fault of
// the transform. It may be called from several goroutines.
type Transform func(ctx context.Context, p Program) (string, error)

// Program is the text of one run of one test.
type Program struct {
	Path   string // below the checkout's test folder
	Source string
	Module bool
}

// Refusal is the error of a transform that rejects its input as invalid.
type Refusal struct{ Reason string }

func (e *Refusal) Error() string { return e.Reason }

// apply runs the transform on a test. A transform that does not end is
// abandoned.
func (r *runner) apply(ctx context.Context, t *Test, src string) (code string, fault Kind, reason string) {
	type answer struct {
		code string
		err  error
	}
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	answers := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if e := recover(); e != nil {
				a.err = fmt.Errorf("panic: %v\n%s", e, debug.Stack())
			}
			answers <- a
		}()
		a.code, a.err = r.Transform(ctx, Program{Path: t.Path, Source: src, Module: t.Mode == Module})
	}()
	// A transform that respects ctx may answer with ctx's error a little later.
	limit := time.NewTimer(r.Timeout + time.Second)
	defer limit.Stop()
	select {
	case a := <-answers:
		var refusal *Refusal
		switch {
		case errors.As(a.err, &refusal):
			return "", Refused, refusal.Reason
		case a.err != nil:
			return "", Crashed, strings.TrimSpace(a.err.Error())
		}
		return a.code, "", ""
	case <-limit.C:
		return "", Crashed, fmt.Sprintf("no answer after %v", r.Timeout)
	}
}
