package son

// A Completion is the end of a block that does not continue with the next one: it returns,
// throws, leaves a part of a try statement, or reaches the end of a finally.
type Completion struct {
	End   *Node // Return, Throw, Leave or EndFinally; nil for an exception out of another node
	Value Value // of a return or an exception
}

// Unwinder holds the completions that wait for a finally to end, while a function is evaluated.
type Unwinder struct{ waiting []Completion }

// Next returns where control continues from region r: at the first node of a catch or finally,
// or at the Leave itself. If control leaves the function, next is nil and out is the completion,
// with a Return, a Throw or nil as End. A catch finds its exception in f.
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
