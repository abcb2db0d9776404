package son

// Observer is notified while a graph is built and optimized. It costs nothing when
// Config.Observer is nil.
type Observer interface {
	NodeMade(g *Graph, n *Node)
	NodeKilled(g *Graph, n *Node)
	// Changed: an input or the type of n has changed.
	Changed(g *Graph, n *Node)
	Replaced(g *Graph, n, by *Node)
	// Visit: the rules of n are about to be tried. Changes between a Visit and a Rule are the
	// rule's work; changes after a Rule follow from it.
	Visit(g *Graph, n *Node)
	// Rule: the rule fired on n and returned by (perhaps n changed in place).
	Rule(g *Graph, r *Rule, n, by *Node)
	// Phase: a named phase of building or of the pass pipeline has ended.
	Phase(g *Graph, name string)
	// Scope: the builder's scopes, at a moment worth showing.
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

// StructureView is an observer's view of structuring.
type StructureView struct {
	// Heads are the control nodes of the structured blocks.
	Heads []*Node
	// Text is the tree of statements, in which bN is the block of Heads[N].
	Text string
	// Notes explain the decisions and their reasons; bN as in Text.
	Notes []string
}

// NoObserver ignores all events: embed it to implement a part of [Observer].
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

// touched notifies the observer that an input or the type of n changed.
func (g *Graph) touched(n *Node) {
	if o := g.Config.Observer; o != nil {
		o.Changed(g, n)
	}
}
