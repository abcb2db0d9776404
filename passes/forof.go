package passes

import "github.com/sonjs/son/son"

// forof lets loops over what is surely an array count its indices, under the assumption
// builtins.
//
//	for (const k of Object.keys(o)) f(k)
//
//	becomes     const keys = Object.keys(o); for (let i = 0; i < keys.length; i++) f(keys[i])
//
// That is longer, so it is not for size, and less work: a function that was made
// so is made without it, too, and the better one is taken (see [work.pays]). It needs
// the fixpoint of the rules, which say what is an array, and brings the graph to it
// again. Cost is that of a CFG, which only functions with such loops pay.
func forof(g *son.Graph) {
	if !g.Config.Size && g.IndexItems() {
		again(g)
	}
}
