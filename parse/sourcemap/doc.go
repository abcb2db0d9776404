// Package sourcemap makes, reads and composes source maps (version 3,
// ECMA-426).
//
// [New] turns the token table of a printed program into a map from the program
// to its source. [Parse] reads a map that another tool made, [Compose] composes
// two maps:
//
//	output --New--> what we read --Parse--> what the author wrote
//	output -----------Compose-------------> what the author wrote
//
// Lines and columns count from 0, columns in UTF-16 code units. Lines end where
// JavaScript says: LF, CR, CR LF, U+2028 and U+2029. A byte order mark at the
// beginning takes no column: it is dropped when a file is loaded.
//
// Nothing is mapped that cannot be mapped exactly: a helper variable has no
// segment, or one that leads nowhere, and an identifier's segment leads to an
// identifier of that name, or of the name that the segment carries.
package sourcemap

import "sort"

// Map is a source map. Sources and Contents are parallel.
type Map struct {
	File     string
	Sources  []string
	Contents []*string // nil: not known
	Names    []string
	Lines    [][]Segment // by generated line, in order of Col
	Ignore   []int32     // sources that are not the author's own code
}

// Segment says where the generated text from a column on comes from.
type Segment struct {
	Col    int32
	Source int32 // None: from nowhere
	Line   int32 // in the source
	From   int32 // its column
	Name   int32 // None: no name
}

// None stands for no source and for no name.
const None = -1

// Find returns the last segment of a line that begins at or before col.
func (m *Map) Find(line, col int32) (Segment, bool) {
	if line < 0 || int(line) >= len(m.Lines) {
		return Segment{}, false
	}
	segs := m.Lines[line]
	i := sort.Search(len(segs), func(i int) bool { return segs[i].Col > col })
	if i == 0 {
		return Segment{}, false
	}
	return segs[i-1], true
}
