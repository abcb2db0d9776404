// Package singleuse makes programs smaller by removing unnecessary names: it works on the
// finished program when output is to be small.
//
//	const MINUTES = 60;
//	function months(m) { return this._months[m.month()]; }
//	function unused() {}
//	proto.months = months;
//	proto.hours = function (m) { return m / MINUTES; };
//
//	proto.months = function months(m) { return this._months[m.month()]; };
//	proto.hours = function (m) { return m / 60; };
//
// A minifier that runs afterwards gives each name one letter or two, but these letters are
// unpredictable: in compressed text a name costs more than the keywords of a function, which
// repeat.
//
// It changes the statement lists of functions and modules:
//
//   - A declared function that is referenced once, as a value, by code of the same function that
//     runs at most once per call, is moved to that reference. No scope in between may declare a
//     name that it uses.
//   - One that is called once, by code of another function, may be moved to that call, where it is
//     made anew each time ([Options.Calls]).
//   - The same as for a function applies to a variable that holds a function, a regular expression, or an array
//     or object of such and of constants, if it is referenced after its declaration.
//   - A variable that is only ever a constant is replaced by that constant, if none of the
//     functions that read it can run before it gets its value; see package settled. A let or
//     const may be assumed to have its value ([Options.NoTDZ]).
//   - A declared function that nothing references is removed, and so is such a variable.
//   - A function expression loses a name that nothing references, if nothing reads
//     names of functions ([Options.AnyNames]).
//
// It finds all of this at once: what only removed code references is removed, and what a name
// stands for in a value counts as part of that value. The result is patches of the text, or a
// changed tree.
//
// A function is not moved so far that a compressor would no longer see it next to others like it.
//
// Names that direct eval or with can reach stay, and so do those of the top level of
// a script. The comments directly before a declaration move with it; a declaration that has
// legal comments or annotations stays where it is.
package singleuse
