package cli

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
)

// mapPlaces are the values of --sourcemap: a file beside the output with a
// comment that names it, the output itself, a file without a comment, the
// output and a file.
var mapPlaces = []string{"linked", "inline", "external", "both"}

// mapSuffix is appended to the output's name to get that of its map.
const mapSuffix = ".map"

// checkMap validates --sourcemap.
func (f *optFlags) checkMap() error {
	switch f.sourceMap {
	case "", "inline":
	case "linked", "external", "both":
		if f.list == "" && (f.out == "" || f.out == "-") {
			return usage("--sourcemap needs -o OUT to write OUT.map; --sourcemap=inline also works with standard output")
		}
	}
	return nil
}

// mapOptions are the library's options for maps of the program at o.Path.
func (f *optFlags) mapOptions(o *passes.Options) {
	o.Compact = f.compact
	o.SourceMap = f.sourceMap != ""
	dir := filepath.Dir(o.Path)
	o.ReadMap = func(ref string) ([]byte, error) {
		u, err := url.Parse(ref)
		if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
			return nil, nil // not a local file
		}
		path := filepath.Join(dir, filepath.FromSlash(u.Path))
		f.seen.File(path)
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil // packages are often published without it
		}
		if err != nil {
			return nil, errors.New(files.Reason(err))
		}
		return data, nil
	}
}

// withMap links a program to its map, for an output at out. beside is the content
// of the map's file.
func (f *optFlags) withMap(r *passes.Result, in, out string) (beside string, err error) {
	if f.sourceMap == "" || r.Map == nil {
		return "", nil
	}
	m, err := sourcemap.Parse(r.Map)
	if err != nil {
		panic("BUG: our own source map cannot be read: " + err.Error())
	}
	if out != "" && out != "-" {
		m.File = filepath.ToSlash(filepath.Base(out))
		for i, s := range m.Sources {
			m.Sources[i] = f.relativeSource(out, in, s)
		}
	}
	data := m.JSON()
	switch f.sourceMap {
	case "linked":
		name := url.URL{Path: m.File + mapSuffix}
		r.Code = sourcemap.Link(r.Code, name.EscapedPath())
	case "inline", "both":
		r.Code = sourcemap.Inline(r.Code, data)
	}
	if f.sourceMap == "inline" {
		return "", nil
	}
	return string(data) + "\n", nil
}

// relativeSource names a source of the program at in relative to the output. Sources
// of in's own map are relative to in, those of a bundle to the working directory.
func (f *optFlags) relativeSource(out, in, source string) string {
	if source == files.Stdin || in == "-" || filepath.IsAbs(source) {
		return source
	}
	if u, err := url.Parse(source); err == nil && u.Scheme != "" {
		return source
	}
	path := filepath.FromSlash(source)
	if path != filepath.FromSlash(in) && !f.bundle {
		path = filepath.Join(filepath.Dir(in), path)
	}
	from, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return source
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return source
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return source
	}
	return filepath.ToSlash(rel)
}

// stale are the files to remove before a program of a list is optimized.
func (f *optFlags) stale(out string) []string {
	list := []string{out, out + ".err"}
	if f.sourceMap != "" {
		list = append(list, out+mapSuffix)
	}
	return list
}
