package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sonjs/son/cmd/son/internal/watch"
)

// see notes what reading a single file depends on.
func (f *optFlags) see(in string) {
	if f.seen == nil {
		return
	}
	f.seen.File(in)
	switch strings.ToLower(filepath.Ext(in)) {
	case ".ts", ".mts", ".cts", ".tsx", ".jsx":
		f.seeSettings(in)
	}
}

// seeInput notes a file of a bundle, before it is read.
func (f *optFlags) seeInput(path string) {
	if f.seen == nil {
		return
	}
	f.seen.File(path)
	f.seeSettings(path)
	for _, dir := range above(path) {
		f.seen.File(filepath.Join(dir, "package.json"))
	}
}

// seeSettings notes the tsconfig.json files that may count for a file.
func (f *optFlags) seeSettings(path string) {
	if f.tsconfig != "" {
		seeExtended(f.seen, f.tsconfig)
		return
	}
	for _, dir := range above(path) {
		seeExtended(f.seen, filepath.Join(dir, "tsconfig.json"))
	}
}

// above lists the directory of a path and those that hold it.
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

// seeExtended notes a tsconfig.json, and those that it extends by relative paths.
func seeExtended(seen *watch.Seen, path string) {
	if !seen.File(path) {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return // it is noted that there is none
	}
	for _, m := range extends.FindAllStringSubmatch(string(text), -1) {
		for _, q := range quoted.FindAllStringSubmatch(m[1], -1) {
			if strings.HasPrefix(q[1], ".") {
				base := filepath.Join(filepath.Dir(path), filepath.FromSlash(q[1]))
				seeExtended(seen, base)
				seeExtended(seen, base+".json")
			}
		}
	}
}
