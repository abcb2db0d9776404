// Package test262 runs the conformance tests of a test262 checkout before and
// after a transformation of their source. It tests the transformation, not the
// engine.
//
//	r, err := test262.Run(ctx, test262.Config{
//		Selection: test262.Selection{Dir: checkout, Sample: "5%"},
//		Transform: transform,
//	})
//	fmt.Print(r) // what fails, and a table of counts
//
// A run is one test in one [Mode]. The runs that pass untouched in node are
// comparable. The test's own source is then transformed, never the harness, and
// run again in the same mode. Outcomes are cached on disk by the text that ran: a
// transformed text that is known to pass is not run again, whatever produced it.
//
//   - [Broken]: it passes untouched and fails transformed, twice; the second time
//     in a fresh process, after the untouched run.
//   - [Silent]: it still passes, but the ordered trace of assertion calls (name,
//     primitive arguments) or what it put on the global object (keys,
//     descriptors, primitive values, name and length of functions) differs.
//   - [Refused]: the transformation rejects a valid program.
//   - [Crashed]: it panics, hangs, or reports a fault of its own. That counts for
//     programs that are not comparable, too.
//   - [Accepted]: it accepts a program that must not parse. The front matter of
//     the test decides that, not the engine.
//
// These are failures. Counted separately are [Text], where the difference vanishes
// if every function has the same constant text in both runs, and [Flaky], where the
// engine's own runs disagree.
//
// Breakage can go unnoticed: a run without any assertion call passes if its body
// is dropped (the table counts these), and code in the strings of eval and Function
// is never transformed. Most tests declare at the top level of a script;
// Selection.Wrap puts their bodies into functions.
package test262
