// Package evalhost is a small JavaScript world for [son.Evaluator]: globals,
// plain objects, arrays, functions and errors, enough to run test functions and
// to compare their behavior with an engine's. It has no symbols, no regular
// expressions and no library; anything that it lacks is an error, never a guess.
//
// Everything that a test can observe goes through the global function log: the
// world writes down its arguments in order.
package evalhost
