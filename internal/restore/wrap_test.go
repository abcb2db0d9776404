package restore_test

import (
	"strings"
	"testing"
)

// long is a name with n characters.
func long(n int) string { return strings.Repeat("n", n) }

// Each row is a text that is printed in the place of `{\n  old;\n}`, and the lines of its body.
func TestLongLinesAreBroken(t *testing.T) {
	a, b, c := long(40), long(50), long(60)
	tests := []struct {
		name, code string
		want       []string
	}{
		{"short", "  f(a, b);", []string{"  f(a, b);"}},
		{"arguments", "  f(" + a + ", " + b + ", " + c + ");", []string{"  f(", "    " + a + ",", "    " + b + ",", "    " + c, "  );"}},
		{"an array", "  x = [" + a + ", [1, 2], " + b + ", " + c + "];", []string{"  x = [", "    " + a + ",", "    [1, 2],", "    " + b + ",", "    " + c, "  ];"}},
		{"an object", "  x = { a: " + a + ", b: " + b + ", c: " + c + " };", []string{"  x = {", "    a: " + a + ",", "    b: " + b + ",", "    c: " + c, "  };"}},
		{"many elements", "  x = [" + strings.Repeat(long(9)+", ", 14) + "1];", []string{"  x = [", "    " + strings.TrimSpace(strings.Repeat(long(9)+", ", 10)), "    " + strings.Repeat(long(9)+", ", 4) + "1", "  ];"}},
		{"operands", "  return " + a + " + " + b + " + " + c + ";", []string{"  return " + a + " + " + b + " +", "    " + c + ";"}},
		{"operators that bind less", "  return " + a + " && " + b + " || " + c + " && d;", []string{"  return " + a + " && " + b + " ||", "    " + c + " && d;"}},
		{"a choice", "  x = " + a + " ? " + b + " : " + c + ";", []string{"  x = " + a, "    ? " + b, "    : " + c + ";"}},
		{"choices", "  x = a ? " + a + " : b ? " + b + " : c ? d : " + c + ";", []string{"  x = a ? " + a, "    : b ? " + b, "    : c ? d", "    : " + c + ";"}},
		{"a condition", "  if (" + a + " && " + b + " && " + c + ") {\n    f();\n  }", []string{"  if (" + a + " && " + b + " &&", "      " + c + ") {", "    f();", "  }"}},
		{"the statement of an if", "  if (" + a + " < " + b + ") f(" + c + ");", []string{"  if (" + a + " < " + b + ")", "    f(" + c + ");"}},
		{"the head of a loop", "  for (i = " + a + "; i < " + b + "; i += " + c + ") f();", []string{"  for (i = " + a + "; i < " + b + ";", "      i += " + c + ")", "    f();"}},
		{"declarations", "  var x = " + a + ", y = " + b + ", z = " + c + ";", []string{"  var x = " + a + ", y = " + b + ",", "    z = " + c + ";"}},
		{"a sequence", "  x = (y = " + a + ", z = " + b + ", f(" + c + "));", []string{"  x = (y = " + a + ", z = " + b + ",", "    f(" + c + "));"}},
		{"arguments in arguments", "  f(" + a + ", g(" + b + ", " + c + "));", []string{"  f(", "    " + a + ",", "    g(" + b + ", " + c + ")", "  );"}},
		{"parameters", "  x = (" + a + ", " + b + ") => " + c + ";", []string{"  x = (" + a + ", " + b + ") => " + c + ";"}},
		{"a template", "  x = `${f(" + a + ", " + b + ")} ${" + c + " + 1}`;", []string{"  x = `${f(" + a + ", " + b + ")} ${" + c + " + 1}`;"}},
		{"several statements", "  if (x) { f(" + a + "); g(" + b + ", " + c + "); }", []string{"  if (x) { f(" + a + "); g(" + b + ", " + c + "); }"}},
		{"signs", "  x = f(-" + a + ") * -" + b + " * +" + c + ";", []string{"  x = f(-" + a + ") * -" + b + " *", "    +" + c + ";"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := restored("{\n  old;\n  more;\n}", "{\n"+tt.code+"\n}", "\n")
			if want := "{\n" + strings.Join(tt.want, "\n") + "\n}"; got != want {
				t.Errorf("\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// What the author does not break stays, and so do lines as long as those that the text replaces.
func TestLongLinesOfTheAuthorStay(t *testing.T) {
	call := "  f(" + long(70) + ", " + long(70) + ", 1 + 1);"
	if got, want := restored("{\n"+call+"\n}", "{\n"+strings.Replace(call, "1 + 1", "2", 1)+"\n}", "\n"), "{\n"+strings.Replace(call, "1 + 1", "2", 1)+"\n}"; got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	src := "{\n  old;\n}\n" + strings.Repeat("x;\n", 200) + strings.Repeat(call+"\n", 5)
	if got := restored(src, "{\n"+call+"\n}", "\n"); !strings.Contains(got, call) {
		t.Errorf("%s", got)
	}
}
