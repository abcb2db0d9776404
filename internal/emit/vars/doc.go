// Package vars decides which values may share a variable: the first half of leaving SSA form.
//
// The values that the author stored in one variable are one live range each, and stay in one
// variable of the output unless they interfere: unless one would be overwritten by another before
// it is needed in a later block. What is overwritten within a block needs no other variable; it is
// saved where that happens.
//
// The input is a schedule ([Flow]), the blocks of the output ([Block]), of which some are made of
// several blocks of the schedule, and the values of a variable. The output is the list of values
// that need variables of their own. The package knows no tree and no names.
package vars
