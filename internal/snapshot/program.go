package snapshot

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// Options say what may be assumed, and what to keep.
type Options struct {
	// Builtins: the prototype of records has what the language says and nothing else, and Object.keys and the like
	// are what they are.
	Builtins bool
	// Points: keep what is known after each statement. See Entry.After.
	Points bool
	// Fault is a fault to put in on purpose, to see whether tests find it.
	Fault Fault
}

// Fault is a fault of the interpretation.
type Fault uint8

const (
	NoFault           Fault = iota
	ForgetsAliasing         // a record that is passed twice gets two numbers
	ForgetsThrows           // modifications at a throw are left out
	ForgetsRenewal          // a record that is made again in a loop is taken for the one before it
	ForgetsEscapes          // what a callee lets go, the caller keeps
	SharesMadeRecords       // all calls of a function make the same records
	ForgetsNothing          // a key that one of two alternatives lacks is taken to be there
	NumFaults
)

func (f Fault) String() string {
	return [...]string{"no fault", "forgets aliasing", "forgets modifications at a throw", "forgets that a record is made again",
		"forgets what a callee lets go", "shares made records", "forgets Nothing"}[f]
}

// Program is what is known of the functions of a program.
type Program struct {
	// Entries are what the functions were interpreted for, by function; the top level comes first. Within a
	// function they are in the order in which they were needed.
	Entries []*Entry

	p          *ast.Program
	o          Options
	calls      *calls.Graph
	sites      map[*ast.Call]*calls.Site
	mentions   []mentions // by Function.Index
	callees    [][]int32  // by Function.Index: that of what it calls, as far as that is known
	component  []int32
	members    map[int32][]*ast.Function // by component: its functions, if it is recursive
	solving    map[int32]bool
	byFunction map[*ast.Function]*answers // nil is the top level
	// pending are functions of which a call with unknown arguments is still to be interpreted.
	pending []*ast.Function
	depth   int // of calls
	nesting int // of expressions and statements, with the calls that are followed
}

// Entry is a function with a snapshot, and the answer to it.
type Entry struct {
	Fn     *ast.Function // nil is the top level
	Number int           // of the function's entries, from 1
	// Others: it is for calls that are not known, with any arguments.
	Others bool
	// Joined: it is for the join of several snapshots. Recursive: because the function may call itself.
	Joined, Recursive bool
	Snapshot          *Snapshot
	Answer            *Answer
	// Calls are the calls in the function whose callees are known, in the order of the text.
	Calls []*Call
	// Steps are the transitions of the records.
	Steps []*Step
	// Variables are the variables of the function's own scope when it returns, in the order of the text, as far as
	// their values are followed.
	Variables []Variable
	// Records is how many records there are; numbers are less than it.
	Records int

	key      string
	stale    bool // the snapshot changed since it was evaluated
	dirty    bool // it has to be evaluated again
	rounds   int  // evaluations since the function was last called from outside
	grown    int  // how often the snapshot grew
	points   map[ast.Node]*state
	mentions *mentions // of the function; nil: all
	// callers are the entries of the same component that depend on the answer.
	callers map[*Entry]bool
}

// Variable is a variable with its value.
type Variable struct {
	Sym   *ast.Symbol
	Value Value
}

// Call is a call in an entry.
type Call struct {
	At     ast.Span
	Callee *ast.Function
	// By is the entry that answered it; nil: nothing is known of the call, and Why says why.
	By  *Entry
	Why string
	// Shared: the entry had answered another call before.
	Shared bool
}

// answers are the entries of a function.
type answers struct {
	list     []*Entry
	byKey    map[string]*Entry
	joined   *Entry // for all further calls
	others   *Entry
	size     int // of the function's tree, in nodes
	mentions *mentions
}

