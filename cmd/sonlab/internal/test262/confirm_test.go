package test262

import (
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	pass := outcome{State: Pass, Calls: 1, Trace: 7, Globals: 9, Log: []string{"assert true"}, Made: []string{"a 1", "b 2"}}
	fail := outcome{State: Fail, Detail: "no"}
	fewer, global := pass, pass
	fewer.Calls, fewer.Trace, fewer.Log = 0, 0, nil
	global.Globals, global.Made = 8, []string{"a 1", "b 3"}
	tests := []struct {
		name           string
		b1, b2, x1, x2 outcome
		kind           Kind
		detail         string
	}{
		{"fails twice", pass, pass, fail, fail, Broken, "no"},
		{"runs out of time", pass, pass, outcome{State: Timeout}, outcome{State: Timeout, Detail: "late"}, Broken, "late"},
		{"runs out of time once", pass, pass, outcome{State: Timeout, Detail: "late"}, pass, "", ""},
		{"runs out of time, then differs", pass, pass, outcome{State: Timeout}, fewer, Silent, "call 1"},
		{"fails once", pass, pass, fail, pass, Flaky, "only the first time"},
		{"fails later", pass, pass, fewer, fail, Flaky, "only the second time"},
		{"untouched fails later", pass, fail, fail, fail, Flaky, "untouched"},
		{"loses a call", pass, pass, fewer, fewer, Silent, "call 1: assert true, then none"},
		{"other global", pass, pass, global, global, Silent, "b 2; then b 3"},
		{"differs once", pass, pass, fewer, pass, Flaky, "a different trace only the first time"},
		{"is never the same", pass, fewer, global, global, Flaky, "the untouched runs differ"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kind, detail := judge(tt.b1, tt.b2, tt.x1, tt.x2)
			if kind != tt.kind || !strings.Contains(detail, tt.detail) {
				t.Errorf("%s %q, want %s %q", kind, detail, tt.kind, tt.detail)
			}
		})
	}
}
