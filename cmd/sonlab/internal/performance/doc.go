// Package performance measures son beside other tools and makes docs/performance.md of the figures.
//
// Three things are measured: the speed of what the tools make of the programs of package speed, as
// instructions or as time; the size of what they make of libraries, and whether the libraries still do what a
// program that calls them expects; and the time and memory that son itself needs. A program that a tool breaks
// or refuses has no figure, but is counted and named on the page.
//
// [Toolbox] has the tools, [Make] and [Counting] or [Timing] measure speed, [Shrinking] sizes, [Spending] costs, and
// [Page] shows all of it. A [Store] keeps measurements, so that an interrupted run can go on.
package performance
