package passes_test

import (
	"os"
	"testing"
)

// share is how many of a test's parts to run: short of them in short mode, usual of them by
// default, and all in the long tier, which SON_LONG=1 asks for.
func share(short, usual, all int) int {
	switch {
	case os.Getenv("SON_LONG") != "":
		return all
	case testing.Short():
		return short
	}
	return usual
}
