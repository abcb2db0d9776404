package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sonjs/son/cmd/son/internal/watch"
)

// noteFile notes the files that reading a single input depends on.
func (f *optFlags) noteFile(in string) {
	if f.seen == nil {
		return
	}
	f.seen.File(in)
	switch strings.ToLower(filepath.Ext(in)) {
	case ".ts", ".mts", ".cts", ".tsx", ".jsx":
		f.noteSettings(in)
	}
}

// noteInput notes an input of a bundle, before it is read.
func (f *optFlags) noteInput(path string) {
	if f.seen == nil {
		return
	}
	f.seen.File(path)
	f.noteSettings(path)
	for _, dir := range above(path) {
		f.seen.File(filepath.Join(dir, "package.json"))
	}
}

// noteSettings notes the tsconfig.json files that may apply to a file.
func (f *optFlags) noteSettings(path string) {
	if f.tsconfig != "" {
		noteExtended(f.seen, f.tsconfig)
		return
	}
	for _, dir := range above(path) {
		noteExtended(f.seen, filepath.Join(dir, "tsconfig.json"))
	}
}

// above lists the directory of a path and its parents.
func above(path string) []string {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	var dirs []string
	for {
		dir := filepath.Dir(path)
		if dir == path {
			return dirs
		}
		dirs = append(dirs, dir)
		path = dir
	}
}

var (
	extends = regexp.MustCompile(`"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")`)
	quoted  = regexp.MustCompile(`"([^"]*)"`)
)

// noteExtended notes a tsconfig.json, and those that it extends by relative paths.
func noteExtended(seen *watch.Seen, path string) {
	if !seen.File(path) {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return // its absence is noted
	}
	for _, m := range extends.FindAllStringSubmatch(string(text), -1) {
		for _, q := range quoted.FindAllStringSubmatch(m[1], -1) {
			if strings.HasPrefix(q[1], ".") {
				base := filepath.Join(filepath.Dir(path), filepath.FromSlash(q[1]))
				noteExtended(seen, base)
				noteExtended(seen, base+".json")
			}
		}
	}
}
