package memory

import "github.com/sonjs/son/son"

import "github.com/sonjs/son/parse/ast"

var cellRule = son.Rule{
	Name:    "cell",
	File:    "internal/memory/promote.go",
	Ops:     []son.Op{son.OpNewCell},
	Doc:     "variable in memory => values  if no function captures it any more, it is initialized before each read, and all accesses are in one part of a try statement: no handler may see it change",
	Example: "let x = 1; function unused() { x = 2 } return x  =>  return 1",
}

// promote turns variables that need no memory into values.
func (h *heap) promote() {
	if !h.hasOwnCell() {
		return
	}
	cells, switches := map[*ast.Symbol]int{}, false
	blocks := map[string]bool{} // names of functions in blocks
	h.g.Nodes(func(n *son.Node) {
		if n.Sym != nil && n.Sym.Kind == ast.SymBlockFunc {
			blocks[n.Sym.Name] = true
		}
		switch {
		case h.isCell(n):
			cells[n.Sym]++
		case n.Op == son.OpIf && n.Has(son.FlagSwitch):
			switches = true
		}
	})
	h.g.Nodes(func(n *son.Node) {
		switch {
		case n.Op != son.OpNewCell || n.Sym == nil || cells[n.Sym] > 1:
			return
		case switches && !n.Sym.Captured:
			return // a variable assigned in the test of a case is a cell, though no function captures it
		case blocks[n.Sym.Name]:
			return // in sloppy code a function in a block may have a var beside it
		}
		if h.mayPromote(n) && h.g.Spend(&cellRule, n, n) {
			h.g.Stats.Memory.Cells++
			h.promoteCell(n)
		}
	})
}

// hasOwnCell reports whether no other function writes a variable that this one makes.
func (h *heap) hasOwnCell() bool {
	for n, shared := range h.shared {
		if n.Op == son.OpNewCell && !shared {
			return true
		}
	}
	return false
}

// mayPromote reports whether a cell is only used by loads and stores, and each load is known to
// read a stored value.
func (h *heap) mayPromote(cell *son.Node) bool {
	home := h.cfg.BlockOf(cell.In(0))
	if home == nil || h.shared[cell] || len(cell.Users()) == 0 {
		return false
	}
	switch cell.Sym.Kind {
	case ast.SymLet, ast.SymConst, ast.SymVar, ast.SymParam:
	default:
		return false // the name of a function or class means more than its value
	}
	for _, u := range cell.Users() {
		b := h.cfg.BlockOf(u.In(0))
		switch {
		case b == nil || b.Region != home.Region:
			return false
		case u.Op == son.OpLoadCell:
			if f := h.facts[u]; f.val == nil && f.at == nil || u.Has(son.FlagTDZ) && !h.inited[u] {
				return false
			}
		case u.Op == son.OpStoreCell && u.Arg(0) == cell && u.Arg(1) != cell:
			if u.Has(son.FlagConst|son.FlagPattern) || u.Has(son.FlagTDZ) && !h.inited[u] || u.Arg(1).Type.MayBe(son.KindUninit) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// promoteCell makes a name of each assignment, and phis where they join.
func (h *heap) promoteCell(cell *son.Node) {
	var loads, stores []*son.Node
	for _, u := range cell.Users() {
		if u.Op == son.OpStoreCell {
			stores = append(stores, u)
		} else {
			loads = append(loads, u)
		}
	}
	son.SortByOrder(loads)
	son.SortByOrder(stores)
	var value func(f fact) *son.Node
	value = func(f fact) *son.Node {
		if f.at != nil {
			return h.union(union{of: cell, at: f.at}, cell.Sym, func(i int) *son.Node {
				f, _ := h.out[f.at.Preds[i].ID].cells.get(idOf(cell))
				return value(f)
			})
		}
		if f.site != nil {
			if b := h.binds[site{of: cell, by: f.site}]; b != nil {
				return b.Forwarded()
			}
		}
		return f.val.Forwarded()
	}
	for _, n := range stores {
		if p := n.Arg(1); p.Op == son.OpParam && p.Sym == cell.Sym {
			h.binds[site{of: cell, by: n}] = p // its name already
			continue
		}
		b := h.g.NewNode(son.OpBind, n.In(0), n.Arg(1))
		b.Sym, b.Type = cell.Sym, n.Arg(1).Type
		b.SetSource(n)
		b.Flags, b.Site = n.Flags&son.SyntaxFlags, n.Site
		h.binds[site{of: cell, by: n}] = b
	}
	for _, n := range loads {
		h.g.Stats.Memory.Loads++
		h.g.Replace(n, value(h.facts[n]), n.Mem())
	}
	for _, n := range stores {
		h.g.Stats.Memory.Stores++
		h.g.Replace(n, h.binds[site{of: cell, by: n}], n.Mem())
	}
	h.fill()
}
