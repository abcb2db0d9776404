package oracle

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// transform returns esbuild's normal form of a source. bare means that it is a
// module that neither imports nor exports, so that esbuild has to be told.
//
// `with {}` after an import is dropped: the tree does not distinguish it from
// no attributes, and it means the same.
func transform(src string, bare bool) (string, error) {
	if bare {
		src += "\nexport {};"
	}
	r := api.Transform(src, api.TransformOptions{
		Target: api.ESNext, MinifyWhitespace: true, LegalComments: api.LegalCommentsNone,
		Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent,
	})
	if len(r.Errors) > 0 {
		return "", errors.New(r.Errors[0].Text)
	}
	return strings.ReplaceAll(string(r.Code), "with{}", ""), nil
}

var annotation = regexp.MustCompile(`[@#]__(PURE|NO_SIDE_EFFECTS)__`)

// hasAnnotations reports whether a program has comments such as
// /* @__PURE__ */.
func hasAnnotations(prog *ast.Program) bool {
	if !annotation.MatchString(prog.Source) {
		return false
	}
	return slices.ContainsFunc(prog.Comments, func(c ast.Comment) bool { return isAnnotation(prog.Source[c.Start:c.End]) })
}

func isAnnotation(text string) bool {
	return annotation.MatchString(text) && !legal.MatchString(text)
}

// annotated returns esbuild's readable form of a program with its annotations.
// Other comments are blanked first, and white space is removed at the end: esbuild
// keeps some of both.
func annotated(prog *ast.Program, bare bool) string {
	src := prog.Source
	var patches []print.Patch
	for _, c := range prog.Comments {
		switch text := src[c.Start:c.End]; {
		case isAnnotation(text):
		case c.Block && strings.ContainsAny(text, "\n\r\u2028\u2029"):
			patches = append(patches, print.Patch{Span: c.Span, Text: "\n"})
		default:
			patches = append(patches, print.Patch{Span: c.Span, Text: " "})
		}
	}
	src = print.Apply(src, patches)
	if bare {
		src += "\nexport {};"
	}
	r := api.Transform(src, api.TransformOptions{
		Target: api.ESNext, LegalComments: api.LegalCommentsNone, Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent,
	})
	return strings.Join(strings.Fields(string(r.Code)), "")
}

var legal = regexp.MustCompile(`^/[*/]!|@license|@preserve`)

// normalForms are esbuild's normal forms of one source, computed on first use.
type normalForms struct {
	prog               *ast.Program
	bare               bool
	judged             bool // esbuild accepts the source
	computed           bool
	spelled, respelled string
	annotated          string // see the function; "" if there are no annotations
}

// of returns the normal form that the program must have when printed in a style;
// ok is false if esbuild refuses the source.
func (n *normalForms) of(style Style) (want string, ok bool) {
	if !n.computed {
		n.computed = true
		var err error
		n.spelled, err = transform(n.prog.Source, n.bare)
		n.judged = err == nil
		n.respelled = n.spelled
		if src, changed := decimalBigInts(n.prog); changed && n.judged {
			n.respelled, err = transform(src, n.bare)
			n.judged = err == nil
		} else if hasAnnotations(n.prog) {
			n.annotated = annotated(n.prog, n.bare)
		}
	}
	if style.Spelled {
		return n.spelled, n.judged
	}
	return n.respelled, n.judged
}

var radixBigInt = regexp.MustCompile(`0[xXoObB][0-9a-fA-F_]+n`)

// decimalBigInts returns the source with its bigints in decimal notation:
// esbuild keeps the notation of bigints, and does not fold them in another one.
func decimalBigInts(prog *ast.Program) (src string, changed bool) {
	if !radixBigInt.MatchString(prog.Source) {
		return prog.Source, false
	}
	var patches []print.Patch
	decimal := func(n ast.Node) {
		if b, ok := n.(*ast.BigInt); ok {
			patches = append(patches, print.Patch{Span: b.Span, Text: b.Value + "n"})
		}
	}
	ast.Walk(prog, func(n ast.Node) bool {
		decimal(n)
		switch n := n.(type) { // Walk leaves out keys that are literals
		case *ast.Property:
			if !n.Computed && n.Key != nil {
				decimal(n.Key)
			}
		case *ast.ClassMember:
			if !n.Computed && n.Key != nil {
				decimal(n.Key)
			}
		}
		return true
	})
	return print.Apply(prog.Source, patches), true
}
