package passes

// Spoil returns o with what becomes of the text of each function that is printed anew.
func (o Options) Spoil(spoil func(name, text string) string) Options {
	o.spoil = spoil
	return o
}
