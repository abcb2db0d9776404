package passes

import "github.com/sonjs/son/son"

// forof replaces iterators by indices in loops over values that are surely arrays, under the
// assumption builtins.
//
//	for (const k of Object.keys(o)) f(k)
//
//	becomes     const keys = Object.keys(o); for (let i = 0; i < keys.length; i++) f(keys[i])
//
// That is longer but less work, so the pass does not run for size; a function that it changed
// is also printed without it, and the better version is used (see [work.pays]). It needs the
// fixpoint of the rules, which find out what is an array, and restores it afterwards. It costs
// one CFG, which only functions with such loops pay.
func forof(g *son.Graph) {
	if !g.Config.Size && g.IndexItems() {
		again(g)
	}
}
