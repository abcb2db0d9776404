//go:build !linux

package speed

import "time"

var began = time.Now()

// threadTime is the time of the clock: other systems do not give a thread's own.
func threadTime() time.Duration { return time.Since(began) }
