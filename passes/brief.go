package passes

import (
	"bytes"
	"compress/gzip"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/passes/short"
)

// briefOrders are the orders of names that are tried.
var briefOrders = []short.Options{{}, {Spare: 8}, {Spare: 8, Commonest: true}, {Commonest: true}}

// brief minifies code with names of our own in the place of esbuild's, of which those
// of inner functions depend on how deep they stand, and compress worse for it. out is
// what esbuild makes of the code; the result is that if no order of names makes less.
func (w *work) brief(out *parse.Handed, code string, m *sourcemap.Map, h parse.Handover) *parse.Handed {
	if !h.Minify || !h.AnyNames || w.o.For != cost.Size {
		return out
	}
	h.SyntaxOnly = true
	plain, _ := parse.HandOver(code, m, w.o.Path, h)
	if plain == nil {
		return out
	}
	best, size := out, compressed(out.Code)
	for _, o := range briefOrders {
		p, _ := parse.Parse(plain.Code, parse.Options{Path: w.o.Path, Type: w.goal()})
		if p == nil {
			return out
		}
		short.Names(p, o)
		made := print.Program(p, print.Options{Compact: true, Source: plain.Code, Tokens: m != nil})
		n := compressed(made.Code)
		if n >= size {
			continue
		}
		q, ds := parse.Parse(made.Code, parse.Options{Path: w.o.Path, Type: w.goal()})
		why := ""
		if q == nil {
			why = ds[0].String()
		} else {
			why = short.Same(p, q)
		}
		if why != "" {
			w.report.Faults = append(w.report.Faults, "BUG: short names: "+why)
			return out
		}
		best, size = &parse.Handed{Code: made.Code}, n
		if m != nil {
			outer := sourcemap.New(made.Code, made.Tokens, sourcemap.Source{Path: w.o.Path, Text: plain.Code})
			best.Map = sourcemap.Compose(outer, plain.Map)
		}
	}
	return best
}

// compressed is how many bytes of a text gzip leaves.
func compressed(text string) int {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	z.Write([]byte(text))
	z.Close()
	return b.Len()
}
