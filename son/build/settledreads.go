package build

import (
	"slices"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
)

// SettledReads counts the reads of variables of enclosing functions and of the top level of a module or
// CommonJS file that only their declaration writes, those of declared functions apart.
type SettledReads struct {
	Reads     int // by functions inside
	Settled   int // of these, the ones that find the only value of the variable
	Constants int // of these, the ones of constants
	Functions int // of declared functions
}

// CountSettled counts the reads of a program.
func (b *Bindings) CountSettled(p *ast.Program) (n SettledReads) {
	for _, r := range b.OnceWritten(p) {
		switch {
		case r.Sym.Kind == ast.SymFunc || r.Sym.Kind == ast.SymBlockFunc:
			n.Functions++
			continue
		case r.Constant:
			n.Constants++
		}
		if n.Reads++; r.Why == "" {
			n.Settled++
		}
	}
	return n
}

// OnceRead is a read, by a function inside, of a variable that only its declaration writes.
type OnceRead struct {
	ast.Ref
	Sym *ast.Symbol
	// Constant: it finds the only value of the variable, and that is a constant.
	Constant bool
	// Why says why it may find no value; "": it finds the only one.
	Why string
	// Before is where the list that declares the variable lets the function run too early; 0: nowhere.
	Before int32
}

// Why a read may find no value.
const (
	whyExported   = "its function is exported, or called by one that is: other modules may call it before the declaration"
	whyReached    = "its function may be called before the declaration by code that needs no reference to it"
	whyReferenced = "its function, or one that leads to it, is referenced before the declaration has ended"
	whyMade       = "its function is made before the declaration has ended, where it may be called at once"
	whyNested     = "the declaration is in a block, a loop or a case, and the function may exist before"
	whyHeritage   = "it is in the heritage, a key or a decorator of the class that it names"
)

// OnceWritten lists the reads of variables that only their declarations write, by functions inside of
// those that declare them. Imports and the top level of scripts are not among them.
func (b *Bindings) OnceWritten(p *ast.Program) (list []OnceRead) {
	seen := map[*ast.Symbol]bool{}
	for _, fn := range p.Funcs {
		for _, sym := range fn.Captures {
			if seen[sym] {
				continue
			}
			seen[sym] = true
			if sym.Kind == ast.SymImport || sym.Scope.Kind == ast.ScopeGlobal && !p.CommonJS || !settled.WrittenOnce(sym) {
				continue
			}
			for _, r := range sym.Refs {
				if r.Kind&ast.RefInit == 0 && r.Func != sym.Scope.Func {
					list = append(list, b.onceRead(sym, r))
				}
			}
		}
	}
	slices.SortStableFunc(list, func(x, y OnceRead) int { return int(x.Ident.Start - y.Ident.Start) })
	return list
}

func (b *Bindings) onceRead(sym *ast.Symbol, r ast.Ref) OnceRead {
	out := OnceRead{Ref: r, Sym: sym}
	name := at(b.settled, sym.ID)
	switch {
	case !name.typ.IsTop() && b.isSettledAt(sym, r.Func, r.Ident.Start):
		out.Constant = name.typ.IsConst()
	case b.Of(sym) == Value:
	case sym.Kind == ast.SymClassName:
		out.Why = whyHeritage
	case name.typ.IsTop():
		out.Why = whyNested
	default:
		c := b.lists.of(sym.Scope.Func).Cause(r.Func)
		out.Before = c.At
		switch c.How {
		case settled.Exported:
			out.Why = whyExported
		case settled.Referenced:
			out.Why = whyReferenced
		case settled.Made:
			out.Why = whyMade
		default:
			out.Why = whyReached
		}
	}
	return out
}
