package heap

import (
	"runtime"
	"syscall"
)

// advise has the next n bytes of the heap backed with huge pages (madvise(2), MADV_HUGEPAGE). The
// runtime has no call for this, so it allocates them and gives them back: the advice stays with
// the addresses.
func advise(n int) {
	// If it fails there are no huge pages.
	_ = syscall.Madvise(make([]byte, n), syscall.MADV_HUGEPAGE)
	runtime.GC()
}
