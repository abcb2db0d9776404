// Command once runs a script and then run(n) in the embedded engine: once FILE N. Its instructions
// are what package speed counts.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/speed/embedded"
)

// limit stops a run that does not end by itself. Under valgrind, everything takes about 50 times as long.
const limit = 10 * time.Minute

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: once FILE N")
	}
	src, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	result, _, err := embedded.Run(string(src), n, limit)
	if err != nil {
		return err
	}
	_, err = fmt.Println(result)
	return err
}
