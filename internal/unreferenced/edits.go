package unreferenced

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// editor makes the patches.
type editor struct {
	p     *ast.Program
	edits []edit
}

// edit is a new text of a span, and what is gone with it.
type edit struct {
	print.Patch
	gone []part
	// dropped is set if the edit is inside another one; then so is the one that shares it.
	dropped *bool
}

func (e *editor) replace(start, end int32, text string, gone ...part) {
	e.edits = append(e.edits, edit{print.Patch{Span: ast.Span{Start: start, End: end}, Text: text}, gone, nil})
}

func (x part) isGone() bool { return x.v != nil && !x.v.live && !x.v.isChecked() }

// found sorts the edits, and drops those inside of others.
func (e *editor) found() *Found {
	slices.SortStableFunc(e.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	f := &Found{}
	end := int32(-1)
	for _, x := range e.edits {
		last := len(f.Patches) - 1
		if x.dropped != nil && *x.dropped {
			continue
		}
		if x.Span.End <= end && x.Span.Start < end {
			if x.dropped != nil {
				*x.dropped = true
			}
			continue
		}
		x.Span.Start = max(x.Span.Start, end)
		switch {
		case last >= 0 && f.Patches[last].Span.End == x.Span.Start:
			f.Patches[last].Text += x.Text
			f.Patches[last].Span.End = x.Span.End
		default:
			f.Patches = append(f.Patches, x.Patch)
		}
		end = x.Span.End
		for _, g := range x.gone {
			if g.name == nil {
				continue // an argument
			}
			f.Gone = append(f.Gone, Gone{g.kind, g.name})
			if g.unsettled {
				f.Unsettled++
			}
		}
	}
	slices.SortStableFunc(f.Gone, func(a, b Gone) int { return cmp.Compare(a.Name.Start, b.Name.Start) })
	return f
}

// list edits a list of statements.
func (e *editor) list(l *list) {
	var r run
	before := -1 // the last statement that stays
	cut := false // it loses its end
	sites := l.sites
	for i, st := range l.body {
		var m *site
		if len(sites) > 0 && sites[0].at == i {
			m, sites = sites[0], sites[1:]
		}
		if m != nil && len(m.parts) > 0 && !slices.ContainsFunc(m.parts, func(x part) bool { return !x.isGone() }) {
			e.remove(l, i, &r, m.parts)
			continue
		}
		e.finish(&r)
		prefix := ""
		first := st.Pos().Start
		if m != nil {
			first = m.begin(st)
		}
		if before >= 0 && (before < i-1 || cut || first != st.Pos().Start) && e.continues(l.body[before], st, first, r.spans) {
			prefix = ";"
		}
		if m != nil {
			e.site(m, st, prefix)
		} else if prefix != "" {
			e.replace(first, first, prefix)
		}
		before, r = i, run{}
		cut = m != nil && len(m.parts) > 0 && m.parts[len(m.parts)-1].isGone()
	}
	e.finish(&r)
}

// begin returns where what stays of a statement begins; -1 is a parenthesis that is added.
func (m *site) begin(st ast.Stmt) int32 {
	at := st.Pos().Start
	if _, ok := st.(*ast.ExprStmt); ok {
		if i := slices.IndexFunc(m.parts, func(x part) bool { return !x.isGone() }); i > 0 {
			at = m.parts[i].Start
		}
	}
	for _, u := range m.values {
		if u.isGone() && u.Start == at {
			if u.needs {
				return -1
			}
			at = u.from
		}
	}
	return at
}

// continues reports whether a statement that stays would continue the one before it, if what is
// between them is removed. first is where it begins, -1 being a parenthesis.
func (e *editor) continues(before, st ast.Stmt, first int32, removed []ast.Span) bool {
	src := e.p.Source
	switch before.(type) {
	case *ast.FuncDecl, *ast.ClassDecl, *ast.Block, *ast.Try, *ast.Switch:
		return false
	}
	at := before.Pos().End
	if strings.HasSuffix(src[:at], ";") {
		return false
	}
	if first < 0 || strings.IndexByte("([`+-/*", src[first]) >= 0 {
		return true
	}
	for _, s := range removed {
		if strings.ContainsAny(src[at:max(at, s.Start)], "\n\r\u2028\u2029") {
			return false
		}
		at = s.End
	}
	return !strings.ContainsAny(src[at:max(at, st.Pos().Start)], "\n\r\u2028\u2029")
}

// site edits a statement of which something stays.
func (e *editor) site(m *site, st ast.Stmt, prefix string) {
	begin := st.Pos().Start
	if prefix != "" && (len(m.values) == 0 || !m.values[0].isGone() || m.values[0].Start != begin) {
		e.replace(begin, begin, prefix)
		prefix = ""
	}
	for _, u := range m.values {
		e.unwrap(u, prefix)
		prefix = ""
	}
	if d, ok := st.(*ast.VarDecl); ok {
		e.initializers(m.parts, d)
	}
	if !slices.ContainsFunc(m.parts, part.isGone) {
		return
	}
	if _, ok := st.(*ast.VarDecl); ok {
		e.declarators(m.parts, st.Pos().Span)
	} else {
		e.thin(m.parts)
	}
}

// initializers removes those of variables that are only checked.
func (e *editor) initializers(parts []part, st *ast.VarDecl) {
	found := false
	for i, x := range parts {
		if x.v != nil && x.v.isChecked() {
			found = true
			e.replace(x.name.End, st.Decls[i].End, "")
		}
	}
	if found && st.Kind == ast.Const {
		e.replace(st.Start, st.Start+int32(len("const")), "let")
	}
}

// unwrap replaces an assignment by its value.
func (e *editor) unwrap(u *unwrap, prefix string) {
	if !u.isGone() {
		return
	}
	if !u.needs {
		e.replace(u.Start, u.from, prefix, u.part)
		return
	}
	e.replace(u.Start, u.from, prefix+"(", u.part)
	e.replace(u.to, u.to, ")")
	pair := e.edits[len(e.edits)-2:]
	pair[0].dropped = new(bool)
	pair[1].dropped = pair[0].dropped
}

// head edits a part of the head of a for.
func (e *editor) head(h *head) {
	if slices.ContainsFunc(h.parts, func(x part) bool { return !x.isGone() }) {
		e.thin(h.parts)
		return
	}
	end := h.End
	if strings.HasSuffix(e.p.Source[:end], ";") {
		end--
	}
	e.replace(h.Start, end, "", h.parts...)
}

// thin removes some parts of a list with commas.
func (e *editor) thin(parts []part) {
	kept := -1
	for i, x := range parts {
		switch {
		case !x.isGone():
			kept = i
		case kept == i-1 && kept >= 0 && lastGone(parts[i:]):
			e.replace(parts[kept].End, parts[len(parts)-1].End, "", parts[i:]...)
			return
		default:
			e.replace(x.Start, parts[i+1].Start, "", x)
		}
	}
}

// lastGone reports whether everything is gone.
func lastGone(parts []part) bool {
	return !slices.ContainsFunc(parts, func(x part) bool { return !x.isGone() })
}

// declarators removes some declarators of a declaration, with their comments.
func (e *editor) declarators(parts []part, st ast.Span) {
	for i := 0; i < len(parts); i++ {
		if !parts[i].isGone() {
			continue
		}
		next := i
		for next < len(parts) && parts[next].isGone() {
			next++
		}
		gone := parts[i:next]
		switch {
		case next == len(parts):
			e.lastDeclarators(parts[i-1], gone, st)
		case i == 0:
			e.replace(parts[0].Start, e.lead(parts[next].Start, parts[next-1].End), "", gone...)
		default:
			e.replace(e.lead(parts[i].Start, parts[i-1].End), e.lead(parts[next].Start, parts[next-1].End), "", gone...)
		}
		i = next
	}
}

// lead returns where the comments begin that stand before an offset on lines of their own, after
// another one.
func (e *editor) lead(at, after int32) int32 {
	cs := e.p.Comments
	i, _ := slices.BinarySearchFunc(cs, at, func(c ast.Comment, at int32) int { return cmp.Compare(c.Start, at) })
	for i--; i >= 0 && cs[i].Start >= after && cs[i].NewlineBefore; i-- {
		at = cs[i].Start
	}
	return at
}

// lastDeclarators removes the last declarators. A comment after the one before stays.
func (e *editor) lastDeclarators(before part, gone []part, st ast.Span) {
	src := e.p.Source
	from := before.End
	cs := e.p.Comments
	i, _ := slices.BinarySearchFunc(cs, before.End, func(c ast.Comment, at int32) int { return cmp.Compare(c.Start, at) })
	for ; i < len(cs) && cs[i].Start < gone[0].Start && !cs[i].NewlineBefore; i++ {
		from = cs[i].End
	}
	if from == before.End {
		e.replace(from, gone[len(gone)-1].End, "", gone...)
		return
	}
	semicolon, comma := "", before.End
	if strings.HasSuffix(src[:st.End], ";") {
		semicolon = ";"
	}
	if src[comma] == ',' {
		comma++
	} else if at := strings.IndexByte(src[comma:from], ','); at >= 0 && strings.TrimSpace(src[comma:comma+int32(at)]) == "" {
		comma += int32(at) + 1
	}
	e.replace(before.End, comma, semicolon)
	e.replace(from, st.End, "", gone...)
}
