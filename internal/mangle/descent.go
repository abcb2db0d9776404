package mangle

import "math"

// descent improves the letters of a program in which every binding has a name, one binding at a time, while
// all others keep theirs: coordinate descent. A letter is worth the more, the more often it is the
// name between the same characters. Unlike in contexts, where most names are not chosen yet, these are
// the characters of the text with its names. If another binding of the same scope has the better letter, the two
// exchange theirs, provided that they gain by it together.
//
// This takes time in proportion to the number of references. A program whose bindings are visible
// in very many scopes keeps its names, as it would take longer.
type descent struct {
	*table
	line  []byte     // the text, with a byte for each name
	refs  []int32    // where it has the references
	owner []int32    // by reference, whose it is; nobody: that of a binding whose name stays
	list  []*binding // whose names were chosen
	// letter is the index of a binding's letter in the alphabet; longer names have -1.
	letter []int8
	// passed are the scopes that a binding passes: those of binding i end at ends[i].
	passed []int32
	ends   []int
	// own has, by scope, the letters of bindings of list that pass it: at most one has each, so they can
	// be added and removed. others has the letters of all other bindings, and of words.
	own, others []uint64
	counts      *counts
	// in has the contexts of each reference, by their numbers in counts; if its binding has a letter.
	in    [][len(descentWindows)]int32
	dirty []bool // by binding: the text around its references has changed
	// holder has the bindings of the scope that is being visited by their letters, or nobody.
	holder [len(heads)]int32
}

// descentWindows are the contexts of a reference here: how many characters before and after it. There are more
// than at first, when most of the names around a reference are not known.
var descentWindows = [...]struct{ before, after int }{{3, 2}, {1, 4}, {5, 0}, {0, 6}, {3, 0}, {0, 3}}

const (
	// reach is how far the largest of these windows reaches to either side.
	reach = 6
	// section is the binary logarithm of the length of the sections of the text. Contexts are the same only in one
	// section: compressors look back a limited distance, gzip 32 KB.
	section = 16
	// sweeps is how often each binding is looked at. After the first time, only those are whose
	// surroundings have changed; a third time gains a hundredth of a percent.
	sweeps = 2
	// farther is what a reference loses for each free letter before the chosen one.
	farther = 30
	// exchange is what an exchange has to gain. A gain is as in weights.
	exchange = 100
	// widely is in how many scopes per reference bindings may be visible, on average.
	widely = 32
)

// nobody stands for no binding.
const nobody = -1

// descend improves the letters that the bindings have.
func (t *table) descend() {
	d := t.newDescent()
	if d == nil {
		return
	}
	for range sweeps {
		changed := false
		for _, sc := range t.scopes {
			changed = d.visit(sc) || changed
		}
		if !changed {
			break
		}
	}
	d.search(t.o.Search)
	for i, b := range d.list {
		if l := d.letter[i]; l >= 0 {
			b.name = t.alphabet.name(int(l))
		}
	}
}

// newDescent begins with the names that the bindings have. It is nil if bindings are visible in too
// many scopes.
func (t *table) newDescent() *descent {
	c := t.contextsOf
	d := &descent{table: t, line: c.line, refs: c.refs, owner: make([]int32, len(c.refs)),
		own: make([]uint64, len(t.scopes)), others: make([]uint64, len(t.scopes))}
	for i := range d.owner {
		d.owner[i] = nobody
	}
	words := uint64(0)
	for l := range heads {
		if t.alphabet.name(l) == "" {
			words |= 1 << l
		}
	}
	for i := range d.others {
		d.others[i] = words
	}
	v := visibility{at: make([]visit, len(t.scopes))}
	most := widely*len(c.refs) + len(t.scopes)
	for _, b := range t.bindings {
		if b.joined != nil {
			continue
		}
		before := len(d.passed)
		d.passed = v.scopes(b, d.passed)
		if len(d.passed) > most {
			return nil
		}
		letter := t.letterOf(b)
		if b.fixed || len(b.uses) == 0 || b.home == nil || d.inTheWay(d.passed[before:], letter) {
			for _, sc := range d.passed[before:] {
				d.others[sc] |= bitOf(letter)
			}
			d.passed = d.passed[:before]
			continue
		}
		b.at = int32(len(d.list))
		d.list, d.letter, d.ends = append(d.list, b), append(d.letter, letter), append(d.ends, len(d.passed))
		d.mark(b.at, letter)
		for _, use := range b.uses {
			d.owner[use] = b.at
			d.line[d.refs[use]] = t.charOf(b, letter)
		}
	}
	d.counts = newCounts(len(d.refs) * len(descentWindows) / 2)
	d.in = make([][len(descentWindows)]int32, len(d.refs))
	d.dirty = make([]bool, len(d.list))
	for i, b := range d.list {
		if d.letter[i] >= 0 {
			for _, use := range b.uses {
				for k := range descentWindows {
					d.in[use][k] = d.context(use, k)
				}
			}
		}
		d.count(int32(i), true)
		d.dirty[i] = true
	}
	return d
}

