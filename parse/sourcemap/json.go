package sourcemap

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// file is a map in its JSON form.
type file struct {
	Version  int       `json:"version"`
	File     string    `json:"file,omitempty"`
	Root     string    `json:"sourceRoot,omitempty"`
	Sources  []*string `json:"sources"`
	Contents []*string `json:"sourcesContent,omitempty"`
	Names    []string  `json:"names"`
	Mappings string    `json:"mappings"`
	Ignore   []int32   `json:"ignoreList,omitempty"`
	Sections []section `json:"sections,omitempty"`
}

type section struct {
	Offset struct {
		Line   int32 `json:"line"`
		Column int32 `json:"column"`
	} `json:"offset"`
	Map *file `json:"map"`
}

// JSON writes the map on one line.
func (m *Map) JSON() []byte {
	f := file{Version: 3, File: m.File, Sources: make([]*string, len(m.Sources)), Names: m.Names,
		Mappings: string(m.mappings()), Ignore: m.Ignore}
	for i := range m.Sources {
		f.Sources[i] = &m.Sources[i]
	}
	if f.Names == nil {
		f.Names = []string{}
	}
	for i, c := range m.Contents {
		if c != nil {
			if f.Contents == nil {
				f.Contents = make([]*string, len(m.Contents))
			}
			f.Contents[i] = c
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		panic("BUG: a source map cannot be written: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// mappings writes the segments.
func (m *Map) mappings() []byte {
	var b []byte
	var last Segment
	for i, line := range m.Lines {
		if i > 0 {
			b = append(b, ';')
		}
		last.Col = 0
		for k, s := range line {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendVLQ(b, s.Col-last.Col)
			last.Col = s.Col
			if s.Source == None {
				continue
			}
			b = appendVLQ(b, s.Source-last.Source)
			b = appendVLQ(b, s.Line-last.Line)
			b = appendVLQ(b, s.From-last.From)
			last.Source, last.Line, last.From = s.Source, s.Line, s.From
			if s.Name != None {
				b = appendVLQ(b, s.Name-last.Name)
				last.Name = s.Name
			}
		}
	}
	return bytes.TrimRight(b, ";")
}

// Parse reads a map, with sections or without.
func Parse(data []byte) (*Map, error) {
	// A first line like this keeps a map from being run as a script.
	if bytes.HasPrefix(data, []byte(")]}'")) {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("the source map is not JSON: %w", err)
	}
	m := &Map{File: f.File}
	if err := m.add(&f, 0, 0, 0); err != nil {
		return nil, err
	}
	return m, nil
}

// maxNesting bounds sections within sections, which the standard forbids.
const maxNesting = 4

// add appends the contents of f, whose generated text begins at line and col.
func (m *Map) add(f *file, line, col int32, depth int) error {
	if f.Version != 3 {
		return fmt.Errorf("the source map has version %d; only 3 is supported", f.Version)
	}
	if f.Sections != nil {
		if depth == maxNesting {
			return errors.New("the source map nests sections too deep")
		}
		var before section
		for i, s := range f.Sections {
			switch {
			case s.Map == nil:
				return errors.New("the source map has a section without a map")
			case s.Offset.Line < 0 || s.Offset.Column < 0 || s.Offset.Line > maxLine-line:
				return errors.New("the source map has a section at an impossible place")
			case i > 0 && (s.Offset.Line < before.Offset.Line ||
				s.Offset.Line == before.Offset.Line && s.Offset.Column < before.Offset.Column):
				return errors.New("the source map has sections out of order")
			}
			before = s
			c := s.Offset.Column
			if s.Offset.Line == 0 {
				c += col
			}
			if err := m.add(s.Map, line+s.Offset.Line, c, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	sources, names := int32(len(m.Sources)), int32(len(m.Names))
	for i, s := range f.Sources {
		name := ""
		if s != nil {
			name = *s
		}
		if f.Root != "" {
			name = strings.TrimSuffix(f.Root, "/") + "/" + name
		}
		var content *string
		if i < len(f.Contents) {
			content = f.Contents[i]
		}
		m.Sources, m.Contents = append(m.Sources, name), append(m.Contents, content)
	}
	for _, i := range f.Ignore {
		if i >= 0 && int(i) < len(f.Sources) {
			m.Ignore = append(m.Ignore, sources+i)
		}
	}
	m.Names = append(m.Names, f.Names...)
	return m.read(f.Mappings, line, col, sources, names)
}

// maxLine bounds where sections begin: lines take memory, even empty ones.
const maxLine = 1 << 22

// read reads the mappings of a map whose sources and names begin at the given
// indexes.
func (m *Map) read(mappings string, line, col, sources, names int32) error {
	last := Segment{Source: sources, Name: names, Col: col}
	for ; ; line++ {
		text, rest, more := strings.Cut(mappings, ";")
		mappings = rest
		if text != "" {
			for int32(len(m.Lines)) <= line {
				m.Lines = append(m.Lines, nil)
			}
			segs := m.Lines[line]
			for part := range strings.SplitSeq(text, ",") {
				if part == "" {
					continue
				}
				s, err := segment(part, &last)
				switch {
				case err != nil:
					return err
				case s.Col < 0 || s.Line < 0 || s.From < 0:
					return errors.New("mappings point before the start of a file")
				case s.Source != None && (s.Source < sources || int(s.Source) >= len(m.Sources)):
					return errors.New("mappings refer to a source that is not listed")
				case s.Name != None && (s.Name < names || int(s.Name) >= len(m.Names)):
					return errors.New("mappings refer to a name that is not listed")
				}
				segs = append(segs, s)
			}
			byCol := func(a, b Segment) int { return int(a.Col) - int(b.Col) }
			if !slices.IsSortedFunc(segs, byCol) {
				slices.SortStableFunc(segs, byCol)
			}
			m.Lines[line] = segs
		}
		if !more {
			return nil
		}
		last.Col = 0
	}
}

// segment reads one segment; last has the values that its numbers are relative
// to.
func segment(s string, last *Segment) (Segment, error) {
	var fields [5]int32
	n := 0
	for s != "" {
		if n == len(fields) {
			return Segment{}, errors.New("mappings have a segment of more than five numbers")
		}
		var err error
		if fields[n], s, err = readVLQ(s); err != nil {
			return Segment{}, err
		}
		n++
	}
	last.Col += fields[0]
	out := Segment{Col: last.Col, Source: None, Name: None}
	switch n {
	case 1:
		return out, nil
	case 4, 5:
	default:
		return out, fmt.Errorf("mappings have a segment of %d numbers", n)
	}
	last.Source += fields[1]
	last.Line += fields[2]
	last.From += fields[3]
	out.Source, out.Line, out.From = last.Source, last.Line, last.From
	if n == 5 {
		last.Name += fields[4]
		out.Name = last.Name
	}
	return out, nil
}
