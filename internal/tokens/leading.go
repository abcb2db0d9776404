package tokens

import "strings"

// LeadingComments is the length in bytes of the comments and the white space that a text begins
// with.
func LeadingComments(text string) int {
	rest := text
	for rest != "" {
		if n := spaceAt(rest); n > 0 {
			rest = rest[n:]
			continue
		}
		end := ""
		switch {
		case strings.HasPrefix(rest, "/*"):
			end = "*/"
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "<!--"), strings.HasPrefix(rest, "-->"):
			end = "\n"
		}
		_, after, found := strings.Cut(rest, end)
		if end == "" || !found {
			break
		}
		rest = after
	}
	return len(text) - len(rest)
}
