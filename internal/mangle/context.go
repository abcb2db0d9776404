package mangle

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/print"
)

// contexts know which letters have been used as names in the same text. A name compresses best
// where the same name has been between the same characters before.
//
// The text is the program's with one character in place of each name that changes; so it does
// not depend on the order in which names are assigned.
type contexts struct {
	line []byte  // the text
	refs []int32 // where it has the references
	// of has the number of each context of each reference, or -1 if no other reference has that
	// context.
	of [][len(windows)]int32
	// used has a bit for each letter that is used in a context: none in most, and then nothing
	// else of the context is looked at.
	used []uint64
	// counts has how often each letter is used in each context.
	counts [][len(heads)]uint8
}

// widest is how many characters a window has at most: they fit into a word.
const widest = 8

// windows are the contexts of a reference: how many characters before and after it.
var windows = [...]struct{ before, after int }{{3, 2}, {1, 4}, {5, 0}, {0, 6}, {6, 2}}

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
	n := strings.Count(text, marker)
	if n == 0 {
		return nil
	}
	c := &contexts{of: make([][len(windows)]int32, n)}
	c.line, c.refs = withoutNames(text, n, list)
	c.find()
	return c
}

// find finds which references have a context in common. No letter is used in any yet.
func (c *contexts) find() {
	n := len(c.refs)
	keys, table := make([]uint64, n), make([]int32, 1<<bits.Len(uint(2*n)))
	numbers := int32(0)
	for k, w := range windows {
		for i, at := range c.refs {
			keys[i] = window(c.line, int(at), w.before, w.after)
		}
		clear(table)
		numbers = c.number(k, keys, table, numbers)
	}
	c.used, c.counts = make([]uint64, numbers), make([][len(heads)]uint8, numbers)
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
	t.apply()
	for _, b := range list {
		b.name = ""
	}
	return list
}

// withoutNames returns a text with one byte for each binding's name, and where those are; n is how
// many there are. There is space around the text, for windows that reach beyond it. Each binding
// gets the numbers of its references.
func withoutNames(text string, n int, list []*binding) (line []byte, refs []int32) {
	line = make([]byte, widest, max(0, len(text)-n*(len(marker)+places-1))+2*widest)
	refs = make([]int32, 0, n)
	var lists slab.Slices[int32]
	for i := range line {
		line[i] = outside
	}
	for {
		before, after, found := strings.Cut(text, marker)
		line = append(line, before...)
		if !found {
			break
		}
		number := numberAt(after)
		if number < 0 || number >= len(list) {
			line, text = append(line, marker...), after
			continue
		}
		text = after[places:]
		b := list[number]
		if b.uses == nil {
			b.uses = lists.Make(b.count)[:0]
		}
		b.uses = append(b.uses, int32(len(refs)))
		refs = append(refs, int32(len(line)))
		line = append(line, 0)
	}
	for range widest {
		line = append(line, outside)
	}
	return line, refs
}

// numberAt returns the number of the binding whose name goes on like that after the marker, or -1: a string may
// have the marker's character, by an escape or as the value of a computation.
func numberAt(text string) (number int) {
	if len(text) < places {
		return -1
	}
	for i := range places {
		d := strings.IndexByte(digits, text[i])
		if d < 0 {
			return -1
		}
		number |= d << (6 * i)
	}
	return number
}

// outside is what is around a text.
const outside = 1

// window returns the characters before and after an offset of a text in one word.
func window(line []byte, at, before, after int) uint64 {
	left := binary.LittleEndian.Uint64(line[at-widest:]) >> (8 * (widest - before))
	right := binary.LittleEndian.Uint64(line[at+1:]) & (1<<(8*after) - 1)
	return left | right<<(8*before)
}

// number numbers the contexts of one kind that occur more than once, given each reference's; last
// is how many contexts of other kinds there are, and the result is how many there are with these.
// table is scratch memory: zeros, at least twice as many as there are references.
func (c *contexts) number(kind int, keys []uint64, table []int32, last int32) int32 {
	shift := 64 - bits.Len(uint(len(table)-1))
	for at, key := range keys {
		i := int(key * 0x9e3779b97f4a7c15 >> shift)
		for table[i] > 0 && keys[table[i]-1] != key {
			i = (i + 1) & (len(table) - 1)
		}
		if table[i] == 0 { // the first reference with that context
			table[i] = int32(at + 1)
			c.of[at][kind] = -1
			continue
		}
		first := &c.of[table[i]-1][kind]
		if *first < 0 {
			*first = last
			last++
		}
		c.of[at][kind] = *first
	}
	return last
}

// scores returns the gain of each letter as the name of a binding.
func (c *contexts) scores(b *binding) (s [len(heads)]int64) {
	for _, use := range b.uses {
		for _, n := range c.of[use] {
			if n < 0 {
				continue
			}
			for rest := c.used[n]; rest != 0; rest &= rest - 1 {
				i := bits.TrailingZeros64(rest)
				s[i] += weights[c.counts[n][i]]
			}
		}
	}
	return s
}

// take records that a binding has a letter as its name.
func (c *contexts) take(b *binding, letter int) {
	for _, use := range b.uses {
		for _, n := range c.of[use] {
			if n < 0 {
				continue
			}
			c.used[n] |= 1 << letter
			if c.counts[n][letter] < math.MaxUint8 {
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
