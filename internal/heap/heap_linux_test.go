package heap

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// TestLaterAllocationsAreInHugePages finds the mapping that holds the end of a slice made after the
// advice, and its flag hg. The slice may begin in a rest before the first piece, which is smaller.
func TestLaterAllocationsAreInHugePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this system has no transparent huge pages")
	}
	Expect(1)
	Expect(1 << 30) // has no effect
	later := make([]byte, 2*piece)
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer runtime.KeepAlive(later)
	if at := uint64(uintptr(unsafe.Pointer(&later[len(later)-1]))); !strings.Contains(flags(t, string(text), at), "hg") {
		t.Errorf("the mapping of %#x has the flags %q", at, flags(t, string(text), at))
	}
}

// flags returns the flags of the mapping around an address, as smaps lists them.
func flags(t *testing.T, smaps string, at uint64) string {
	t.Helper()
	var from, to uint64
	for line := range strings.Lines(smaps) {
		var low, high uint64
		if _, err := fmt.Sscanf(line, "%x-%x ", &low, &high); err == nil {
			from, to = low, high
			continue
		}
		if list, ok := strings.CutPrefix(line, "VmFlags:"); ok && from <= at && at < to {
			return strings.TrimSpace(list)
		}
	}
	t.Fatalf("no mapping holds %#x", at)
	return ""
}
