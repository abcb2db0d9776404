package outputs

import (
	"hash/fnv"
	"io/fs"
	"path/filepath"

	"github.com/sonjs/son/cmd/sonlab/internal/oracle"
)

// Fixtures returns the programs below a directory: JavaScript files, and the programs in
// txtar archives. What npm installed there is left out.
func Fixtures(dir string) ([]oracle.Source, error) {
	var list []oracle.Source
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if d.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".js", ".mjs", ".cjs", ".txtar":
			more, err := oracle.File(path)
			list = append(list, more...)
			return err
		}
		return nil
	})
	return list, err
}

// Sample keeps about percent of the sources. Which, their names decide, so that one that is
// added or taken away does not change the rest.
func Sample(list []oracle.Source, percent float64) []oracle.Source {
	var kept []oracle.Source
	for _, s := range list {
		h := fnv.New32a()
		h.Write([]byte(s.Name))
		if float64(h.Sum32()%10000) < percent*100 {
			kept = append(kept, s)
		}
	}
	return kept
}
