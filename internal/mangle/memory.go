package mangle

import "github.com/sonjs/son/internal/slab"

// memory has what there is much of, in few allocations.
type memory struct {
	newScopes   slab.List[scope]
	newBindings slab.List[binding]
	newLists    slab.Slices[*binding]
	newPaths    slab.Slices[path]
	newSites    slab.List[site]
}
