package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// TestGrowPutsTheNextCollectionOff looks at the settings, and at the number of collections while the heap
// grows to less than what was asked for.
func TestGrowPutsTheNextCollectionOff(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	runtime.GC()
	const size = 256 << 20
	grow(size, 150)
	before := collections()
	var list [][]byte
	for range 64 {
		list = append(list, make([]byte, size/128))
	}
	if n := collections() - before; n != 0 {
		t.Errorf("%d collections on the way to half the size", n)
	}
	runtime.KeepAlive(list)
	runtime.GC()
	for range 1000 { // the cleanup has a goroutine of its own
		if gcPercent() == 150 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("after the collection, the percentage is not what was asked for")
}

func TestGrowToLessThanThePercentage(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	runtime.GC()
	grow(1, 150)
	if percent := gcPercent(); percent != 150 {
		t.Errorf("the percentage is %d", percent)
	}
}

func gcPercent() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumGC
}
