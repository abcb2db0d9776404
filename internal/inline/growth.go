package inline

import (
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
)

// Whether a call that may be inlined should be: how much longer the text gets, and how it reads.

// readableBody is how many nodes of a callee people read in place of its only call, rather than its name.
const readableBody = 60

// unreadable returns why nobody would want to read a callee in place of its only call, or "": a long
// one whose name says what it does; or, in the middle of an expression, one with a variable for an
// argument, which would be an assignment behind a comma; or one whose returns would need a label.
func (c *caller) unreadable(s *calls.Site, shape *shape, in *chain) string {
	switch {
	case !c.isRead():
		return ""
	case s.Alias != nil && shape.nodes > readableBody:
		return whyLong
	case shape.expr == nil && !c.o.Forced && needsLabel(s.Callee, in.slotOf(s)):
		return whyLabel
	case shape.choosesDefault(arguments(s)):
		return whyMissing
	case !c.o.Forced && !c.o.AnyNames && shape.namesArgument(arguments(s)):
		return whyNaming
	case shape.rest && len(shape.closures) > 0 && s.Slot <= calls.First:
		return whyLong
	case shape.expr == nil || s.Slot > calls.First:
		return ""
	}
	_, why := shape.growth(arguments(s))
	return why
}

// isLongOutside reports whether one of several calls of a long callee is not known to be in a loop.
func (c *caller) isLongOutside(s *calls.Site, shape *shape) bool {
	return s.Loops == 0 && c.runs(c.fn) <= 0 && c.called[s.Callee.Index] > 1 && c.copiedNodes(s, shape) > mostOutside
}

// repeats reports whether a call is one of many of its callee that are not known to be in loops: a list of them is a
// table, which somebody reads as such.
func (c *caller) repeats(s *calls.Site) bool {
	return s.Loops == 0 && c.runs(c.fn) <= 0 && c.calledOutside[s.Callee.Index] > table
}

// mindsCalls reports whether a call in a loop should stay if its callee calls several others: where the output is read,
// and for the speed of engines with compilers. A function that is passed has to be made if it stays.
func (c *caller) mindsCalls(s *calls.Site, single bool) bool {
	switch {
	case s.Loops == 0 || c.o.Forced:
		return false
	case single:
		return c.isRead()
	}
	return !s.Passed && (c.o.For == cost.Speed || c.o.For == cost.SpeedV8)
}

// callsOthers reports whether several calls of known functions would stay in a callee that is inlined. V8 inlines
// functions into each that it compiles up to a budget, max-inlined-bytecode-size-cumulative: each of its own has one.
func (c *caller) callsOthers(callee *ast.Function) bool {
	calls := 0
	for _, i := range c.in[callee.Index] {
		s := c.Graph.Site(i)
		if s.Callee == nil || c.isSingle(s.Callee) {
			continue
		}
		shape := c.shapeOf(called{s.Callee, s.Method, s.Here, false})
		if shape.why != "" || shape.loops || len(shape.closures) > 0 || c.unwanted(s, shape) != "" {
			calls++
		}
	}
	return calls > 1
}

// unwanted returns why inlining one of several calls does not pay, or "".
func (c *caller) unwanted(s *calls.Site, shape *shape) string {
	small := c.o.Small || c.o.For == cost.Size
	switch {
	case c.o.For.IsSpeed() && shape.nodes > mostForSpeed(shape):
		return whyNoWork
	case c.o.For.IsSpeed() && c.o.For != cost.SpeedQuickJS && shape.throws && !s.Passed: // one that is passed need not be made any more
		return whyThrows
	case c.o.For.IsSpeed() && !s.Passed && c.entersRecursion(c.fn, s.Callee):
		return whyEnters
	case c.o.For.IsSpeed() && !s.Passed && shape.expr == nil && c.isLongOutside(s, shape):
		return whyOutside
	case c.o.For.IsSpeed() && !s.Passed && shape.expr == nil && !shape.loops && c.repeats(s):
		return whyRepeats
	case c.o.For.IsSpeed():
		if c.copiedNodes(s, shape); !c.affords(shape, c.runs(c.fn)+int(s.Loops)) {
			return whySeldom
		}
		return ""
	case shape.expr == nil:
		return whyNoGain
	case !small && shape.nodes > readable:
		return whyNoGain
	case !small && shape.choosesDefault(arguments(s)):
		return whyMissing
	}
	growth, why := shape.growth(arguments(s))
	if why != "" {
		return why
	}
	f := &c.Graph.Functions[s.Callee.Index]
	if growth <= 0 || small && f.Exposed == "" && growth*len(f.Calls) <= shape.declBytes() {
		return ""
	}
	return whyNoGain
}

