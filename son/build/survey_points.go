package build

import "github.com/sonjs/son/parse/ast"

// findPoints finds when the functions that reference a binding are created, once that is known of all functions.
// more are the bindings that functions have because of instances in them. The lists are parts of one slice.
func (s *survey) findPoints(p *ast.Program, more map[*ast.Function][]*ast.Symbol) {
	each := func(f func(*ast.Function, *ast.Symbol)) {
		for _, fn := range p.Funcs {
			for _, list := range [][]*ast.Symbol{fn.Captures, more[fn]} {
				for _, sym := range list {
					if !isTopScope(sym.Scope) {
						f(fn, sym)
					}
				}
			}
		}
	}
	room, total := make([]int32, 0, p.Symbols), 0 // by Symbol.ID: how many functions reference it
	each(func(_ *ast.Function, sym *ast.Symbol) {
		put(&room, sym.ID, at(room, sym.ID)+1)
		total++
	})
	all := make([]site, total)
	each(func(fn *ast.Function, sym *ast.Symbol) {
		list, known := s.points[sym]
		if !known {
			n := room[sym.ID]
			list, all = all[:0:n], all[n:]
		}
		s.points[sym] = append(list, s.made[fn.Index])
	})
}
