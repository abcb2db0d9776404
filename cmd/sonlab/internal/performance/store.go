package performance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sonjs/son/cmd/sonlab/internal/speed"
)

// Store keeps measurements in files, so that a run that was interrupted goes on where it was, and equal texts
// are measured once. A measurement is named by everything that it depends on.
type Store struct{ dir string }

// NewStore returns the store in a directory, which is made if it does not exist.
func NewStore(dir string) (Store, error) { return Store{dir}, os.MkdirAll(dir, 0o777) }

// kept returns what was measured under some names before, or else measures it and keeps it, in a file whose name
// begins with the kind. An error is not kept.
func kept[T any](s Store, kind string, measure func() (T, error), names ...any) (T, error) {
	var v T
	file := s.file(kind, names)
	text, err := os.ReadFile(file)
	if err == nil && json.Unmarshal(text, &v) == nil {
		return v, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return v, err
	}
	if v, err = measure(); err != nil {
		return v, err
	}
	if text, err = json.Marshal(v); err != nil {
		return v, err
	}
	// Another worker may read the file now.
	part, err := os.CreateTemp(s.dir, "part-")
	if err != nil {
		return v, err
	}
	_, err = part.Write(text)
	if err = errors.Join(err, part.Close()); err != nil {
		return v, err
	}
	return v, os.Rename(part.Name(), file)
}

// has reports whether something is kept.
func has(s Store, kind string, names ...any) bool {
	_, err := os.Stat(s.file(kind, names))
	return err == nil
}

func (s Store) file(kind string, names []any) string {
	return filepath.Join(s.dir, kind+"-"+key(names)+".json")
}

// key is a hash of the names. The length of each is part of it.
func key(names []any) string {
	h := sha256.New()
	for _, n := range names {
		text := fmt.Sprint(n)
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// counter keeps the counts of another one.
type counter struct {
	speed.Counter
	store  Store
	engine string // with its version
}

// batch keeps the counts of a counter of several scripts.
type batch struct {
	speed.Batch
	store   Store
	version string // of the engine
}

func (b batch) Amount(ctx context.Context, src string) (int, error) {
	return kept(b.store, "amount", func() (int, error) { return b.Batch.Amount(ctx, src) }, b.Name(), b.version, src)
}

// CountAll counts those scripts that were not counted yet.
func (b batch) CountAll(ctx context.Context, texts []string, n int) ([]speed.Counted, error) {
	names := func(text string) []any { return []any{"count", b.Name(), b.version, n, text} }
	var missing []string
	for _, text := range texts {
		if !has(b.store, "count", names(text)...) {
			missing = append(missing, text)
		}
	}
	var counts []speed.Counted
	if len(missing) > 0 {
		var err error
		if counts, err = b.Batch.CountAll(ctx, missing, n); err != nil {
			return nil, err
		}
	}
	all := make([]speed.Counted, len(texts))
	for i, text := range texts {
		got, err := kept(b.store, "count", func() (speed.Counted, error) { return counts[slices.Index(missing, text)], nil }, names(text)...)
		if err != nil {
			return nil, err
		}
		all[i] = got
	}
	return all, nil
}

// counted is one count.
type counted struct {
	Instructions int64
	Result       string
}

func (c counter) Count(ctx context.Context, src string, n int) (int64, string, error) {
	got, err := kept(c.store, "count", func() (counted, error) {
		instructions, result, err := c.Counter.Count(ctx, src, n)
		return counted{instructions, result}, err
	}, "count", c.engine, n, src)
	return got.Instructions, got.Result, err
}
