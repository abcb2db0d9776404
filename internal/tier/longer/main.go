// Command longer prints which tests can do something else in the long tier than by default: those whose code
// reaches the package tier. It prints what go test needs to run these alone: -run, an expression that matches
// their names, and their packages.
//
//	SON_LONG=1 go test $(go run ./internal/tier/longer)
//
// Arguments are packages to print, and so to begin with, before the others.
//
// A test is listed as soon as it calls tier, however far down, so none can be forgotten; the rest is the same in
// both tiers. That holds because it is an error if anything but a test imports tier, or reads SON_LONG itself.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tierPath is the import path of the package that tests ask.
const tierPath = "github.com/sonjs/son/internal/tier"

func main() {
	args, err := arguments(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "longer:", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(slices.Insert(args, 2, os.Args[1:]...), " ")) // go test runs what is named twice once
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir                                    string
	GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
	Imports                                            []string
}

// arguments returns the arguments of go test for the module that dir is in.
func arguments(dir string) ([]string, error) {
	packages, err := list(dir)
	if err != nil {
		return nil, err
	}
	var names, paths []string
	for _, p := range packages {
		if p.ImportPath == tierPath || p.ImportPath == tierPath+"/longer" { // their tests choose the tier
			continue
		}
		if slices.Contains(p.Imports, tierPath) {
			return nil, fmt.Errorf("%s imports %s outside of its tests", p.ImportPath, tierPath)
		}
		var s sources
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
			if _, err := parsed(filepath.Join(p.Dir, name)); err != nil {
				return nil, err
			}
		}
		for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			if err := s.add(filepath.Join(p.Dir, name)); err != nil {
				return nil, err
			}
		}
		if found := s.tests(); len(found) > 0 {
			names, paths = append(names, found...), append(paths, p.ImportPath)
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no test reaches the package tier")
	}
	slices.Sort(names)
	return append([]string{"-run", "^(" + strings.Join(slices.Compact(names), "|") + ")$"}, paths...), nil
}

// list returns the packages of the module that dir is in.
func list(dir string) ([]goPackage, error) {
	root := exec.Command("go", "list", "-m", "-f", "{{.Dir}}")
	root.Dir = dir
	at, err := root.Output()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles,Imports", "./...")
	cmd.Dir = strings.TrimSpace(string(at))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var packages []goPackage
	for d := json.NewDecoder(out); ; {
		var p goPackage
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, cmd.Wait()
}
