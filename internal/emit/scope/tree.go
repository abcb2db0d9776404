package scope

// Tree is the tree of statements of a function.
type Tree struct {
	Root  *List   // the body of the function
	Lists []*List // all of them
}
