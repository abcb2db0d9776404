package structure

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func tries(to ...int) Block         { return Block{Term: Try, Succs: to, Empty: true} }
func fin() Block                    { return Block{Term: FinallyEnd, Empty: true} }
func each(yes, no int) Block        { return tst(yes, no).loop(ForInOf, -1) }
func (b Block) in(region int) Block { b.Region = region; return b }

var tryShapes = []struct {
	name    string
	regions []Region
	blocks  []Block
	want    string
}{
	{"code that only the body leads to is after the try", []Region{{}, {Kind: Catch}}, []Block{
		tries(1, 3), jump(2).in(1), jump(4).in(1), end().in(2), end(),
	}, `
try {
	b1
	b2
} catch {
	b3
	return b3
}
b4
return b4 (end)
`},
	{"a break out of a try is the loop's", []Region{{}, {Kind: Finally}}, []Block{
		tst(1, 5), tries(2, 4), code(3, 5).in(1), jump(0).in(1), fin().in(2), end(),
	}, `
while (b0) {
	try {
		b2
		if (!b2) {
			break
		}
		b3
	} finally {
	}
}
b5
return b5 (end)
`},
	{"a break out of a loop in a try out of both has a label", []Region{{}, {Kind: Catch}}, []Block{
		tst(1, 6).loop(While, -1, "out"), tries(2, 5), tst(3, 0).in(1), code(4, 6).in(1), jump(2).in(1), jump(0).in(2), end(),
	}, `
out: while (b0) {
	try {
		while (b2) {
			b3
			if (!b3) {
				break out
			}
			b4
		}
	} catch {
		b5
	}
}
b6
return b6 (end)
`},
	{"a jump over the rest of a try that ends a loop's body", []Region{{}, {Kind: Catch}}, []Block{
		tst(1, 5), tries(2, 4), code(3, 0).in(1), jump(0).in(1), jump(0).in(2), end(),
	}, `
while (b0) {
	try {
		b2
		if (b2) {
			b3
		}
	} catch {
		b4
	}
}
b5
return b5 (end)
`},
	{"a return in a loop in a try that nothing follows", []Region{{}, {Kind: Finally}}, []Block{
		tries(1, 3), tst(2, 4).in(1), code(4, 1).in(1), jump(5).in(2), bare(), fin().in(2),
	}, `
try {
	while (b1) {
		b2
		if (b2) {
			break
		}
	}
} finally {
	b3
}
return b4 (end)
`},
	{"two edges to after a try need a label around it", []Region{{}, {Kind: Catch}}, []Block{
		tries(1, 4), code(2, 3).in(1), jump(5).in(1), jump(6).in(1), jump(6).in(2), jump(6), end(),
	}, `
L1: {
	try {
		b1
		if (b1) {
			b2
		} else {
			b3
			break L1
		}
	} catch {
		b4
		break L1
	}
	b5
}
b6
return b6 (end)
`},
	{"the end of a finally is no exit, a jump out of it is", []Region{{}, {Kind: Finally}}, []Block{
		tst(1, 5), tries(2, 3), jump(0).in(1), code(4, 5).in(2), fin().in(2), end(),
	}, `
while (b0) {
	try {
		b2
	} finally {
		b3
		if (!b3) {
			break
		}
	}
}
b5
return b5 (end)
`},
	{"a loop in a finally that ends with the finally", []Region{{}, {Kind: Finally}}, []Block{
		tries(1, 2), end().in(1), tst(3, 5).in(2), code(4, 5).in(2), jump(2).in(2), fin().in(2),
	}, `
try {
	b1
	return b1 (end)
} finally {
	while (b2) {
		b3
		if (!b3) {
			break
		}
		b4
	}
}
`},
	{"a try in a catch in a cycle", []Region{{}, {Kind: Catch}, {Parent: 2}, {Parent: 2, Kind: Finally}}, []Block{
		tries(1, 2).loop(Endless, -1), end().in(1), tries(3, 4).in(2), jump(0).in(3), fin().in(4),
	}, `
for (;;) {
	try {
		b1
		return b1
	} catch {
		try {
			b3
		} finally {
		}
	}
}
`},
	{"a body without code", []Region{{}, {Kind: Catch}}, []Block{
		tries(1, 2), empty(3).in(1), empty(3).in(2), end(),
	}, `
try {
} catch {
}
b3
return b3 (end)
`},
	{"an iteration loop and its exits", []Region{{Kind: Items}}, []Block{
		each(1, 5), code(2, 3).in(1), jump(5).in(1), code(4, 0).in(1), end().in(1), end(),
	}, `
for (each b0) {
	b1
	if (b1) {
		b2
		break
	}
	b3
	if (b3) {
		b4
		return b4
	}
}
b5
return b5 (end)
`},
	{"an iteration loop that each item ends", []Region{{Kind: Items}}, []Block{
		each(1, 2), jump(2).in(1), end(),
	}, `
for (each b0) {
	b1
	break
}
b2
return b2 (end)
`},
	{"the target of a break from items is after the loop", []Region{{Kind: Items}}, []Block{
		extent(each(1, 2), 4), code(0, 3).in(1), end(), end(),
	}, `
L1: {
	for (each b0) {
		b1
		if (!b1) {
			break L1
		}
	}
	b2
	return b2
}
b3
return b3 (end)
`},
	{"a for-in loop that each key ends", nil, []Block{
		extent(each(1, 2), 2), jump(2), end(),
	}, `
for (each b0) {
	b1
	break
}
b2
return b2 (end)
`},
	{"an iteration loop that begins the body of another", []Region{{Kind: Items}, {Parent: 1, Kind: Items}}, []Block{
		each(1, 4), each(3, 2).in(1), jump(0).in(1), code(1, 0).in(2), end(),
	}, `
L1: for (each b0) {
	for (each b1) {
		b3
		if (!b3) {
			continue L1
		}
	}
	b2
}
b4
return b4 (end)
`},
	{"code in a region stays in the loop that it is pinned to", []Region{{}, {Kind: Catch}}, []Block{
		jump(1).loop(Endless, -1), tries(2, 4), code(3, 0).in(1), end().in(1).pinned(0), jump(0).in(2),
	}, `
for (;;) {
	b0
	try {
		b2
		if (b2) {
			b3
			return b3
		}
	} catch {
		b4
	}
}
`},
}

func TestRegionShapes(t *testing.T) {
	for _, c := range tryShapes {
		t.Run(c.name, func(t *testing.T) {
			tree, err := Build(within(graph(c.blocks...), c.regions...))
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(strings.TrimLeft(c.want, "\n"), "\t", "  ")
			if d := cmp.Diff(want, tree.String()); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

// manyTries returns a graph of n tries, each in the body of the one before it, or one after the
// other.
func manyTries(n int, nested bool) *Graph {
	g := &Graph{Regions: make([]Region, 2*n+1)}
	for i := range n {
		in, behind := 0, 4*i+4
		if nested {
			in, behind = 2*i-1, 4*i
			if i == 0 {
				in, behind = 0, 4*n
			}
		}
		body, handler := 2*i+1, 2*i+2
		g.Regions[body].Parent, g.Regions[handler] = max(in, 0), Region{Parent: max(in, 0), Kind: Catch}
		next := behind
		if nested {
			next = 4*i + 4
		}
		g.Blocks = append(g.Blocks, tries(4*i+1, 4*i+2).in(max(in, 0)), jump(next).in(body), jump(4*i+3).in(handler), jump(behind).in(max(in, 0)))
	}
	g.Blocks = append(g.Blocks, end())
	return g
}
