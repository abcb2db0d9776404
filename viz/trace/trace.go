package trace

import (
	"fmt"
	"strings"
)

// Version is the version of the JSON form. It grows when a reader of the old form
// would misread the new one.
const Version = 1

// Trace is the trace of one function.
type Trace struct {
	Version  int      `json:"version"`
	File     string   `json:"file"`
	Function Function `json:"function"`
	Options  Options  `json:"options"`
	Graph    string   `json:"graph"` // first line of the graph's text form
	Source   Source   `json:"source"`
	// Instances are the callees that the graph has in place of calls, at -O2.
	Instances []Instance `json:"instances,omitempty"`
	// Ops and Rules explain the ops and rules that occur, by name.
	Ops    map[string]string `json:"ops"`
	Rules  map[string]Rule   `json:"rules"`
	Steps  []Step            `json:"steps"`
	Phases []Phase           `json:"phases"`
	// Merged: there were too many steps, and those of some phases were merged.
	Merged bool `json:"merged,omitempty"`
	// Missed is what did not happen to the nodes of the last phase, and why.
	Missed    []Missed   `json:"missed,omitempty"`
	Structure *Structure `json:"structure,omitempty"`
	// Known is what is known of calls, at -O2.
	Known  *Known  `json:"known,omitempty"`
	Output *Output `json:"output,omitempty"`
}

// Instance is a callee in the place of a call.
type Instance struct {
	Name string `json:"name"` // path.to.name
	// Call is the call in Source.Text, unless that is in another callee.
	Call *Span `json:"call,omitempty"`
	// Around is the instance that the call is in, as Node.Instance has it.
	Around int32 `json:"around,omitempty"`
}

// Function identifies a function.
type Function struct {
	Name   string `json:"name"`
	Line   int    `json:"line"`   // of the source file, from 1
	Column int    `json:"column"` // in bytes, from 1
}

// Options are the options that the function was optimized with.
type Options struct {
	Level   int  `json:"level"`
	AllPhis bool `json:"allPhis,omitempty"`
	// Assume are the names of the assumptions that were made.
	Assume []string `json:"assume,omitempty"`
	// For is the optimization goal; empty: balanced.
	For string `json:"for,omitempty"`
}

// Flags writes the options as the command line does.
func (o Options) Flags() string {
	s := fmt.Sprintf("-O%d", o.Level)
	if o.AllPhis {
		s += " --all-phis"
	}
	if o.For != "" {
		s += " --for " + o.For
	}
	if len(o.Assume) > 0 {
		s += " --assume " + strings.Join(o.Assume, ",")
	}
	return s
}

// Source is the function's text.
type Source struct {
	Text   string `json:"text"`
	Offset int    `json:"offset"` // of the text in the file, in bytes
}

// Span is a range of bytes of Source.Text: start and end.
type Span [2]int

// Rule explains a rule.
type Rule struct {
	Doc     string `json:"doc"`
	Example string `json:"example"`
}

// StepKind is the kind of a step.
type StepKind string

const (
	Made     StepKind = "made"     // the builder made nodes
	Fired    StepKind = "rule"     // a rule fired
	Replaced StepKind = "replaced" // a node took the place of another
	Scoped   StepKind = "scope"    // the builder's scopes at a notable moment
	Ended    StepKind = "phase"    // a phase ended
)

// Step is one thing that happened, with its changes.
type Step struct {
	Kind StepKind `json:"kind"`
	Text string   `json:"text"` // in words
	// Rule, with the node that it was applied to, the node that it returned (perhaps
	// the same), both as text, and the types of the node and its inputs at that time.
	Rule   string           `json:"rule,omitempty"`
	Node   int32            `json:"node,omitempty"`
	By     int32            `json:"by,omitempty"`
	Before string           `json:"before,omitempty"`
	After  string           `json:"after,omitempty"`
	Types  map[int32]string `json:"types,omitempty"`
	Scopes []Scope          `json:"scopes,omitempty"`
	Nodes  []Node           `json:"nodes,omitempty"` // new or changed, as they are now
	Gone   []int32          `json:"gone,omitempty"`
}

// Scope is a scope of the builder: the node that each name stands for.
type Scope struct {
	Title string    `json:"title"`
	Names []Binding `json:"names"`
}

// Binding is a name and its node; 0 is none.
type Binding struct {
	Name string `json:"name"`
	Node int32  `json:"node"`
}

// Kind is the kind of a node in a picture.
type Kind string

const (
	Control Kind = "control"
	Phi     Kind = "phi"
	MemPhi  Kind = "memphi"
	Effect  Kind = "effect" // a memory state
	Read    Kind = "read"   // reads memory
	Pinned  Kind = "pinned" // pinned to control, no effect
	Pure    Kind = "pure"   // floats
	Const   Kind = "const"
	Entry   Kind = "entry" // a parameter, or another value that exists on entry
)

