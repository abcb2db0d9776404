package snapshot

import (
	"cmp"
	"slices"
	"strings"
)

const (
	// maxAlternatives is how many alternatives the facts of a record have. More are merged into one.
	maxAlternatives = 4
	// maxKeys is how many keys of a record are known. One with more is let go.
	maxKeys = 64
)

// field is what is known of one key in an alternative.
type field struct {
	key string
	val Value
	// has and lacks: the record may have the key, with val, or not.
	has, lacks bool
	// changed: it was set or removed since the snapshot was taken. It stays in the list then, even if it was
	// removed. Records that the function made itself have no such fields.
	changed bool
}

func (f field) equals(g field) bool {
	return f.key == g.key && f.has == g.has && f.lacks == g.lacks && f.changed == g.changed && f.val.equals(g.val)
}

// shape is one alternative: its keys, sorted. A key that it does not list is Nothing.
type shape []field

func (s shape) find(key string) (int, bool) {
	return slices.BinarySearchFunc(s, key, func(f field, k string) int { return cmp.Compare(f.key, k) })
}

// get returns what is known of a key.
func (s shape) get(key string) field {
	if i, ok := s.find(key); ok {
		return s[i]
	}
	return field{key: key, lacks: true}
}

// with returns the shape with another field.
func (s shape) with(f field) shape {
	i, ok := s.find(f.key)
	out := make(shape, 0, len(s)+1)
	out = append(out, s[:i]...)
	if f.has || f.changed {
		out = append(out, f)
	}
	if ok {
		i++
	}
	return append(out, s[i:]...)
}

// set returns the shape with a key set.
func (s shape) set(key string, v Value, changes bool) shape {
	return s.with(field{key: key, val: v, has: true, changed: changes})
}

// remove returns the shape without a key.
func (s shape) remove(key string, changes bool) shape {
	return s.with(field{key: key, lacks: true, changed: changes && s.get(key).has || s.get(key).changed})
}

func (s shape) equals(t shape) bool { return slices.EqualFunc(s, t, field.equals) }

// merge returns a shape that contains both; join joins values.
func (s shape) merge(t shape, join func(a, b Value) Value) shape {
	out := make(shape, 0, max(len(s), len(t)))
	add := func(f, g field) {
		out = append(out, field{key: f.key, val: join(f.val, g.val), has: f.has || g.has, lacks: f.lacks || g.lacks, changed: f.changed || g.changed})
	}
	i, j := 0, 0
	for i < len(s) || j < len(t) {
		switch {
		case j == len(t) || i < len(s) && s[i].key < t[j].key:
			add(s[i], field{key: s[i].key, lacks: true})
			i++
		case i == len(s) || t[j].key < s[i].key:
			add(field{key: t[j].key, lacks: true}, t[j])
			j++
		default:
			add(s[i], t[j])
			i, j = i+1, j+1
		}
	}
	return out
}

// Facts is what is known of a record in a state. Facts are never changed, only replaced.
type Facts struct {
	// alts are the alternatives: what it contains is one of them.
	alts []shape
	// gone: it was let go.
	gone bool
	// at is the last transition.
	at *Step
}

// IsGone reports whether unknown code may have the record, so that nothing is known of its contents.
func (f *Facts) IsGone() bool { return f.gone }

// equals compares what is known, however that came about.
func (f *Facts) equals(g *Facts) bool {
	if f == g {
		return true
	}
	return f.gone == g.gone && slices.EqualFunc(f.alts, g.alts, shape.equals)
}

// withAlts returns facts with some alternatives, each once, and merged if there are too many.
func withAlts(alts []shape, at *Step) *Facts {
	f := &Facts{at: at}
	for _, s := range alts {
		if !slices.ContainsFunc(f.alts, s.equals) {
			f.alts = append(f.alts, s)
		}
	}
	if len(f.alts) > maxAlternatives {
		f.alts = []shape{merged(f.alts)}
	}
	slices.SortFunc(f.alts, shape.compare)
	return f
}

// compare gives alternatives an order that does not depend on how they came about.
func (s shape) compare(t shape) int {
	return slices.CompareFunc(s, t, func(f, g field) int {
		return cmp.Or(cmp.Compare(f.key, g.key), cmp.Compare(f.String(), g.String()))
	})
}

