// Package speed measures how fast programs run before and after optimization,
// in several engines, compared with the output of other tools.
//
// A program declares run(n), which does n units of work and returns a primitive.
// For each engine the amount n is chosen once, on the program as written; every
// variant then does that same work, and a variant whose result differs has
// failed. The variants take turns, in an order that changes from round to round,
// and the reported figure is the cost of the original over that of the variant,
// pair by pair: more than 1 is faster. One variant is an exact copy, to show what
// the machine's noise alone would report. Cost is processor time: on a busy machine,
// wall-clock time mostly measures the other work. Instructions can be
// counted instead, in the embedded engine with [Contest.Count] and in node with [Contest.CountIn].
package speed

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

//go:embed programs/*.js
var files embed.FS

// Program is one benchmark.
type Program struct {
	Name string
	Doc  string // what it does, in a sentence
	// Uses lists the places in node_modules where the package that it runs may
	// be; none: it needs no package.
	Uses []string
	// Class is a kind of program whose mean is of interest; "": none.
	Class  string
	driver string
}

// Programs returns all programs, sorted by name.
func Programs() ([]Program, error) {
	names, err := fs.Glob(files, "programs/*.js")
	if err != nil {
		return nil, err
	}
	var ps []Program
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		ps = append(ps, read(strings.TrimSuffix(filepath.Base(name), ".js"), string(text)))
	}
	return ps, nil
}

// read parses the comments at the head of a program.
func read(name, text string) Program {
	p := Program{Name: name, driver: text}
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "// ")
		if !ok {
			break
		}
		comment = strings.TrimSpace(comment)
		if uses, ok := strings.CutPrefix(comment, "uses "); ok {
			p.Uses = strings.Fields(uses)
		} else if class, ok := strings.CutPrefix(comment, "class "); ok {
			p.Class = class
		} else {
			p.Doc = comment
		}
	}
	return p
}

// ErrAbsent means that a package is not installed.
var ErrAbsent = errors.New("package is not installed")

// Text returns the whole script: the package, if it needs one, wrapped like a CommonJS
// module, and the program itself. The error is ErrAbsent if the package is in none of
// its places under modules.
func (p Program) Text(modules string) (string, error) {
	if len(p.Uses) == 0 {
		return p.driver, nil
	}
	for _, place := range p.Uses {
		lib, err := os.ReadFile(filepath.Join(modules, filepath.FromSlash(place)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return "var module = { exports: {} };\n(function (module, exports) {" + string(lib) + "\n})(module, module.exports);\n" + p.driver, nil
	}
	return "", fmt.Errorf("%s: %w: %s", p.Name, ErrAbsent, strings.Join(p.Uses, " or "))
}

// Variant is a way to transform the text of a program.
type Variant struct {
	Name string
	Do   func(ctx context.Context, name, src string) (string, error)
}

// Sample is one measured run.
type Sample struct {
	CPU    time.Duration // processor time of run(n) alone, of all threads of the engine
	Result string
}

// Engine runs a script and then run(n).
type Engine interface {
	Name() string
	Time(ctx context.Context, src string, n int) (Sample, error)
}
