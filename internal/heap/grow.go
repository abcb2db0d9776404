package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

var grown sync.Once

// Grow has the next collection wait until the heap has about n bytes: while a program is read and surveyed,
// almost nothing becomes garbage, so collections before that cost time and win little. From then on, a
// collection comes whenever the heap has grown by percent, as [debug.SetGCPercent] has it; if n is less than
// that, that goes for the next one, too. Only the first call has an effect.
func Grow(n, percent int) { grown.Do(func() { grow(n, percent) }) }

func grow(n, percent int) {
	live := liveBytes()
	if live == 0 {
		runtime.GC()
		live = liveBytes()
	}
	first := n/max(live/100, 1) - 100
	if first <= percent {
		debug.SetGCPercent(percent)
		return
	}
	debug.SetGCPercent(first)
	// The collector finds out that nothing refers to this, and then says so.
	runtime.AddCleanup(&collected{}, func(percent int) { debug.SetGCPercent(percent) }, percent)
}

// collected is an object that no other one shares its memory with.
type collected struct{ _ *collected }

// liveBytes is what the last collection left.
func liveBytes() int {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}
