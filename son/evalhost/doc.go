// Package evalhost is a small JavaScript world for [son.Evaluator]: globals,
// plain objects, arrays, functions and errors, enough to run test functions and
// to compare what they do with an engine. It knows no symbols, no regular
// expressions and no library; what it does not know is an error, never a guess.
//
// Everything that a test can observe goes through the global function log: the
// world writes down its arguments in order.
package evalhost
