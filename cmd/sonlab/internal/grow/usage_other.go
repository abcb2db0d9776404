//go:build !unix

package grow

import "time"

func cpuTime() (time.Duration, bool) { return 0, false }
