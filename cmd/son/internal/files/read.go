// Package files reads and writes whole programs: every error names the path and says
// what is wrong with it, and no file is ever half written.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// Stdin is the name of standard input in messages.
const Stdin = "<stdin>"

// MaxSize is the size of the longest program that is read. Reading stops there, because
// a device may have no end.
const MaxSize = 1 << 30

// Error says what is wrong with the file at a path, and what to do about it.
type Error struct {
	Path, What string
}

func (e *Error) Error() string { return e.Path + ": error: " + e.What }

// Read returns the text of a file; "-" is standard input. Mode is that of
// the file, or 0 if the output should not inherit one.
func Read(path string, stdin io.Reader) (text string, mode fs.FileMode, err error) {
	if path == "-" {
		text, err = readAll(Stdin, stdin, 0)
		return text, 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", 0, &Error{path, "it cannot be read: " + Reason(err)}
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", 0, &Error{path, "it cannot be read: " + Reason(err)}
	case info.IsDir():
		return "", 0, &Error{path, "it is a directory; name the files in it"}
	case info.Mode().IsRegular():
		mode = info.Mode().Perm()
	}
	text, err = readAll(path, f, info.Size())
	return text, mode, err
}

// readAll reads a text that is probably size bytes long.
func readAll(path string, r io.Reader, size int64) (string, error) {
	var b strings.Builder
	b.Grow(int(min(max(size, 0), MaxSize)))
	_, err := io.Copy(&b, io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
		return "", &Error{path, "it cannot be read: " + Reason(err)}
	case b.Len() > MaxSize:
		return "", &Error{path, fmt.Sprintf("it is larger than %d bytes; split it", MaxSize)}
	}
	return b.String(), nil
}

// Reason is an operating system's error without the path, which the message around
// it has already, and without the name of the call.
func Reason(err error) string {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file or directory"
	}
	if errors.Is(err, syscall.EISDIR) {
		return "it is a directory"
	}
	return err.Error()
}
