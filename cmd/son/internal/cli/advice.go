package cli

import (
	"strings"

	"github.com/sonjs/son/parse"
)

// advise says what to do about errors by our flags' names.
func advise(ds []parse.Diagnostic) []parse.Diagnostic {
	for i := range ds {
		d := &ds[i]
		switch path, ok := strings.CutPrefix(d.Text, "Could not resolve "); {
		case ok && strings.Contains(d.Hint, "is built into node"):
			d.Hint = "it is a part of node: --platform node bundles for that"
		case ok && strings.HasPrefix(d.Hint, "You can mark the path"):
			d.Hint = "install or correct it, or leave it out of the bundle: --external " + strings.Trim(path, `"`)
		case strings.HasPrefix(d.Text, `"return" may only`):
			d.Hint = "in CommonJS a file may return: --format commonjs reads it so, and so does the extension .cjs"
		case strings.Contains(d.Text, `"keep names" setting`):
			d.Text = strings.Replace(d.Text, `The "keep names" setting cannot be used with`, "the names of functions cannot be kept for", 1)
			d.Hint = "--assume fn-names gives them up; a newer --target keeps them"
		}
	}
	return ds
}
