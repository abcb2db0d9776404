// Package memory removes what a function keeps in memory only for itself: loads of values that are
// known, stores that nobody reads, assignments that are overwritten first, cells of variables that no
// closure needs, and objects and arrays that do not escape.
package memory