// Node is a node at one moment. Ids count from 1; they are those of the graph.
type Node struct {
	ID    int32  `json:"id"`
	Op    string `json:"op"`
	Kind  Kind   `json:"kind"`
	Label string `json:"label"` // the op with what distinguishes the node
	// Text is the node's line in the text form of graphs, after "vN = ".
	Text  string `json:"text"`
	Name  string `json:"name,omitempty"`
	Type  string `json:"type,omitempty"`
	Flags string `json:"flags,omitempty"`
	In    []Edge `json:"in,omitempty"` // in order of slots
	// Home is the control at which the source evaluates a floating node.
	Home  int32 `json:"home,omitempty"`
	Order int32 `json:"order"` // position in source order
	Span  *Span `json:"span,omitempty"`
	// Instance counts Trace.Instances from 1; 0: the node is of the function itself.
	Instance int32 `json:"instance,omitempty"`
}

// EdgeKind is the kind of an edge.
type EdgeKind string

const (
	ControlEdge EdgeKind = "control"
	PinEdge     EdgeKind = "pin" // pins a value to a control node
	MemoryEdge  EdgeKind = "memory"
	ValueEdge   EdgeKind = "value"
)

// Edge is an input of a node.
type Edge struct {
	From int32    `json:"from"`
	Slot int      `json:"slot"`
	Kind EdgeKind `json:"kind"`
	Back bool     `json:"back,omitempty"` // comes from a loop's back edge
}

// Inside returns the instance that a node is in, or nil.
func (t *Trace) Inside(n *Node) *Instance {
	if n == nil || n.Instance < 1 || int(n.Instance) > len(t.Instances) {
		return nil
	}
	return &t.Instances[n.Instance-1]
}

// Phase is the graph at the end of a phase: its schedule.
type Phase struct {
	Name   string  `json:"name"`
	Doc    string  `json:"doc,omitempty"` // what the phase does
	Step   int     `json:"step"`          // index of its last step
	Order  []int32 `json:"order"`         // the nodes as the text form lists and numbers them
	Blocks []Block `json:"blocks"`        // reverse postorder; empty if there is no schedule
	Places []Place `json:"places,omitempty"`
}

// Block is a basic block.
type Block struct {
	ID    int     `json:"id"`
	Head  int32   `json:"head"`
	End   int32   `json:"end,omitempty"`
	Succs []int   `json:"succs"`
	Loop  int     `json:"loop"`  // block that is the head of the innermost enclosing loop; -1: none
	Depth int     `json:"depth"` // number of enclosing loops
	Idom  int     `json:"idom"`  // -1: the entry
	Phis  []int32 `json:"phis,omitempty"`
	Nodes []int32 `json:"nodes"` // in order of execution, without head, phis and end
}

// Place says where a floating node could be scheduled, where it is, and why: blocks by
// id, -1 for none.
type Place struct {
	Node  int32  `json:"node"`
	Early int    `json:"early"`
	Late  int    `json:"late"`
	Block int    `json:"block"`
	Why   string `json:"why"`
}

// MissedKind is the kind of thing that did not happen to a node.
type MissedKind string

const (
	MissedRule   MissedKind = "rule"   // a rule that requires types did not fire
	MissedHoist  MissedKind = "hoist"  // a loop repeats it in every iteration, with the same operands
	MissedShare  MissedKind = "share"  // an equal value was computed before
	MissedRemove MissedKind = "remove" // the value is unused
	MissedFloat  MissedKind = "float"  // it stays pinned among the effects
)

// Missed is something that did not happen to a node, and why.
type Missed struct {
	Node int32      `json:"node"`
	What MissedKind `json:"what"`
	Why  string     `json:"why"` // in words; vN are nodes
	// With is the equal node, or the head of the loop.
	With int32 `json:"with,omitempty"`
	// Rule would fire if inputs had the types in Needs.
	Rule  string           `json:"rule,omitempty"`
	Needs map[int32]string `json:"needs,omitempty"`
	// Assume is an assumption under which it would have happened, as a trial showed.
	Assume string `json:"assume,omitempty"`
}

// Structure describes the statements that the last phase's blocks became.
type Structure struct {
	Text  string   `json:"text"` // statements, in which bN is block N
	Notes []string `json:"notes"`
}

// Output is the function's new text.
type Output struct {
	Text    string `json:"text"`
	Outcome string `json:"outcome"` // for son opt: replaced, no gain, refused, …
	Reason  string `json:"reason,omitempty"`
	// Undone are the passes that changed the function, but did not pay: the trace is without them.
	Undone []string `json:"undone,omitempty"`
	Links  []Link   `json:"links,omitempty"` // ascending
}

// Link is the origin of a range of bytes of the output.
type Link struct {
	Out  Span `json:"out"`
	From Span `json:"from"`
}
