package outputs

import (
	"hash/fnv"
	"io/fs"
	"path/filepath"

	"github.com/sonjs/son/cmd/sonlab/internal/oracle"
)

// Fixtures returns the programs below a directory: JavaScript files, and the programs in
// txtar archives. Packages that npm installed there are skipped.
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

// Sample returns about percent of the sources, chosen by their names, so that adding or
// removing one does not change the choice of the others.
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
