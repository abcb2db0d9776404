package heap

import (
	"runtime"
	"syscall"
)

// piece is the size of the ranges that are advised one by one. The runtime takes a large object from
// new addresses if what is left of the old ones is too small for it, and later allocations would fill
// that rest first.
const piece = 4 << 20

// advise has the next n bytes of the heap backed with huge pages (madvise(2), MADV_HUGEPAGE). The
// runtime has no call for this, so it allocates them and gives them back: the advice stays with
// the addresses.
func advise(n int) {
	pieces := make([][]byte, n/piece)
	for i := range pieces {
		pieces[i] = make([]byte, piece)
		if syscall.Madvise(pieces[i], syscall.MADV_HUGEPAGE) != nil {
			return // there are no huge pages
		}
	}
	runtime.KeepAlive(pieces)
	runtime.GC()
}
