package passes

import (
	"strings"
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// withoutLegal removes the legal comments from an output if they are not to stay where they are. m is
// its map, or nil. What comes later may then move or drop the code around them.
func (w *work) withoutLegal(r *Result, m *sourcemap.Map) *sourcemap.Map {
	if w.o.Legal != parse.LegalNone && w.o.Legal != parse.LegalEOF || len(w.p.Comments) == 0 {
		return m
	}
	start := time.Now()
	defer func() { w.ms("legal comments", start) }()
	m, _ = w.edit(r, m, print.WithoutLegal)
	return m
}

// addLegal puts legal comments at the end of an output: all of the source that are to be there, or
// those that are to stay where they are and whose code is gone or printed without comments.
func (w *work) addLegal(r *Result) {
	if w.o.Legal != parse.LegalEOF && w.o.Legal != parse.LegalInline {
		return
	}
	start := time.Now()
	defer func() { w.ms("legal comments", start) }()
	texts := print.LegalComments(w.p)
	if len(texts) > 0 && w.o.Legal == parse.LegalInline {
		p := w.again(r.Code)
		if p == nil {
			return
		}
		texts = print.MissingLegal(texts, p)
	}
	if len(texts) == 0 {
		return
	}
	end := lineEndOf(r.Code)
	var out strings.Builder
	out.WriteString(r.Code)
	if r.Code != "" && !strings.HasSuffix(r.Code, "\n") {
		out.WriteString(end)
	}
	for _, text := range texts {
		out.WriteString(text)
		out.WriteString(end)
	}
	r.Code = out.String()
}
