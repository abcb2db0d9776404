package parse

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// outdated are files of test262-parser-tests (2017) that today's language
// decides differently.
var outdated = map[string]string{
	"0d5e450f1da8a92a": `sloppy strings may have \8 and \9`,
	"748656edbfb2d0bb": `sloppy strings may have \8 and \9`,
	"79f882da06f88c9f": `sloppy strings may have \8 and \9`,
	"92b6af54adef3624": `sloppy strings may have \8 and \9`,
	"647e21f8f157c338": "strings may have U+2028 and U+2029",
	"8af69d8f15295ed2": "strings may have U+2028 and U+2029",
	"98204d734f8c72b3": "class fields",
	"ef81b93cf9bdb4ec": "class fields",
	"a8beb1480f385441": "a call as a target fails at run time in sloppy code",
	"e3fbcf63d7e43ead": "sloppy for-in may have an initializer",
	"0f5f47108da5c34e": "a var of for-of may have the name of the catch parameter",
	"12a74c60f52a60de": "sloppy blocks may repeat a function",
	"1aff49273f3e3a98": "sloppy blocks may repeat a function",
	"be7329119eaa3d47": "sloppy blocks may repeat a function",
	"ec31fa5e521c5df4": "sloppy blocks may repeat a function",
}

// otherNames are files whose explicit form has other names, numbers or keys; the
// rest of their trees must be equal.
var otherNames = words(`
	0339fa95c78c11bd 0426f15dac46e92d 06f7278423cef571 0b4d61559ccce0f9 0f88c334715d2489
	1093d98f5fc0758d 15d9592709b947a0 2179895ec5cc6276 247a3a57e8176ebd 441a92357939904a
	47f974d6fc52e3e4 4e1a0da46ca45afe 5829d742ab805866 598a5cedba92154d 72d79750e81ef03d
	7788d3c1e1247da9 7b72d7b43bedc895 7dab6e55461806c9 82c827ccaecbe22b 8c80f7ee04352eba
	96f5d93be9a54573 988e362ed9ddcac5 9bcae7c7f00b4e3c a8a03a88237c4e8f ad06370e34811a6a
	b0fdc038ee292aba b62c6dd890bef675 cb211fadccb029c7 ce968fcdf3a1987c db3c01738aaf0b92
	e1387fe892984e2b e71c1d5f0b6b833c e8ea384458526db0
`)

// otherTrees are files whose explicit form is another program.
var otherTrees = map[string]string{
	"1b542dd79e4444c7": "import {} from a module became a plain import",
	"a487d6498ec0efbf": "import a, {} from a module became import a",
	"589dc8ad3b9aa28f": "the operands of a comma became arguments",
	"87a9b0d1d80812cc": "the operands of a comma became arguments",
}

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// TestParserTests reads the files of the npm package test262-parser-tests
// (TEST262_PARSER_TESTS names its directory). What pass-explicit writes with
// more parentheses and semicolons must be the tree of pass.
func TestParserTests(t *testing.T) {
	root := os.Getenv("TEST262_PARSER_TESTS")
	if root == "" {
		t.Skip("TEST262_PARSER_TESTS is not set")
	}
	pass, equal := map[string]*ast.Program{}, 0
	for _, dir := range []struct {
		name  string
		valid bool
	}{{"pass", true}, {"pass-explicit", true}, {"fail", false}, {"early", false}} {
		files, _ := filepath.Glob(filepath.Join(root, dir.name, "*.js"))
		if len(files) == 0 {
			t.Errorf("no files in %s", dir.name)
		}
		for _, f := range files {
			prog, accepted := readParserTest(t, f)
			id, _, _ := strings.Cut(filepath.Base(f), ".")
			valid := dir.valid || outdated[id] != ""
			if accepted != valid {
				t.Errorf("%s/%s: valid %v, accepted %v", dir.name, filepath.Base(f), valid, accepted)
			}
			switch dir.name {
			case "pass":
				pass[filepath.Base(f)] = prog
			case "pass-explicit":
				if other := pass[filepath.Base(f)]; other == nil || prog == nil || !equalExplicit(id, other, prog) {
					t.Errorf("%s is not equal in pass and pass-explicit", filepath.Base(f))
				} else {
					equal++
				}
			}
		}
		t.Logf("%s: %d files", dir.name, len(files))
	}
	t.Logf("explicit forms equal to those of pass: %d, %d of them except for names; other programs: %d",
		equal-len(otherTrees), len(otherNames), len(otherTrees))
}

func readParserTest(t *testing.T, file string) (prog *ast.Program, accepted bool) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	typ := Script
	if strings.HasSuffix(file, ".module.js") {
		typ = Module
	}
	prog, ds := Parse(string(b), Options{Type: typ, Path: filepath.Base(file)})
	return prog, !hasErrors(ds)
}

// equalExplicit reports whether a file of pass and its explicit form are the
// same program. The explicit form also nests the operands of a comma and names
// properties without quotes.
func equalExplicit(id string, a, b *ast.Program) bool {
	for _, prog := range []*ast.Program{a, b} {
		plain(prog)
		if otherNames[id] {
			nameless(prog)
		}
	}
	return ast.Equal(a, b) == (otherTrees[id] == "")
}

// plain drops what the explicit forms do not keep.
func plain(prog *ast.Program) {
	ast.Walk(prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Seq:
			n.Exprs = operands(nil, n)
		case *ast.Property:
			n.Key = plainKey(n.Key, n.Computed)
		case *ast.ClassMember:
			n.Key = plainKey(n.Key, n.Computed)
		}
		return true
	})
}

// nameless makes all names, numbers and property keys alike.
func nameless(prog *ast.Program) {
	ast.Walk(prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			n.Name = "x"
		case *ast.Number:
			n.Value = 0
		case *ast.Property:
			if !n.Computed && n.Key != nil {
				n.Key = &ast.String{}
			}
		}
		return true
	})
}

func operands(list []ast.Expr, s *ast.Seq) []ast.Expr {
	for _, x := range s.Exprs {
		if inner, ok := x.(*ast.Seq); ok {
			list = operands(list, inner)
		} else {
			list = append(list, x)
		}
	}
	return list
}

func plainKey(key ast.Expr, computed bool) ast.Expr {
	if !computed {
		switch k := key.(type) {
		case *ast.Ident:
			return &ast.String{Value: k.Name}
		case *ast.Number:
			return &ast.String{Value: strconv.FormatFloat(k.Value, 'f', -1, 64)}
		}
	}
	return key
}
