package cli

import (
	"strings"

	"github.com/sonjs/son/parse"
)

// advise rewords the hints of errors in terms of son's own flags.
func advise(ds []parse.Diagnostic) []parse.Diagnostic {
	for i := range ds {
		d := &ds[i]
		switch path, ok := strings.CutPrefix(d.Text, "Could not resolve "); {
		case ok && strings.Contains(d.Hint, "is built into node"):
			d.Hint = "it is built into node: bundle for that with --platform node"
		case ok && strings.HasPrefix(d.Hint, "You can mark the path"):
			d.Hint = "install or correct it, or leave it out of the bundle: --external " + strings.Trim(path, `"`)
		case strings.HasPrefix(d.Text, `"return" may only`):
			d.Hint = "only CommonJS allows return here: use --format commonjs or the extension .cjs"
		case strings.Contains(d.Text, `"keep names" setting`):
			d.Text = strings.Replace(d.Text, `The "keep names" setting cannot be used with`, "function names cannot be preserved for", 1)
			d.Hint = "--assume fn-names gives them up; a newer --target preserves them"
		}
	}
	return ds
}
