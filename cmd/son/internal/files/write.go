package files

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write replaces the content of the file at path with text in one step: it writes
// text to a new file in the same directory and renames that. Until then, and if
// anything fails, the old file is untouched. An existing file keeps its mode; a new
// one gets mode, or the default if that is 0. Anything but a regular file (a device,
// a pipe) cannot be replaced and is written to directly.
func Write(path, text string, mode fs.FileMode) error {
	err := write(path, text, mode)
	if err != nil {
		return &Error{path, "it cannot be written: " + Reason(err)}
	}
	return nil
}

func write(path, text string, mode fs.FileMode) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays a link
	}
	keep := false
	if info, err := os.Stat(path); err == nil {
		switch {
		case info.IsDir():
			return fmt.Errorf("it is a directory")
		case !info.Mode().IsRegular():
			return os.WriteFile(path, []byte(text), 0o666)
		}
		mode, keep = info.Mode().Perm(), true
	}
	if mode == 0 {
		mode = 0o666
	}
	f, err := temp(path, mode)
	if err != nil {
		return err
	}
	done := false
	defer func() {
		if !done {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	if keep {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	done = true
	return nil
}

// temp creates a new file beside path. os.CreateTemp always uses 0600, whatever mode
// and the user's umask are.
func temp(path string, mode fs.FileMode) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".son-%08x.tmp", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
		if err == nil || !os.IsExist(err) || try == 100 {
			return f, err
		}
	}
}
