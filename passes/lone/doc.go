// Package lone makes programs smaller by names that need not be: it works on the
// finished text when output is to be small.
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
// A minifier that comes behind gives each name one letter or two, but these are
// letters that nothing foretells: in compressed text a name costs more than the
// keywords of a function, which repeat.
//
// What it changes are the lists of statements of functions and modules:
//
//   - A declared function that is mentioned once, as a value, by code of the same
//     function that runs at most once each time, is made where it is mentioned. No
//     scope in between may know a name that it uses.
//   - The same of a variable that holds a function, a regular expression, or an array
//     or object of such and of constants, if it is mentioned behind its declaration.
//   - A variable that is only ever a constant is that constant, if none of the
//     functions that read it can run before it gets its value; see package settled.
//   - A declared function that nothing mentions goes, and so does such a variable.
//   - A function expression loses a name that nothing mentions, if nobody looks at
//     names of functions ([Options.AnyNames]).
//
// Names that direct eval or with can see stay, and so do those of the top level of
// a script. The comments directly before a declaration go with it; one that has
// legal comments or annotations stays where it is.
package lone
