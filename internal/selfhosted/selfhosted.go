// Package selfhosted has methods of arrays written in JavaScript, as engines have some of their built-in
// functions: self-hosted. The optimizer inlines them where they call a function that it knows, so that the
// loop is a loop of the program:
//
//	const big = shapes.filter((s) => s.area > 1);
//
//	const big = [];
//	for (let i = 0, n = shapes.length; i < n; i++) {
//	  const s = shapes[i];
//	  if ((s !== undefined || i in shapes) && s.area > 1) big[big.length] = s;
//	}
//
// Each does what ECMA-262, section 23.1.3, says that the method does on an array whose prototype is
// Array.prototype, whose constructor is Array, and that inherits no elements, if it gets a function, and
// nothing for thisArg: a missing element is passed over, those that are added meanwhile are not visited, and
// an array that is made has as many places. A value is compared with undefined before the slower question
// whether there is an element.
package selfhosted

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

//go:embed array.js
var arrayText string

// Text returns the methods in JavaScript: functions with the names of the methods, for the array as this.
func Text() string { return arrayText }

// Library are the methods, as a part of a program whose functions may call them.
type Library struct {
	// Methods are by name. Their Function.Index is greater than that of the program's functions and of its
	// top level, which has the index after these.
	Methods map[string]*ast.Function
	// Funcs are the same in the order of their indices.
	Funcs []*ast.Function
}

// Attach adds the text of the methods to that of a program, behind its end, so that spans can refer to it. The
// program's functions and names stay what they are.
func Attach(p *ast.Program) *Library {
	p.Source = strings.TrimSuffix(p.Source, "\n"+arrayText) // it may have been added before
	begin := len(p.Source) + 1
	lib, ds := parse.Parse(strings.Repeat(" ", begin)+arrayText, parse.Options{Type: parse.Script})
	if lib == nil {
		panic(fmt.Sprintf("BUG: selfhosted: %v", ds))
	}
	p.Source += "\n" + arrayText
	l := &Library{Methods: make(map[string]*ast.Function, len(lib.Funcs)), Funcs: lib.Funcs}
	for _, fn := range lib.Funcs {
		fn.Index += len(p.Funcs) + 1
		l.Methods[fn.Name.Name] = fn
	}
	return l
}

// Has reports whether a function is one of the methods. A missing library has none.
func (l *Library) Has(fn *ast.Function) bool {
	return l != nil && fn != nil && fn.Name != nil && l.Methods[fn.Name.Name] == fn
}

// Callback returns the function that a call of a method passes to it, or nil: it passes none, or more than
// the method looks at here.
func Callback(method string, args []ast.Expr) ast.Expr {
	n := 1
	if method == "reduce" {
		n = 2
	}
	if len(args) != n {
		return nil
	}
	for _, a := range args {
		if ast.IsSpread(a) {
			return nil
		}
	}
	return args[0]
}
