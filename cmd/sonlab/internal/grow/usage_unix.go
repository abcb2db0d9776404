//go:build unix

package grow

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that this process has used outside the kernel, and
// whether the system reports it. In the kernel a run maps pages and clears them: half of the
// time on some machines, by a price that depends on what else has the memory. That is linear
// in what the run allocates, which is measured anyway.
func cpuTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano()), true
}
