package mangle

import (
	"sort"
	"strings"
)

const (
	heads = "etnrioasclduhpmfgyvbwkxjqzETNRIOASCLDUHPMFGYVBWKXJQZ$_"
	tails = heads + "0123456789"
)

// words cannot be names everywhere, or have a meaning as names.
var words = map[string]bool{}

func init() {
	for _, w := range strings.Fields("as do if in is of get set for int let new try var NaN async await break case catch class const " +
		"continue debugger default delete else enum eval export extends false finally function implements import " +
		"instanceof interface null package private protected public return static super switch this throw true typeof " +
		"undefined void while with yield arguments Infinity") {
		words[w] = true
	}
}

// alphabet generates names, the shortest first, with the most frequent letters first.
type alphabet struct {
	heads, tails []byte
	made         []string
	at           map[string]int // of made
}

// newAlphabet orders the letters by their frequency in a text.
func newAlphabet(count *[128]int) *alphabet {
	byCount := func(s string) []byte {
		b := []byte(s)
		sort.SliceStable(b, func(i, j int) bool { return count[b[i]] > count[b[j]] })
		return b
	}
	return &alphabet{heads: byCount(heads), tails: byCount(tails), at: map[string]int{}}
}

// name returns the i-th name.
func (a *alphabet) name(i int) string {
	for n := len(a.made); len(a.made) <= i; n++ {
		if w := a.spell(n); !words[w] {
			a.at[w] = n
			a.made = append(a.made, w)
		} else {
			a.made = append(a.made, "") // in use, but no name
		}
	}
	return a.made[i]
}

func (a *alphabet) spell(i int) string {
	b := []byte{a.heads[i%len(a.heads)]}
	for i /= len(a.heads); i > 0; i /= len(a.tails) {
		i--
		b = append(b, a.tails[i%len(a.tails)])
	}
	return string(b)
}
