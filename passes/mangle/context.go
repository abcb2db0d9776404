package mangle

import (
	"math"
	"math/bits"
	"strings"

	"github.com/sonjs/son/parse/print"
)

// contexts know which letters have been used as names in the same text. A name compresses best
// where the same name has been between the same characters before.
//
// The text is the program's with one character in place of each name that changes; so it does
// not depend on the order in which names are assigned.
type contexts struct {
	// of has the number of each context of each reference, or -1 if no other reference has that
	// context.
	of [][len(windows)]int32
	// counts has how often each letter is used in each context.
	counts [][len(heads)]uint8
}

// windows are the contexts of a reference: how many characters before and after it.
var windows = [...]struct{ before, after int }{{4, 0}, {0, 4}, {3, 3}, {8, 0}, {0, 8}}

// weights has the gain of one more use of a letter in a context that has had so many: it is
// concave, since the first repetition gains most.
var weights = func() (w [256]int64) {
	for i := range w {
		w[i] = int64(math.Round(1000 * math.Log1p(float64(i))))
	}
	return w
}()

// perRank is what a reference loses for each free letter before the chosen one: the usual order
// of names makes the parameters of functions alike.
const perRank = 300

const (
	marker = "ª" // begins the name that stands for a binding
	digits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$_"
	places = 5 // digits of such a name
)

// contexts finds the contexts of all references. It is nil if the program is in the way.
func (t *table) contexts() *contexts {
	if strings.Contains(t.p.Source, marker) {
		return nil
	}
	list := t.marked()
	text := print.Program(t.p, print.Options{Compact: true, Source: t.p.Source}).Code
	if strings.Count(text, marker) == 0 {
		return nil
	}
	line, refs := withoutNames(text, list)
	c := &contexts{of: make([][len(windows)]int32, len(refs))}
	hashes := make([]uint64, len(refs))
	for k, w := range windows {
		for i, at := range refs {
			hashes[i] = hash(line, int(at)-w.before, int(at)+w.after+1)
		}
		c.number(k, hashes)
	}
	return c
}

// marked gives each binding without a name one that stands for it in the tree, and returns those
// bindings by the number in that name.
func (t *table) marked() (list []*binding) {
	for _, sc := range t.scopes {
		for _, b := range sc.declared {
			if b.name == "" {
				var name [places]byte
				for i := range name {
					name[i] = digits[len(list)>>(6*i)&63]
				}
				b.name = marker + string(name[:])
				list = append(list, b)
			}
		}
	}
	t.apply(t.p)
	for _, b := range list {
		b.name = ""
	}
	return list
}

// withoutNames returns a text with one byte for each binding's name, and where those are. Each
// binding gets the numbers of its references.
func withoutNames(text string, list []*binding) (line []byte, refs []int32) {
	var value [256]int
	for i := range digits {
		value[digits[i]] = i
	}
	for {
		before, after, found := strings.Cut(text, marker)
		line = append(line, before...)
		if !found {
			return line, refs
		}
		n := 0
		for i := range places {
			n |= value[after[i]] << (6 * i)
		}
		text = after[places:]
		list[n].uses = append(list[n].uses, int32(len(refs)))
		refs = append(refs, int32(len(line)))
		line = append(line, 0)
	}
}

// hash hashes a part of a text, which may reach beyond it.
func hash(line []byte, from, to int) uint64 {
	h := uint64(14695981039346656037)
	for i := from; i < to; i++ {
		var c byte = 1
		if 0 <= i && i < len(line) {
			c = line[i]
		}
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>29 | 1
}

// number numbers the contexts of one kind that occur more than once, given the hash of each
// reference's.
func (c *contexts) number(kind int, hashes []uint64) {
	size := 1 << bits.Len(uint(2*len(hashes)))
	keys, ids := make([]uint64, size), make([]int32, size)
	slot := func(h uint64) int {
		i := int(h>>7) & (size - 1)
		for keys[i] != 0 && keys[i] != h {
			i = (i + 1) & (size - 1)
		}
		return i
	}
	for _, h := range hashes {
		i := slot(h)
		keys[i] = h
		ids[i]--
	}
	for at, h := range hashes {
		i := slot(h)
		if ids[i] < -1 {
			ids[i] = int32(len(c.counts))
			c.counts = append(c.counts, [len(heads)]uint8{})
		}
		c.of[at][kind] = ids[i]
	}
}

// scores returns the gain of each letter as the name of a binding.
func (c *contexts) scores(b *binding) (s [len(heads)]int64) {
	for _, use := range b.uses {
		for _, n := range c.of[use] {
			if n >= 0 {
				for i, count := range c.counts[n] {
					s[i] += weights[count]
				}
			}
		}
	}
	return s
}

// take records that a binding has a letter as its name.
func (c *contexts) take(b *binding, letter int) {
	for _, use := range b.uses {
		for _, n := range c.of[use] {
			if n >= 0 && c.counts[n][letter] < math.MaxUint8 {
				c.counts[n][letter]++
			}
		}
	}
}

// letter returns the letter that is the best name for a binding of a scope by its contexts, least
// being the first one that is allowed, or -1 if there is none.
func (t *table) letter(b *binding, sc *scope, names *taken, least int) int {
	scores := t.contextsOf.scores(b)
	best, at := int64(math.MinInt64), -1
	rank := int64(0)
	for i := least; i < len(heads); i++ {
		if names.letters[t.alphabet.heads[i]] > 0 {
			continue
		}
		if v := scores[i] - perRank*rank*int64(b.count); v > best && !t.blocked(t.alphabet.name(i), b, sc) {
			best, at = v, i
		}
		rank++
	}
	return at
}