// visibility finds the scopes that bindings pass.
type visibility struct {
	at   []visit // by scope
	last int32   // the number of the last binding
}

// visit says up to which scope, by its number, the paths of a binding that pass this one lead.
type visit struct{ binding, top int32 }

// scopes adds the scopes that a binding passes to a list.
func (v *visibility) scopes(b *binding, list []int32) []int32 {
	v.last++
	for _, p := range b.paths {
		for sc := p.low; sc != nil; sc = sc.up {
			at := &v.at[sc.at]
			top := int32(p.high.at)
			if at.binding != v.last {
				list = append(list, int32(sc.at))
			} else if at.top <= top {
				break // that path led on from here as far
			}
			*at = visit{v.last, top}
			if sc == p.high {
				break
			}
		}
	}
	return list
}

// letterOf returns the index of the letter that is the name of a binding, or -1.
func (t *table) letterOf(b *binding) int8 {
	if i, ok := t.alphabet.at[b.name]; ok && i < len(heads) {
		return int8(i)
	}
	return -1
}

// bitOf returns a set of one letter, or of none.
func bitOf(letter int8) uint64 {
	if letter < 0 {
		return 0
	}
	return 1 << letter
}

// charOf returns what is in the text for a binding: its letter, or one of the characters for longer names.
func (t *table) charOf(b *binding, letter int8) byte {
	if letter >= 0 {
		return t.alphabet.heads[letter]
	}
	return byte(128 + t.alphabet.at[b.name]%128)
}

// inTheWay reports whether another binding has the letter of one in a scope that it passes: only
// if that had to be.
func (d *descent) inTheWay(passed []int32, letter int8) bool {
	for _, sc := range passed {
		if (d.own[sc]|d.others[sc])&bitOf(letter) != 0 {
			return true
		}
	}
	return false
}

// passes returns the scopes that a binding passes.
func (d *descent) passes(b int32) []int32 {
	if b == 0 {
		return d.passed[:d.ends[0]]
	}
	return d.passed[d.ends[b-1]:d.ends[b]]
}

// mark adds a letter to those that are taken in the scopes that a binding passes, or removes it.
func (d *descent) mark(b int32, letter int8) {
	if bit := bitOf(letter); bit != 0 {
		for _, sc := range d.passes(b) {
			d.own[sc] ^= bit
		}
	}
}

// taken returns the letters that a binding cannot have.
func (d *descent) taken(b int32) (letters uint64) {
	for _, sc := range d.passes(b) {
		letters |= d.own[sc] | d.others[sc]
	}
	return letters
}

// context returns the number of the k-th context of a reference in the text as it is.
func (d *descent) context(ref int32, k int) int32 {
	w, at := descentWindows[k], int(d.refs[ref])
	key := window(d.line, at, w.before, w.after) + uint64(at>>section)*0x51ed270b2f6a5c1d + uint64(k)*0x9e3779b97f4a7c55
	return d.counts.number(uint32(key * 0x9e3779b97f4a7c15 >> 32))
}

// count adds the letter of a binding to the contexts of its references, or removes it.
func (d *descent) count(b int32, more bool) {
	letter := d.letter[b]
	if letter < 0 {
		return
	}
	for _, use := range d.list[b].uses {
		for _, context := range d.in[use] {
			if more {
				d.counts.add(context, letter)
			} else {
				d.counts.remove(context, letter)
			}
		}
	}
}

// write changes the letter of a binding in the text, while it is not counted. The letters of the
// bindings around it are counted in other contexts then.
func (d *descent) write(b int32, letter int8) {
	char := d.charOf(d.list[b], letter)
	for _, use := range d.list[b].uses {
		at := d.refs[use]
		low, high := use, use
		for low > 0 && at-d.refs[low-1] <= reach {
			low--
		}
		for int(high) < len(d.refs)-1 && d.refs[high+1]-at <= reach {
			high++
		}
		for near := low; near <= high; near++ {
			d.around(near, at, b, false)
		}
		d.line[at] = char
		for near := low; near <= high; near++ {
			d.around(near, at, b, true)
		}
	}
	d.letter[b] = letter
}

