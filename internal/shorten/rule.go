package shorten

import "github.com/sonjs/son/parse/ast"

// rule replaces nodes of type N by expressions. Before and after are the statement of an example,
// which may refer to the local variables a to d and the functions f, g and h.
type rule[N ast.Expr] struct {
	name, doc     string
	before, after string
	builtins      bool // it needs Options.Builtins
	// apply returns nil where the rule does not apply. It may change the node if it does.
	apply func(s *shortener, x N) ast.Expr
}

// rules are the tables.
type rules struct {
	unary  []rule[*ast.Unary]
	binary []rule[*ast.Binary]
	assign []rule[*ast.Assign]
	index  []rule[*ast.Index]
	cond   []rule[*ast.Cond]
	new    []rule[*ast.New]
}

func newRules() *rules {
	return &rules{unaryRules(), binaryRules(), assignRules(), indexRules(), condRules(), constructorRules()}
}

// applied applies the first rule of a table that applies, or returns the node.
func applied[N ast.Expr](s *shortener, table []rule[N], x N) ast.Expr {
	for i := range table {
		if y := table[i].apply(s, x); y != nil {
			return y
		}
	}
	return x
}

// around returns a base for a node that consists of a and b.
func around(a, b ast.Node) ast.Base {
	return ast.Base{Span: ast.Span{Start: a.Pos().Start, End: b.Pos().End}}
}

// at returns a base for a node that replaces x.
func at(x ast.Node) ast.Base { return ast.Base{Span: x.Pos().Span} }
