package passes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// TestThePassesNeedWhatTheTableSays follows the calls of each pass through its package, by the
// names of functions and methods, to the analyses that it computes.
func TestThePassesNeedWhatTheTableSays(t *testing.T) {
	packages := map[string]map[string][]*ast.FuncDecl{}
	checked := 0
	for _, p := range Table {
		f := reflect.ValueOf(p.Run)
		if p.Run == nil {
			f = reflect.ValueOf(p.Step)
		}
		name := runtime.FuncForPC(f.Pointer()).Name()
		in, ok := strings.CutPrefix(name, "github.com/sonjs/son/internal/")
		dir, function, _ := strings.Cut(in, ".")
		if !ok { // a literal in the table, which calls methods of the graph
			if p.Needs != NoAnalysis {
				t.Errorf("%s needs an analysis, but is no function of a package", p.Name)
			}
			continue
		}
		if packages[dir] == nil {
			packages[dir] = functionsOf(t, filepath.Join("..", "internal", dir))
		}
		if packages[dir][function] == nil {
			t.Fatalf("%s: package %s has no function %s", p.Name, dir, function)
		}
		if got := analysisOf(packages[dir], function); got != p.Needs {
			t.Errorf("%s computes the analysis %d, and the table says %d", p.Name, got, p.Needs)
		}
		checked++
	}
	if checked < 10 {
		t.Errorf("only %d passes are functions of packages", checked)
	}
}

// functionsOf returns the functions and methods of a package, by name; that of a method begins
// with a point.
func functionsOf(t *testing.T, dir string) map[string][]*ast.FuncDecl {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]*ast.FuncDecl{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				name := d.Name.Name
				if d.Recv != nil {
					name = "." + name
				}
				list[name] = append(list[name], d)
			}
		}
	}
	return list
}

// analysisOf returns the larger of the analyses that a function computes, or what it calls.
func analysisOf(functions map[string][]*ast.FuncDecl, name string) Analysis {
	most, seen := NoAnalysis, map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, d := range functions[name] {
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == "schedule" && n.Sel.Name == "Run" {
						most = max(most, Schedule)
					} else if ok && n.Sel.Name == "CFG" && x.Name != "son" {
						most = max(most, CFG)
					}
				case *ast.CallExpr:
					for _, x := range append([]ast.Expr{n.Fun}, n.Args...) { // an argument may be a function, too
						switch x := x.(type) {
						case *ast.Ident:
							visit(x.Name)
						case *ast.SelectorExpr:
							visit("." + x.Sel.Name)
						}
					}
				}
				return true
			})
		}
	}
	visit(name)
	return most
}
