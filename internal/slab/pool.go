package slab

import "sync"

// Pool keeps values that are not in use, for whoever needs one next. Its values may refer to a
// program: a sync.Pool would keep that for two more collections, [Forget] drops it at once. Pools
// are for package variables. They may be used by several goroutines at the same time.
type Pool[T any] struct {
	mu   sync.Mutex
	idle []*T
}

// NewPool returns an empty pool.
func NewPool[T any]() *Pool[T] {
	p := &Pool[T]{}
	pools.mu.Lock()
	defer pools.mu.Unlock()
	pools.forget = append(pools.forget, p.forget)
	return p
}

// Get returns the value that was put back last, in the state in which it was left, or a zero one.
func (p *Pool[T]) Get() *T {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	if last < 0 {
		return new(T)
	}
	v := p.idle[last]
	p.idle[last] = nil
	p.idle = p.idle[:last]
	return v
}

// Put takes a value back.
func (p *Pool[T]) Put(v *T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, v)
}

func (p *Pool[T]) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = nil
}

// pools are all pools there are.
var pools struct {
	mu     sync.Mutex
	forget []func()
}

// Forget drops what is in the pools, so that it is garbage.
func Forget() {
	pools.mu.Lock()
	defer pools.mu.Unlock()
	for _, forget := range pools.forget {
		forget()
	}
}
