// Package outputs stores the output of one version of son for a corpus, so that the output
// of another version can be compared with it byte for byte. Refactoring is safe when
// nothing differs.
//
// A [Store] is a directory: the file "index" has a line "HASH KEY" for each output, and
// each text is in a file named by its hash, since most modes produce the same text for most
// programs.
package outputs

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Store holds texts by key. Its methods may be called concurrently.
type Store struct {
	dir   string
	mu    sync.Mutex
	index map[string]string // hashes by key
}

// Create makes an empty store in a directory, which must not have one.
func Create(dir string) (*Store, error) {
	if _, err := os.Stat(filepath.Join(dir, "index")); err == nil {
		return nil, fmt.Errorf("%s already has outputs: remove them, or name another directory", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Store{dir: dir, index: map[string]string{}}, nil
}

// Open reads the index of a store that [Store.Close] has written.
func Open(dir string) (*Store, error) {
	f, err := os.Open(filepath.Join(dir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no outputs: make them with --save", dir)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &Store{dir: dir, index: map[string]string{}}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		hash, key, ok := strings.Cut(lines.Text(), " ")
		if !ok {
			return nil, fmt.Errorf("%s: no hash in the line %q", f.Name(), lines.Text())
		}
		s.index[key] = hash
	}
	return s, lines.Err()
}

// Put stores a text under a key, which is one line.
func (s *Store) Put(key, text string) error {
	hash := hashOf(text)
	s.mu.Lock()
	s.index[key] = hash
	s.mu.Unlock()
	path := s.path(hash)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// Get returns the text of a key.
func (s *Store) Get(key string) (string, error) {
	s.mu.Lock()
	hash, ok := s.index[key]
	s.mu.Unlock()
	if !ok {
		return "", fmt.Errorf("%s: %w", key, fs.ErrNotExist)
	}
	text, err := os.ReadFile(s.path(hash))
	return string(text), err
}

// Has reports whether a key is there, and whether it has that text.
func (s *Store) Has(key, text string) (known, same bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hash, known := s.index[key]
	return known, known && hash == hashOf(text)
}

// Keys lists the keys in order.
func (s *Store) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.index))
}

// Close writes the index.
func (s *Store) Close() error {
	var b strings.Builder
	for _, key := range s.Keys() {
		fmt.Fprintf(&b, "%s %s\n", s.index[key], key)
	}
	return os.WriteFile(filepath.Join(s.dir, "index"), []byte(b.String()), 0o666)
}

func (s *Store) path(hash string) string { return filepath.Join(s.dir, hash[:2], hash[2:]) }

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
