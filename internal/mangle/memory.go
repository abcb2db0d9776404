package mangle

// memory has chunks of what there is much of.
type memory struct {
	newScopes   chunk[scope]
	newBindings chunk[binding]
	newLists    chunk[*binding]
	newPaths    chunk[path]
}

// chunk hands out parts of a larger slice.
type chunk[T any] struct{ free []T }

// chunkSize is how many elements are allocated at once.
const chunkSize = 256

// list returns an empty list with space for n elements.
func (c *chunk[T]) list(n int) []T {
	if n > chunkSize/4 {
		return make([]T, 0, n)
	}
	if n > len(c.free) {
		c.free = make([]T, chunkSize)
	}
	list := c.free[:0:n]
	c.free = c.free[n:]
	return list
}

// new returns a zero element.
func (c *chunk[T]) new() *T { return &c.list(1)[:1][0] }
