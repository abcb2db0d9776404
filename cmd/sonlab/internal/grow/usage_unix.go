//go:build unix

package grow

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used of all processors, and whether the system
// says so.
func cpuTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