const (
	// maxSnapshots is how many snapshots a function has before they are joined.
	maxSnapshots = 4
	// largeFunction is how many nodes a function has that gets one answer for all calls.
	largeFunction = 600
	// maxDepth is how many calls are followed inside each other.
	maxDepth = 100
	// maxNesting is how many expressions and statements are inside each other, with the calls that are followed.
	maxNesting = 20000
)

// New interprets a program.
func New(tree *ast.Program, g *calls.Graph, o Options) *Program {
	p := &Program{p: tree, o: o, calls: g, sites: map[*ast.Call]*calls.Site{}, byFunction: map[*ast.Function]*answers{}, solving: map[int32]bool{}}
	for _, s := range g.Sites.All() {
		if !s.Getter {
			p.sites[s.Call] = s
		}
	}
	p.component = g.Components()
	p.findRecursion()
	p.findMentions()
	p.need(nil)
	for i, fn := range tree.Funcs {
		if g.Functions[i].Exposed != "" {
			p.need(fn)
		}
	}
	for len(p.pending) > 0 {
		fn := p.pending[0]
		p.pending = p.pending[1:]
		p.others(fn)
	}
	for _, a := range p.byFunction {
		p.Entries = append(p.Entries, a.list...)
	}
	slices.SortFunc(p.Entries, func(x, y *Entry) int {
		return cmp.Or(cmp.Compare(index(x.Fn), index(y.Fn)), cmp.Compare(x.Number, y.Number))
	})
	p.markShared()
	return p
}

// index numbers functions, with the top level before them.
func index(fn *ast.Function) int {
	if fn == nil {
		return -1
	}
	return fn.Index
}

// of returns the entries of a function.
func (p *Program) of(fn *ast.Function) *answers {
	a := p.byFunction[fn]
	if a == nil {
		a = &answers{byKey: map[string]*Entry{}, size: p.sizeOf(fn)}
		if fn != nil {
			a.mentions = &p.mentions[fn.Index]
		}
		p.byFunction[fn] = a
	}
	return a
}

// sizeOf counts the nodes of a function's own code.
func (p *Program) sizeOf(fn *ast.Function) (n int) {
	count := func(x ast.Node) bool {
		n++
		_, inner := x.(*ast.Function)
		return !inner
	}
	p.parts(fn, func(x ast.Node) { ast.Walk(x, count) })
	return n
}

// abort says that an evaluation does not get to its end. What the function calls may then have any arguments.
func (p *Program) abort(fn *ast.Function, why string) *Answer {
	if fn != nil {
		for _, c := range p.callees[fn.Index] {
			p.need(p.p.Funcs[c])
		}
		return &Answer{Unknown: why}
	}
	for _, s := range p.calls.Sites.All() {
		if s.In == nil && s.Callee != nil {
			p.need(s.Callee)
		}
	}
	return &Answer{Unknown: why}
}

// parts calls visit for the parts of a function.
func (p *Program) parts(fn *ast.Function, visit func(ast.Node)) {
	if fn == nil {
		for _, st := range p.p.Body {
			visit(st)
		}
		return
	}
	for _, x := range fn.Params {
		visit(x)
	}
	for _, st := range fn.Body {
		visit(st)
	}
	if fn.ExprBody != nil {
		visit(fn.ExprBody)
	}
}

// add makes an entry of a function.
func (a *answers) add(fn *ast.Function) *Entry {
	e := &Entry{Fn: fn, Number: len(a.list) + 1, mentions: a.mentions}
	a.list = append(a.list, e)
	return e
}

// need asks for an interpretation of a function for unknown arguments.
func (p *Program) need(fn *ast.Function) {
	if a := p.of(fn); a.others == nil {
		a.others = a.add(fn)
		a.others.Others = true
		p.pending = append(p.pending, fn)
	}
}

// others interprets a function for unknown arguments.
func (p *Program) others(fn *ast.Function) {
	e := p.of(fn).others
	e.Snapshot = &Snapshot{}
	if fn != nil {
		for range fn.Params {
			e.Snapshot.Params = append(e.Snapshot.Params, anything)
		}
	}
	e.Answer = p.evaluate(e)
}