// merged returns one alternative for several.
func merged(alts []shape) shape {
	m := alts[0]
	for _, s := range alts[1:] {
		m = m.merge(s, Value.join)
	}
	return m
}

// tooLarge reports whether an alternative has too many keys.
func (f *Facts) tooLarge() bool {
	return slices.ContainsFunc(f.alts, func(s shape) bool { return len(s) > maxKeys })
}

// size is the number of fields.
func (f *Facts) size() (n int) {
	for _, s := range f.alts {
		n += len(s) + 1
	}
	return n
}

// join returns facts that contain both; at is the last transition.
func (f *Facts) join(g *Facts, at *Step) *Facts {
	switch {
	case f == g:
		return f
	case f.gone || g.gone:
		return &Facts{gone: true, at: at}
	}
	return withAlts(slices.Concat(f.alts, g.alts), at)
}

// widened returns facts that contain both and have one alternative, whose values are widened.
func (f *Facts) widened(g *Facts, at *Step) *Facts {
	j := f.join(g, at)
	if j.gone || j.equals(f) {
		return j
	}
	was := merged(f.alts)
	return withAlts([]shape{was.merge(merged(j.alts), Value.widened)}, at)
}

// values calls visit for all values in the record.
func (f *Facts) values(visit func(Value)) {
	for _, s := range f.alts {
		for _, x := range s {
			visit(x.val)
		}
	}
}

// renamed returns the facts with other numbers for records.
func (f *Facts) renamed(to func(ID) ID) *Facts {
	g := &Facts{gone: f.gone, at: f.at}
	for _, s := range f.alts {
		t := make(shape, len(s))
		for i, x := range s {
			x.val = x.val.renamed(to)
			t[i] = x
		}
		if !slices.ContainsFunc(g.alts, t.equals) {
			g.alts = append(g.alts, t)
		}
	}
	return g
}

// filtered returns the facts with those alternatives for which keep is true; nil if there are none.
func (f *Facts) filtered(keep func(shape) bool) *Facts {
	var alts []shape
	for _, s := range f.alts {
		if keep(s) {
			alts = append(alts, s)
		}
	}
	switch len(alts) {
	case 0:
		return nil
	case len(f.alts):
		return f
	}
	return &Facts{alts: alts, at: f.at}
}

// isChanged reports whether anything was set or removed since the snapshot.
func (f *Facts) isChanged() bool {
	for _, s := range f.alts {
		if slices.ContainsFunc(s, func(x field) bool { return x.changed }) {
			return true
		}
	}
	return false
}

// String returns the text of the facts: [a => 1, b => any] | [], or "gone".
func (f *Facts) String() string {
	if f.gone {
		return "let go"
	}
	return alternatives(f.alts, field.String)
}

// Modifications returns the text of what was set or removed since the snapshot, by alternative:
// [set a => 1] | [remove b].
func (f *Facts) Modifications() string {
	if f.gone {
		return "let go"
	}
	return alternatives(f.alts, field.modification)
}

// alternatives returns the text of alternatives, each once.
func alternatives(alts []shape, text func(field) string) string {
	var all []string
	for _, s := range alts {
		var parts []string
		for _, x := range s {
			if t := text(x); t != "" {
				parts = append(parts, t)
			}
		}
		t := "[" + strings.Join(parts, ", ") + "]"
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return strings.Join(all, " | ")
}

// String returns the text of a field: a => 1, a => 1|Nothing.
func (f field) String() string {
	v := f.val.String()
	switch {
	case !f.has:
		v = "Nothing"
	case f.lacks:
		v += "|Nothing"
	}
	return keyText(f.key) + " => " + v
}

// modification returns the text of what was done to a field, or "".
func (f field) modification() string {
	switch {
	case !f.changed:
		return ""
	case !f.has:
		return "remove " + keyText(f.key)
	case f.lacks:
		return "set " + keyText(f.key) + " => " + f.val.String() + ", or remove it"
	}
	return "set " + keyText(f.key) + " => " + f.val.String()
}
