// Package shorten replaces the syntax of a program by shorter syntax that means the same.
//
//	if (a) { b(); c() } else { d() }    =>  a ? (b(), c()) : d()
//	if (a) { return b } return c        =>  return a ? b : c
//
// [Program] changes the tree in place, in one walk from the leaves up, in linear time. Its rules
// are in tables, one for each kind of node: a rule has a name, a description and an example, and
// a test runs each example before and after in an engine. The rules for lists of statements are
// in list.go and jumps.go; inline.go replaces variables that are read once.
//
// The result does what the program did in every conforming engine: the order of evaluation, the
// exceptions, TDZ errors, getters of global variables, with and direct eval are kept. What is
// not kept is the text of functions, and the value that a script as a whole has for an eval that
// runs it.
//
// No name is added or changed, and what scope analysis found out stays true: identifiers have
// their symbols, and scopes that declare something are where they were. References that are gone
// may still be listed in Symbol.Refs, as are those in code that is gone.
package shorten
