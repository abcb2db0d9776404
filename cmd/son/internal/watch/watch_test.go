package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestUpdateDetectsChanges(t *testing.T) {
	root := t.TempDir()
	in := filepath.Join(root, "in.js")
	later := filepath.Join(root, "later.js")
	beside := filepath.Join(root, "beside.js")
	write(t, in, "a")
	write(t, beside, "a")
	tests := []struct {
		name string
		see  func(s *Seen)
		do   func()
		want bool
	}{
		{"nothing", func(s *Seen) { s.File(in) }, func() {}, false},
		{"different text", func(s *Seen) { s.File(in) }, func() { write(t, in, "a longer text") }, true},
		{"a file that is created", func(s *Seen) { s.File(later) }, func() { write(t, later, "a") }, true},
		{"a file that is removed", func(s *Seen) { s.File(later) }, func() { os.Remove(later) }, true},
		{"a file that replaces it and looks alike", func(s *Seen) { s.File(in) }, func() { replace(t, in) }, true},
		{"a file beside it", func(s *Seen) { s.File(in) }, func() { write(t, later, "a") }, false},
		{"a file beside it that is removed, after a failure", func(s *Seen) { s.File(in); s.Widen(New()) }, func() { os.Remove(later) }, true},
		{"a changed file beside it, after a failure", func(s *Seen) { s.File(in); s.Widen(New()) }, func() { write(t, beside, "ab") }, false},
		{"a temporary file beside it, after a failure", func(s *Seen) { s.File(in); s.Widen(New()) },
			func() { write(t, filepath.Join(root, ".son-1.tmp"), "a") }, false},
		{"a match", func(s *Seen) { s.Glob(filepath.Join(root, "*.ts")) }, func() { write(t, filepath.Join(root, "b.ts"), "a") }, true},
		{"noted before it changed", func(s *Seen) { s.File(in); write(t, in, "in between, longer"); s.File(in) }, func() {}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := New()
			tt.see(s)
			tt.do()
			if got := s.update(); got != tt.want {
				t.Errorf("changed: %v", got)
			}
			if s.update() {
				t.Error("it changed again by itself")
			}
		})
	}
}

func TestWaitReturnsAfterAChangeAndOnCancel(t *testing.T) {
	in := filepath.Join(t.TempDir(), "in.js")
	write(t, in, "a")
	s := New()
	s.File(in)
	write(t, in, "changed")
	if err := s.Wait(context.Background(), time.Millisecond, time.Millisecond); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Wait(ctx, time.Hour, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestWidenKeepsTheFilesOfTheLastRun(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.js"), filepath.Join(dir, "b.js")
	write(t, a, "a")
	write(t, b, "b")
	first := New()
	first.File(a)
	before, s := first.Again(), New()
	s.File(b)
	write(t, a, "changed while the second run was busy")
	s.Widen(before)
	if got := strings.Join(s.Files(), " "); got != a+" "+b {
		t.Errorf("files: %s", got)
	}
	if !s.update() {
		t.Error("the change is missed")
	}
	var none *Seen
	none.File(a)
	none.Glob("*")
	if len(none.Again().Files()) != 0 {
		t.Error("a nil Seen has files")
	}
}

// replace replaces a file with another one of the same text and time.
func replace(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path+".new", string(text))
	if err := os.Chtimes(path+".new", info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}
