// Package short gives the bindings of a program short names, chosen so that the text
// compresses well.
//
// Two bindings may have one name unless the one would be seen where the other is meant.
// With scopes as a tree, and each mention seen by all scopes from its own up to that
// which declares the binding, a binding may not take the name
//
//   - of another one that its own scope, or one inside it, mentions,
//   - of one that is declared in a scope through which a mention of it passes.
//
// Names are given from the outermost scope inwards, each scope's in the order of their
// declaration: the parameters of most functions then have the same few names, however
// deep they stand, and that is what a compressor likes. Letters that the text has
// often come first.
//
// A binding that can be seen from outside keeps its name, and so does one that eval or
// with may reach. Names of functions and classes change, unless somebody may look at
// them: see [Options.KeepNames].
// [Same] checks the outcome.
package short
