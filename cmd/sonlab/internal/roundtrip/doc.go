// Package roundtrip measures how faithfully programs come back from the graph:
// each file is optimized at -O0 with every function printed from its graph, and
// the output is compared with the input, function by function.
//
//	alone.go      the text of one function, without those inside it
//	match.go      which function of the output corresponds to which of the input
//	unreached.go  functions that are missing because they are unreachable
//	structure.go  labels, helpers and nesting
//	classify.go   in what respect two functions differ
//	report.go     the table
//	again.go      the same for programs that went through the normal form; spelling.go
//
// # How functions are compared
//
// The source map maps the beginning of each function of the output to that of the
// corresponding function of the input. Both are then extracted from their files: the
// bodies of the functions inside them are replaced by a directive that only identifies
// the function, so that a difference counts only in the function that it is in. The
// rest is wrapped in whatever its form needs (a class, an object, a function) and
// passed through esbuild by itself, with minified syntax and unchanged names. The two
// are equal if the texts are: esbuild produces one spelling for each sequence of tokens.
//
// The obvious alternative, minifying whole files and comparing the functions in
// the results, was rejected: esbuild inlines constants and drops unused code
// across functions, so that one difference shows up in many, and a function that
// differs may also be missing.
//
// The same comparison without minified syntax shows how many functions are also
// written in the same way.
package roundtrip
