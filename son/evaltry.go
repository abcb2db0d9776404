package son

// A Completion is how a block of a function ends other than by going on to the next
// one: it returns, throws, leaves a part of a try statement, or comes to the end of
// a finally.
type Completion struct {
	End   *Node // Return, Throw, Leave or EndFinally; nil for an exception out of another node
	Value Value // of a return or an exception
}

// Unwinder keeps what waits for a finally to end, while a function is evaluated.
type Unwinder struct{ waiting []Completion }

// Next says where control goes on to from region r: to the first node of a catch,
// of a finally, or to the Leave itself. When it leaves the function, next is nil and
// out is how, with a Return, a Throw or nil for End. A catch finds its exception in
// f.
func (u *Unwinder) Next(r *RegionTree, c Completion, f *Frame) (next *Node, out Completion) {
	if c.End != nil && c.End.Op == OpEndFinally {
		c = u.pop()
		r = r.Parent
		if c.End != nil && c.End.Op == OpLeave {
			return c.End, c
		}
	}
	for ; r != nil; r = r.Parent {
		if r.Arm == TryFinally {
			u.pop() // overridden
		} else {
			projs := Projections(r.Try, 3)
			if p := projs[TryCatch]; p != nil && r.Arm == TryBody && (c.End == nil || c.End.Op == OpThrow) {
				f.Caught = c.Value
				return p, c
			}
			if p := projs[TryFinally]; p != nil {
				u.waiting = append(u.waiting, c)
				return p, c
			}
		}
		if c.End != nil && c.End.Op == OpLeave {
			return c.End, c
		}
	}
	return nil, c
}

func (u *Unwinder) pop() Completion {
	last := len(u.waiting) - 1
	c := u.waiting[last]
	u.waiting = u.waiting[:last]
	return c
}