// growth returns how much longer an expression is than its call, or why the arguments cannot be written
// where the expression has the parameters.
func (shape *shape) growth(list []ast.Expr) (growth int, why string) {
	shape.measure()
	args := 0
	growth = shape.size - len("f()")
	if rest := len(shape.params) - 1; shape.rest {
		if shape.uses[rest] != 1 || shape.assigned[rest] {
			return 0, whyArgument
		}
		growth += len("[]") - 1 + max(len(list)-rest-1, 0)
	}
	for i, a := range list {
		if i > 0 {
			growth--
		}
		if shape.rest && i >= len(shape.params)-1 {
			if !isSimple(a) {
				args++
			}
			continue
		}
		if i >= len(shape.uses) {
			if !isSimple(a) {
				return 0, whyArgument
			}
			continue
		}
		if def := shape.defaults[i]; def != nil && !isDefined(a) {
			if shape.uses[i] != 1 || !isSimple(a) || !isSimple(def) || shape.assigned[i] {
				return 0, whyArgument
			}
			growth += len("void 0===?:") + sizeOf(a) + sizeOf(def)
			continue
		}
		switch {
		case shape.uses[i] == 0 && ast.IsLiteral(a):
			growth--
		case isSimple(a) && !shape.assigned[i]:
			growth += (shape.uses[i] - 1) * sizeOf(a)
			if shape.uses[i] > 0 {
				growth--
			}
		case shape.assigned[i] || shape.uses[i] != 1:
			return 0, whyArgument
		default:
			args++
			growth--
		}
	}
	for i := len(list); i < len(shape.defaults); i++ {
		if def := shape.defaults[i]; def != nil && shape.uses[i] > 0 {
			if !isSimple(def) || shape.assigned[i] {
				return 0, whyArgument
			}
			growth += shape.uses[i] * (sizeOf(def) - 1)
		}
	}
	if args > 0 && !shape.inOrder && (args > 1 || len(shape.params) > 1) {
		return 0, whyArgument
	}
	return growth, ""
}

// namesArgument reports whether an argument is a function without a name that a parameter with a variable
// of its own gets.
func (shape *shape) namesArgument(list []ast.Expr) bool {
	for i, a := range list[:min(len(list), len(shape.params))] {
		if ast.IsAnonymous(a) && !shape.isRest(i) && (shape.uses[i] > 1 || shape.assigned[i] || shape.held[i]) {
			return true
		}
	}
	return false
}

// choosesDefault reports whether only the run tells whether a call passes an argument or leaves its parameter
// the default value.
func (shape *shape) choosesDefault(list []ast.Expr) bool {
	for i, a := range list[:min(len(list), len(shape.defaults))] {
		if shape.defaults[i] != nil && !isDefined(a) && !ast.IsUndefined(a) {
			return true
		}
	}
	return false
}

// isDefined reports whether the form of an expression says that its value is not undefined.
func isDefined(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Array, *ast.Object, *ast.Func, *ast.ClassExpr, *ast.New, *ast.Template, *ast.Update:
		return true
	case *ast.Unary:
		return x.Op != ast.Void
	case *ast.Binary:
		return !x.Op.Logical()
	case *ast.Cond:
		return isDefined(x.Then) && isDefined(x.Else)
	}
	return ast.IsLiteral(x)
}

// isSimple reports whether an expression can be written several times, or never: a name or a constant.
func isSimple(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Number, *ast.Bool, *ast.Null, *ast.This:
		return true
	case *ast.String:
		return len(x.Value) < 4
	case *ast.Ident:
		return x.Sym != nil && x.Sym.Scope.Kind != ast.ScopeGlobal
	}
	return false
}

// sizeOf is the length of a simple expression, names being one byte.
func sizeOf(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.Number, *ast.String:
		return int(x.Pos().End - x.Pos().Start)
	case *ast.Bool:
		return len("!0")
	case *ast.Null, *ast.This:
		return len("null")
	}
	return 1
}
