// Package pointsto finds out which functions method calls run, by an inclusion-based points-to analysis of
// a whole program (Andersen 1994). Objects are named by where they are made: each literal and function is
// one, and what new makes of a class or function is one for each of these; what built-in functions make is one for
// each call in the text. The analysis does not look at which call of a function it is in, nor at the order of
// statements, except for variables that only their own function assigns: see locals.
//
// The answers hold under the assumption closed-objects: nothing outside the program adds, changes or deletes
// properties of objects that the program makes. So a value that others may have is still what the program
// made of it, though others may call its methods. What the program itself has others do, such as
// Object.assign, is not covered, and is looked for in the text; see reflects.
//
// # Values
//
// Besides objects there are five values: outside, which is any value that others have, objects of the program
// that they can reach included (a set with outside needs none of these); undefined; null; numbers; and other primitives.
//
// # Fields
//
// Each object has a field for each name that the program uses, one for all numbers, and one for keys
// that are not known. A property is looked up along the prototypes, and all that may be found there
// flows to the read, until an object is sure to have the property: see present.
//
// The places of an array literal are told apart as long as nothing writes them.
//
// # What the language calls
//
// A conversion calls methods by certain names of the object that it converts: of any that has them, since
// conversions are everywhere. Iteration, instanceof and getters call what they find. A function whose key is not
// known may be called by anybody. With Builtins, well-known symbols are names.
//
// # Exceptions
//
// What is thrown goes to the catch around it, or around the call of the function. What comes out of accessors,
// conversions, generators, and functions that others call, others may catch.
//
// # Cost
//
// Such an analysis is cubic in the worst case. It has a number of steps that goes with the length of the text, and
// knows nothing of a program that would need more.
package pointsto
