package calls

// Components returns for each function, by Function.Index, the number of its component: the functions that
// call each other, directly or through others, as far as calls are known. A function calls only components
// with smaller numbers, and its own.
//
// This is Tarjan's algorithm (1972), without recursion. Cost: functions and calls.
func (g *Graph) Components() []int32 {
	n := len(g.Functions)
	c := &components{of: make([]int32, n), seen: make([]int32, n), low: make([]int32, n), calls: make([][]int32, n)}
	for _, s := range g.Sites.All() {
		if s.Callee != nil && s.In != nil {
			c.calls[s.In.Index] = append(c.calls[s.In.Index], int32(s.Callee.Index))
		}
	}
	for f := range c.of {
		if c.seen[f] == 0 {
			c.visit(int32(f))
		}
	}
	return c.of
}

// components is the state of Tarjan's algorithm.
type components struct {
	calls     [][]int32
	of        []int32
	seen, low []int32 // by function: its number in the order of visits, counted from 1, and the least one that it leads back to
	visited   int32
	made      int32
	stack     []int32 // visited, without a component
	path      []step
}

// step is a function on the path of calls, and how many of its calls were followed.
type step struct {
	fn   int32
	next int
}

func (c *components) enter(f int32) {
	c.visited++
	c.seen[f], c.low[f], c.of[f] = c.visited, c.visited, -1
	c.stack = append(c.stack, f)
	c.path = append(c.path, step{fn: f})
}

func (c *components) visit(f int32) {
	for c.enter(f); len(c.path) > 0; {
		top := &c.path[len(c.path)-1]
		f := top.fn
		if top.next < len(c.calls[f]) {
			to := c.calls[f][top.next]
			top.next++
			switch {
			case c.seen[to] == 0:
				c.enter(to)
			case c.of[to] < 0:
				c.low[f] = min(c.low[f], c.seen[to])
			}
			continue
		}
		c.path = c.path[:len(c.path)-1]
		if len(c.path) > 0 {
			around := c.path[len(c.path)-1].fn
			c.low[around] = min(c.low[around], c.low[f])
		}
		if c.low[f] == c.seen[f] {
			c.close(f)
		}
	}
}

// close makes a component of f and what was visited after it.
func (c *components) close(f int32) {
	for {
		last := len(c.stack) - 1
		g := c.stack[last]
		c.stack = c.stack[:last]
		c.of[g] = c.made
		if g == f {
			break
		}
	}
	c.made++
}
