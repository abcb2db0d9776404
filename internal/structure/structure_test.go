package structure

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Blocks of the tests. Their order is their place in the list.

func jump(to int) Block              { return Block{Term: Jump, Succs: []int{to}} }
func expr(to int) Block              { return Block{Term: Jump, Succs: []int{to}, Expr: true} }
func empty(to int) Block             { return Block{Term: Jump, Succs: []int{to}, Empty: true} }
func tst(yes, no int) Block          { return Block{Term: If, Succs: []int{yes, no}, Clean: true} }
func code(yes, no int) Block         { return Block{Term: If, Succs: []int{yes, no}} }
func choose(to ...int) Block         { return Block{Term: Switch, Succs: to} }
func end() Block                     { return Block{Term: End} }
func bare() Block                    { return Block{Term: End, Empty: true} }
func (b Block) hint(h IfHint) Block  { b.Hint = h; return b }
func (b Block) pinned(h int) Block   { b.Pinned = []int{h}; return b }
func (b Block) at(order int32) Block { b.Order = order; return b }
func (b Block) loop(k LoopKind, update int, labels ...string) Block {
	b.Loop = &LoopHint{Kind: k, Update: update, Labels: labels}
	return b
}

// upto sets where the source ends the switch of b.
func (b Block) upto(last int32) Block { b.SwitchLast = last; return b }

func (b Block) ordered() Block { b.Ordered = true; return b }

// after sets which labelled statements end before b.
func (b Block) after(labels ...string) Block { b.After = labels; return b }

// extent sets where the source ends the loop of b.
func extent(b Block, last int32) Block {
	b.Loop.Last = last
	return b
}

func graph(bs ...Block) *Graph {
	for i := range bs {
		if bs[i].Order == 0 {
			bs[i].Order = int32(i + 1)
		}
	}
	return &Graph{Blocks: bs}
}

// within sets rs, and the function around them, as the regions of g.
func within(g *Graph, rs ...Region) *Graph {
	g.Regions = append([]Region{{}}, rs...)
	return g
}

