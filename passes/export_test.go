package passes

import "github.com/sonjs/son/son"

// Elide returns o with the least length of the texts of functions that are elided.
func (o Options) Elide(least int) Options {
	o.elide = least
	return o
}

// Spoil returns o with a function that changes the text of each function that is reprinted.
func (o Options) Spoil(spoil func(name, text string) string) Options {
	o.spoil = spoil
	return o
}

// UnmovedToo makes graphs in which nothing has moved be printed like others.
func (o Options) UnmovedToo() Options {
	o.unmovedToo = true
	return o
}

// GraphsToo makes graphs of trivial functions.
func (o Options) GraphsToo() Options {
	o.graphsToo = true
	return o
}

// Misremember returns o with a function that changes what is known of functions, for any arguments.
func (o Options) Misremember(change func(*son.Summary)) Options {
	o.misremember = change
	return o
}

// Unpatched is for tests of which functions the check of a patched text leaves out.
var Unpatched = unpatched
