package son

// MemoryStats counts what the memory rewrites removed from one graph.
type MemoryStats struct {
	Loads       int `json:"loads"`
	Stores      int `json:"stores"`
	Allocations int `json:"allocations"` // of objects and arrays
	Cells       int `json:"cells"`       // variables that became values
}
