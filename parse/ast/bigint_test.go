package ast

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestReadDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, base := range []int{2, 8, 10, 16} {
		for _, n := range []int{1, 2, 17, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 4096, 5000, 8193, 20000} {
			var b strings.Builder
			for range n {
				fmt.Fprintf(&b, "%X", r.IntN(base))
			}
			for _, s := range []string{b.String(), strings.Repeat("0", n), "0" + b.String(), strings.ToLower(b.String())} {
				want, ok := new(big.Int).SetString(s, base)
				if got := ReadDigits(s, base); !ok || got.Cmp(want) != 0 {
					t.Fatalf("%d digits of base %d", len(s), base)
				}
			}
		}
	}
}
