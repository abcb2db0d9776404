package passes_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestMinifyFixtures minifies all fixtures, which are scripts: they print what they did, names
// of functions included, or else what they print with esbuild's names and helpers; esbuild
// itself makes assumptions. Their top level gets no additional name.
func TestMinifyFixtures(t *testing.T) {
	for _, f := range fixtures(t, "seeds", "opt", "emit") {
		t.Run(f.name, func(t *testing.T) {
			res := optimize(t, f.in, passes.Options{Minify: true})
			if got := runJS(t, res.Code); got != f.inputPrints(t) {
				usual, _ := parse.Transform(f.in, nil, "in.js", parse.TransformOptions{Minify: true, Type: parse.Script})
				if usual == nil {
					t.Fatalf("prints %s", got)
				}
				gives := f.name == "emit/names" // esbuild gives names to functions like (0, () => {})
				if d := cmp.Diff(runJS(t, usual.Code), got); d != "" && !gives {
					t.Errorf("(-esbuild +got)\n%s\nof\n%s", d, res.Code)
				}
			}
			before, after := topNames(t, f.in), topNames(t, res.Code)
			for name := range after {
				if !before[name] {
					t.Errorf("%s is new at the top level of\n%s", name, res.Code)
				}
			}
		})
	}
}

func topNames(t *testing.T, src string) map[string]bool {
	p, ds := parse.Parse(src, parse.Options{Type: parse.Script})
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	out := map[string]bool{}
	for _, s := range p.Scope.Symbols {
		out[s.Name] = true
	}
	return out
}

// TestLeave leaves out each part of minifying: the program is another text then, larger, and does the same.
func TestLeave(t *testing.T) {
	src := "(function (list) { var size = list.length; print(size); var total = 0; for (var i = 0; i < size; i++) { total += list[i] } if (total) { print(total) } else { print(size) } var last = list[size - 1]; print(last, last); function later(x) { return x + size } print(list.map(later).join()) })([1, 2, 3]);\n"
	o := passes.Options{Level: 2, For: costs.Size, Minify: true, Assume: passes.AssumeFnNames}
	whole := optimize(t, src, o).Code
	want := runJS(t, src)
	for _, part := range passes.MinifyParts {
		o.Leave = []string{part}
		code := optimize(t, src, o).Code
		if code == whole {
			t.Errorf("without %s it is the same text: %s", part, code)
		}
		if d := cmp.Diff(want, runJS(t, code)); d != "" {
			t.Errorf("without %s (-want +got)\n%s\nof\n%s", part, d, code)
		}
	}
}

// TestMinifyTakesAllPrograms checks that programs that other minifiers reject are minified, without
// a warning.
func TestMinifyTakesAllPrograms(t *testing.T) {
	for _, tt := range []struct{ name, path, src, want string }{
		{"a constant that is assigned", "a.js", "const value = 1;\ntry { value = 2 } catch (error) { print(error.name) }\n",
			"const value=1;try{value=2}catch(r){print(r.name)}"},
		{"the same in a module", "a.mjs", "const value = 1;\ntry { value = 2 } catch (error) { print(error.name) }\nexport {};\n",
			"const r=1;try{r=2}catch(r){print(r.name)}export{};"},
		{"CommonJS is a function", "a.cjs", "const value = new.target;\nexports.value = () => value;\n",
			"let e=new.target;exports.value=()=>e;"},
		{"functions keep their names", "a.cjs", "function outer(value) { return [new.target, value] }\nnew outer(new.target);\n",
			"function outer(e){return[new.target,e]}new outer(new.target);"},
		{"but those that are only called", "a.cjs", "function outer(value) { return [new.target, value] }\nouter(new.target);\n",
			"function e(e){return[new.target,e]}e(new.target);"},
		{"a name that is reserved in modules only", "a.js", "class await {}\n(function (value) { print(value) })(await);\n",
			"class await{}(function(a){print(a)})(await);"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, aim := range []costs.Aim{costs.Balanced, costs.Size} {
				res := optimize(t, tt.src, passes.Options{Path: tt.path, Level: 1, For: aim, Minify: true, SourceMap: true})
				if d := cmp.Diff(tt.want, res.Code); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
				if len(res.Warnings) > 0 {
					t.Errorf("warnings %v", res.Warnings)
				}
			}
		})
	}
}

// TestMinifyNamesNoOtherValue checks that a name is given to the function that a program
// declares, and not to the value that its variable has by then.
func TestMinifyNamesNoOtherValue(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"a variable", "(() => { var one = f(); function one() { g() } h(one); g(one) })();", "(()=>{var one=f();function one(){g()}h(one),g(one)})();"},
		{"a parameter", "(one => { one = f(); function one() { g() } h(one); g(one) })();", "(one=>{one=f();function one(){g()}h(one),g(one)})();"},
		{"another function", "(() => { var one = () => 1; function one() { g() } h(one); g(one) })();", "(()=>{var one=()=>1;function one(){g()}h(one),g(one)})();"},
		{"what begins a list", "(one => { one = f(); function one() { g() } return g(one), one })();", "(one=>{one=f();function one(){g()}return g(one),one})();"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, path := range []string{"a.js", "a.mjs", "a.cjs"} {
				if res := optimize(t, tt.src, passes.Options{Path: path, Minify: true}); res.Code != tt.want {
					t.Errorf("%s: got %s", path, res.Code)
				}
			}
		})
	}
	for _, path := range []string{"a.js", "a.cjs"} { // in a module it may be declared once
		res := optimize(t, "var exports = 3;\nfunction exports() {}\nprint(exports);\n", passes.Options{Path: path, Minify: true})
		if want := "var exports=3;function exports(){}print(exports);"; res.Code != want {
			t.Errorf("%s: got %s", path, res.Code)
		}
	}
}

// TestTargetsHaveNamesOfTheirOwn checks that the helpers that older engines need at the top
// level of a script have different names in each script.
func TestTargetsHaveNamesOfTheirOwn(t *testing.T) {
	target, err := parse.ParseTarget("es2015")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, src := range []string{"print(a?.b, 2 ** c);", "print(b?.c, d ** e);"} {
		for _, o := range []passes.Options{{Target: target}, {Target: target, Minify: true}, {Target: target, Minify: true, For: costs.Size, Assume: passes.AssumeFnNames}} {
			o.Path = "in.js"
			res, err := passes.Optimize(context.Background(), src, o)
			if err != nil {
				t.Fatal(err)
			}
			names := topNames(t, res.Code)
			if len(names) == 0 {
				t.Errorf("no helper in %s", res.Code)
			}
			for name := range names {
				if of, ok := all[name]; ok && of != src || !strings.Contains(name, "$") {
					t.Errorf("%s is at the top level of\n%s", name, res.Code)
				}
				all[name] = src
			}
		}
	}
}
