package normal

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Violation is a place where a program is not in normal form.
type Violation struct {
	At   ast.Span
	What string
}

// Exception is a name that two bindings share, and the reason why neither can be renamed.
type Exception struct {
	At         ast.Span // of the later binding
	Name       string
	Why, Other string // the reasons of this binding and of the first
}

// Report is the result of [Check].
type Report struct {
	Violations []Violation
	Exceptions []Exception
	// Statements counts the atomic statements, and Nested those among them in which a bracket
	// contains an operand that is not simple, by the bracket.
	Statements int
	Nested     map[string]int
	// Functions counts the functions that were checked, Split those among them that are
	// split into blocks, and Blocks their blocks.
	Functions, Split, Blocks int
}

// Check checks the statements of a program. asWritten has, by Function.Index, the functions
// that need not be in the form; number -1 is the top level. Functions inside them are checked
// all the same.
func Check(p *ast.Program, asWritten map[int]string) *Report {
	return newChecker().program(p, asWritten)
}

func newChecker() *checker { return &checker{r: &Report{Nested: map[string]int{}}} }

// program checks all but how functions are split into blocks.
func (c *checker) program(p *ast.Program, asWritten map[int]string) *Report {
	c.names(p)
	if _, ok := asWritten[-1]; !ok {
		c.list(p.Body)
	}
	for _, fn := range p.Funcs {
		if _, ok := asWritten[fn.Index]; ok || fn.Kind == ast.FuncField {
			continue
		}
		if c.block[fn] == nil {
			c.r.Functions++
		}
		if fn.ExprBody != nil {
			c.r.Statements++
			c.simple(fn.ExprBody, "the value of an arrow")
			continue
		}
		c.list(fn.Body)
	}
	return c.r
}

type checker struct {
	r *Report
	// block contains, in the form of basic blocks, the functions that are blocks.
	block map[*ast.Function]*cutFunction
	tails map[ast.Expr]bool // calls of blocks that are returned
}

func (c *checker) bad(n ast.Node, format string, args ...any) {
	c.r.Violations = append(c.r.Violations, Violation{n.Pos().Span, fmt.Sprintf(format, args...)})
}

// nested counts a statement in which a bracket contains more than simple operands.
func (c *checker) nested(bracket string) { c.r.Nested[bracket]++ }

// names checks that no two bindings have one name.
func (c *checker) names(p *ast.Program) {
	fixed := Fixed(p)
	first := map[string]*ast.Symbol{}
	globals := Globals(p)
	for _, s := range Bindings(p) {
		at := ast.Span{}
		if len(s.Decls) > 0 {
			at = s.Decls[0].Span
		}
		if globals[s.Name] && fixed[s] == "" {
			c.r.Violations = append(c.r.Violations, Violation{at, "the name of a global: " + s.Name})
		}
		other := first[s.Name]
		switch {
		case other == nil:
			first[s.Name] = s
		case fixed[s] == "" || fixed[other] == "":
			c.r.Violations = append(c.r.Violations, Violation{at, "a name of two bindings: " + s.Name})
		default:
			c.r.Exceptions = append(c.r.Exceptions, Exception{at, s.Name, fixed[s], fixed[other]})
		}
	}
}

// list checks statements.
func (c *checker) list(list []ast.Stmt) {
	for _, st := range list {
		c.stmt(st)
	}
}

// body checks a statement that must be a block.
func (c *checker) body(st ast.Stmt, of string) {
	b, ok := st.(*ast.Block)
	if !ok {
		c.bad(st, "%s without braces", of)
		return
	}
	c.list(b.Body)
}

