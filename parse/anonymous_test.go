package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAnonymousFunctionsStayAnonymous minifies functions that would take a name if
// esbuild dropped the expression around them.
func TestAnonymousFunctionsStayAnonymous(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"a variable", "let a = (0, () => 1); g(a, a)", "let a=(0,()=>1);g(a,a);\n"},
		{"an assignment", "a = (0, function () {}); a ||= (1, class {})", "a=(0,function(){}),a||=(0,class{});\n"},
		{"properties", "g({ a: (0, () => 1), [b]: (0, class {}) })", "g({a:(0,()=>1),[b]:(0,class{})});\n"},
		{"fields", "g(class { a = (0, () => 1); static b = (0, function () {}); })", "g(class{a=(0,()=>1);static b=(0,function(){})});\n"},
		{"defaults", "g(function (a = (0, () => 1), { b = (0, class {}) }, [c = (0, () => 1)]) { g(a, b, c) })",
			"g(function(c=(0,()=>1),{b:n=(0,class{})},[s=(0,()=>1)]){g(c,n,s)});\n"},
		{"assigned defaults", "({ a = (0, () => 1) } = g); [b = (0, class {})] = g", "({a=(0,()=>1)}=g),[b=(0,class{})]=g;\n"},
		{"a conditional", "g(() => { var a = true ? () => 1 : 1; a && g(a); return a })", "g(()=>{var r=(0,()=>1);return r&&g(r),r});\n"},
		{"the value of && and ??", "a = true && (() => 1); b = null ?? class {}", "a=(0,()=>1),b=(0,class{});\n"},
		{"a conditional decided at run time", "a = g() ? () => 1 : function () {}; b = g() || (() => 1)", "a=g()?()=>1:function(){},b=g()||(()=>1);\n"},
		{"positions that give no name", "g((0, () => 1)); g.a = (0, () => 1)", "g(()=>1),g.a=()=>1;\n"},
		{"a variable that is removed", "g(() => { let a = (0, () => 1); return a }); g(() => { let a = (0, () => 1); return { b: a } })",
			"g(()=>()=>1),g(()=>({b:(0,()=>1)}));\n"},
		{"targets in parentheses", "(a) = () => 1; (b) = (0, class {}); [(c) = () => 1] = g; ({ d: (d) = () => 1 } = g)",
			"a=(0,()=>1),b=(0,class{}),[c=(0,()=>1)]=g,{d=(0,()=>1)}=g;\n"},
		{"prototypes", "g({ __proto__: function () {} }, { '__proto__': class {} })",
			"g({__proto__:function(){}},{__proto__:class{}});\n"},
		{"a default export", "export default (0, () => 1)", "export default (0,()=>1);\n"},
		{"the name of the wrapper", "let ª = (0, () => 1); ªª = (ª(), () => 1)", "let ª=(0,()=>1);ªª=(ª(),(()=>1));\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, ds := Transform(tt.src, nil, "in.js", TransformOptions{Minify: true})
			if out == nil {
				t.Fatal(ds)
			}
			if d := cmp.Diff(tt.want, out.Code); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestGlobalsNameFunctions minifies anonymous functions that are assigned to globals.
func TestGlobalsNameFunctions(t *testing.T) {
	const src = "f = function () {}; ({ g = class {} } = h)"
	out, ds := Transform(src, nil, "in.js", TransformOptions{Minify: true, SyntaxOnly: true, Type: Script})
	if out == nil {
		t.Fatal(ds)
	}
	if d := cmp.Diff("f=function(){},{g=class{}}=h;\n", out.Code); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestGlobalsMayHaveBeenReplaced minifies references to globals that esbuild knows.
func TestGlobalsMayHaveBeenReplaced(t *testing.T) {
	for _, tt := range []struct{ name, src, want, assumed string }{
		{"conversions", "g(Boolean(a), Number('1'), String(`${a}`))", "g(Boolean(a),Number(\"1\"),String(`${a}`));\n", "g(!!a,1,`${a}`);\n"},
		{"unused constructions", "new Map([[1, 2]]); new Set; new Date(0); Symbol('a'); g()", "new Map([[1,2]]),new Set,new Date(0),Symbol(\"a\"),g();\n", "g();\n"},
		{"unused references", "Math.PI; Array; g()", "Math.PI,Array,g();\n", "g();\n"},
		{"shorthand", "g({ Map, Set: Map }); ({ a, Map } = g); ({ Set = a } = g)", "g({Map,Set:Map}),{a,Map}=g,{Set=a}=g;\n", "g({Map,Set:Map}),{a,Map}=g,{Set=a}=g;\n"},
		{"names that mean the same everywhere", "g(undefined, NaN, Infinity)", "g(void 0,NaN,1/0);\n", "g(void 0,NaN,1/0);\n"},
		{"variables", "g(function (Map) { Map; g(new Map, Set) })", "g(function(e){g(new e,Set)});\n", "g(function(n){g(new n,Set)});\n"},
		{"functions assigned to globals", "f = function () {}; ({ g = class {} } = h)", "f=function(){},{g=class{}}=h;\n", "f=function(){},{g=class{}}=h;\n"},
		{"unusual names", "g(async, let, of, (async) => 1); for ((async) of g);", "g(async,let,of,f=>1);for((async)of g);\n", "g(async,let,of,a=>1);for((async)of g);\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, assumes := range []bool{false, true} {
				out, ds := Transform(tt.src, nil, "in.js", TransformOptions{Minify: true, AnyNames: true, Builtins: assumes})
				if out == nil {
					t.Fatal(ds)
				}
				want := tt.want
				if assumes {
					want = tt.assumed
				}
				if d := cmp.Diff(want, out.Code); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
			}
		})
	}
}
