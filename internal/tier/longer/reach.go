package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"

	"github.com/sonjs/son/internal/tier"
)

// sources are the test files of a package, as a graph: which declarations mention which names. A declaration
// is known by its name alone, so methods of one name are one node, and a type mentions its methods. That
// reaches more than calls do, never less.
type sources struct {
	mentions map[string][]string // names by the declaration that mentions them
	asks     map[string]bool     // declarations that mention tier itself
	declared []string            // functions that go test may run
}

// parsed parses a file, which must not name the variable of the tier.
func parsed(name string) (*ast.File, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && err == nil {
			if text, _ := strconv.Unquote(l.Value); text == tier.Variable {
				err = fmt.Errorf("%s names the variable %s; the package tier reads it", name, tier.Variable)
			}
		}
		return true
	})
	return f, err
}

// add adds a test file.
func (s *sources) add(name string) error {
	f, err := parsed(name)
	if err != nil {
		return err
	}
	alias, err := importedAs(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && runnable.MatchString(d.Name.Name) && d.Name.Name != "TestMain" {
				s.declared = append(s.declared, d.Name.Name)
			}
			if d.Recv != nil {
				s.mention(receiver(d.Recv.List[0].Type), d.Name.Name)
			}
			s.see(d.Name.Name, d, alias)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					s.see(spec.Name.Name, spec, alias)
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						s.see(n.Name, spec, alias)
					}
				}
			}
		}
	}
	return nil
}

// runnable matches the names of functions that go test -run chooses among.
var runnable = regexp.MustCompile(`^(Test|Fuzz|Example)([^a-z]|$)`)

// importedAs returns the name of the package tier in a file, or "".
func importedAs(f *ast.File) (string, error) {
	for _, i := range f.Imports {
		if p, _ := strconv.Unquote(i.Path.Value); p != tierPath {
			continue
		}
		switch {
		case i.Name == nil:
			return path.Base(tierPath), nil
		case i.Name.Name == "." || i.Name.Name == "_":
			return "", fmt.Errorf("%s is imported as %q", tierPath, i.Name.Name)
		}
		return i.Name.Name, nil
	}
	return "", nil
}

// receiver returns the name of a method's type.
func receiver(x ast.Expr) string {
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

func (s *sources) mention(from, to string) {
	if s.mentions == nil {
		s.mentions = map[string][]string{}
	}
	s.mentions[from] = append(s.mentions[from], to)
}

// see notes what a declaration mentions.
func (s *sources) see(name string, n ast.Node, alias string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok {
			s.mention(name, x.Name)
			if alias != "" && x.Name == alias {
				if s.asks == nil {
					s.asks = map[string]bool{}
				}
				s.asks[name] = true
			}
		}
		return true
	})
}

// tests returns the tests that reach tier: all of them if what runs before every test does.
func (s *sources) tests() []string {
	for _, before := range []string{"init", "_", "TestMain"} {
		if s.reaches(before, map[string]bool{}) {
			return s.declared
		}
	}
	return slices.DeleteFunc(slices.Clone(s.declared), func(name string) bool { return !s.reaches(name, map[string]bool{}) })
}

// reaches reports whether a declaration mentions tier, or another one that reaches it.
func (s *sources) reaches(name string, seen map[string]bool) bool {
	if s.asks[name] {
		return true
	}
	seen[name] = true
	return slices.ContainsFunc(s.mentions[name], func(to string) bool { return !seen[to] && s.reaches(to, seen) })
}
