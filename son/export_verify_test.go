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
