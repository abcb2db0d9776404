package passes

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/build"
)

// ReadsReport is what is known of the reads, in functions inside, of variables that only their
// declarations write.
type ReadsReport struct {
	Reads     int `json:"reads"`
	Settled   int `json:"settled"`   // those that find the only value, assumed or known
	Constants int `json:"constants"` // those of them that find a constant
	// List has those that may find no value, in the order of the source.
	List []ReadReport `json:"list"`
}

// ReadReport describes a read that may find no value.
type ReadReport struct {
	Place
	Name string `json:"name"`
	In   string `json:"in"` // the function around it
	Why  string `json:"why"`
	// Before is where the function may run too early.
	Before *Place `json:"before,omitempty"`
}

// sumReads reports on the reads, at -O2.
func (w *work) sumReads() {
	if w.plan == nil {
		return
	}
	r := &ReadsReport{List: []ReadReport{}}
	for _, x := range w.facts.OnceWritten(w.p) {
		if x.Sym.Kind == ast.SymFunc || x.Sym.Kind == ast.SymBlockFunc {
			continue
		}
		r.Reads++
		if x.Constant {
			r.Constants++
		}
		if x.Why == "" || x.Sym.Kind.Lexical() && w.o.Assume.Has(AssumeNoTDZ) {
			r.Settled++
			continue
		}
		read := ReadReport{Place: w.place(x.Ident.Start), Name: x.Sym.Name, In: build.TopName, Why: x.Why}
		if x.Func != nil {
			read.In = w.facts.Path(x.Func)
		}
		if x.Before > 0 {
			at := w.place(x.Before)
			read.Before = &at
		}
		r.List = append(r.List, read)
	}
	w.report.Reads = r
}
