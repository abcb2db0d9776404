// Package reduce makes a program that shows a fault as small as it can, by
// trying smaller programs and keeping those that still show it.
//
// Edits are made in the text, at the spans of the syntax tree: a statement is
// removed, a block is replaced by its contents, an expression by one of its
// parts or by 0. A text that is no longer JavaScript does not show the fault, so
// edits need not be valid. A program that the reader cannot read is reduced by
// lines.
package reduce

import (
	"context"
	"sort"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// Shows reports whether a program still shows the fault.
type Shows func(ctx context.Context, src string) bool

// Stats are the statistics of a reduction.
type Stats struct {
	Tries, Kept int
	From, To    int // bytes
}

// Reduce returns the smallest program found. It ends when no edit helps, when
// maxTries programs were tried (0: no limit), or with the context.
func Reduce(ctx context.Context, src string, maxTries int, shows Shows) (string, Stats) {
	r := &reducer{ctx: ctx, src: src, shows: shows, max: maxTries, seen: map[string]bool{}}
	r.stats.From = len(src)
	for {
		before := len(r.src)
		r.lines()
		r.tree()
		if len(r.src) >= before || r.spent() {
			break
		}
	}
	r.try(tidy(r.src))
	r.stats.To = len(r.src)
	return r.src, r.stats
}

type reducer struct {
	ctx   context.Context
	src   string
	shows Shows
	max   int
	seen  map[string]bool // programs that were tried
	stats Stats
}

func (r *reducer) spent() bool {
	return r.ctx.Err() != nil || r.max > 0 && r.stats.Tries >= r.max
}

// try keeps a program that shows the fault and is not longer.
func (r *reducer) try(src string) bool {
	if src == r.src || len(src) > len(r.src) || r.seen[src] || r.spent() {
		return false
	}
	r.seen[src] = true
	r.stats.Tries++
	if !r.shows(r.ctx, src) {
		return false
	}
	r.stats.Kept++
	r.src = src
	return true
}

// lines removes runs of lines, long runs first (ddmin).
func (r *reducer) lines() {
	lines := strings.SplitAfter(r.src, "\n")
	for size := len(lines) / 2; size >= 1; size /= 2 {
		for at := 0; at < len(lines) && !r.spent(); {
			end := min(at+size, len(lines))
			rest := append(append([]string{}, lines[:at]...), lines[end:]...)
			if r.try(strings.Join(rest, "")) {
				lines = rest
			} else {
				at += size
			}
		}
	}
}

// tree tries the edits of each node, outer nodes first, until none helps.
func (r *reducer) tree() {
	for limit := len(r.src) + 1; !r.spent(); {
		edits := edits(r.src)
		if edits == nil {
			return
		}
		next := -1
		for _, e := range edits {
			if e.size > limit {
				continue
			}
			if r.try(r.src[:e.Start] + e.text + r.src[e.End:]) {
				next = e.size
				break
			}
		}
		if next < 0 {
			return
		}
		// Edits of nodes larger than the one that shrank were just tried.
		limit = next
	}
}

// edit replaces a span by a shorter text; size is that of the node it is for.
type edit struct {
	ast.Span
	text string
	size int
}

// edits lists the edits to try, larger nodes first; nil if src cannot be read.
func edits(src string) []edit {
	prog, _ := parse.Parse(src, parse.Options{Path: "reduce.js"})
	if prog == nil {
		return nil
	}
	w := &walker{src: src}
	w.program(prog)
	sort.SliceStable(w.edits, func(i, j int) bool { return w.edits[i].size > w.edits[j].size })
	return w.edits
}

// tidy removes the empty lines and statements that reduction leaves.
func tidy(src string) string {
	var out []string
	for _, l := range strings.Split(src, "\n") {
		if t := strings.TrimSpace(l); t != "" && t != ";" {
			out = append(out, strings.TrimRight(l, " \t"))
		}
	}
	return strings.Join(out, "\n") + "\n"
}
