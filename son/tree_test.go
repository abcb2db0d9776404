package son

import (
	goast "go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// A node never holds a piece of the syntax tree: everything that a pass may know of the source
// is in ops, inputs, parts and spans. The tests here check that by types, so that [Graph.Verify]
// does not need to.

// mayReach lists fields that a graph may hold although they lead to a tree.
var mayReach = map[reflect.Type]string{
	reflect.TypeFor[*ast.Symbol](): "a binding is an identity and a name; nobody follows it further, see below",
	reflect.TypeFor[Observer]():    "it looks at graphs from outside; no node holds one",
	reflect.TypeFor[Summaries]():   "it knows functions by their numbers; no node holds one",
	reflect.TypeFor[Costs]():       "it judges nodes from outside; no node holds one, and it holds no tree (package cost tests that)",
}

// treeOfSymbol are the fields of a symbol that lead to the tree.
var treeOfSymbol = []string{"Decls", "Refs", "Scope", "AnnexB"}

// pathsToTree returns the paths from a type to anything that is or may hold a piece of the tree:
// a type of parse/ast that is more than a plain value, an interface, a function.
func pathsToTree(from reflect.Type) []string {
	var found []string
	seen := map[reflect.Type]bool{}
	var visit func(t reflect.Type, path string)
	visit = func(t reflect.Type, path string) {
		if _, ok := mayReach[t]; ok || seen[t] {
			return
		}
		seen[t] = true
		path += " " + t.String()
		switch t.Kind() {
		case reflect.Interface, reflect.Func, reflect.UnsafePointer:
			found = append(found, path)
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
			if ofTree(t.Elem()) {
				found = append(found, path)
				return
			}
			visit(t.Elem(), path)
		case reflect.Map:
			visit(t.Key(), path+" key")
			visit(t.Elem(), path)
		case reflect.Struct:
			if ofTree(t) {
				found = append(found, path)
				return
			}
			for i := range t.NumField() {
				visit(t.Field(i).Type, path+"."+t.Field(i).Name)
			}
		}
	}
	visit(from, "")
	return found
}

// ofTree reports whether a type is of parse/ast and not a plain value such as a
// span or an operator.
func ofTree(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[ast.Span]().PkgPath() && !plain(t)
}

func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}

func TestNoNodeReachesTheTree(t *testing.T) {
	for _, from := range []reflect.Type{
		reflect.TypeFor[Node](), reflect.TypeFor[Part](), reflect.TypeFor[Type](),
		reflect.TypeFor[Graph](), reflect.TypeFor[LoopInfo](), reflect.TypeFor[CFG](), reflect.TypeFor[Block](), reflect.TypeFor[RegionTree](),
	} {
		for _, path := range pathsToTree(from) {
			t.Errorf("a graph may hold a piece of the tree:%s", path)
		}
	}
}

func TestPathsToTheTreeAreFound(t *testing.T) {
	type node struct {
		Span ast.Span
		Sym  *ast.Symbol
	}
	tests := []struct {
		name string
		typ  reflect.Type
		want string // the end of the path; "" for none
	}{
		{"spans, operators and symbols", reflect.TypeFor[node](), ""},
		{"a pointer to a node of the tree", reflect.TypeFor[struct{ Body *ast.Function }](), ".Body *ast.Function"},
		{"deep in containers", reflect.TypeFor[struct{ M map[int][]*ast.Ident }](), ".M map[int][]*ast.Ident []*ast.Ident *ast.Ident"},
		{"a node of the tree by value", reflect.TypeFor[struct{ ID ast.Ident }](), ".ID ast.Ident"},
		{"as a key", reflect.TypeFor[struct{ M map[*ast.Ident]int }](), "key *ast.Ident"},
		{"through an interface of the tree", reflect.TypeFor[struct{ E ast.Expr }](), ".E ast.Expr"},
		{"through any interface", reflect.TypeFor[struct{ V any }](), ".V interface {}"},
		{"in a function's variables", reflect.TypeFor[struct{ F func() }](), ".F func()"},
		{"through another type", reflect.TypeFor[struct{ P *struct{ S []ast.Stmt } }](), ".S []ast.Stmt"},
		{"a scope", reflect.TypeFor[struct{ S *ast.Scope }](), ".S *ast.Scope"},
	}
	for _, tt := range tests {
		paths := pathsToTree(tt.typ)
		switch {
		case tt.want == "" && len(paths) > 0:
			t.Errorf("%s: %q", tt.name, paths)
		case tt.want != "" && (len(paths) != 1 || !strings.HasSuffix(paths[0], tt.want)):
			t.Errorf("%s: %q, want one that ends in %q", tt.name, paths, tt.want)
		}
	}
}

// leadsOn returns the selectors in a Go file that lead from a symbol to the tree.
func leadsOn(f *goast.File) []string {
	var found []string
	goast.Inspect(f, func(n goast.Node) bool {
		if s, ok := n.(*goast.SelectorExpr); ok && slices.Contains(treeOfSymbol, s.Sel.Name) {
			found = append(found, s.Sel.Name)
		}
		return true
	})
	return found
}

func TestNobodyReachesTheTreeFromASymbol(t *testing.T) {
	for _, name := range treeOfSymbol {
		if _, ok := reflect.TypeFor[ast.Symbol]().FieldByName(name); !ok {
			t.Errorf("symbols no longer have %s", name)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if found := leadsOn(f); len(found) > 0 {
			t.Errorf("%s uses %v of a symbol", name, found)
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package son\nfunc f(n *Node) any { return n.Sym.Decls[0] }", 0)
	if err != nil || len(leadsOn(f)) != 1 {
		t.Errorf("a path from a symbol to the tree is not detected: %v", err)
	}
}
