// Package pointsto finds out which functions method calls run, by an inclusion-based points-to analysis of
// a whole program (Andersen 1994). Objects are named by where they are made: each literal and function is
// one, and what new makes of a class or function is one for each of these. The analysis does not look at
// the order of statements, or at which call of a function it is in.
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
// # What the language calls
//
// Conversions, iteration, await and the like call methods by certain names and symbols. A function that
// becomes the value of such a name, or of a key that is not known, may be called by anybody.
package pointsto
