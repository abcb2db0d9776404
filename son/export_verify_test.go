package son

// DropUserForTest forgets one entry of user in n's user list.
func DropUserForTest(n, user *Node) {
	for i, x := range user.in {
		if x == n {
			user.unlink(i)
			return
		}
	}
}

// MarkDeadForTest marks a node as killed without removing it.
func MarkDeadForTest(n *Node) { n.dead = true }

// ReplaceInputForTest replaces an input, and tells nobody.
func ReplaceInputForTest(n *Node, i int, x *Node) { n.in[i] = x }

// SwapPlacesForTest exchanges the recorded places of the last two inputs of n, or of the first two users.
func SwapPlacesForTest(n *Node, inputs bool) {
	places := n.slot
	if inputs {
		places = n.pos[len(n.pos)-2:]
	}
	places[0], places[1] = places[1], places[0]
}
