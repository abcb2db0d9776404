// Command sonlab is the laboratory: it generates programs, runs them and the
// programs of others before and after optimization, and makes what goes wrong
// small.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
)

// errFinds ends a command that worked and found something.
var errFinds = errors.New("differences were found")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := root().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "sonlab:", err)
		if errors.Is(err, errFinds) {
			os.Exit(1)
		}
		os.Exit(2)
	}
}
