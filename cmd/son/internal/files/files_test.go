package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
)

// entries lists a directory: a failed write must not leave a file.
func entries(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestWriteKeepsTheMode(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.js")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o751); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, "new", 0o600); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	info, err := os.Stat(path)
	if err != nil || string(text) != "new" {
		t.Fatalf("%q %v", text, err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o751 {
		t.Errorf("the mode became %v", info.Mode())
	}
	script := filepath.Join(dir, "tool")
	if err := Write(script, "#!", 0o700); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(script); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("a new file's mode is %v, %v", info.Mode(), err)
	}
	if got := entries(t, dir); got != "out.js tool" {
		t.Errorf("the directory holds %s", got)
	}
}

func TestWriteFollowsALink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(real, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip("no links here:", err)
	}
	if err := Write(link, "new", 0); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(real); string(text) != "new" {
		t.Errorf("the target of the link is %q", text)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v %v", info, err)
	}
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{sub, filepath.Join(dir, "none", "out.js")} {
		var e *Error
		if err := Write(path, "text", 0); !errors.As(err, &e) || e.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := entries(t, dir) + entries(t, sub); got != "sub" {
		t.Errorf("left behind: %s", got)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// endless is a device without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 2*MaxSize {
		return 0, io.ErrUnexpectedEOF
	}
	return len(p), nil
}

func TestReadErrors(t *testing.T) {
	if _, _, err := Read("-", brokenReader{}); err == nil || err.Error() != Stdin+": error: it cannot be read: the disk is gone" {
		t.Error(err)
	}
	dir := t.TempDir()
	if _, _, err := Read(dir, nil); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Error(err)
	}
	if _, _, err := Read(filepath.Join(dir, "none"), nil); err == nil || !strings.HasSuffix(err.Error(), "there is no such file or directory") {
		t.Error(err)
	}
	if !tier.Long() {
		return // the next one reads a gigabyte
	}
	if _, _, err := Read("-", &endless{}); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Error(err)
	}
}

func TestPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	up := filepath.Dir(wd)
	tests := []struct {
		name    string
		in, out []string
		from    string
	}{
		{"below the working directory", []string{"a.js", "./b/../b/c.js", filepath.Join(wd, "d", "e.js")}, []string{"o/a.js", "o/b/c.js", "o/d/e.js"}, ""},
		{"elsewhere", []string{filepath.Join(up, "x", "a.js"), "../x/y/b.js"}, []string{"o/a.js", "o/y/b.js"}, ""},
		{"elsewhere, two branches", []string{"../x/a.js", "../y/b.js", "c.js"}, []string{"o/x/a.js", "o/y/b.js", "o/c.js"}, ""},
		{"languages", []string{"a.ts", "b.TSX", "c.jsx", "d.mts", "e.cts", "f.mjs", "g"}, []string{"o/a.js", "o/b.js", "o/c.js", "o/d.mjs", "o/e.cjs", "o/f.mjs", "o/g"}, ""},
		{"from a directory", []string{"x/a.js", "x/b/c.js", "d.js"}, []string{"o/a.js", "o/b/c.js", "o/d.js"}, "x"},
		{"the same output for two", []string{"a.ts", "a.js"}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Places("o", tt.from, tt.in)
			if (err != nil) != (tt.out == nil) {
				t.Fatal(err)
			}
			for i := range got {
				got[i] = filepath.ToSlash(got[i])
			}
			if !reflect.DeepEqual(got, tt.out) {
				t.Errorf("%v, want %v", got, tt.out)
			}
		})
	}
}
