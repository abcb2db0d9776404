package passes_test

import (
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// Of each read that may find no value the report says why, and where the function may run too early.
func TestReadsThatMayFindNoValueHaveReasons(t *testing.T) {
	for _, tt := range []struct {
		src, why string
		before   int // a line; 0: none
		typ      parse.SourceType
	}{
		{"const k = 1;\nexport function f() { return k }", "its function is exported, or called by one that is: other modules may call it before the declaration", 0, parse.Module},
		{"const k = 1;\nexport { g };\nfunction g() { return f() }\nfunction f() { return k }", "its function is exported, or called by one that is: other modules may call it before the declaration", 0, parse.Module},
		{"a();\nb(f);\nconst k = 1;\nfunction f() { return k }", "its function, or one that leads to it, is referenced before the declaration has ended", 2, parse.Module},
		{"a();\nb(() => k);\nconst k = 1;", "its function is made before the declaration has ended, where it may be called at once", 2, parse.Module},
		{"for (const x of a) {\nb(() => k);\nconst k = 1 }", "the declaration is in a block, a loop or a case, and the function may exist before", 0, parse.Module},
		{"(class k extends a(() => k) {})", "it is in the heritage, a key or a decorator of the class that it names", 0, parse.Module},
		{"arguments[1]();\nconst k = 1;\nfunction require() { return k }", "its function may be called before the declaration by code that needs no reference to it", 0, parse.CommonJS},
		{"const k = 1;\nexport const f = () => k;", "", 0, parse.Module},
	} {
		for _, assume := range []passes.AssumptionSet{0, passes.AssumeNoTDZ} {
			r := optimize(t, tt.src, passes.Options{Level: 2, Type: tt.typ, Assume: assume, Details: true}).Report.Reads
			if r == nil || r.Reads != 1 || r.Settled != 1-len(r.List) {
				t.Fatalf("%s: %+v", tt.src, r)
			}
			if tt.why == "" || assume != 0 && len(r.List) == 0 {
				if r.Settled != 1 {
					t.Errorf("%s: %+v", tt.src, r)
				}
				continue
			}
			x := r.List[0]
			if x.Name != "k" || x.Why != tt.why || (x.Before != nil) != (tt.before > 0) || tt.before > 0 && x.Before.Line != tt.before {
				t.Errorf("%s: %+v %v", tt.src, x, x.Before)
			}
		}
	}
}
