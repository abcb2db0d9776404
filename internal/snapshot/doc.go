// Package snapshot finds out what functions do with the objects that they get and make, by abstract
// interpretation across calls.
//
//	function amend(x) { x.baz = "a" }
//	const foo = {}, bar = { a: 1 };
//	delete bar.a;
//	amend(foo);     // foo: [baz => "a"]
//	amend(bar);     // the same answer: amend reads nothing that foo and bar differ in
//
// # Records
//
// A record is an object made by a literal, as long as only known code has it. A value names the records that it
// may be by their numbers; what they contain belongs to a state, and changes with it. The facts of a record are a
// union of alternatives, each of which has all keys: [a => 1] | [b => 2] is neither [] nor [a => 1, b => 2]. A key
// that an alternative does not list is Nothing, which is neither undefined nor an error: reading it looks at the
// prototype. A number is one object at a time. Where a loop makes a record again, the one before it is let go.
//
// # Snapshots and answers
//
// A function is interpreted for a snapshot: its arguments, and the facts of the records in them as far as the
// function, or what it calls, mentions their keys. Records are numbered as they are first reached, so an object
// that is passed twice has one number. The answer to a snapshot holds for every call with it: the result, the
// records that are made, by numbers that are new at each call, and modifications of the snapshot's records, at the
// return and joined over all places where it may throw. The caller amends its own facts with these.
//
// A function has a few snapshots, then one for all further calls: their join. At recursion, and for large functions,
// all calls are joined at once. What grows then is widened, until the answers no longer change.
//
// # Letting go
//
// What unknown code may have is let go, with all that is in it: nothing is known of it any more, whatever happens.
// So unknown code can do nothing to a record that was not let go. Unknown are other functions than those that
// package calls knows, accessors, conversions of objects, and, without the assumption builtins, reading or writing a
// key that a record does not have, since its prototype may have an accessor.
//
// That memory or the stack may be used up anywhere is not looked at, as elsewhere in this module.
//
// The cost is bounded: by a budget of steps for each evaluation, in proportion to the size of the function, and a
// bound on the number of evaluations. Of what takes longer, nothing is known.
//
// The model is that of JSSAT ("Typing Objects in SSA form", 2021).
package snapshot
