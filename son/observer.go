package son

// Observer sees a graph being built and optimized. Recording costs nothing
// when Config.Observer is nil.
type Observer interface {
	NodeMade(g *Graph, n *Node)
	NodeKilled(g *Graph, n *Node)
	// Changed: an input or the type of n is another one now.
	Changed(g *Graph, n *Node)
	Replaced(g *Graph, n, by *Node)
	// Visit: the rules of n are about to be tried. What changes between a Visit
	// and a Rule is the rule's work; what changes after a Rule follows from it.
	Visit(g *Graph, n *Node)
	// Rule: the rule fired on n and gave by (perhaps n changed in place).
	Rule(g *Graph, r *Rule, n, by *Node)
	// Phase: a named phase of building or of the pass pipeline has ended.
	Phase(g *Graph, name string)
	// Scope: the builder's scopes, at a moment worth a picture.
	Scope(g *Graph, event string, scopes []ScopeView)
	// Structured: the scheduled blocks have become statements.
	Structured(g *Graph, s StructureView)
}

// ScopeView is a builder's scope as an observer sees it.
type ScopeView struct {
	Title string // "head", "body", "exit", "then" …
	Names []string
	Nodes []*Node // parallel to Names; "$ctrl" and "$mem" come first
}

// StructureView is what an observer sees of structuring.
type StructureView struct {
	// Heads are the control nodes at which the structured blocks begin.
	Heads []*Node
	// Text is the tree of statements, in which bN is the block of Heads[N].
	Text string
	// Notes say what was decided and why; bN as in Text.
	Notes []string
}

// NoObserver sees nothing: embed it to implement a part of [Observer].
type NoObserver struct{}

func (NoObserver) NodeMade(*Graph, *Node)            {}
func (NoObserver) NodeKilled(*Graph, *Node)          {}
func (NoObserver) Changed(*Graph, *Node)             {}
func (NoObserver) Replaced(*Graph, *Node, *Node)     {}
func (NoObserver) Visit(*Graph, *Node)               {}
func (NoObserver) Rule(*Graph, *Rule, *Node, *Node)  {}
func (NoObserver) Phase(*Graph, string)              {}
func (NoObserver) Scope(*Graph, string, []ScopeView) {}
func (NoObserver) Structured(*Graph, StructureView)  {}

// touched tells the observer that an input or the type of n changed.
func (g *Graph) touched(n *Node) {
	if o := g.Config.Observer; o != nil {
		o.Changed(g, n)
	}
}