func TestShapes(t *testing.T) {
	for _, c := range slices.Concat(shapes, switchShapes, armShapes) {
		t.Run(c.name, func(t *testing.T) {
			tree, err := Build(graph(c.blocks...))
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

func TestBrokenGraphsAreErrors(t *testing.T) {
	for name, g := range map[string]*Graph{
		"no blocks":                 {},
		"entry outside":             {Blocks: []Block{end()}, Entry: 1},
		"successor outside":         graph(jump(1)),
		"negative successor":        graph(jump(-1)),
		"if with one successor":     graph(Block{Term: If, Succs: []int{0}}),
		"jump without successor":    graph(Block{Term: Jump}),
		"return with a successor":   graph(Block{Term: End, Succs: []int{0}}),
		"switch without successor":  graph(Block{Term: Switch}),
		"unknown ending":            graph(Block{Term: 9}),
		"update outside":            graph(end().loop(For, 4)),
		"pinned outside":            graph(end().pinned(7)),
		"region outside":            graph(end().in(1)),
		"entry in a region":         within(graph(end().in(1)), Region{}),
		"parent after":              within(graph(end()), Region{Parent: 1}),
		"jump into a region":        within(graph(jump(1), end().in(1)), Region{}),
		"second edge into a region": within(graph(code(1, 2), tries(3, 5), tries(4, 5), end().in(1), end().in(1), end().in(2)), Region{}, Region{Kind: Catch}),
		"try without a region":      graph(tries(1, 2), end(), end()),
		"try without a body":        within(graph(tries(1, 2), end().in(1), end().in(2)), Region{Kind: Catch}, Region{Kind: Finally}),
		"catch after finally":       within(graph(tries(1, 2, 3), end().in(1), end().in(2), end().in(3)), Region{}, Region{Kind: Finally}, Region{Kind: Catch}),
		"end of no finally":         within(graph(tries(1, 2), fin().in(1), end().in(2)), Region{}, Region{Kind: Catch}),
		"items without a test":      graph(jump(0).loop(ForInOf, -1)),
	} {
		t.Run(name, func(t *testing.T) {
			if tree, err := Build(g); err == nil || strings.Contains(err.Error(), "BUG") {
				t.Errorf("got tree %v, error %v", tree, err)
			}
		})
	}
}

// Each graph is as large as real code gets, or larger, and must neither overflow a stack nor
// take quadratic time; the test's own time limit is the check.
func TestLargeGraphs(t *testing.T) {
	const n = 10000
	line := func(at func(i int) Block) *Graph {
		bs := make([]Block, n)
		for i := range bs {
			bs[i] = at(i)
		}
		return graph(bs...)
	}
	deep := n / 2
	for name, g := range map[string]*Graph{
		"straight line": line(func(i int) Block {
			if i == n-1 {
				return end()
			}
			return jump(i + 1)
		}),
		"early returns": line(func(i int) Block {
			if i%2 == 1 || i == n-2 {
				return end()
			}
			return code(i+1, i+2)
		}),
		"early jumps to one return": line(func(i int) Block {
			if i >= n-2 {
				return end()
			}
			return code(n-1, i+1)
		}),
		"operands": line(func(i int) Block {
			if i >= n-2 {
				return end()
			}
			return tst(i+1, n-1)
		}),
		"nested ifs": line(func(i int) Block {
			switch {
			case i < deep:
				return code(i+1, n-1-i)
			case i == n-1:
				return end()
			}
			return jump(i + 1)
		}),
		"nested loops": line(func(i int) Block {
			switch {
			case i == 0:
				return jump(1)
			case i < deep:
				return code(i+1, n-i)
			case i == n-1:
				return end()
			}
			return jump(max(n-i-1, 1))
		}),
		"nested endless loops with returns": line(func(i int) Block {
			switch {
			case i < deep-1:
				return jump(i + 1)
			case i == deep-1:
				return code(deep, n-2)
			case i < n-2 && i%2 == 0:
				return code(i-deep, i+1)
			}
			return end()
		}),
		"one switch": line(func(i int) Block {
			if i == 0 {
				b := choose()
				for k := 1; k < n; k++ {
					b.Succs = append(b.Succs, k)
				}
				return b
			}
			if i == n-1 {
				return end()
			}
			if i%3 == 0 {
				return jump(n - 1)
			}
			return jump(i + 1)
		}),
		"one switch of ordered tests that jump": line(func(i int) Block {
			if i == 0 {
				b := choose().upto(n - 1).ordered()
				for k := 1; k < n; k++ {
					b.Succs = append(b.Succs, 1+k%3*(n/3))
				}
				return b
			}
			if i == n-1 {
				return end()
			}
			return jump(i + 1)
		}),
		"nested switches": line(func(i int) Block {
			switch {
			case i < deep:
				return choose(i+1, n-1-i).upto(int32(n - 1 - i))
			case i == n-1:
				return end()
			}
			return jump(i + 1)
		}),
		"nested switches with returns": line(func(i int) Block {
			switch {
			case i < deep-1:
				return choose(i+1, n-1-i).upto(int32(n - 1 - i))
			case i == deep-1:
				return jump(n - 1)
			}
			return end()
		}),
		"else ifs that return": line(func(i int) Block {
			switch {
			case i >= n-2:
				return end()
			case i%2 == 1:
				return end()
			}
			return code(i+1, i+2).ifelse(n - 1)
		}),
		"nested ifs with an else that returns": line(func(i int) Block {
			switch {
			case i < deep-1:
				return code(i+1, n-1-i).ifelse(int32(n - 1 - i))
			case i == deep-1:
				return jump(n - 1)
			}
			return end()
		}),
		"nested ifs that end inside of a block": line(func(i int) Block {
			switch {
			case i < deep-1:
				return code(i+1, n-1-i).ifelse(int32(n - 1 - i))
			}
			return end().through(n)
		}),
		"fors that end together": line(func(i int) Block {
			switch {
			case i == n-1:
				return end()
			case i == n-2:
				return jump(i - 1)
			case i == 0:
				return extent(tst(2, n-1).loop(For, 1), n-1)
			case i%2 == 0:
				return extent(tst(i+2, i-1).loop(For, i+1), n-1)
			}
			return expr(i - 1)
		}),
		"loops in a row": line(func(i int) Block {
			if i == n-1 {
				return end()
			}
			if i%2 == 0 {
				return tst(i+1, min(i+2, n-1))
			}
			return jump(i - 1)
		}),
		"nested tries":   manyTries(n/4, true),
		"tries in a row": manyTries(n/4, false),
		"continues with code between": line(func(i int) Block {
			switch {
			case i == 0:
				return empty(1).loop(Endless, -1)
			case i == n-1:
				return jump(0)
			case i%3 == 1 && i+2 < n:
				return code(i+1, i+2)
			case i%3 == 2:
				return jump(0)
			}
			return jump(min(i+1, n-1))
		}),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Build(g); err != nil {
				t.Fatal(err)
			}
		})
	}
}
