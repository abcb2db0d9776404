package son

// DropUserForTest forgets one entry of user in n's user list.
func DropUserForTest(n, user *Node) { dropUser(n, user) }

// MarkDeadForTest marks a node as killed without taking it out.
func MarkDeadForTest(n *Node) { n.dead = true }
