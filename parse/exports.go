package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// exportNames collects what a module exports.
type exportNames struct {
	names  map[string]bool
	locals []*ast.Ident // references of export { … } without from
}

// addExport records an exported name.
func (p *parser) addExport(name string, span ast.Span) {
	if p.exports.names == nil {
		p.exports.names = map[string]bool{}
	}
	if p.exports.names[name] {
		p.errSpan(span, "duplicate export "+strconv.Quote(name))
	}
	p.exports.names[name] = true
}

func (p *parser) exportIdent(id *ast.Ident) { p.addExport(id.Name, id.Span) }

// checkExports reports exported names that the module does not declare; names
// have been resolved by now.
func (p *parser) checkExports(prog *ast.Program) {
	for _, id := range p.exports.locals {
		if prog.Scope == nil || prog.Scope.Lookup(id.Name) == nil {
			p.errSpan(id.Span, strconv.Quote(id.Name)+" is exported but not declared in this module")
		}
	}
}
