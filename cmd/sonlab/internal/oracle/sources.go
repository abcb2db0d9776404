package oracle

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/parse"
)

// File returns the sources in one file: its programs if it is a txtar archive.
func File(path string) ([]Source, error) {
	if filepath.Ext(path) != ".txtar" {
		return []Source{{Group: "files", Name: filepath.ToSlash(path), File: path}}, nil
	}
	a, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	var list []Source
	for _, f := range a.Files {
		if isJS(f.Name) {
			list = append(list, Source{Group: "files", Name: filepath.ToSlash(path) + "/" + f.Name, Text: string(f.Data)})
		}
	}
	return list, nil
}

func isJS(name string) bool {
	switch filepath.Ext(name) {
	case ".js", ".mjs", ".cjs":
		return true
	}
	return false
}

// Package returns every JavaScript file of a package in a directory of
// node_modules. A name that ends in * stands for all packages with that prefix.
func Package(modules, name string) ([]Source, error) {
	dirs := []string{filepath.Join(modules, filepath.FromSlash(name))}
	if strings.HasSuffix(name, "*") {
		dirs, _ = filepath.Glob(dirs[0])
	}
	var list []Source
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isJS(path) {
				rel, _ := filepath.Rel(modules, path)
				list = append(list, Source{Group: name, Name: filepath.ToSlash(rel), File: path})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no JavaScript in %s", filepath.Join(modules, name))
	}
	return list, nil
}

// Test262 returns the valid tests of a checkout of test262, with one source for
// each way to read them: sloppy and strict scripts, modules. Tests of features
// that the reader does not support are counted in skipped.
func Test262(root string) (list []Source, skipped int, err error) {
	err = filepath.WalkDir(filepath.Join(root, "test"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isJS(path) || strings.Contains(path, "_FIXTURE") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		sources, unknown := conformance(string(src), Source{Group: "test262", Name: filepath.ToSlash(rel), File: path, Valid: true})
		if unknown {
			skipped++
		}
		list = append(list, sources...)
		return nil
	})
	return list, skipped, err
}

// unknownFeatures are proposals that the reader does not support.
var unknownFeatures = []string{"decorators"}

// conformance returns one source for each way to read a test, by its front matter:
// none if it must be refused. unknown means that the reader need not support it.
func conformance(src string, s Source) (list []Source, unknown bool) {
	_, front, _ := strings.Cut(src, "/*---")
	front, _, _ = strings.Cut(front, "---*/")
	flags := frontList(front, "flags")
	for _, f := range frontList(front, "features") {
		unknown = unknown || slices.Contains(unknownFeatures, f)
	}
	if unknown || strings.Contains(front, "phase: parse") || strings.Contains(front, "phase: early") {
		return nil, unknown
	}
	has := func(flag string) bool { return slices.Contains(flags, flag) }
	add := func(kind, prefix string, typ parse.SourceType) {
		v := s
		v.Name, v.Prefix, v.Type = s.Name+" ("+kind+")", prefix, typ
		list = append(list, v)
	}
	if has("module") {
		add("module", "", parse.Module)
		return list, false
	}
	if !has("onlyStrict") {
		add("sloppy", "", parse.Script)
	}
	if !has("noStrict") && !has("raw") {
		add("strict", "\"use strict\";\n", parse.Script)
	}
	return list, false
}

// frontList returns the words of a list in front matter, which is YAML:
// `key: [a, b]`, or a line `- a` for each below `key:`.
func frontList(front, key string) (words []string) {
	inside := false
	for line := range strings.SplitSeq(strings.ReplaceAll(front, "\r", "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			inside = true
			line = rest
		} else if line != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "-") {
			inside = false
		}
		if inside {
			words = append(words, strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("[], \t", r) })...)
		}
	}
	return words
}
