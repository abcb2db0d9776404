package verbatim

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Comments and empty lines: which of them belong to a statement of the source and move with it.

// Begin returns where a statement of the function, with the comments before it, begins in the
// source; 0 if that is unknown.
func (t *Tree) Begin(st ast.Stmt) int32 {
	at := t.starts[st]
	if v, ok := st.(*ast.VerbatimStmt); ok && at == 0 {
		at = v.Start
	}
	if x, ok := st.(*ast.ExprStmt); ok && x.Directive {
		at = x.Start
	}
	return at
}

// Blank reports whether the source has an empty line before a statement of the function; see
// print.Options.Blank.
func (t *Tree) Blank(st ast.Stmt) bool {
	_, lines := t.above(st)
	return lines > 1
}

// BlankFirst reports whether the source has an empty line between an opening brace and the
// statement.
func (t *Tree) BlankFirst(st ast.Stmt) bool {
	before, lines := t.above(st)
	return lines > 1 && strings.HasSuffix(before, "{")
}

// above returns the source before a statement without the white space in between, and the
// number of line breaks in that.
func (t *Tree) above(st ast.Stmt) (before string, lines int) {
	src := t.in.Program.Source[:t.Begin(st)]
	before = strings.TrimRight(src, " \t\r\n")
	return before, strings.Count(src[len(before):], "\n")
}

// OnHeadLine reports whether a body without braces is on the line of its head in the source; see
// print.Options.OnHeadLine.
func (t *Tree) OnHeadLine(st ast.Stmt) bool {
	src := t.in.Unbraced[st]
	if src == nil {
		return false
	}
	before := strings.TrimRight(t.in.Program.Source[:src.Pos().Start], " \t")
	return before != "" && !strings.HasSuffix(before, "\n") && !strings.HasSuffix(before, "\r") && !strings.HasSuffix(before, "*/")
}

