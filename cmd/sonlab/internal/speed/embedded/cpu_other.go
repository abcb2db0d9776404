//go:build !linux

package embedded

import "time"

var began = time.Now()

// threadTime is wall-clock time: other systems do not report the time of a thread.
func threadTime() time.Duration { return time.Since(began) }
