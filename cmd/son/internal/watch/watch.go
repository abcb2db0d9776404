// Package watch detects changes of the files that a run has read. It polls them:
// that works on every file system, in containers and over networks, where
// notifications get lost. The state of a file is noted before it is read, so that
// a change during the run is not missed.
package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Seen is the set of files and patterns that a run has read. A nil Seen notes
// nothing. Its methods may be called from several goroutines.
type Seen struct {
	mu    sync.Mutex
	state map[key]state
	// around holds the directories of the files, which are not watched by default.
	around map[key]state
}

// key is one thing to watch.
type key struct{ kind, path string }

// state is what is compared: a description, "" if nothing is there, and the
// identity of the file, because it may be replaced by one that looks like it.
type state struct {
	text string
	info os.FileInfo
}

func (s state) equal(t state) bool {
	return s.text == t.text && (s.info == nil || t.info == nil || os.SameFile(s.info, t.info))
}

// New returns an empty Seen.
func New() *Seen { return &Seen{state: map[key]state{}, around: map[key]state{}} }

// File notes a file before it is read; it need not exist. It reports whether the
// file was not noted before.
func (s *Seen) File(path string) bool {
	if s == nil {
		return false
	}
	path = absolute(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(s.around, key{"dir", filepath.Dir(path)})
	return s.note(s.state, key{"file", path})
}

// Glob notes which files a pattern matches.
func (s *Seen) Glob(pattern string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(s.state, key{"glob", absolute(pattern)})
}

func (s *Seen) note(in map[key]state, k key) (isNew bool) {
	if _, ok := in[k]; ok {
		return false
	}
	in[k] = k.look()
	return true
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// Again returns a new Seen with the things of s in their current state.
func (s *Seen) Again() *Seen {
	t := New()
	if s == nil {
		return t
	}
	for k := range s.state {
		t.note(t.state, k)
	}
	for k := range s.around {
		t.note(t.around, k)
	}
	return t
}

// Widen makes s watch more, for a run that failed: the run may need new files beside
// those that it read, and the files that the run before it read may matter again.
// The states of last are from before the run.
func (s *Seen) Widen(last *Seen) {
	for _, from := range []map[key]state{last.state, last.around, s.around} {
		for k, v := range from {
			if _, ok := s.state[k]; !ok {
				s.state[k] = v
			}
		}
	}
}

// Files are the files that existed when they were noted, in order.
func (s *Seen) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []string
	for k, v := range s.state {
		if k.kind == "file" && v.text != "" {
			list = append(list, k.path)
		}
	}
	slices.Sort(list)
	return list
}

// Wait returns when something has changed and then nothing more for a while:
// editors write a file in several steps, and tools write many files. The error is
// that of ctx.
func (s *Seen) Wait(ctx context.Context, every, quiet time.Duration) error {
	changed := false
	for {
		pause := every
		if changed {
			pause = quiet
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		again := s.update()
		if changed && !again {
			return nil
		}
		changed = changed || again
	}
}

// update checks everything again and reports whether something changed.
func (s *Seen) update() (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, old := range s.state {
		if now := k.look(); !now.equal(old) {
			s.state[k] = now
			changed = true
		}
	}
	return changed
}

// look describes the state of a thing.
func (k key) look() state {
	switch k.kind {
	case "dir":
		return state{text: names(k.path)}
	case "glob":
		list, _ := filepath.Glob(k.path) // an invalid pattern is reported where it is used
		return state{text: strings.Join(list, "\x00")}
	}
	info, err := os.Stat(k.path)
	if err != nil {
		return state{}
	}
	return state{fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode()), info}
}

// names lists the entries of a directory.
func names(path string) string {
	entries, err := os.ReadDir(path)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, e := range entries {
		// Temporary files of package files do not count.
		if !strings.HasPrefix(e.Name(), ".son-") {
			b.WriteString("/" + e.Name())
		}
	}
	return b.String()
}
