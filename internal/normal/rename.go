package normal

import (
	"strconv"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// Rename gives each binding of a program a name of its own: where two have the same, the first
// keeps it and the others get one like x$1. The tree changes, not its source text.
//
// A binding whose name is observable keeps it; see [Fixed]. So do the globals that the program
// references, which have no binding at all.
func Rename(p *ast.Program) {
	fixed := Fixed(p)
	r := &renamer{fixed: fixed, taken: Globals(p), next: map[string]int{}}
	all := Bindings(p)
	for _, s := range all {
		if fixed[s] != "" {
			r.taken[s.Name] = true
		}
	}
	names := map[*ast.Symbol]string{}
	for _, s := range all {
		r.mine = append(r.mine, s.Name) // so that x$1 of the source is no new name
	}
	r.own = map[string]bool{}
	for _, n := range r.mine {
		r.own[n] = true
	}
	for _, s := range all {
		if fixed[s] != "" {
			continue
		}
		if !r.taken[s.Name] {
			r.taken[s.Name] = true
			continue
		}
		names[s] = r.fresh(s.Name)
	}
	if len(names) > 0 {
		apply(p, names)
	}
}

type renamer struct {
	fixed map[*ast.Symbol]string
	taken map[string]bool // assigned names, and those of globals
	own   map[string]bool // names that the program already has
	mine  []string
	next  map[string]int
}

// fresh returns a name like the given one that is not in use yet.
func (r *renamer) fresh(like string) string {
	for {
		r.next[like]++
		name := like + "$" + strconv.Itoa(r.next[like])
		if !r.taken[name] && !r.own[name] {
			r.taken[name] = true
			return name
		}
	}
}

// apply writes the new names into the tree.
func apply(p *ast.Program, names map[*ast.Symbol]string) {
	rename := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Property:
			if id := n.ShorthandName(); id != nil && names[id.Sym] != "" {
				n.Key, n.Shorthand = &ast.Ident{Base: id.Base, Name: id.Name}, false
				if id.Name == "__proto__" { // as a shorthand it is an ordinary property
					n.Key, n.Computed = &ast.String{Base: id.Base, Value: id.Name}, true
				}
			}
		case *ast.ExportSpec:
			if n.Ref != nil && names[n.Ref.Sym] != "" {
				n.Ref.Name = names[n.Ref.Sym]
			}
		case *ast.Ident:
			if name := names[n.Sym]; n.Sym != nil && name != "" {
				n.Name = name
			}
		}
		return true
	}
	ast.Walk(p, rename)
}

// Bindings lists the bindings that a program declares, in the order of declaration, but not the
// implicit ones: arguments, and the *default* of a module.
func Bindings(p *ast.Program) []*ast.Symbol {
	var out []*ast.Symbol
	seen := map[*ast.Symbol]bool{nil: true}
	add := func(s *ast.Symbol) {
		if seen[s] {
			return
		}
		seen[s] = true
		if s.Kind != ast.SymArguments && s.Kind != ast.SymDefault {
			out = append(out, s)
		}
	}
	unreferenced := unreferencedVars(p)
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			add(id.Sym)
			add(unreferenced[id])
		}
		return true
	})
	return out
}

// unreferencedVars returns the variables declared by a name that references another binding, as
// e does in `catch (e) { var e = 1; }`: such a variable may have no other reference.
func unreferencedVars(p *ast.Program) map[*ast.Ident]*ast.Symbol {
	out := map[*ast.Ident]*ast.Symbol{}
	of := func(sc *ast.Scope) {
		if sc == nil {
			return
		}
		for _, s := range sc.Symbols {
			for _, d := range s.Decls {
				if d.Sym != nil && d.Sym != s {
					out[d] = s
				}
			}
		}
	}
	of(p.Scope)
	for _, fn := range p.Funcs {
		of(fn.Scope)
		of(fn.BodyScope)
	}
	return out
}

