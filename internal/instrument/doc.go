// Package instrument changes a program, so that it finds out while it runs whether assumptions about it hold.
//
// The text stays as its author wrote it, but for calls of a runtime (runtime.js) that are inserted in it, on the
// lines that there are:
//
//	class A { m() { return 1; } }          class A {static{$son.members(0,this)} m() { return 1; } }
//	const a = new A();             =>      const a = new A();
//	f(a.m());                              f($son.method(0,"m",1,a).m());
//
// The runtime itself, and a table of what is checked where, stand before the first statement. The instrumented
// program evaluates the same expressions in the same order: a check gets a value that the program computes
// anyway, looks at it without running code of the program, and returns it. The first time that an assumption turns
// out not to hold, the runtime says so, with the place and what it found, and the program goes on.
//
// # closed-objects
//
// What package pointsto finds out is what an optimizer relies on, so that is checked, and nothing else. Each
// function that it names as the callee of a call, or as the getter of a read, gets a number where it is made, and
// the runtime remembers the number of each function object. A call is checked by looking up the property of the
// object right before the call reads it; an accessor that is found there does not run. The loops that are over
// arrays only, and the objects that only keep the arguments of their class, are checked alike, and so are keys
// that the program computes.
//
// # Others
//
// Names of a script that have one value are compared with that where functions read them (closed-world). Variables
// are read once more, in a closure, where a dead zone cannot be ruled out (no-tdz). Built-ins are remembered and
// compared after what changes them in the text, at the end, and now and then (builtins). Assignments by getters and by
// methods that conversions call (pure-getters, pure-coercion) and reads of the property name of functions (fn-names)
// are found in the text; that they run is found out by running them.
//
// It imports no graph: it reads a tree, and returns patches of its text.
package instrument