func (c *checker) stmt(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.If:
		c.r.Statements++
		c.simple(s.Test, "the test of an if")
		c.body(s.Then, "an arm")
		if s.Else == nil {
			c.bad(s, "an if without else")
		} else {
			c.body(s.Else, "an arm")
		}
	case *ast.While:
		c.r.Statements++
		if t, ok := s.Test.(*ast.Bool); !ok || !t.Value {
			c.bad(s, "a while with a test")
		}
		c.body(s.Body, "a loop")
	case *ast.ForIn:
		c.each(s.Left, s.Right, s.Body)
	case *ast.ForOf:
		c.each(s.Left, s.Right, s.Body)
	case *ast.Labeled:
		switch s.Body.(type) {
		case *ast.Block:
			c.body(s.Body, "")
		case *ast.While, *ast.ForIn, *ast.ForOf, *ast.Labeled:
			c.stmt(s.Body)
		default:
			c.bad(s, "a label of a statement that is neither a loop nor a block")
		}
	case *ast.Try:
		c.r.Statements++
		c.list(s.Block.Body)
		if s.Handler != nil {
			c.list(s.Handler.Body)
		}
		if s.Finally != nil {
			c.list(s.Finally.Body)
		}
	case *ast.Return:
		c.r.Statements++
		if s.X != nil && !c.tails[s.X] {
			c.simple(s.X, "the returned value")
		}
	case *ast.Throw:
		c.r.Statements++
		c.simple(s.X, "the thrown value")
	case *ast.ExprStmt:
		c.r.Statements++
		if !s.Directive {
			c.effect(s.X)
		}
	case *ast.VarDecl:
		c.r.Statements++
		c.decl(s)
	case *ast.ExportDecl:
		c.stmt(s.Decl)
	case *ast.ExportDefault:
		c.r.Statements++
		if x, ok := s.Value.(*ast.ExprStmt); ok {
			c.value(x.X)
		} else {
			c.stmt(s.Value)
		}
	case *ast.ClassDecl:
		c.r.Statements++
		c.class(s.Class)
	case *ast.Break, *ast.Continue, *ast.Debugger, *ast.FuncDecl, *ast.Import, *ast.ExportNamed, *ast.ExportAll:
		c.r.Statements++
	default:
		c.bad(st, "%s is no statement of the form", kindOf(st))
	}
}

// each checks an iteration loop.
func (c *checker) each(left ast.Stmt, right ast.Expr, body ast.Stmt) {
	c.r.Statements++
	c.simple(right, "the iterated value")
	c.body(body, "a loop")
	target := ast.Expr(nil)
	switch l := left.(type) {
	case *ast.VarDecl:
		target = l.Decls[0].Target
	case *ast.ExprStmt:
		target = l.X
	}
	c.target(target)
}

// decl checks a declaration.
func (c *checker) decl(s *ast.VarDecl) {
	if len(s.Decls) != 1 {
		c.bad(s, "a declaration of %d variables", len(s.Decls))
		return
	}
	d := s.Decls[0]
	if d.Init == nil {
		return
	}
	if isPattern(d.Target) {
		c.target(d.Target)
		c.simple(d.Init, "the destructured value")
		return
	}
	c.value(d.Init)
}

// effect checks the expression of a statement.
func (c *checker) effect(x ast.Expr) {
	a, ok := x.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		c.value(x)
		return
	}
	switch t := a.Target.(type) {
	case *ast.Ident:
		if (t.Sym == nil || t.Sym.DynamicReach) && !isValue(a.Value) {
			c.nested("assignment to a global")
			return
		}
		c.value(a.Value)
	case *ast.Member, *ast.Index:
		c.place(t)
		if onSuper(t) && !isSimple(a.Value) { // the reference to super is evaluated first
			c.nested("property of super")
			return
		}
		c.simple(a.Value, "the stored value")
	default:
		c.target(t)
		c.simple(a.Value, "the destructured value")
	}
}

// target checks the target of a pattern or of the head of a loop.
func (c *checker) target(x ast.Expr) {
	switch x.(type) {
	case *ast.Ident:
	case *ast.Member, *ast.Index:
		if !isPlace(x) {
			c.nested("target of a pattern")
		}
	default:
		if !isPattern(x) {
			c.bad(x, "%s is no target", kindOf(x))
		} else if !plainPattern(x) {
			c.nested("pattern")
		}
	}
}
