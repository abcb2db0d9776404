package mangle

import (
	"bytes"
	"cmp"
	"compress/flate"
	"runtime"
	"slices"
	"sync"
)

// Search says how much is tried to find better names than the first ones: each letter that is tried
// for a binding is compressed.
type Search struct {
	// Letters is how many letters are tried for each binding, the most promising first; 0: none.
	Letters int
	// Sweeps is how often all bindings are looked at, as long as that makes the text smaller.
	Sweeps int
	// Span is in how much text, in bytes, the references of a binding may be; others keep their names.
	Span int
	// Workers is how many letters are tried at once; 0: one for each processor. It does not change the result.
	Workers int
	// Progress, if set, is called before each scope with how many scopes have been looked at, of how many if
	// all sweeps are made. The search ends if it returns false.
	Progress func(done, all int) bool
}

// search tries other letters for the bindings of a program, and keeps those that make the compressed text
// smaller. A binding is tried in that part of the text which has its references, with what a
// compressor can look back at, and what can look back at them.
type search struct {
	*descent
	Search
	text  []byte
	at    []int32 // by reference, where it is in the text
	tries []trial // of the binding that is being looked at
}

const (
	// behind is how far a compressor looks back, and ahead how much of the text after a reference is
	// compressed with it.
	behind = 32 << 10
	ahead  = 32 << 10
)

// trial is another letter for a binding. with: another binding gets its letter; nobody: none does.
type trial struct {
	letter int8
	with   int32
	gain   int64 // expected
	size   int   // compressed
}

// search improves the letters that the bindings have.
func (d *descent) search(o Search) {
	if o.Letters == 0 {
		return
	}
	s := &search{descent: d, Search: o}
	s.text, s.at = d.written()
	for sweep := range o.Sweeps {
		changed := false
		for i, sc := range d.scopes {
			if o.Progress != nil && !o.Progress(sweep*len(d.scopes)+i, o.Sweeps*len(d.scopes)) {
				return
			}
			changed = s.visit(sc) || changed
		}
		if !changed {
			break
		}
	}
}

// written returns the text with the names, and where each reference is in it.
func (d *descent) written() (text []byte, at []int32) {
	at = make([]int32, len(d.refs))
	from := widest
	for i, ref := range d.refs {
		text = append(text, d.line[from:ref]...)
		at[i], from = int32(len(text)), int(ref)+1
		switch b := d.owner[i]; {
		case b == nobody:
			text = append(text, d.line[ref])
		case d.letter[b] >= 0:
			text = append(text, d.alphabet.heads[d.letter[b]])
		default:
			text = append(text, d.list[b].name...)
		}
	}
	return append(text, d.line[from:len(d.line)-widest]...), at
}

// visit looks at the bindings that a scope declares, and reports whether any got another letter.
func (s *search) visit(sc *scope) (changed bool) {
	s.hold(sc)
	for _, b := range sc.declared {
		if s.isIn(b, sc) {
			changed = s.improve(b.at) || changed
		}
	}
	return changed
}

// improve gives a binding the letter with which the text is smallest, and reports whether it has another one.
func (s *search) improve(b int32) bool {
	s.promising(b)
	low, high := s.span(b)
	for _, t := range s.tries {
		if t.with != nobody {
			l, h := s.span(t.with)
			low, high = min(low, l), max(high, h)
		}
	}
	if len(s.tries) == 0 || high-low > s.Span {
		return false
	}
	from, to := max(0, low-behind), min(len(s.text), high+ahead)
	s.tries = append(s.tries, trial{letter: s.letter[b], with: nobody}) // as it is
	s.compress(b, from, to)
	best := slices.MinFunc(s.tries, func(x, y trial) int { return x.size - y.size })
	if best.size >= s.tries[len(s.tries)-1].size {
		return false
	}
	s.exchangeWith(b, best)
	return true
}

// span returns where the references of a binding are.
func (s *search) span(b int32) (low, high int) {
	uses := s.list[b].uses
	return int(s.at[uses[0]]), int(s.at[uses[len(uses)-1]])
}

// promising finds the letters to try for a binding.
func (s *search) promising(b int32) {
	s.tries = s.tries[:0]
	old := s.letter[b]
	s.count(b, false)
	s.mark(b, old)
	gains, taken := s.scores(b), s.taken(b)
	for l := range int8(len(heads)) {
		if l == old {
			continue
		}
		gain := gains[l] - gains[old]
		c := s.holder[l]
		switch {
		case taken&bitOf(l) == 0:
			s.tries = append(s.tries, trial{l, nobody, gain, 0})
		case c != nobody && c != b && s.mayExchange(b, c, old, l):
			s.tries = append(s.tries, trial{l, c, gain + s.worthTo(c, old), 0})
		}
	}
	s.mark(b, old)
	s.count(b, true)
	slices.SortStableFunc(s.tries, func(x, y trial) int {
		return cmp.Or(cmp.Compare(y.gain, x.gain), cmp.Compare(x.letter, y.letter))
	})
	s.tries = s.tries[:min(len(s.tries), s.Letters)]
}

// compress finds the size of a part of the text for each letter to be tried for a binding.
func (s *search) compress(b int32, from, to int) {
	workers := s.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, len(s.tries))
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			z := compressors.Get().(*compressor)
			defer compressors.Put(z)
			z.text = append(z.text[:0], s.text[from:to]...)
			put := func(b int32, letter int8) {
				for _, use := range s.list[b].uses {
					z.text[int(s.at[use])-from] = s.alphabet.heads[letter]
				}
			}
			for i := w; i < len(s.tries); i += workers {
				t := &s.tries[i]
				put(b, t.letter)
				if t.with != nobody {
					put(t.with, s.letter[b])
				}
				t.size = z.size()
				if t.with != nobody {
					put(t.with, t.letter)
				}
			}
		})
	}
	wait.Wait()
}

// exchangeWith gives a binding the letter of a trial.
func (s *search) exchangeWith(b int32, t trial) {
	old := s.letter[b]
	for _, x := range []struct {
		b      int32
		letter int8
	}{{b, t.letter}, {t.with, old}} {
		if x.b == nobody {
			continue
		}
		for _, use := range s.list[x.b].uses {
			s.text[s.at[use]] = s.alphabet.heads[x.letter]
		}
	}
	s.count(b, false)
	s.mark(b, old)
	s.give(b, t.letter, t.with)
}

// compressor finds how large texts are when they are compressed.
type compressor struct {
	z    *flate.Writer
	out  bytes.Buffer
	text []byte
}

var compressors = sync.Pool{New: func() any {
	z, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic("BUG: " + err.Error()) // the level is valid
	}
	return &compressor{z: z}
}}

// size compresses the text.
func (c *compressor) size() int {
	c.out.Reset()
	c.z.Reset(&c.out)
	c.z.Write(c.text)
	c.z.Close()
	return c.out.Len()
}
