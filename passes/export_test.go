package passes

// Elide returns o with how long what is elided of the text of a function is at least.
func (o Options) Elide(least int) Options {
	o.elide = least
	return o
}

// Spoil returns o with what becomes of the text of each function that is printed anew.
func (o Options) Spoil(spoil func(name, text string) string) Options {
	o.spoil = spoil
	return o
}