// around does what has to be done for a reference before a place near it changes in the text, or after: its
// letter is no longer counted in contexts that have the place, or counted in the new ones. Those of b are not counted.
func (d *descent) around(ref, at, b int32, after bool) {
	o := d.owner[ref]
	if o == nobody || d.letter[o] < 0 {
		return
	}
	if o != b {
		d.dirty[o] = true
	}
	before := int(d.refs[ref] - at)
	for k, w := range descentWindows {
		if before == 0 || before > w.before || -before > w.after {
			continue
		}
		in := &d.in[ref][k]
		if after {
			*in = d.context(ref, k)
		}
		switch {
		case o == b:
		case after:
			d.counts.add(*in, d.letter[o])
		default:
			d.counts.remove(*in, d.letter[o])
		}
	}
}

// scores returns the gain of each letter as the name of a binding.
func (d *descent) scores(b int32) (gains [len(heads)]int64) {
	for _, use := range d.list[b].uses {
		for _, context := range d.in[use] {
			d.counts.gain(context, &gains)
		}
	}
	return gains
}

// hold finds the letters of the bindings that a scope declares.
func (d *descent) hold(sc *scope) {
	for l := range d.holder {
		d.holder[l] = nobody
	}
	for _, b := range sc.declared {
		if d.isIn(b, sc) {
			d.holder[d.letter[b.at]] = b.at
		}
	}
}

// isIn reports whether a binding has a letter that may change, and is declared in that scope first.
func (d *descent) isIn(b *binding, sc *scope) bool {
	return b.home == sc && int(b.at) < len(d.list) && d.list[b.at] == b && d.letter[b.at] >= 0
}

// visit looks at the bindings that a scope declares, and reports whether any got another letter.
func (d *descent) visit(sc *scope) (changed bool) {
	d.hold(sc)
	for _, b := range sc.declared {
		if d.isIn(b, sc) && d.dirty[b.at] {
			d.dirty[b.at] = false
			changed = d.improve(b.at) || changed
		}
	}
	return changed
}

// improve gives a binding a letter that is better, and reports whether there is one.
func (d *descent) improve(b int32) bool {
	old := d.letter[b]
	d.count(b, false)
	d.mark(b, old)
	gains, taken := d.scores(b), d.taken(b)
	best, gain := d.bestFree(b, &gains, taken)
	other := int32(nobody)
	for l, c := range d.holder {
		if taken>>l&1 == 0 || c == nobody || c == b || gains[l]-gains[old] <= gain {
			continue
		}
		if g := gains[l] - gains[old] + d.worthTo(c, old) - exchange; g > gain && d.mayExchange(b, c, old, int8(l)) {
			best, gain, other = int8(l), g, c
		}
	}
	d.give(b, best, other)
	return best != old
}

// give gives a letter to a binding, which is neither counted nor marked, and its letter to another one, or to
// nobody.
func (d *descent) give(b int32, letter int8, other int32) {
	old := d.letter[b]
	if other != nobody {
		d.count(other, false)
		d.mark(other, letter)
		d.write(other, old)
		d.mark(other, old)
		d.count(other, true)
	}
	if letter != old {
		d.write(b, letter)
	}
	d.mark(b, letter)
	d.count(b, true)
	d.holder[old] = other
	d.holder[letter] = b
}

// bestFree returns the best letter that nothing is in the way of, and what it gains over the old one. taken are
// the letters that the binding cannot have.
func (d *descent) bestFree(b int32, gains *[len(heads)]int64, taken uint64) (best int8, gain int64) {
	old, most, kept := d.letter[b], int64(math.MinInt64), int64(0)
	loss := int64(0)
	for l := range heads {
		if taken>>l&1 != 0 {
			continue
		}
		v := gains[l] - loss
		loss += farther * int64(len(d.list[b].uses))
		if l == int(old) {
			kept = v
		}
		if v > most {
			best, most = int8(l), v
		}
	}
	return best, most - kept
}

// worthTo returns what a binding gains by another letter.
func (d *descent) worthTo(b int32, letter int8) int64 {
	d.count(b, false)
	gains := d.scores(b)
	d.count(b, true)
	return gains[letter] - gains[d.letter[b]]
}

// mayExchange reports whether b, whose letter is not marked, can have the letter of c, and c that of b.
func (d *descent) mayExchange(b, c int32, ofB, ofC int8) bool {
	d.mark(c, ofC)
	defer d.mark(c, ofC)
	return d.taken(b)&bitOf(ofC) == 0 && d.taken(c)&bitOf(ofB) == 0
}
