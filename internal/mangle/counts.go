package mangle

import "math"

// counts has how often each letter is the name in each context. It is a hash table with open addressing; contexts
// are known by 32 bits of their hashes, of which two are the same so seldom that it does not matter.
type counts struct {
	table []lettersIn
	full  int // how many contexts the table has
	wide  [][len(heads)]uint8
}

// lettersIn are the letters that are used in a context: few in most.
type lettersIn struct {
	hash    uint32 // 0: there is no context here
	wide    int32  // if not 0, the counts are in counts.wide[wide-1]
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
	return &counts{table: make([]lettersIn, n)}
}

// at returns what is in the table for a context, or nil.
func (c *counts) at(hash uint32) *lettersIn {
	e := c.place(hash)
	if e.hash == 0 {
		return nil
	}
	return e
}

// place returns where a context is in the table, or where it would be.
func (c *counts) place(hash uint32) *lettersIn {
	mask := uint32(len(c.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if e := &c.table[i]; e.hash == hash || e.hash == 0 {
			return e
		}
	}
}

// add counts a letter in a context once more.
func (c *counts) add(hash uint32, letter int8) {
	e := c.place(hash)
	if e.hash == 0 {
		if 4*c.full >= 3*len(c.table) {
			c.grow()
			e = c.place(hash)
		}
		c.full++
		e.hash = hash
	}
	n := c.number(e, letter)
	if n == nil {
		n = c.widen(e, letter)
	}
	if *n < math.MaxUint8 {
		*n++
	}
}

// remove counts a letter in a context once less, unless it has been there too often to count.
func (c *counts) remove(hash uint32, letter int8) {
	if e := c.place(hash); e.hash != 0 {
		if n := c.number(e, letter); n != nil && *n > 0 && *n < math.MaxUint8 {
			*n--
		}
	}
}

// number returns how often a letter is used in a context, to be changed; nil if there is no space for it.
func (c *counts) number(e *lettersIn, letter int8) *uint8 {
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

// grow makes the table twice as large.
func (c *counts) grow() {
	old := c.table
	c.table = make([]lettersIn, 2*len(old))
	for i := range old {
		if e := &old[i]; e.hash != 0 {
			*c.place(e.hash) = *e
		}
	}
}

// gain adds to the gain of each letter what it is worth in a context.
func (c *counts) gain(hash uint32, gains *[len(heads)]int64) {
	e := c.at(hash)
	switch {
	case e == nil:
	case e.wide > 0:
		for letter, n := range c.wide[e.wide-1] {
			gains[letter] += weights[n]
		}
	default:
		for i, n := range e.count {
			if n > 0 {
				gains[e.letters[i]] += weights[n]
			}
		}
	}
}
