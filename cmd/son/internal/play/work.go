package play

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Limits of one answer.
type Limits struct {
	Time   time.Duration
	Memory int64 // bytes
}

// DefaultLimits are generous for programs that are typed by hand.
var DefaultLimits = Limits{Time: 10 * time.Second, Memory: 512 << 20}

// Exit codes of a worker.
const (
	exitMemory = 70
	exitTime   = 71
)

// Work answers the one request in in. It ends the process when that exceeds the limits.
func Work(in io.Reader, out io.Writer, l Limits) error {
	debug.SetMemoryLimit(l.Memory * 3 / 4) // from here on the collector works harder
	go watch(l)
	var r Request
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return fmt.Errorf("no request: %w", err)
	}
	return json.NewEncoder(out).Encode(Tell(context.Background(), r))
}

// watch ends the process when it reaches its limits. No running code can prevent that.
func watch(l Limits) {
	end := time.Now().Add(l.Time)
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(5 * time.Millisecond) {
		metrics.Read(sample)
		switch {
		case int64(sample[0].Value.Uint64()-sample[1].Value.Uint64()) > l.Memory:
			os.Exit(exitMemory)
		case time.Now().After(end):
			os.Exit(exitTime)
		}
	}
}
