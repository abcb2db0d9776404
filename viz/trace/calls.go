package trace

// Known is what -O2 knows of a function and of the calls in it, in the whole program.
type Known struct {
	// Exposed says why others can run the function; "": only the calls in Callers can.
	Exposed string `json:"exposed,omitempty"`
	// Gone: every call of it is inlined.
	Gone bool `json:"gone,omitempty"`
	// Summary says what a call of it does, for any arguments, if something depended on that.
	Summary string `json:"summary,omitempty"`
	// Callers are the calls of it that are known.
	Callers []Call `json:"callers,omitempty"`
	// Calls are the calls in it, in the order of the text.
	Calls []Call `json:"calls,omitempty"`
}

// Call is a call, and what becomes of it.
type Call struct {
	At   Position `json:"at"`
	Span *Span    `json:"span,omitempty"` // in Source.Text, if it is there
	In   string   `json:"in"`             // the function around it
	// Callee is the function that it calls, and CalleeAt where that is; "": it is not known.
	Callee   string    `json:"callee,omitempty"`
	CalleeAt *Position `json:"calleeAt,omitempty"`
	Inlined  bool      `json:"inlined,omitempty"`
	// Why says why the call stays, or why its callee is not known.
	Why string `json:"why,omitempty"`
}

// Position is a place in the source file: line and column, both from 1; columns count bytes.
type Position [2]int
