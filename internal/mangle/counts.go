package mangle

import "math"

// counts has how often each letter is the name in each context. It is a hash table with open addressing; contexts
// are known by 32 bits of their hashes, of which two are the same so seldom that it does not matter.
type counts struct {
	table []int32     // by hash, the number of a context and 1; 0: none
	all   []lettersIn // by the number of the context
	wide  [][len(heads)]uint8
}

// lettersIn are the letters that are used in a context: few in most.
type lettersIn struct {
	hash    uint32
	wide    int32 // if not 0, the counts are in counts.wide[wide-1]
	letters [few]int8
	count   [few]uint8 // 0: there is no letter there
}

const few = 6

// newCounts returns a table with space for so many contexts.
func newCounts(size int) *counts {
	n := 256
	for 3*n < 4*size {
		n *= 2
	}
	return &counts{table: make([]int32, n), all: make([]lettersIn, 0, size)}
}

// number returns the number of the context with a hash.
func (c *counts) number(hash uint32) int32 {
	at := c.place(hash)
	if *at == 0 {
		if 4*len(c.all) >= 3*len(c.table) {
			c.grow()
			at = c.place(hash)
		}
		c.all = append(c.all, lettersIn{hash: hash})
		*at = int32(len(c.all))
	}
	return *at - 1
}

// place returns where a context is in the table, or where it would be.
func (c *counts) place(hash uint32) *int32 {
	mask := uint32(len(c.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if at := &c.table[i]; *at == 0 || c.all[*at-1].hash == hash {
			return at
		}
	}
}

// grow makes the table twice as large.
func (c *counts) grow() {
	c.table = make([]int32, 2*len(c.table))
	for i := range c.all {
		*c.place(c.all[i].hash) = int32(i + 1)
	}
}

// add counts a letter in a context once more.
func (c *counts) add(context int32, letter int8) {
	e := &c.all[context]
	n := c.of(e, letter)
	if n == nil {
		n = c.widen(e, letter)
	}
	if *n < math.MaxUint8 {
		*n++
	}
}

// remove counts a letter in a context once less, unless it has been there too often to count.
func (c *counts) remove(context int32, letter int8) {
	if n := c.of(&c.all[context], letter); n != nil && *n > 0 && *n < math.MaxUint8 {
		*n--
	}
}

// of returns how often a letter is used in a context, to be changed; nil if there is no space for it.
func (c *counts) of(e *lettersIn, letter int8) *uint8 {
	if e.wide > 0 {
		return &c.wide[e.wide-1][letter]
	}
	space := -1
	for i, n := range e.count {
		switch {
		case n > 0 && e.letters[i] == letter:
			return &e.count[i]
		case n == 0 && space < 0:
			space = i
		}
	}
	if space < 0 {
		return nil
	}
	e.letters[space] = letter
	return &e.count[space]
}

// widen makes space for all letters in a context.
func (c *counts) widen(e *lettersIn, letter int8) *uint8 {
	c.wide = append(c.wide, [len(heads)]uint8{})
	all := &c.wide[len(c.wide)-1]
	for i, n := range e.count {
		all[e.letters[i]] = n
	}
	e.wide = int32(len(c.wide))
	return &all[letter]
}

// gain adds to the gain of each letter what it is worth in a context.
func (c *counts) gain(context int32, gains *[len(heads)]int64) {
	e := &c.all[context]
	if e.wide > 0 {
		for letter, n := range c.wide[e.wide-1] {
			gains[letter] += weights[n]
		}
		return
	}
	for i, n := range e.count {
		if n > 0 {
			gains[e.letters[i]] += weights[n]
		}
	}
}