// Globals lists the names of a program that nothing in it declares, and the words with a
// meaning as names.
func Globals(p *ast.Program) map[string]bool {
	out := map[string]bool{"arguments": true, "eval": true, "undefined": true, "NaN": true, "Infinity": true, "await": true, "async": true, "let": true, "static": true, "yield": true}
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym == nil {
			out[id.Name] = true
		}
		return true
	})
	return out
}

// Fixed returns the bindings whose names are observable, each with the reason why.
func Fixed(p *ast.Program) map[*ast.Symbol]string {
	out := map[*ast.Symbol]string{}
	twins := map[string]bool{} // names of functions in blocks that have no variable
	fix := func(x ast.Expr, why string) {
		if id, ok := x.(*ast.Ident); ok && id.Sym != nil && out[id.Sym] == "" {
			out[id.Sym] = why
		}
	}
	named := func(target, value ast.Expr) {
		if ast.IsAnonymous(value) {
			fix(target, "it names a function")
		}
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if n.Sym != nil && out[n.Sym] == "" {
				if why := fixedBy(p, n.Sym); why != "" {
					out[n.Sym] = why
				}
			}
		case *ast.FuncDecl: // whose name may be that of a parameter or var, too
			if id := n.Fn.Name; id != nil {
				fix(id, "a function has its name")
				if id.Sym != nil && id.Sym.Kind == ast.SymBlockFunc && id.Sym.AnnexB == nil {
					twins[id.Sym.Name] = true
				}
			}
		case *ast.Assign:
			named(n.Target, n.Value)
		case *ast.Default:
			named(n.Target, n.Value)
		case *ast.Declarator:
			if n.Init != nil {
				named(n.Target, n.Init)
			}
		}
		return true
	})
	all := Bindings(p)
	for _, s := range all {
		if why := twin(s, twins); why != "" && out[s] == "" {
			out[s] = why
		}
		for _, d := range s.Decls {
			if d.Sym != s && d.Sym != nil { // var e in catch (e)
				out[s], out[d.Sym] = "one identifier refers to two bindings", "one identifier refers to two bindings"
			}
		}
	}
	for s := range out {
		if s.AnnexB != nil && out[s.AnnexB] == "" {
			out[s.AnnexB] = "it is the variable of a function in a block"
		}
	}
	return out
}

// fixedBy returns why a binding of its kind cannot be renamed, or "".
func fixedBy(p *ast.Program, s *ast.Symbol) string {
	switch {
	case s.DynamicReach:
		return "eval or with can reach it"
	case s.Kind == ast.SymArguments:
		return "its name is part of the language"
	case s.Exported || s.Kind == ast.SymImport || s.Kind == ast.SymDefault:
		return "a module exports or imports it"
	case s.Scope == p.Scope && p.Type != ast.Module && !p.CommonJS:
		return "it is visible to other scripts"
	case s.Scope == p.Scope && p.CommonJS && (parse.IsWrapperName(s.Name) || s.Name == "arguments"):
		return "the wrapper of the file initializes it"
	case s.AnnexB != nil:
		return "it is a function in a block"
	}
	switch s.Kind {
	case ast.SymFunc, ast.SymBlockFunc, ast.SymFuncName:
		return "a function has its name"
	case ast.SymClass, ast.SymClassName:
		return "a class has its name"
	}
	return ""
}

// twin returns why a binding keeps the name that it shares with another one, or "".
func twin(s *ast.Symbol, inBlocks map[string]bool) string {
	if inBlocks[s.Name] {
		return "a function in a block has the same name" // it may suppress that function's variable
	}
	if f := s.Scope.Func; f != nil && f.BodyScope != nil {
		for _, sc := range []*ast.Scope{f.Scope, f.BodyScope} {
			if sc != s.Scope && sc.Lookup(s.Name) != nil && (s.Scope == f.Scope || s.Scope == f.BodyScope) {
				return "a parameter initializes a variable"
			}
		}
	}
	return ""
}
