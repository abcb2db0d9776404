package test262

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// cache stores the outcomes of texts that ran in place of tests, as a file of lines
// that only grows: the outcomes of an interrupted run are not lost. The file's name
// covers what all outcomes depend on besides the test and its text.
type cache struct {
	mu   sync.Mutex
	file *os.File
	out  *bufio.Writer
	runs map[string]outcome
}

// cached is a line of the file. There are a hundred thousand, so names are short.
type cached struct {
	Key     string `json:"k"`
	State   State  `json:"s"`
	Detail  string `json:"d,omitempty"`
	Calls   int    `json:"n,omitempty"`
	Trace   uint32 `json:"t,omitempty"`
	Globals uint32 `json:"g,omitempty"`
}

// openCache reads the cache of a host below a directory.
func openCache(dir string, h *host, fixtures string) (*cache, error) {
	stamp, err := stampOf(h, fixtures)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "runs-"+stamp+".jsonl"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	c := &cache{file: f, out: bufio.NewWriterSize(f, 1<<16), runs: map[string]outcome{}}
	whole := true
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			whole = len(line) == 0
			break
		}
		// A truncated line is not JSON; its test runs again.
		var r cached
		if json.Unmarshal(line, &r) == nil {
			c.runs[r.Key] = outcome{State: r.State, Detail: r.Detail, Calls: r.Calls, Trace: r.Trace, Globals: r.Globals}
		}
	}
	if !whole {
		c.out.WriteByte('\n')
	}
	return c, nil
}

// stampOf returns a hash of what all runs depend on besides the test itself.
func stampOf(h *host, fixtures string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, h.version, worker, fixtures)
	files, err := filepath.Glob(filepath.Join(h.checkout, "harness", "*.js"))
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", fmt.Errorf("%s is not a test262 checkout: it has no harness", h.checkout)
	}
	for _, f := range files { // Glob sorts
		if err := addFile(sum, f); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// key identifies a run of the text with this hash in place of the test's own.
func (t *Test) key(hash string) string { return hash + " " + t.id() }

func hashOf(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:10])
}

func (c *cache) get(t *Test, hash string) (outcome, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o, ok := c.runs[t.key(hash)]
	return o, ok
}

func (c *cache) put(t *Test, hash string, o outcome) error {
	key := t.key(hash)
	line, err := json.Marshal(cached{key, o.State, o.Detail, o.Calls, o.Trace, o.Globals})
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runs[key] = o
	// Only whole lines are written to the file, so that two commands can share it.
	if c.out.Available() < len(line)+1 {
		if err := c.out.Flush(); err != nil {
			return err
		}
	}
	c.out.Write(line)
	return c.out.WriteByte('\n')
}

func (c *cache) close() error {
	err := c.out.Flush()
	if e := c.file.Close(); err == nil {
		err = e
	}
	return err
}
