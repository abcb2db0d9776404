//go:build unix

package bench

import (
	"fmt"
	"os"
	"runtime"
	"strings"
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
	if n, ok := highWater(); ok {
		return n
	}
	u, ok := usage()
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// highWater returns the peak as Linux reports it for this program alone. What getrusage reports is never less than
// the memory of the process that started this one.
func highWater() (bytes int64, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, ok := strings.Cut(string(status), "VmHWM:")
	if !ok {
		return 0, false
	}
	_, err = fmt.Sscanf(rest, "%d kB", &bytes)
	return bytes << 10, err == nil
}
