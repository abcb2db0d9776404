package noise

import "strings"

// missing counts, by text, the comments that occur more often in the input than in the output.
func missing(a, b *text) map[string]int {
	n := map[string]int{}
	for _, tok := range a.tokens {
		if tok.kind == comment {
			n[tok.key]++
		}
	}
	for _, tok := range b.tokens {
		if tok.kind == comment {
			n[tok.key]--
		}
	}
	return n
}

// comments finds the comments of a hunk that are missing although their code is not.
func (r *Result) comments(a, b *text, c *compared, missing map[string]int) {
	for i, tok := range c.tokens[0] {
		if tok.kind != comment || c.pair[0][i] >= 0 || !c.codeStays(a, i) {
			continue
		}
		k := strayed
		if missing[tok.key] > 0 {
			missing[tok.key]--
			r.Lost++
			k = lost
		} else {
			r.Strayed++
		}
		last := a.lineOf(tok.to-1) + 1
		r.example(k, tok.line, a.show(max(c.from[0], tok.line-1), max(min(c.to[0], last+1), last)), b.show(c.from[1], c.to[1]))
	}
}

// codeStays reports whether the code next to a comment of the input is in the output: the code
// before it on its line, or else the line after it, or the one before it if a bracket closes.
func (c *compared) codeStays(a *text, i int) bool {
	list := c.tokens[0]
	prev, next := i-1, i+1
	for prev >= 0 && list[prev].kind == comment {
		prev--
	}
	for next < len(list) && list[next].kind == comment {
		next++
	}
	line := a.prog.Source[:list[i].from]
	alone := strings.TrimSpace(line[strings.LastIndexByte(line, '\n')+1:]) == ""
	rest, _, _ := strings.Cut(a.prog.Source[list[i].to:], "\n")
	switch {
	case !alone && strings.TrimSpace(rest) != "":
		return c.stays(prev) && c.stays(next)
	case !alone:
		return c.stays(prev) && c.mostly(prev)
	case next < len(list) && isClose(list[next].key) && prev >= 0:
		return c.stays(prev) && c.mostly(prev)
	}
	return c.stays(next) && c.mostly(next)
}

// stays reports whether a token is in the output; tokens outside the hunk are.
func (c *compared) stays(i int) bool {
	return i < 0 || i >= len(c.tokens[0]) || c.state[0][i] != real
}

// mostly reports whether at least half of the tokens on a token's line are in the output.
func (c *compared) mostly(i int) bool {
	if i < 0 || i >= len(c.tokens[0]) {
		return true
	}
	line, all, same := c.tokens[0][i].line, 0, 0
	for k, tok := range c.tokens[0] {
		if tok.line == line && tok.kind != comment {
			all++
			if c.state[0][k] != real {
				same++
			}
		}
	}
	return 2*same >= all
}
