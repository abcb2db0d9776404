package restore

import (
	"slices"
	"strings"
	"sync"

	"github.com/sonjs/son/parse/tokens"
)

// File is a source of which texts replace parts. Functions nest, so a query about a part must
// not cost its length: all lists are made once for the whole file, and a part is found in them
// by binary search.
type File struct {
	text        string
	tokens      []tokens.Token // without comments
	comments    []tokens.Token
	open, close []int            // see openers and closers
	lines       []int            // by token: how many lines end before it
	starts      []int32          // where the lines begin
	keys        map[string][]int // tokens, by their key; see withKey
	indexKeys   sync.Once
	notes       map[string][]int       // comments, by their key
	habits      map[[2]tokenClass]*run // by the classes of two tokens
	separate    run                    // of the tokens that distinguish dense text
	// ends lists the tokens after semicolons and braces: tight are those on the same line.
	ends    run
	endings endings
}

// run lists tokens, in order, that have no white space or a blank before them.
type run struct{ tight, blank []int32 }

// in counts the tokens from a to b.
func (r *run) in(a, b int) habit { return habit{between(r.tight, a, b), between(r.blank, a, b)} }

func (r *run) add(i int, gap string) {
	if gap == "" {
		r.tight = append(r.tight, int32(i))
	} else {
		r.blank = append(r.blank, int32(i))
	}
}

// between counts the items of an ascending list from a to b.
func between(list []int32, a, b int) int {
	from := func(at int) int {
		i, _ := slices.BinarySearch(list, int32(at))
		return i
	}
	return from(b) - from(a)
}

// NewFile reads a source. The pieces that are known are its regular expressions and the
// comments in HTML's syntax, in order.
func NewFile(text string, known []tokens.Piece) *File {
	f := &File{text: text, notes: map[string][]int{}, habits: map[[2]tokenClass]*run{}}
	f.tokens, f.comments = tokens.ScanApart(text, spanOf(text), known)
	f.open = openers(f.tokens)
	f.close = closers(f.tokens, f.open)
	f.lines = make([]int, len(f.tokens))
	f.starts = []int32{0}
	for i := range len(text) {
		if text[i] == '\n' {
			f.starts = append(f.starts, int32(i+1))
		}
	}
	for i, c := range f.comments {
		f.notes[c.Key] = append(f.notes[c.Key], i)
	}
	var classes [2]tokenClass // of the token before, and of this one
	for i, b := range f.tokens {
		classes[0], classes[1] = classes[1], class(b)
		if i == 0 {
			continue
		}
		a := f.tokens[i-1]
		s := text[a.End:b.Start]
		f.lines[i] = f.lines[i-1]
		if a.Kind == tokens.Literal || s != "" && s != " " {
			f.lines[i] += strings.Count(text[a.Start:b.Start], "\n")
			f.endings.note(f.tokens, f.open, i, s)
		}
		if a.Key == ";" || a.Key == "{" || a.Key == "}" {
			if strings.IndexByte(s, '\n') < 0 {
				f.ends.tight = append(f.ends.tight, int32(i))
			} else {
				f.ends.blank = append(f.ends.blank, int32(i))
			}
		}
		if s != "" && s != " " {
			continue
		}
		h := f.habits[classes]
		if h == nil {
			h = &run{}
			f.habits[classes] = h
		}
		h.add(i, s)
		if a.Key == "," || a.Key == "=" || a.Key == ";" || b.Key == "{" {
			f.separate.add(i, s)
		}
	}
	return f
}

// withKey lists the tokens with a key, in order. Only long texts ask.
func (f *File) withKey(key string) []int {
	f.indexKeys.Do(func() {
		f.keys = map[string][]int{}
		for i, t := range f.tokens {
			f.keys[t.Key] = append(f.keys[t.Key], i)
		}
	})
	return f.keys[key]
}

// startAt returns the first token of a list that begins at or after an offset.
func startAt(list []tokens.Token, at int32) int {
	i, _ := slices.BinarySearchFunc(list, at, func(t tokens.Token, at int32) int { return int(t.Start) - int(at) })
	return i
}

// lineTo is the line of an offset up to the offset. A minified file may have only one line,
// which must not be scanned for each function.
func (f *File) lineTo(at int32) string {
	i, found := slices.BinarySearch(f.starts, at)
	if !found {
		i--
	}
	return f.text[f.starts[i]:at]
}

// margin is the white space at the beginning of the line of an offset.
func (f *File) margin(at int32) string { return blanks(f.lineTo(at)) }
