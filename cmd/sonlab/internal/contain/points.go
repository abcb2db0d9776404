package contain

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/internal/snapshot"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

//go:embed points.js
var pointsRecorder string

// PointsPrelude returns the script that runs before a program that was instrumented with points. Its value is a
// function that returns the record.
func PointsPrelude(engine string) string {
	text := pointsRecorder
	for strings.HasPrefix(text, "//") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return "(() => { const end = (" + strings.TrimSpace(text) + ")();\n" + engine + ";\nreturn end; })()"
}

// Points are the places of a program at which the variables are recorded.
type Points struct {
	Text string // the instrumented program
	list []point
}

// point is behind a statement.
type point struct {
	after  ast.Stmt
	fn     *ast.Function
	vars   []*ast.Symbol
	claims []*snapshot.Point // of the entries in which control gets there
}

// NewPoints instruments a program.
func NewPoints(p *ast.Program, s *snapshot.Program) *Points {
	out := &Points{}
	entries := map[*ast.Function][]*snapshot.Entry{}
	for _, e := range s.Entries {
		entries[e.Fn] = append(entries[e.Fn], e)
	}
	edits := &edits{src: p.Source}
	type place struct {
		scope *ast.Scope
		fn    *ast.Function
	}
	var tree ast.Descent[place]
	list := func(stmts []ast.Stmt, at place) {
		known := !slices.ContainsFunc(entries[at.fn], func(e *snapshot.Entry) bool { return e.Answer.Unknown != "" })
		for _, st := range stmts {
			tree.Below(st, at)
			switch st.(type) {
			case *ast.Return, *ast.Throw, *ast.Break, *ast.Continue, *ast.FuncDecl, *ast.Import, *ast.ExportNamed, *ast.ExportAll, *ast.Empty:
				continue
			}
			if known {
				out.add(edits, st, at.fn, at.scope, entries[at.fn])
			}
		}
	}
	inner := func(s *ast.Scope, at place) place {
		if s != nil {
			at.scope = s
		}
		return at
	}
	tree.Run(p, place{scope: p.Scope}, func(n any, at place) {
		switch n := n.(type) {
		case *ast.Program:
			list(n.Body, at)
			return
		case *ast.Function:
			at = inner(n.BodyScope, inner(n.Scope, place{at.scope, n}))
			for _, x := range n.Params {
				tree.Below(x, at)
			}
			list(n.Body, at)
			if n.ExprBody != nil {
				tree.Below(n.ExprBody, at)
			}
			return
		case *ast.Block:
			list(n.Body, inner(n.Scope, at))
			return
		case *ast.Switch:
			tree.Below(n.Disc, at)
			at = inner(n.Scope, at)
			for _, c := range n.Cases {
				if c.Test != nil {
					tree.Below(c.Test, at)
				}
				list(c.Body, at)
			}
			return
		case *ast.For:
			at = inner(n.Scope, at)
		case *ast.ForIn:
			at = inner(n.Scope, at)
		case *ast.ForOf:
			at = inner(n.Scope, at)
		case *ast.Try:
			tree.Below(n.Block, at)
			if n.Handler != nil {
				tree.Below(n.Handler, inner(n.CatchScope, at))
			}
			if n.Finally != nil {
				tree.Below(n.Finally, at)
			}
			return
		case *ast.Class:
			at = inner(n.Scope, at)
		}
		tree.Children(n, at)
	})
	out.Text = edits.text()
	return out
}

// add records the variables behind a statement.
func (p *Points) add(e *edits, st ast.Stmt, fn *ast.Function, scope *ast.Scope, entries []*snapshot.Entry) {
	q := point{after: st, fn: fn}
	for _, x := range entries {
		if c := x.After(st); c != nil {
			q.claims = append(q.claims, c)
		}
	}
	var reads []string
	seen := map[string]bool{}
	for s := scope; s != nil && s.Func == fn; s = s.Parent {
		for _, sym := range s.Symbols {
			if seen[sym.Name] {
				continue
			}
			seen[sym.Name] = true
			if sym.Kind == ast.SymParam && len(sym.Refs) <= 1 {
				continue // nobody reads it, so a snapshot does not have it
			}
			if sp, follows := q.spec(sym); follows {
				q.vars = append(q.vars, sym)
				reads = append(reads, "() => "+sym.Name+", "+sp)
			}
		}
	}
	e.open(st.Pos().End, fmt.Sprintf(";$at(%d, [%s]);", len(p.list), strings.Join(reads, ", ")))
	p.list = append(p.list, q)
}

// spec returns what of a variable's value has to be recorded, as a literal, and whether the variable is followed.
func (q *point) spec(sym *ast.Symbol) (string, bool) {
	var all []string
	for _, c := range q.claims {
		if !slices.Contains(c.Variables(), sym) {
			return "", false
		}
		all = append(all, specOf(c, c.Value(sym), 0))
	}
	return "[" + strings.Join(all, ", ") + "]", len(q.claims) > 0
}

// specDepth is how deep records inside of records are looked at.
const specDepth = 4

