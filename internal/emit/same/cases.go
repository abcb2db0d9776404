package same

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Cases returns for each case the case of the source that it comes from, or nil.
func Cases(st, src *ast.Switch) []*ast.Case {
	from := make([]*ast.Case, len(st.Cases))
	left := map[uint64][]int{} // by the hash of the test: the unmatched cases of src, in order
	for k, s := range src.Cases {
		h := testHash(s)
		left[h] = append(left[h], k)
	}
	next := 0
	for i, c := range st.Cases {
		h := testHash(c)
		ks := left[h]
		first, _ := slices.BinarySearch(ks, next)
		for n := range ks { // from next on, then from the beginning
			at := (first + n) % len(ks)
			s := src.Cases[ks[at]]
			if (s.Test == nil) == (c.Test == nil) && (s.Test == nil || ast.Equal(s.Test, c.Test)) {
				from[i], next = s, ks[at]+1
				left[h] = slices.Delete(ks, at, at+1)
				break
			}
		}
	}
	return from
}

func testHash(c *ast.Case) uint64 {
	if c.Test == nil {
		return 0
	}
	return ast.Hash(c.Test)
}
