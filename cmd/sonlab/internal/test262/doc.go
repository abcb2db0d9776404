// Package test262 runs the conformance tests of a test262 checkout before and
// after a transformation of their source. It measures the transformation, not
// the engine.
//
//	r, err := test262.Run(ctx, test262.Config{
//		Selection: test262.Selection{Dir: checkout, Sample: "5%"},
//		Transform: transform,
//	})
//	fmt.Print(r) // what fails, and a table of counts
//
// A run is one test in one [Mode]. The runs that pass untouched in node are
// comparable. The test's own source is then transformed, never the harness, and
// runs again in the same way. Outcomes are kept on disk by the text that ran: a
// transformed text that was seen to pass is not run again, however it came about.
//
//   - [Broken]: it passes untouched and fails transformed, twice; the second time
//     in a fresh process, after the untouched run.
//   - [Silent]: it still passes, but the ordered trace of assertion calls (name,
//     primitive arguments) or what it put on the global object (keys,
//     descriptors, primitive values, name and length of functions) differs.
//   - [Refused]: the transformation says that a valid program is none.
//   - [Crashed]: it panics, hangs, or reports a fault of its own. That counts for
//     programs that are not comparable too.
//   - [Accepted]: it takes a program that must not parse. The front matter of the
//     test decides that, not the engine.
//
// These are failures. Counted apart are [Text], where the difference vanishes
// when both runs see the same constant text for every function, and [Flaky], where
// the engine's own runs disagree.
//
// What can hide a break: a run without any assertion call passes when its body is
// dropped (the table counts these), and code in the strings of eval and Function
// is never transformed. Most tests declare at the top level of a script;
// Selection.Wrap puts their bodies into functions.
package test262
