// Package look finds a function in a program and traces it. The trace is what the views
// of package viz show.
package look

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son/build"
)

// Program is a program with the names of its functions.
type Program struct {
	AST    *ast.Program
	Path   string // as messages name it
	Facts  *build.Bindings
	Names  []string // path.to.name, by Function.Index
	text   string   // what the author wrote; positions refer to it
	lines  []int    // offsets of its lines
	author *authored
	single *passes.Single

	calls    *calls.Graph             // made when first needed
	outcomes map[Options]*callOutcome // of the calls, likewise
}

// NewProgram names the functions of p, which was read from a text.
func NewProgram(p *ast.Program, path, text string) *Program {
	l := &Program{AST: p, Path: path, Facts: build.Decide(p), text: text, author: newAuthored(p, text), lines: []int{0}}
	if l.author == nil {
		l.text = p.Source
	}
	for _, fn := range p.Funcs {
		l.Names = append(l.Names, l.Facts.Path(fn))
	}
	for i := range len(l.text) {
		if l.text[i] == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	return l
}

// Position is the line and column of an offset of the AST's source, both from 1, in what
// the author wrote.
func (p *Program) Position(at int32) (line, col int) {
	if p.author != nil {
		at = int32(p.author.start(int(at)))
	}
	i := sort.SearchInts(p.lines, int(at)+1)
	return i, int(at) - p.lines[i-1] + 1
}

// Where is the name and the position of a function: "path.to.name (@line:col)".
func (p *Program) Where(fn *ast.Function) string {
	line, col := p.Position(fn.Start)
	return fmt.Sprintf("%s (@%d:%d)", p.Names[fn.Index], line, col)
}

// NotFound is the error for a pattern that names no function, or several.
type NotFound struct {
	Pattern string
	Many    []*ast.Function // the functions that it names
}

func (e *NotFound) Error() string {
	if len(e.Many) > 0 {
		return fmt.Sprintf("%q names %d functions", e.Pattern, len(e.Many))
	}
	return fmt.Sprintf("there is no function %q", e.Pattern)
}

// Find returns the function that a pattern names: the end of its path (name,
// to.name, path.to.name) or a position (@line, @line:col). If no function starts at a
// position, that means the innermost function around it. The error is a *[NotFound].
func (p *Program) Find(pattern string) (*ast.Function, error) {
	if at, ok := strings.CutPrefix(pattern, "@"); ok {
		return p.at(pattern, at)
	}
	var exact, ends []*ast.Function
	for i, name := range p.Names {
		switch {
		case name == pattern:
			exact = append(exact, p.AST.Funcs[i])
		case strings.HasSuffix(name, "."+pattern):
			ends = append(ends, p.AST.Funcs[i])
		}
	}
	if len(exact) == 0 {
		exact = ends
	}
	if len(exact) == 1 {
		return exact[0], nil
	}
	return nil, &NotFound{pattern, exact}
}

func (p *Program) at(pattern, at string) (*ast.Function, error) {
	lineText, colText, hasCol := strings.Cut(at, ":")
	line, err := strconv.Atoi(lineText)
	col := 1
	if err == nil && hasCol {
		col, err = strconv.Atoi(colText)
	}
	if err != nil || line < 1 || line > len(p.lines) || col < 1 {
		return nil, &NotFound{Pattern: pattern}
	}
	var starts []*ast.Function
	var around *ast.Function
	from := p.lines[line-1] + col - 1
	for _, fn := range p.AST.Funcs { // enclosing functions come first
		l, c := p.Position(fn.Start)
		if l == line && (!hasCol || c == col) {
			starts = append(starts, fn)
		}
		if start, end := p.bounds(fn); start <= from && from < end {
			around = fn
		}
	}
	switch {
	case len(starts) == 1:
		return starts[0], nil
	case len(starts) > 1:
		return nil, &NotFound{pattern, starts}
	case around != nil:
		return around, nil
	}
	return nil, &NotFound{Pattern: pattern}
}

// maxLine is how much of a line a message shows.
const maxLine = 100

// Line returns the text of a line, or its beginning.
func (p *Program) Line(line int) string {
	start, end := p.lines[line-1], len(p.text)
	if line < len(p.lines) {
		end = p.lines[line] - 1
	}
	return strings.TrimSpace(p.text[start:min(end, start+maxLine)])
}
