// Package mutant builds the laboratory with faults in the optimizer, to check that
// generated programs find them.
//
// A mutant is a patch in testdata/mutants: a unified diff, preceded by a sentence that
// says what goes wrong. The code that it adds calls mutant("NAME"), a function that
// exists only in the build made here, so that one binary holds many faults, one of which
// the environment switches on; the code of the project has no switches. Hunks are placed
// by their text alone; line numbers are ignored.
package mutant

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// Env is the variable that names the fault to switch on.
const Env = "SONLAB_MUTANT"

// Mutant is one fault.
type Mutant struct {
	Name string
	Doc  string // what goes wrong
	// Verified means that programs behave as before, so that only the verifier notices the
	// fault. Doc says so at its beginning.
	Verified bool
	// Calls means that programs of several functions find the fault, Objects that those of classes and
	// objects do. Doc says so at its beginning.
	Calls, Objects bool
	hunks          []hunk
}

const (
	verifiedDoc = "Seen by the verifier alone: "
	callsDoc    = "Calls: "
	objectsDoc  = "Objects: "
)

type hunk struct{ file, old, new string }

// Load reads the mutants of a directory, in order of name.
func Load(dir string) ([]Mutant, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.patch"))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var ms []Mutant
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		m, err := parse(strings.TrimSuffix(filepath.Base(name), ".patch"), string(text))
		if err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return ms, nil
}

func parse(name, text string) (Mutant, error) {
	m := Mutant{Name: name}
	var file string
	var doc []string
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		n := len(m.hunks)
		switch {
		case strings.HasPrefix(line, "+++ "):
			file = strings.TrimPrefix(strings.TrimPrefix(line, "+++ "), "b/")
		case strings.HasPrefix(line, "@@"):
			m.hunks = append(m.hunks, hunk{file: file})
		case strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "), strings.HasPrefix(line, "--- "):
		case n == 0:
			doc = append(doc, line)
		case line == "":
			m.hunks[n-1].old += "\n"
			m.hunks[n-1].new += "\n"
		default:
			if line[0] != '+' {
				m.hunks[n-1].old += line[1:] + "\n"
			}
			if line[0] != '-' {
				m.hunks[n-1].new += line[1:] + "\n"
			}
		}
	}
	m.Doc = strings.TrimSpace(strings.Join(doc, " "))
	m.Verified, m.Calls, m.Objects = strings.HasPrefix(m.Doc, verifiedDoc), strings.HasPrefix(m.Doc, callsDoc), strings.HasPrefix(m.Doc, objectsDoc)
	switch {
	case len(m.hunks) == 0 || m.hunks[0].file == "":
		return m, fmt.Errorf("mutant %s has no hunk", name)
	case m.Doc == "":
		return m, fmt.Errorf("mutant %s does not say what goes wrong", name)
	case !strings.Contains(text, fmt.Sprintf("mutant(%q)", name)):
		return m, fmt.Errorf("mutant %s does not call mutant(%q)", name, name)
	}
	return m, nil
}

// files are the texts of changed files by path below a root.
type files map[string]string

// apply changes texts; it returns them unchanged if a hunk matches nowhere or twice.
func (m Mutant) apply(root string, in files) (files, error) {
	out := files{}
	for name, text := range in {
		out[name] = text
	}
	for _, h := range m.hunks {
		text, ok := out[h.file]
		if !ok {
			data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(h.file)))
			if err != nil {
				return in, fmt.Errorf("mutant %s: %w", m.Name, err)
			}
			text = "\n" + string(data)
		}
		// A hunk begins at the start of a line.
		old := "\n" + h.old
		if n := strings.Count(text, old); n != 1 {
			return in, fmt.Errorf("mutant %s: %s has %d places like\n%s", m.Name, h.file, n, h.old)
		}
		out[h.file] = strings.Replace(text, old, "\n"+h.new, 1)
	}
	return out, nil
}

// Check reports whether the mutant's patch applies to the tree at root.
func (m Mutant) Check(root string) error {
	_, err := m.apply(root, nil)
	return err
}

// Build is a binary of the laboratory that holds some mutants.
type Build struct {
	Path    string
	Mutants []Mutant
}

// BuildAll builds the laboratory with the mutants below dir: all in one binary, or in
// several where they change the same lines.
func BuildAll(ctx context.Context, root, dir string, ms []Mutant) ([]Build, error) {
	var builds []Build
	for len(ms) > 0 {
		var in, rest []Mutant
		changed := files{}
		for _, m := range ms {
			if err := m.Check(root); err != nil {
				return nil, err
			}
			out, err := m.apply(root, changed)
			if err != nil {
				rest = append(rest, m)
				continue
			}
			in, changed = append(in, m), out
		}
		b := Build{Path: filepath.Join(dir, fmt.Sprintf("sonlab-mutants-%d", len(builds))), Mutants: in}
		if err := build(ctx, root, filepath.Join(dir, fmt.Sprintf("overlay-%d", len(builds))), b.Path, changed); err != nil {
			return nil, err
		}
		builds, ms = append(builds, b), rest
	}
	return builds, nil
}

// build builds a binary with the changed files as an overlay over the tree, and a file
// with the switch in each package that uses it.
func build(ctx context.Context, root, dir, binary string, changed files) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	replace := map[string]string{}
	write := func(path, text string) error {
		copied := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		replace[filepath.Join(root, filepath.FromSlash(path))] = copied
		return os.WriteFile(copied, []byte(text), 0o666)
	}
	for path, text := range changed {
		if err := write(path, strings.TrimPrefix(text, "\n")); err != nil {
			return err
		}
		if err := write(filepath.ToSlash(filepath.Dir(path))+"/mutant_switch.go", fmt.Sprintf("package %s\n\nimport \"os\"\n\nvar mutantOn = os.Getenv(%q)\n\nfunc mutant(name string) bool { return name == mutantOn }\n", packageOf(text), Env)); err != nil {
			return err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", list, "-o", binary, "./cmd/sonlab")
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v\n%s", err, text)
	}
	return nil
}

func packageOf(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if name, ok := strings.CutPrefix(line, "package "); ok {
			return strings.TrimSpace(name)
		}
	}
	return "main"
}

// Root returns the directory of the module that dir is in.
func Root(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("there is no go.mod here or above: mutants are built in a checkout")
		}
		dir = up
	}
}
