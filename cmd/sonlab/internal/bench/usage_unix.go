//go:build unix

package bench

import (
	"runtime"
	"syscall"
	"time"
)

func usage() (u syscall.Rusage, ok bool) {
	ok = syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil
	return u, ok
}

// cpuTime returns the processor time that this process has used.
func cpuTime() time.Duration {
	u, ok := usage()
	if !ok {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak returns the most memory that this process has held, in bytes.
func peak() int64 {
	u, ok := usage()
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
