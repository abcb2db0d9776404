package son_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/son"
)

// memberText is constructor(a) { super(a, ...a); this.#x = super.y; super[a](#x in a) }.
const memberText = `graph constructor strict
  v1 = Start
  v2 = Param v1 [0] : any
  v3 = Super v1 v1 : any
  v4 = Spread v1 v3 v2 : any
  v5 = SuperCall v1 v4 v3 v2 v4 : obj
  v6 = ThisLoad v1 v5 : obj
  v7 = Super v1 v6 : any
  v8 = Load v1 v7 v7 ["y"] : any
  v9 = Store v1 v8 v6 v8 ["#x"] strict : any
  v10 = Super v1 v9 : any
  v11 = MethodRefIdx v1 v10 v10 v2 : any
  v12 = PrivateIn v1 v11 v2 ["#x"] : bool
  v13 = CallMethod v1 v12 v11 v12 : any
  v14 = Const _ : undefined
  v15 = Return v1 v13 v14
`

func TestMembersOfClassesAsText(t *testing.T) {
	g := read(t, memberText)
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
	text := son.Format(g, son.FormatOptions{})
	if again := son.Format(read(t, text), son.FormatOptions{}); again != text {
		t.Errorf("reads back as\n%s\nnot as\n%s", again, text)
	}
	for _, line := range strings.Split(strings.TrimSpace(memberText), "\n")[1:] {
		op := strings.Fields(line)[2]
		if strings.Count(text, "= "+op+" ") != strings.Count(memberText, "= "+op+" ") {
			t.Errorf("%s is lost in\n%s", op, text)
		}
	}
}

func TestSuperIsOnlyUsedByMembersAndCalls(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"v3 = LoadIdx v1 v2 v1 v2 : any", "is not allowed there"},
		{"v3 = New v1 v2 v2 : any", "is not allowed there"},
		{"v3 = Call v1 v2 v2 : any", "is not allowed there"},
		{"v3 = Spread v1 v2 v2 : any", "is not allowed there"},
	} {
		text := "graph f\nv1 = Start\nv2 = Super v1 v1 : any\n" + c.line + "\nv4 = Const _ : 1\nv5 = Return v1 v3 v4\n"
		text = strings.Replace(text, "LoadIdx v1 v2 v1 v2", "LoadIdx v1 v2 v4 v2", 1)
		if err := read(t, text).Verify(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.line, err, c.want)
		}
	}
	text := "graph f\nv1 = Start\nv2 = Param v1 [0] : any\nv3 = SuperCall v1 v1 v2 : obj\nv4 = Return v1 v3 v3\n"
	if err := read(t, text).Verify(); err == nil || !strings.Contains(err.Error(), "want a token") {
		t.Errorf("SuperCall without Super: %v", err)
	}
}

// classText is return class A extends a { [a]() { return A } x = 1; static {} }.
const classText = `graph f
  v1 = Start
  v2 = Param v1 [0] : any
  v3 = NewCell v1 {A} : cell
  v4 = Heritage v1 v1 v2 : any
  v5 = ToKey v1 v4 v2 : str|sym
  v6 = Closure v1 v3 [1] : func
  v7 = Closure v1 [2] : func
  v8 = Closure v1 [3] : func
  v9 = Class v1 v5 v3 v4 v5 v6 v7 v8 [0 "A" (innername) (heritage) (computedmethod) (field "x") (barefield "#y") (staticblock)] decl : func
  v10 = Return v1 v9 v9
  v11 = Stop v10
`

func TestClassAsText(t *testing.T) {
	g := read(t, classText)
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
	text := son.Format(g, son.FormatOptions{})
	if again := son.Format(read(t, text), son.FormatOptions{}); again != text {
		t.Errorf("reads back as\n%s\nnot as\n%s", again, text)
	}
	for _, c := range []struct{ from, to, want string }{
		{"(heritage)", "(method)", "want Closure"},
		{"(innername)", "(value)", "is not allowed there"},
		{"(staticblock)", "(barefield)", "its Parts need"},
		{"v3 v4 v5 v6", "v3 v2 v5 v6", "want Heritage"},
	} {
		err := read(t, strings.Replace(classText, c.from, c.to, 1)).Verify()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %s", c.to, c.from, err, c.want)
		}
	}
}
