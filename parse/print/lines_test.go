package print_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// Each text prints unchanged: lines inside expressions begin where they do in the
// source.
func TestLinesAreKept(t *testing.T) {
	for _, src := range []string{`
x = a +
  b +
  c;
`, `
x = a
  + b
  - -c;
`, `
function f() {
  return first &&
    second ||
      third;
}
`, `
y = test
  ? one
  : other
    ? two
    : three;
`, `
call(
  a, b,
  c
);
`, `
call(a,
     function () {
       return b;
     }, c);
`, `
promise
  .then(function (x) {
    return x +
      1;
  })
  .catch((y) => {
    z();
  });
`, `
table = [
  1, 2, 3,
  4, 5, 6
];
`, `
list = [ONE,
        TWO];
`, `
some.long.name =
  value;
`, `
if (a &&
    b) {
  c(d,
    e);
}
`, `
o = {
  f: a ||
    b,
  g: [
    c
  ],
  h: 1
};
`, `
new Thing(
  a
).go(
  b
);
`, `
text = (a || b) +
  (c
    ? d
    : e) + f;
`, `
call(
  // first
  a, // a
  /* b */ b /* too */,
  [c, /* d */ d],
  // last
);
`, `
list = [/* only */ a
  // none behind
];
`} {
		src := strings.TrimPrefix(src, "\n")
		if got := print.Program(read(t, src, parse.Script), print.Options{Source: src, Lines: true}).Code; got != src {
			t.Errorf("got\n%s\nwant\n%s", got, src)
		}
	}
}

// Lines that cannot begin where they do in the source still print the same the
// second time.
func TestLinesSettle(t *testing.T) {
	for _, src := range []string{
		"x = (\n  a\n) + (\n  b\n  );\n",
		"if (a) b(c,\nd); else e(f +\n\t\tg);\n",
		"\t\tf(a,\n  b,\n\t\t\t\tc);\n",
		"a = b // why\n  + c; /* long\n */ d(/* x\n */ e,\n  f /* , ( */\n);\n",
		"f((a), ((\n  b)), [\n\n  ,c,,\n]);\n",
		"x = a\n--\ny;\nz = [a\n, b];\n",
		"class A {\n  x = a.b.// c\nd + e;\n}\n",
	} {
		first := print.Program(read(t, src, parse.Script), print.Options{Source: src, Lines: true}).Code
		again := print.Program(read(t, first, parse.Script), print.Options{Source: first, Lines: true}).Code
		if again != first {
			t.Errorf("%q prints as\n%s\nand that as\n%s", src, first, again)
		}
	}
}
