package son

// Costs says which of two equal programs is better to read and to send: rules decide what is
// equal, and ask it where that leaves a choice.
type Costs interface {
	// Short reports whether a constant is short enough to be written wherever it is known.
	Short(t Type) bool
	// Folds reports whether n, whose value is the constant of its type, is better written as
	// the constant than as the computation.
	Folds(n *Node) bool
	// Explains reports whether the name n, of a variable that is never assigned again, tells
	// readers what its constant means.
	Explains(n *Node) bool
	// Keeps reports whether a computation stays in print although its value is known.
	Keeps(n *Node) bool
	// Recomputes reports whether n is written again at each use, instead of a variable for it.
	Recomputes(n *Node) bool
}

// short is Costs.Short. Without a cost model, all constants are.
func (g *Graph) short(t Type) bool { return g.Config.Costs == nil || g.Config.Costs.Short(t) }

// folds is Costs.Folds. Without a cost model, each known value is written as a constant. It is still
// used where the operator stays, in branches and in operators on it.
func (g *Graph) folds(n *Node) bool { return g.Config.Costs == nil || g.Config.Costs.Folds(n) }

// explains is Costs.Explains. Without a cost model, no name does.
func (g *Graph) explains(n *Node) bool { return g.Config.Costs != nil && g.Config.Costs.Explains(n) }

// keeps is Costs.Keeps. Without a cost model, no computation stays.
func (g *Graph) keeps(n *Node) bool { return g.Config.Costs != nil && g.Config.Costs.Keeps(n) }

// recomputes is Costs.Recomputes. Without a cost model, each value has a variable.
func (g *Graph) recomputes(n *Node) bool {
	return g.Config.Costs != nil && g.Config.Costs.Recomputes(n)
}
