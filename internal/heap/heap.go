// Package heap prepares the heap of a process that works on one large program and ends: where its memory
// comes from, and when garbage is collected.
package heap

import "sync"

const (
	// perByte is how many bytes of heap a byte of a source needs at most, in most programs.
	perByte = 56
	// least serves a small source. What is not used of it costs nothing: no memory belongs to it
	// before it is written to.
	least = 64 << 20
	// most bounds what is asked for where the system counts memory that is not in use yet.
	most = 512 << 20
)

var once sync.Once

// Expect tells the heap that a source of so many bytes is going to be worked on, so that its memory
// comes from the operating system in few large pages: where each new page of 4 KB costs a fault, these
// faults are a third of the time of a run. Only the first call has an effect. Where the
// system has no such pages, or uses them for everything, nothing changes.
func Expect(source int) {
	once.Do(func() { advise(min(max(perByte*source, least), most)) })
}