// margin returns the white space at the beginning of the line that contains an offset.
func (c *copier) margin(at int32) string {
	src := c.Program.Source
	line := src[c.line.lineAt(src, at):at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// leading returns where the comments before the statement at an offset begin.
func (c *copier) leading(at int32) int32 {
	cs, src := c.Program.Comments, c.Program.Source
	i, _ := slices.BinarySearchFunc(cs, at, func(k ast.Comment, at int32) int { return int(k.Start - at) })
	for i--; i >= 0; i-- {
		k := cs[i]
		between := src[k.End:at]
		if strings.TrimSpace(between) != "" || !k.NewlineBefore && !(c.opens(k) && strings.Contains(between, "\n")) {
			break
		}
		at = k.Start
	}
	return at
}

// opens reports whether a comment directly follows the opening brace of a block, and so belongs
// to the block's first line.
func (c *copier) opens(k ast.Comment) bool {
	before := strings.TrimRight(c.Program.Source[:k.Start], " \t")
	return strings.HasSuffix(before, "{") && k.Start > c.Old.BodySpan.Start+1
}

// trailing returns the end of the comments that follow on the same line.
func (c *copier) trailing(end int32) int32 {
	cs, src := c.Program.Comments, c.Program.Source
	i, _ := slices.BinarySearchFunc(cs, end, func(k ast.Comment, at int32) int { return int(k.Start - at) })
	for ; i < len(cs); i++ {
		between := src[end:cs[i].Start]
		if strings.Trim(between, " \t;") != "" || cs[i].Block && strings.ContainsAny(src[cs[i].Start:cs[i].End], "\n") {
			break
		}
		if rest := strings.TrimLeft(src[cs[i].End:], " \t\r"); cs[i].Block && !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "//") {
			break
		}
		end = cs[i].End
	}
	return end
}

// comments gives a changed statement the comments of the source statement it comes from.
func (c *copier) comments(st ast.Stmt) {
	at := c.Origin[st]
	if at.IsZero() {
		return
	}
	i, ok := slices.BinarySearch(c.starts, at.Start)
	if !ok {
		i--
	}
	if i < 0 || c.commented[c.starts[i]] {
		return
	}
	start, end := c.starts[i], c.ends[c.starts[i]]
	if at.Start >= end {
		return
	}
	from := c.leading(start)
	if from < start && c.comesBefore(start) {
		return
	}
	c.tree.starts[st] = from
	c.commented[start] = true
	of := c.calleeAt(at)
	if from < c.next && of == c.nextIn {
		from = start
	}
	c.tree.Comments[st] = c.between(from, start)
	c.enters(st, of)
	if !c.alone {
		c.tree.Trailing[st] = c.between(end, c.trailing(end))
	}
}

// comesBefore reports whether the output has a loop further on around the statement of the source that begins at an
// offset: what was moved in front of the loop does not take the comments along.
func (c *copier) comesBefore(start int32) bool {
	for k := c.around(ast.Span{Start: start, End: start + 1}); k >= 0; k = int(c.parent[k]) {
		loop := c.sourceAt(k)
		if !ast.IsLoop(loop) || loop.Pos().Start == start {
			continue
		}
		return c.ahead[loop.Pos().Start]
	}
	return false
}

// loopsAhead finds the loops of the output, if there are comments that may have to wait for one.
func (c *copier) loopsAhead() {
	if len(c.between(c.Old.Start, c.Old.End)) == 0 {
		return
	}
	c.ahead = map[int32]bool{}
	for _, st := range c.New.Body {
		ast.Walk(st, func(n ast.Node) bool {
			if st, ok := n.(ast.Stmt); ok && ast.IsLoop(st) {
				c.ahead[c.Origin[st].Start] = true
			}
			_, fn := n.(*ast.Function)
			return !fn
		})
	}
}

// calleeAt returns the callee that has code at a place of the source, or nil.
func (c *copier) calleeAt(at ast.Span) *ast.Function {
	if k := c.around(at); k >= 0 {
		return c.all[k].of
	}
	return nil
}

// enters says that a statement of a callee, or of the function itself if that is nil, comes next in the
// output. The first one of a callee gets the comments and the empty line before the statement of the
// call, if nothing else has them.
func (c *copier) enters(st ast.Stmt, callee *ast.Function) {
	was := c.at
	c.at = callee
	calls := c.calls[callee]
	if callee == was || len(calls) == 0 {
		return
	}
	c.calls[callee] = calls[1:]
	k := c.around(calls[0])
	if k < 0 {
		return
	}
	start := c.sourceAt(k).Pos().Start
	if c.commented[start] {
		return
	}
	from := c.leading(start)
	c.commented[start] = true
	c.tree.starts[st] = from
	if from >= c.next || c.all[k].of != c.nextIn {
		c.tree.Comments[st] = append(c.between(from, start), c.tree.Comments[st]...)
	}
}

// between returns the comments in a range of the source.
func (c *copier) between(from, to int32) []string {
	var out []string
	cs := c.Program.Comments
	i, _ := slices.BinarySearchFunc(cs, from, func(k ast.Comment, at int32) int { return int(k.Start - at) })
	for ; i < len(cs) && cs[i].End <= to; i++ {
		out = append(out, c.Program.Source[cs[i].Start:cs[i].End])
	}
	return out
}

// Around returns the span of the source that the printed top level replaces, including the
// comments that its first and last statements have taken along.
func (t *Tree) Around(s ast.Span) ast.Span {
	body := t.Fn.Body
	if len(body) == 0 {
		return s
	}
	if v, ok := body[0].(*ast.VerbatimStmt); ok {
		s.Start = min(s.Start, v.Start)
	} else if at, ok := t.starts[body[0]]; ok {
		s.Start = min(s.Start, at)
	}
	if v, ok := body[len(body)-1].(*ast.VerbatimStmt); ok {
		s.End = max(s.End, v.End)
	}
	return s
}
