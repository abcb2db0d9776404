package calls

import "strconv"

// nouns are short words for the callees of calls that are not known, by Site.Why: for one and for
// several.
var nouns = map[string][2]string{
	whyMethod:     {"method", "methods"},
	whyExpression: {"value of an expression", "values of expressions"},
	whyUndeclared: {"undeclared name", "undeclared names"},
	whyImported:   {"import", "imports"},
	whyParameter:  {"parameter", "parameters"},
	whyOpen:       {"name of a script", "names of a script"},
	whyAssigned:   {"variable with several values", "variables with several values"},
	whyNoFunction: {"variable without a function", "variables without a function"},
	whyEarly:      {"perhaps before its value", "perhaps before their value"},
	whyClass:      {"class", "classes"},
	whyDynamic:    {"name in reach of eval or with", "names in reach of eval or with"},
}

// Counted counts callees that are not known for one reason, in few words: "7 methods".
func Counted(n int, why string) string {
	words, ok := nouns[why]
	switch {
	case !ok:
		return strconv.Itoa(n) + " others"
	case n == 1:
		return "1 " + words[0]
	}
	return strconv.Itoa(n) + " " + words[1]
}

// IsClosed reports whether every reference to a function is in the text of the program: it has a name,
// or is called where it stands, and is neither exported nor visible to other scripts or to eval.
func (f *Function) IsClosed() bool {
	switch f.Exposed {
	case "", exposedValue, exposedSelf, exposedEarly:
		return true
	}
	return false
}