// specOf returns which keys of a value are to be recorded: {a: {}, b: 0}; 0: it is not looked at, since others may
// have it.
func specOf(c *snapshot.Point, v snapshot.Value, depth int) string {
	keys := map[string][]string{}
	looks := false
	for _, id := range v.Recs {
		f := c.Facts(id)
		if f == nil || f.IsGone() || depth == specDepth {
			continue
		}
		looks = true
		for _, alt := range f.Alternatives() {
			for _, x := range alt {
				keys[x.Key] = append(keys[x.Key], specOf(c, x.Val, depth+1))
			}
		}
	}
	if !looks {
		return "0"
	}
	text, err := json.Marshal(keys)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Seen is what a program recorded.
type Seen struct {
	Points   []SeenPoint
	Uncaught string
}

// SeenPoint are the values of the variables at a point.
type SeenPoint struct {
	At   int
	Vars []Thing
}

// Thing is a value. Objects have a number, the same for the same object at one point; Keys are those of an object
// that was looked at.
type Thing struct {
	Value
	ID    int
	Keys  map[string]Thing
	Plain bool // it is an object as literals make them
}

// ParsePoints reads a record.
func ParsePoints(text string) (s Seen, err error) {
	err = json.Unmarshal([]byte(text), &s)
	return s, err
}

// Check returns what was seen at a point that no entry of its function contains, or "".
func (p *Points) Check(s SeenPoint) string {
	q := p.list[s.At]
	if len(q.claims) == 0 {
		return fmt.Sprintf("offset %d: control gets there", q.after.Pos().End)
	}
	var wants []string
	for _, c := range q.claims {
		m := matcher{c: c, object: map[snapshot.ID]int{}, record: map[int]snapshot.ID{}}
		for i, sym := range q.vars {
			m.todo = append(m.todo, pair{c.Value(sym), s.Vars[i]})
		}
		if m.match() {
			return ""
		}
		var vars []string
		for _, sym := range q.vars {
			v := c.Value(sym)
			text := sym.Name + " = " + v.String()
			for _, id := range v.Recs {
				text += fmt.Sprintf(" %v", c.Facts(id))
			}
			vars = append(vars, text)
		}
		wants = append(wants, strings.Join(vars, ", "))
	}
	return fmt.Sprintf("offset %d: saw %v, which is none of %q", q.after.Pos().End, s.Vars, wants)
}

// pair is a value that has to contain a thing.
type pair struct {
	v snapshot.Value
	x Thing
}

// matcher assigns objects to records such that all values contain the things that were seen.
type matcher struct {
	c      *snapshot.Point
	todo   []pair
	object map[snapshot.ID]int
	record map[int]snapshot.ID
	other  []int // objects that are taken for no record
}

// match tries all choices for what is to do.
func (m *matcher) match() bool {
	if len(m.todo) == 0 {
		return true
	}
	p := m.todo[0]
	rest := m.todo[1:]
	switch {
	case p.x.K == "unset":
		m.todo = rest
		return p.v.Other.MayBe(son.KindUninit) && m.match()
	case p.x.K != "object":
		t, exact := p.x.Type()
		m.todo = rest
		return (p.v.Other.Contains(t) || !exact && p.v.Other.MayBe(t.Kinds())) && m.match()
	}
	if p.v.Other.MayBe(son.KindObject) && m.isOther(p.x.ID) {
		n := matcher{c: m.c, todo: rest, object: m.object, record: m.record, other: append(slices.Clone(m.other), p.x.ID)}
		if n.match() {
			return true
		}
	}
	return slices.ContainsFunc(p.v.Recs, func(id snapshot.ID) bool { return m.is(id, p.x, rest) })
}

// isOther reports whether an object may be one that is no record, or that was let go.
func (m *matcher) isOther(object int) bool {
	id, bound := m.record[object]
	return !bound || m.c.Facts(id).IsGone()
}

// is tries that an object is a record.
func (m *matcher) is(id snapshot.ID, x Thing, rest []pair) bool {
	f := m.c.Facts(id)
	if f == nil {
		return false
	}
	if o, bound := m.object[id]; bound {
		if o != x.ID {
			return false
		}
		n := matcher{c: m.c, todo: rest, object: m.object, record: m.record, other: m.other}
		return n.match()
	}
	if _, bound := m.record[x.ID]; bound || !f.IsGone() && slices.Contains(m.other, x.ID) {
		return false
	}
	bind := func(todo []pair) bool {
		n := matcher{c: m.c, todo: todo, object: map[snapshot.ID]int{id: x.ID}, record: map[int]snapshot.ID{x.ID: id}, other: m.other}
		for k, v := range m.object {
			n.object[k] = v
			n.record[v] = k
		}
		return n.match()
	}
	if f.IsGone() || x.Keys == nil {
		return bind(rest)
	}
	if !x.Plain {
		return false
	}
	return slices.ContainsFunc(f.Alternatives(), func(alt []snapshot.Field) bool {
		todo := slices.Clone(rest)
		found := 0
		for _, y := range alt {
			z, has := x.Keys[y.Key]
			switch {
			case !has && !y.Lacks, has && !y.Has:
				return false
			case has:
				found++
				todo = append(todo, pair{y.Val, z})
			}
		}
		for k := range x.Keys {
			if !m.c.Knows(id, k) {
				if !slices.ContainsFunc(alt, func(y snapshot.Field) bool { return y.Key == k }) {
					found++
				}
			}
		}
		return found == len(x.Keys) && bind(todo)
	})
}
