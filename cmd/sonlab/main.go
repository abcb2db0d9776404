// Command sonlab is son's test laboratory: it generates programs, runs them and
// real-world programs before and after optimization, and reduces the failures
// that it finds.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
)

// errFinds is the error of a command that ran to its end and found something.
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
