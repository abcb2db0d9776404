// Package scope is the tree of statements of the output with the variables that are referenced in
// it. Each list of statements is a scope ([List]), a variable says where it is referenced and where
// it is declared ([Var]), and the names that mean something else are known by their references
// ([Free]).
//
// It is the language of the last stages of emission: package decl declares the variables, and
// package names names them. It knows no graph.
package scope
