package ast

// LoopJumps is a set of kinds of jumps from the body of a loop to its next iteration or
// out of the loop.
type LoopJumps uint8

// The kinds of jumps.
const (
	NamedContinue LoopJumps = 1 << iota // continue L
	PlainContinue                       // continue
	PlainBreak                          // break
)

// JumpsOf returns the jumps among the statements of a function, by the loop that they
// belong to. Loops without any may be missing. It visits each statement once, however
// deep loops nest.
func JumpsOf(body []Stmt) map[Stmt]LoopJumps {
	jumps := map[Stmt]LoopJumps{}
	named := map[string]Stmt{} // enclosing loops, by label
	var loop, left Stmt        // what a plain continue continues and what a plain break leaves
	var labels []string        // directly before the statement being visited
	var visit func(n Node) bool
	inside := func(n Node) {
		Children(n, func(c Node) { Walk(c, visit) })
	}
	visit = func(n Node) bool {
		own := labels
		labels = nil
		switch n := n.(type) {
		case *Function:
			return false
		case *Labeled:
			labels = append(own, n.Label)
			Walk(n.Body, visit)
			return false
		case *While, *DoWhile, *For, *ForIn, *ForOf:
			outer, around := loop, left
			loop, left = n.(Stmt), n.(Stmt)
			for _, label := range own {
				named[label] = loop
			}
			inside(n)
			loop, left = outer, around
			return false
		case *Switch:
			around := left
			left = nil
			inside(n)
			left = around
			return false
		case *Continue:
			if n.Label == "" {
				jumps[loop] |= PlainContinue
			} else if to := named[n.Label]; to != nil {
				jumps[to] |= NamedContinue
			}
		case *Break:
			if n.Label == "" && left != nil {
				jumps[left] |= PlainBreak
			}
		}
		return true
	}
	for _, st := range body {
		Walk(st, visit)
	}
	return jumps
}
