package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// IsDir reports whether an output path means a directory: it is one, or ends in a
// separator.
func IsDir(path string) bool {
	if path == "" {
		return false
	}
	if strings.HasSuffix(path, "/") || os.IsPathSeparator(path[len(path)-1]) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Places determines the path in dir of the output for each input. An input below
// from ("": the working directory) keeps its path relative to that; the others keep
// theirs relative to their deepest common directory. The extension becomes that of
// JavaScript.
func Places(dir, from string, inputs []string) ([]string, error) {
	rel := make([]string, len(inputs))
	var outside []string
	for i, in := range inputs {
		rel[i] = below(from, in)
		if rel[i] == "" {
			abs, err := filepath.Abs(in)
			if err != nil {
				return nil, err
			}
			outside = append(outside, filepath.Dir(abs))
		}
	}
	base := common(outside)
	out := make([]string, len(inputs))
	taken := map[string]string{}
	for i, in := range inputs {
		if rel[i] == "" {
			abs, err := filepath.Abs(in)
			if err != nil {
				return nil, err
			}
			if rel[i], err = filepath.Rel(base, abs); err != nil {
				return nil, err
			}
		}
		out[i] = filepath.Join(dir, script(rel[i]))
		if other, ok := taken[out[i]]; ok {
			return nil, fmt.Errorf("%s and %s would both be written to %s", other, in, out[i])
		}
		taken[out[i]] = in
	}
	return out, nil
}

// below is the path relative to a directory, or "" if it is outside of that.
func below(from, path string) string {
	from, err := filepath.Abs(from)
	if err != nil {
		return ""
	}
	if path, err = filepath.Abs(path); err != nil {
		return ""
	}
	if path, err = filepath.Rel(from, path); err != nil || !filepath.IsLocal(path) {
		return ""
	}
	return path
}

// common is the deepest directory that contains all of the directories.
func common(dirs []string) string {
	if len(dirs) == 0 {
		return ""
	}
	base := dirs[0]
	for _, d := range dirs[1:] {
		for {
			if r, err := filepath.Rel(base, d); err == nil && filepath.IsLocal(r) {
				break
			}
			base = filepath.Dir(base)
		}
	}
	return base
}

// script replaces the extension of a TypeScript or JSX file with that of its output.
func script(path string) string {
	ext := filepath.Ext(path)
	switch strings.ToLower(ext) {
	case ".ts", ".tsx", ".jsx":
		return strings.TrimSuffix(path, ext) + ".js"
	case ".mts":
		return strings.TrimSuffix(path, ext) + ".mjs"
	case ".cts":
		return strings.TrimSuffix(path, ext) + ".cjs"
	}
	return path
}
