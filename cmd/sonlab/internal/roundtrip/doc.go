// Package roundtrip measures how faithfully programs come back from the graph:
// each file is optimized at -O0 with every function printed from its graph, and
// the output is compared with the input, function by function.
//
//	alone.go      the text of one function, apart from those inside it
//	match.go      which function of the output is which of the input
//	unreached.go  functions that are rightly gone
//	structure.go  labels, helpers and nesting
//	classify.go   in what respect two functions differ
//	report.go     the table
//	again.go      the same for programs that went through the normal form; spelling.go
//
// # How functions are compared
//
// A function of the output is that function of the input at whose place, by the
// source map, it begins. Both are then taken out of their files: the bodies of the
// functions inside them are replaced by a directive that only names which function
// it is, so that a difference counts in one function, the one it is in. What is
// left is wrapped in what its form needs (a class, an object, a function) and
// goes through esbuild alone, its syntax minified and its names as they are. The
// two are equal if the texts are: esbuild leaves one spelling for each sequence of
// tokens.
//
// The obvious other way, to minify whole files and to compare the functions in
// the results, was rejected: esbuild inlines constants and drops what is not used
// across functions, so that one difference shows in many, and a function that is
// different may also be gone.
//
// The same comparison with the syntax not minified says in how many functions
// nothing at all was written in another way.
package roundtrip
