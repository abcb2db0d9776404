// Command son optimizes JavaScript with a sea-of-nodes graph, and shows each step
// of the way. Package cli has the commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/sonjs/son/cmd/son/internal/cli"
)

// grace is how long an interrupted run may take to clean up.
const grace = 2 * time.Second

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() {
		stop() // a second interrupt ends the process at once
		// One function may take long. Nothing is half written, so there is no need to wait.
		time.Sleep(grace)
		os.Exit(cli.ExitBadInput)
	})
	// A compiler runs for seconds: collecting less often costs some memory and
	// saves time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(cli.GCPercent)
	}
	return cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}
