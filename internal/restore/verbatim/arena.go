package verbatim

import (
	"strings"

	"github.com/sonjs/son/internal/slab"
)

// Arena is the scratch space of successive functions. A [Tree] must not be used after the next
// function was begun. One Arena serves one goroutine.
type Arena struct{ c copier }

// keptHashes is how many statements a function may have for its maps to be kept for the next one.
const keptHashes = 1 << 10

// copier begins to restore a function.
func (m *Arena) copier(in Input) *copier {
	old := &m.c
	tree := Tree{Fn: in.New, in: &old.Input, Comments: slab.Emptied(old.tree.Comments), Trailing: slab.Emptied(old.tree.Trailing),
		Cases: slab.Emptied(old.tree.Cases), Items: slab.Emptied(old.tree.Items), starts: slab.Emptied(old.tree.starts), parts: slab.Emptied(old.tree.parts)}
	m.c = copier{Input: in, tree: tree, all: old.all[:0], starts: old.starts[:0],
		byHash: old.byHash[:0], hashes: slab.EmptiedUpTo(old.hashes, keptHashes), ends: slab.EmptiedUpTo(old.ends, keptHashes), commented: slab.Emptied(old.commented),
		parent: old.parent[:0], forms: slab.Emptied(old.forms), newline: finder{what: "\n"}, comment: finder{what: "/*"}}
	return &m.c
}

// lineMemory caches one line of a text. Generated code may consist of a single line, and the
// start of that line is needed for everything on it.
type lineMemory struct {
	text     string
	from, to int32
}

// lineAt returns where the line that contains an offset begins.
func (l *lineMemory) lineAt(text string, at int32) int32 {
	if at < l.from || at > l.to || l.text != text {
		*l = lineMemory{text, int32(strings.LastIndexByte(text[:at], '\n') + 1), int32(len(text))}
		if end := strings.IndexByte(text[at:], '\n'); end >= 0 {
			l.to = at + int32(end)
		}
	}
	return l.from
}
