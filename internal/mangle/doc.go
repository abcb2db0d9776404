// Package mangle gives the bindings of a program short names, chosen so that the text
// compresses well.
//
// Two bindings may share a name unless one would capture references to the other. With scopes
// as a tree, and each reference visible to all scopes from its own up to the one that declares
// the binding, a binding may not get the name
//
//   - of another one that is referenced in its own scope, or in one inside it,
//   - of one that is declared in a scope through which a reference to it passes.
//
// Names are assigned from the outermost scope inwards, in each scope in the order of
// declaration: the parameters of most functions then have the same few names, however deep they
// are, which compresses well. Letters that are frequent in the text come first. A later letter is
// taken if it has been the name between the same characters more often; see contexts. For text that
// gets compressed, names are then changed one at a time, which knows the names around each: see descent.
// With more time, letters are tried, and what the text compresses to decides: see search.
//
// A binding that is visible from outside keeps its name, and so does one that eval or with may
// reach. Names of functions and classes change, unless they may be read: see
// [Options.KeepNames]. Then a function keeps its name, and where that is shorter its binding gets
// another one: var t = function area() {…}. [Same] checks the result.
package mangle
