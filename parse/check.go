package parse

import "github.com/sonjs/son/parse/ast"

// Known are the functions of a text that are copied from a program, so that their bodies need not
// be read to see whether the text is valid.
type Known struct {
	bodies map[int32]*ast.Function // by where their bodies begin in the text
	depth  int                     // how deep the program nests, at most
}

// NewKnown returns an empty list for functions of a program.
func NewKnown(p *ast.Program) *Known {
	return &Known{bodies: map[int32]*ast.Function{}, depth: p.Depth}
}

// Add notes that the whole text of fn, a function of the program, begins at an offset of the text.
func (k *Known) Add(fn *ast.Function, at int32) { k.bodies[at+fn.BodySpan.Start-fn.Start] = fn }

// IsSelfContained reports whether a function's body is valid wherever a function of its kind may
// stand in code that is as strict. An arrow function may use what surrounds it, and super() is
// valid in some constructors only.
func IsSelfContained(fn *ast.Function) bool {
	switch fn.Kind {
	case ast.FuncNormal, ast.FuncMethod, ast.FuncGetter, ast.FuncSetter:
		return len(fn.Directives) == 0
	}
	return false
}

// Valid reports whether a text can be parsed, without reading the bodies that are known. Private
// names must not occur in these: they are bound outside.
func Valid(src string, o Options, known *Known) bool {
	o.known, o.Extent = known, Bindings
	p, _ := Parse(src, o)
	return p != nil
}

// skipBody moves from the brace that opens a function's body to the one that closes it, if the
// body is known to be valid.
func (p *parser) skipBody(fn *ast.Function) bool {
	if p.known == nil {
		return false
	}
	was := p.known.bodies[int32(p.start)]
	if was == nil || was.Strict != p.ctx.strict || was.Async != fn.Async || was.Generator != fn.Generator || fn.Kind != was.Kind || p.depth+p.known.depth > maxDepth {
		return false
	}
	p.pos = p.start + int(was.BodySpan.End-was.BodySpan.Start) - 1
	p.next()
	return true
}
