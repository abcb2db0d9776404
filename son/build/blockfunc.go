package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A function that a block declares exists from the block's beginning on. Sloppy code also
// assigns it to a variable of the surrounding function, when control reaches the declaration
// (Annex B.3.3):
//
//	{ f(); function f() {} }   // let f = function…; f(); outer f = f
//
// Both bindings are cells. The stores have FlagHoisted: they print as the declaration.

// blockFunctions creates the functions that a statement list declares as those of a block. Of
// several declarations of one name the last one counts.
func (b *builder) blockFunctions(list []ast.Stmt) {
	last := map[*ast.Symbol]*ast.FuncDecl{}
	for _, st := range list {
		if d := Declared(st); d != nil {
			last[d.Fn.Name.Sym] = d
		}
	}
	for _, st := range list {
		if d := Declared(st); d != nil && last[d.Fn.Name.Sym] == d && d.Fn.Name.Sym.Kind == ast.SymBlockFunc {
			sym := d.Fn.Name.Sym
			b.storeCell(sym, b.closure(d.Fn, nil, 0), son.FlagInit|son.FlagDecl|son.FlagHoisted, d.Span)
		}
	}
}

// Declared returns the function declaration that a statement is, perhaps with labels.
func Declared(st ast.Stmt) *ast.FuncDecl {
	for {
		switch s := st.(type) {
		case *ast.Labeled:
			st = s.Body
		case *ast.FuncDecl:
			return s
		default:
			return nil
		}
	}
}

// arm builds an arm of an if. A function declaration there is a block of its own.
func (b *builder) arm(st ast.Stmt) {
	d, ok := st.(*ast.FuncDecl)
	if !ok {
		b.stmt(st)
		return
	}
	if !b.s.stopped() {
		b.enter(d.Fn.Name.Sym.Scope)
		b.blockFunctions([]ast.Stmt{d})
		b.funcDecl(d)
	}
}

// funcDecl builds the effect of a function declaration at its place.
func (b *builder) funcDecl(d *ast.FuncDecl) {
	if d.Fn.Name == nil || d.Fn.Name.Sym.Kind != ast.SymBlockFunc || d.Fn.Name.Sym.AnnexB == nil {
		return
	}
	sym, outer := d.Fn.Name.Sym, d.Fn.Name.Sym.AnnexB
	v := b.s.node(son.OpLoadCell, d.Fn.Name.Span, b.cellOf(sym))
	v.Sym = sym
	v = b.s.add(v)
	if b.isGlobal(outer) {
		b.giveGlobal(ast.Var, &ast.Ident{Base: d.Fn.Name.Base, Name: sym.Name, Sym: outer}, v, son.FlagDecl|son.FlagInit|son.FlagHoisted, d.Span)
		return
	}
	b.storeCell(outer, v, son.FlagHoisted, d.Span)
}

// blockFunction makes cells of the bindings of a function declared in a block.
func (s *survey) blockFunction(sym *ast.Symbol) {
	if sym.Kind != ast.SymBlockFunc {
		return
	}
	if !sym.Captured {
		s.cell(sym) // others are never values
	}
	if sym.AnnexB != nil {
		s.cell(sym.AnnexB)
	}
}
