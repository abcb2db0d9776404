package cli

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// Output that cannot be written is not a usage error.
func TestUnwritableOutputIsNotAUsageError(t *testing.T) {
	for _, args := range [][]string{{"rules"}, {"rules", "dead"}, {"passes"}, {"assumptions"}, {"completion", "bash"}, {"opt", "--config", "none", "-"}} {
		var said bytes.Buffer
		code := Main(context.Background(), args, Streams{In: strings.NewReader("f()"), Out: full{}, Err: &said})
		if code != ExitBadInput || !strings.Contains(said.String(), "cannot be written: no space left on device") || strings.Contains(said.String(), "--help") {
			t.Errorf("%v: exit code %d: %s", args, code, said.String())
		}
	}
}

func TestAnInterruptIsNotAUsageError(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var out, said bytes.Buffer
	code := Main(ctx, []string{"viz", "-", "--fn", "f", "-f", "text"}, Streams{In: strings.NewReader("function f(a) { return a + 1 }"), Out: &out, Err: &said})
	if code != ExitBadInput || said.String() != "son: interrupted\n" {
		t.Errorf("exit code %d: %s", code, said.String())
	}
}