// unfollowed returns why the calls of a function are not followed, or "".
func unfollowed(fn *ast.Function) string {
	switch {
	case fn.Async:
		return "it is async: what it does later is not known"
	case fn.Generator:
		return "it is a generator: what it does later is not known"
	case fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow:
		return "it is a method"
	case fn.Uses&ast.UsesArguments != 0:
		return "it uses arguments"
	case isDynamic(fn):
		return "it has eval or with"
	}
	return ""
}

// isDynamic reports whether not all names of a function are resolved.
func isDynamic(fn *ast.Function) bool {
	return fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith
}

// findRecursion finds the components of functions that call themselves.
func (p *Program) findRecursion() {
	p.members = map[int32][]*ast.Function{}
	for i, fn := range p.p.Funcs {
		c := p.component[i]
		p.members[c] = append(p.members[c], fn)
	}
	recursive := map[int32]bool{}
	for _, s := range p.calls.Sites.All() {
		if s.Callee != nil && s.In != nil && p.component[s.Callee.Index] == p.component[s.In.Index] {
			recursive[p.component[s.In.Index]] = true
		}
	}
	for c := range p.members {
		if !recursive[c] {
			delete(p.members, c)
		}
	}
}

// isRecursive reports whether a function may call itself, as far as calls are known.
func (p *Program) isRecursive(fn *ast.Function) bool { return p.members[p.component[fn.Index]] != nil }

// answered makes sure that an entry has its answer, unless that depends on an evaluation that is under way.
func (p *Program) answered(e *Entry) {
	if !e.Recursive {
		if e.stale || e.Answer == nil {
			e.Answer = p.evaluate(e)
		}
		return
	}
	e.dirty = e.dirty || e.stale || e.Answer == nil
	if c := p.component[e.Fn.Index]; e.dirty && !p.solving[c] {
		p.solving[c] = true
		p.solve(p.members[c])
		p.solving[c] = false
	}
}

const (
	// widensAnswers is after how many evaluations of an entry its answer is widened.
	widensAnswers = 3
	// maxRounds is how many evaluations of a recursive function there are, at most; then nothing is known of it.
	maxRounds = 24
)

// solve evaluates functions that call each other until their answers no longer change. They begin with the answer
// that calls never end.
func (p *Program) solve(fns []*ast.Function) {
	for _, fn := range fns {
		if e := p.of(fn).joined; e != nil {
			e.rounds = 0
		}
	}
	for again := true; again; {
		again = false
		for _, fn := range fns {
			e := p.of(fn).joined
			if e == nil || !e.dirty {
				continue
			}
			again, e.dirty = true, false
			if !p.improve(e) {
				continue
			}
			for o := range e.callers {
				o.dirty = true
			}
		}
	}
}

// improve evaluates a recursive function again and reports whether its answer changed. In the end nothing is known
// of it; then that is final, and it is evaluated for what it calls.
func (p *Program) improve(e *Entry) (changed bool) {
	grew := e.stale
	e.rounds++
	if e.rounds > maxRounds {
		changed = e.Answer == nil || e.Answer.Unknown == ""
		e.Answer = &Answer{Unknown: "it takes too long to find out"}
		p.evaluate(e)
		return changed
	}
	a := p.evaluate(e)
	if e.Answer == nil || grew || e.stale {
		e.Answer = a // the one before it was for another snapshot
		return true
	}
	j := e.Answer.join(a, e.rounds > widensAnswers)
	changed = j.key() != e.Answer.key()
	e.Answer = j
	return changed
}

// markShared finds out which calls were answered by an entry that had answered another one.
func (p *Program) markShared() {
	seen := map[*Entry]bool{}
	for _, e := range p.Entries {
		for _, c := range e.Calls {
			c.Shared = seen[c.By] && c.By != nil
			seen[c.By] = true
		}
	}
}
