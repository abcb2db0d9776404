package print

import "github.com/sonjs/son/parse/ast"

// moduleStmt prints imports and exports.
func (p *printer) moduleStmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.Import:
		p.importStmt(s)
		p.semi()
	case *ast.ExportNamed:
		p.tokAt(s.Span, "export")
		p.space()
		p.exportSpecs(s.Specs)
		if s.From != nil {
			p.from(s.From)
		}
		p.attrs(s.Attrs)
		p.semi()
	case *ast.ExportAll:
		p.tokAt(s.Span, "export")
		p.raw(p.pick(" *", "*"))
		if s.As != nil {
			p.raw(p.pick(" as", "as"))
			p.space()
			p.moduleName(s.As)
		}
		p.from(s.From)
		p.attrs(s.Attrs)
		p.semi()
	case *ast.ExportDecl:
		p.annotate(s)
		p.tokAt(s.Span, "export")
		p.space()
		p.stmt(s.Decl)
	case *ast.ExportDefault:
		p.annotate(s)
		p.tokAt(s.Span, "export")
		p.raw(" default")
		p.space()
		p.exportDefault(s.Value)
	case nil:
		panic("BUG: print: nil statement")
	default:
		panic("BUG: print: no case for this statement")
	}
}

func (p *printer) exportDefault(s ast.Stmt) {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		p.stmt(s)
		return
	}
	p.defaultStart = len(p.out)
	p.expr(x.X, ast.PrecAssign, 0)
	p.semi()
}

func (p *printer) importStmt(s *ast.Import) {
	p.tokAt(s.Span, "import")
	if s.Phase != "" {
		p.raw(" ")
		p.raw(s.Phase)
	}
	if s.Default == nil && s.Namespace == nil && !s.HasNamed && len(s.Named) == 0 {
		p.space()
		p.str(s.From)
		p.attrs(s.Attrs)
		return
	}
	p.space()
	if s.Default != nil {
		p.name(s.Default.Span, s.Default.Name)
		if s.Namespace != nil || s.HasNamed || len(s.Named) > 0 {
			p.comma()
		}
	}
	if s.Namespace != nil {
		p.raw(p.pick("* as ", "*as "))
		p.name(s.Namespace.Span, s.Namespace.Name)
	} else if s.HasNamed || len(s.Named) > 0 {
		p.importSpecs(s.Named)
	}
	p.from(s.From)
	p.attrs(s.Attrs)
}

func (p *printer) importSpecs(list []*ast.ImportSpec) {
	if len(list) == 0 {
		p.raw("{}")
		return
	}
	p.raw(p.pick("{ ", "{"))
	for i, spec := range list {
		if i > 0 {
			p.comma()
		}
		if spec.Name.IsString || spec.Name.Name != spec.Local.Name {
			p.moduleName(&spec.Name)
			p.space()
			p.tok("as")
			p.raw(" ")
		}
		p.name(spec.Local.Span, spec.Local.Name)
	}
	p.raw(p.pick(" }", "}"))
}

func (p *printer) exportSpecs(list []*ast.ExportSpec) {
	if len(list) == 0 {
		p.raw("{}")
		return
	}
	p.raw(p.pick("{ ", "{"))
	for i, spec := range list {
		if i > 0 {
			p.comma()
		}
		p.exportSpec(spec)
	}
	p.raw(p.pick(" }", "}"))
}

// exportSpec prints `local as name`. The local name is that of the reference,
// which a pass may have renamed.
func (p *printer) exportSpec(spec *ast.ExportSpec) {
	local := spec.Local
	if spec.Ref != nil {
		local.Name, local.IsString = spec.Ref.Name, false
		p.name(spec.Ref.Span, spec.Ref.Name)
	} else {
		p.moduleName(&local)
	}
	if local.Name != spec.Name.Name || local.IsString != spec.Name.IsString {
		p.space()
		p.tok("as")
		p.space()
		p.moduleName(&spec.Name)
	}
}

func (p *printer) moduleName(n *ast.ModuleName) {
	if n.IsString {
		p.mark(n.Span)
		if s := p.rawString(&ast.String{Base: n.Base, Value: n.Name}); s != "" {
			p.raw(s)
			return
		}
		p.quoted(n.Name)
		return
	}
	p.name(n.Span, n.Name)
}

// from prints the clause that names the module.
func (p *printer) from(s *ast.String) {
	p.space()
	p.tok("from")
	p.space()
	p.str(s)
}

func (p *printer) attrs(list []*ast.Property) {
	if len(list) == 0 {
		return
	}
	p.raw(p.pick(" with ", "with"))
	p.props(list, false)
}
