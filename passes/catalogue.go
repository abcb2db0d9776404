package passes

// Relies is a dependency between two passes, and the reason for it.
type Relies struct{ First, Then, Why string }

// Order lists which pass runs before which, and why.
func Order() []Relies {
	var out []Relies
	for _, o := range order {
		out = append(out, Relies{o.first, o.then, o.why})
	}
	return out
}
