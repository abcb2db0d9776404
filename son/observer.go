package son

// Observer sees a graph being built and optimized. Recording costs nothing
// when Config.Observer is nil.
type Observer interface {
	NodeMade(g *Graph, n *Node)
	NodeKilled(g *Graph, n *Node)
	Replaced(g *Graph, n, by *Node)
	// Rule: the rule fired on n and gave by (perhaps n changed in place).
	Rule(g *Graph, r *Rule, n, by *Node)
	// Phase: a named phase of building or of the pass pipeline has ended.
	Phase(g *Graph, name string)
	// Scope: the builder's scopes, at a moment worth a picture.
	Scope(g *Graph, event string, scopes []ScopeView)
}

// ScopeView is a builder's scope as an observer sees it.
type ScopeView struct {
	Title string // "head", "body", "exit", "then" …
	Names []string
	Nodes []*Node // parallel to Names; "$ctrl" and "$mem" come first
}
