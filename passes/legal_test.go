package passes_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// licensed has legal comments around and in code that stays, changes or goes, one of them twice,
// and others that only look like it.
const licensed = `#!/usr/bin/env node
/*! top */
'use strict';
function same(a) {
  /*! twice */
  return a;
}
function changed(a) {
  // @license changed
  return 1 + 2 + a; //! after
}
function gone() { /*! gone */ }
/*! twice */
out(same(1), changed(same), "/*! text */", /\/*! r *\//);
if (false) out(` + "`/*! template */ ${/*! inner */ 1}`" + `);
`

var licensedTexts = []string{"/*! top */", "/*! twice */", "// @license changed", "//! after", "/*! gone */", "/*! inner */"}

// legalModes are the ways in which an output may be made.
func legalModes(t *testing.T) map[string]passes.Options {
	t.Helper()
	target, err := parse.ParseTarget("es2015")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]passes.Options{
		"O0":              {},
		"O1":              {Level: 1},
		"O2":              {Level: 2},
		"forced":          {Level: 1, ForceGraph: true},
		"size":            {Level: 1, For: costs.Size},
		"compact":         {Level: 1, Compact: true},
		"compact size":    {Level: 2, Compact: true, For: costs.Size},
		"minify":          {Level: 1, Minify: true},
		"minify size":     {Level: 2, Minify: true, For: costs.Size},
		"minify O0":       {Minify: true},
		"target":          {Level: 1, Target: target},
		"target size":     {Level: 2, Target: target, For: costs.Size},
		"target compact":  {Level: 1, Target: target, Compact: true},
		"target minified": {Level: 1, Target: target, Minify: true},
		"normal":          {Level: 1, Emit: passes.Normal},
		"blocks compact":  {Level: 1, Emit: passes.Blocks, Compact: true},
	}
}

func optimizeLegal(t *testing.T, src string, o passes.Options, legal parse.LegalComments) string {
	t.Helper()
	o.Path, o.Legal = "a.js", legal
	r, err := passes.Optimize(context.Background(), src, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Report.Faults) > 0 {
		t.Fatalf("%s\n%s", r.Report.Faults[0], r.Code)
	}
	if _, ds := parse.Parse(r.Code, parse.Options{}); len(ds) > 0 {
		t.Fatalf("%v\n%s", ds, r.Code)
	}
	return r.Code
}

func TestLegalCommentsInAllModes(t *testing.T) {
	plain := licensed
	for _, text := range licensedTexts {
		plain = strings.ReplaceAll(plain, text, "")
	}
	for name, o := range legalModes(t) {
		t.Run(name, func(t *testing.T) {
			none, inline, eof := optimizeLegal(t, licensed, o, parse.LegalNone), optimizeLegal(t, licensed, o, parse.LegalInline), optimizeLegal(t, licensed, o, parse.LegalEOF)
			for _, text := range licensedTexts {
				if strings.Contains(none, text) {
					t.Errorf("none leaves %q:\n%s", text, none)
				}
				if strings.Count(inline, text) == 0 {
					t.Errorf("inline loses %q:\n%s", text, inline)
				}
			}
			for _, code := range []string{none, inline, eof} {
				if !strings.HasPrefix(code, "#!/usr/bin/env node\n") || !strings.Contains(code, `"/*! text */"`) || !strings.Contains(code, `/\/*! r *\//`) {
					t.Errorf("what is no comment changed:\n%s", code)
				}
			}
			if want := strings.TrimSuffix(none, "\n") + "\n" + strings.Join(licensedTexts, "\n") + "\n"; eof != want {
				t.Errorf("eof is\n%s\nbut none is\n%s", eof, none)
			}
			blank := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if without := optimizeLegal(t, plain, o, parse.LegalDefault); blank(without) != blank(none) {
				t.Errorf("without comments it is\n%s\nbut with none it is\n%s", without, none)
			}
		})
	}
}

// TestInlineLegalComments compares with what happens by default, where some comments are lost.
func TestInlineLegalComments(t *testing.T) {
	for name, o := range legalModes(t) {
		t.Run(name, func(t *testing.T) {
			was, inline := optimizeLegal(t, licensed, o, parse.LegalDefault), optimizeLegal(t, licensed, o, parse.LegalInline)
			if !strings.HasPrefix(inline, was) {
				t.Errorf("by default it is\n%s\nbut inline is\n%s", was, inline)
			}
		})
	}
}

func TestLegalCommentsInText(t *testing.T) {
	tests := []struct {
		name, src string
		legal     parse.LegalComments
		o         passes.Options
		want      string
	}{
		{"no comments", "a;\r\n  b", parse.LegalEOF, passes.Options{}, "a;\r\n  b"},
		{"only comments", "/*! x */\n//! y", parse.LegalEOF, passes.Options{}, "/*! x */\n//! y\n"},
		{"only comments, dropped", "/*! x */\n//! y", parse.LegalNone, passes.Options{}, ""},
		{"at the end already", "a;\n/*! x */\n", parse.LegalEOF, passes.Options{}, "a;\n/*! x */\n"},
		{"no line end", "/*! x */ a", parse.LegalEOF, passes.Options{}, "a\n/*! x */\n"},
		{"wide line ends", "/*! x */\r\na;\r\nb;\r\n", parse.LegalEOF, passes.Options{}, "a;\r\nb;\r\n/*! x */\r\n"},
		{"only a hashbang", "#!/bin/x\n//! y\n", parse.LegalEOF, passes.Options{}, "#!/bin/x\n//! y\n"},
		{"HTML", "a\n--> @license x", parse.LegalEOF, passes.Options{Type: parse.Script}, "a\n// @license x\n"},
		{"indented differently", "function f() {\n  g();\n    /*! x\n     * y\n     */\n  g(1 + 1);\n}\n", parse.LegalInline, passes.Options{Level: 1}, "function f() {\n  g();\n    /*! x\n     * y\n     */\n  g(2);\n}\n"},
		{"TypeScript", "/*! x */\nlet a: number = 1;\n", parse.LegalEOF, passes.Options{Path: "a.ts"}, "let a = 1;\n/*! x */\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Legal = tt.legal
			r, err := passes.Optimize(context.Background(), tt.src, tt.o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Code != tt.want {
				t.Errorf("got %q, want %q", r.Code, tt.want)
			}
			if r.Report.BytesOut != len(r.Code) {
				t.Errorf("the report says %d bytes, not %d", r.Report.BytesOut, len(r.Code))
			}
		})
	}
}

// TestLegalCommentsGoFirst: comments that do not stay do not keep their code in its place.
func TestLegalCommentsGoFirst(t *testing.T) {
	assume, err := passes.ParseAssumptions([]string{passes.AssumeStandard})
	if err != nil {
		t.Fatal(err)
	}
	const src = "/*! mine */\nfunction f() { x() }\nexport let o = () => b(f());\n"
	for legal, want := range map[parse.LegalComments]string{
		parse.LegalDefault: "/*! mine */\nfunction e(){x()}export let o=()=>b(e());",
		parse.LegalInline:  "/*! mine */\nfunction e(){x()}export let o=()=>b(e());",
		parse.LegalNone:    "export let o=()=>b(function(){x()}());",
		parse.LegalEOF:     "export let o=()=>b(function(){x()}());\n/*! mine */\n",
	} {
		o := passes.Options{Level: 1, Minify: true, For: costs.Size, Assume: assume, Type: parse.Module}
		if got := optimizeLegal(t, src, o, legal); got != want {
			t.Errorf("%d: got %q, want %q", legal, got, want)
		}
	}
}
