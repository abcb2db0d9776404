package passes_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxFields is how many fields a struct may have without a word about it. With more than that, a
// reader wants to know why they belong together.
const maxFields = 20

// saysWhy matches the sentence with which the comment of a larger type explains itself.
var saysWhy = regexp.MustCompile(`It has many fields because \w`)

func TestTypesWithManyFieldsSayWhy(t *testing.T) {
	found := map[string]int{}
	structs := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); name == "testdata" || name == "node_modules" || len(name) > 2 && name[0] == '.' {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir, _ := filepath.Rel("..", filepath.Dir(path))
		for spec, doc := range typesOf(f) {
			st, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			structs++
			n := fieldsOf(st)
			explained := saysWhy.MatchString(strings.Join(strings.Fields(doc), " "))
			switch {
			case n > maxFields && !explained:
				found[filepath.ToSlash(dir)+"."+spec.Name.Name] = n
			case n <= maxFields && explained:
				t.Errorf("%s: %s has only %d fields: its comment need not say why", set.Position(spec.Pos()), spec.Name.Name, n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if structs < 300 {
		t.Errorf("the test looked at only %d struct types", structs)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s has %d fields: split it, or let its comment say %q", name, found[name], "It has many fields because …")
	}
}

// typesOf returns the types that a file declares, those inside functions too, with their comments.
func typesOf(f *ast.File) map[*ast.TypeSpec]string {
	types := map[*ast.TypeSpec]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok {
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					types[s] = d.Doc.Text() + " " + s.Doc.Text()
				}
			}
		}
		return true
	})
	return types
}

// fieldsOf counts the fields of a struct; an embedded one is one.
func fieldsOf(st *ast.StructType) (n int) {
	for _, f := range st.Fields.List {
		n += max(len(f.Names), 1)
	}
	return n
}
