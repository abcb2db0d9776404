// Package npm finds the packages that tests and the laboratory read.
package npm

import (
	"fmt"
	"os"
	"path/filepath"
)

// Find returns the directory node_modules that holds a file, as an absolute path, since node
// resolves nothing from a relative one: that of NPM_DIR, which names it or the directory around
// it, or else that of committed, the directory of a committed package.json. The error says
// where the packages should be.
func Find(committed, file string) (string, error) {
	dir := os.Getenv("NPM_DIR")
	if dir == "" {
		dir = committed
	}
	for _, d := range []string{filepath.Join(dir, "node_modules"), dir} {
		if _, err := os.Stat(filepath.Join(d, filepath.FromSlash(file))); err == nil {
			return filepath.Abs(d)
		}
	}
	return "", fmt.Errorf("no packages below %s; run npm ci there or set NPM_DIR", dir)
}
