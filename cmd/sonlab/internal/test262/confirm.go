package test262

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Kind is what is wrong with a run.
type Kind string

// The kinds of finds. All but Text and Flaky are failures.
const (
	Broken   Kind = "broken"
	Silent   Kind = "silent"
	Refused  Kind = "refused"
	Crashed  Kind = "crashed"
	Accepted Kind = "accepted"
	Text     Kind = "text"
	Flaky    Kind = "flaky"
)

// Kinds lists the kinds in the order of the table.
func Kinds() []Kind { return []Kind{Broken, Silent, Refused, Crashed, Accepted, Text, Flaky} }

// Failure reports whether a find of this kind is the transform's fault.
func (k Kind) Failure() bool { return k != Text && k != Flaky }

// confirm reruns every test whose outcome differs, untouched and transformed, in a
// fresh process, and decides what kind of find it is. Tests that ran out of time have
// the machine to themselves, and are not finds if they then agree.
func (r *runner) confirm(ctx context.Context) error {
	var suspects, slow []int
	for i, a := range r.after {
		switch {
		case !r.comparable(i) || a.fault != "" || a.same(r.before[i]):
		case a.State.lost():
			slow = append(slow, i)
		default:
			suspects = append(suspects, i)
		}
	}
	var mu sync.Mutex
	err := r.lanes(ctx, "confirming", r.Jobs, suspects, func(l *lane, i int) error {
		err := r.check(ctx, l, i, false)
		if errors.Is(err, errLate) {
			mu.Lock()
			defer mu.Unlock()
			slow, err = append(slow, i), nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.lanes(ctx, "confirming, alone", 1, slow, func(l *lane, i int) error { return r.check(ctx, l, i, true) })
}

// errLate means that a run of a suspect did not answer.
var errLate = errors.New("no answer")

// check decides about one suspect. A suspect that is late is only judged if it ran alone.
func (r *runner) check(ctx context.Context, l *lane, i int, alone bool) error {
	t, first := r.tests[i], r.after[i]
	src, err := t.source(r.Dir)
	if err != nil {
		return err
	}
	b, x, err := pair(ctx, l, t, src, first.code, verbose)
	if err != nil {
		return err
	}
	late := b.State.lost() || x.State.lost()
	kind, why := judge(r.before[i], b, first.outcome, x)
	if kind.Failure() && !late {
		hb, hx, err := pair(ctx, l, t, src, first.code, hidden)
		if err != nil {
			return err
		}
		if hx.Texts > 0 && hx.same(hb) {
			kind = Text
		}
		late = hb.State.lost() || hx.State.lost()
	}
	if late && !alone {
		return errLate
	}
	if kind == "" {
		return nil
	}
	r.find(i, kind, why)
	return r.save(t, src, first.code, fmt.Sprintf("%s: %s", kind, why))
}

// pair runs a test untouched and transformed in a fresh process.
func pair(ctx context.Context, l *lane, t *Test, src, code string, how look) (b, x outcome, err error) {
	l.stop()
	if b, err = l.run(ctx, t, src, how); err == nil {
		x, err = l.run(ctx, t, code, how)
	}
	return b, x, err
}

// judge compares two rounds of runs, untouched (b) and transformed (x). The first
// untouched run passed, and the first transformed run differed from it. There is no
// kind if that run was late or died, and the second one agrees.
func judge(b1, b2, x1, x2 outcome) (Kind, string) {
	switch {
	case x1.State.lost() && b2.State == Pass && x2.same(b2):
		return "", ""
	case b2.State != Pass:
		return Flaky, "untouched, the second time: " + b2.Detail
	case x1.State != Pass && x2.State != Pass:
		return Broken, x2.Detail
	case x1.State == Fail:
		return Flaky, "transformed, only the first time: " + x1.Detail
	case x2.State != Pass:
		return Flaky, "transformed, only the second time: " + x2.Detail
	case !b1.same(b2):
		return Flaky, "the untouched runs differ from each other"
	case x2.same(b2):
		return Flaky, "transformed, a different trace only the first time"
	case !x2.sameCalls(b2):
		return Silent, calls(b2, x2)
	}
	return Silent, globals(b2, x2)
}

// calls describes where two traces diverge.
func calls(b, x outcome) string {
	k := 0
	for k < min(len(b.Log), len(x.Log)) && b.Log[k] == x.Log[k] {
		k++
	}
	at := func(log []string) string {
		if k < len(log) {
			return log[k]
		}
		return "none"
	}
	return fmt.Sprintf("%d assertion calls, then %d; call %d: %s, then %s", b.Calls, x.Calls, k+1, at(b.Log), at(x.Log))
}

// globals describes how the globals that two runs made differ.
func globals(b, x outcome) string {
	only := func(a, b []string) string {
		var out []string
		for _, s := range a {
			if !slices.Contains(b, s) {
				out = append(out, s)
			}
		}
		return strings.Join(out[:min(len(out), 5)], ", ")
	}
	return fmt.Sprintf("on the global object: %s; then %s", only(b.Made, x.Made), only(x.Made, b.Made))
}
