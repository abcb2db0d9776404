package corpus

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/internal/tier"
)

const committed = "../../../../testdata/npm"

// modules returns node_modules, or skips the test where node or the packages are missing.
func modules(t *testing.T) string {
	t.Helper()
	tier.OnlyLong(t)
	dir, err := Find(committed)
	switch {
	case err != nil && os.Getenv("NPM_DIR") != "" && onPath("node"):
		t.Fatal(err)
	case err != nil:
		t.Skip("SKIPPED:", err)
	}
	return dir
}

// shared keeps what the originals answer from one test to the next.
var shared Caller

// caller returns shared, or skips the test.
func caller(t *testing.T) *Caller {
	t.Helper()
	shared.Modules = modules(t)
	return &shared
}

func onPath(command string) bool {
	_, err := exec.LookPath(command)
	return err == nil
}

func TestLibrariesAnswerAlike(t *testing.T) {
	called := caller(t)
	ctx := context.Background()
	same := diff.Named{Name: "identity", Do: func(_ context.Context, _, src string) (string, error) { return src, nil }}
	least := map[string]int{"lodash": 5000, "underscore": 2500, "acorn": 900, "jquery": 3500}
	for _, lib := range Libraries() {
		t.Run(lib.Name, func(t *testing.T) {
			r, err := called.Compare(ctx, lib, same)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(r)
			if r.Total > 0 || r.Calls < least[lib.Name] || r.Ratio() != 1 {
				t.Error(r)
			}
		})
	}
}

var errNothing = errors.New("nothing to replace")

func TestCallsNoticeMistakes(t *testing.T) {
	called := caller(t)
	replace := func(old, new string) diff.Named {
		return diff.Named{Name: old + " to " + new, Do: func(_ context.Context, _, src string) (string, error) {
			if !strings.Contains(src, old) {
				return "", errNothing
			}
			return strings.ReplaceAll(src, old, new), nil
		}}
	}
	tests := []struct {
		lib int
		t   diff.Named
	}{
		{0, replace("length = array == null ? 0 : array.length", "length = array == null ? 1 : array.length")},
		{0, replace("return -1;", "return -2;")},
		{1, replace("dir > 0 ? 0 : length - 1", "dir > 0 ? 1 : length - 1")},
		{2, replace("this.pos += 2", "this.pos += 3")},
		{3, replace("dir: \"previousSibling\"", "dir: \"nextSibling\"")},
		{3, replace("j = +i + ( i < 0 ? len : 0 )", "j = +i")},
		{3, replace("event.isImmediatePropagationStopped()", "event.isPropagationStopped()")},
		{3, replace("percent = 1 - ", "percent = 1.01 - ")},
	}
	for _, tt := range tests {
		lib := Libraries()[tt.lib]
		t.Run(lib.Name+"/"+tt.t.Name, func(t *testing.T) {
			r, err := called.Notices(context.Background(), lib, tt.t)
			if errors.Is(err, errNothing) {
				t.Fatal(err)
			}
			if err == nil && r.Total == 0 {
				t.Error("no call notices it")
			}
			t.Log(r.Total, err)
		})
	}
}

// TestEsbuildPreservesLibraries runs a real tool: nothing differs but the names of
// two functions.
func TestEsbuildPreservesLibraries(t *testing.T) {
	called := caller(t)
	plain := diff.Named{Name: "esbuild", Do: func(_ context.Context, _, src string) (string, error) {
		r := api.Transform(src, api.TransformOptions{MinifySyntax: true, LogLevel: api.LogLevelSilent})
		return string(r.Code), nil
	}}
	for _, lib := range Libraries() {
		r, err := called.Compare(context.Background(), lib, plain)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(r)
		if r.Total > 40 {
			t.Error(r)
		}
	}
}
