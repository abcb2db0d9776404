package test262

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// cache keeps what untouched tests showed. It is only good for one version of
// node, of the harness and of the worker.
type cache struct {
	file string // "": nothing is kept
	mu   sync.Mutex
	data cacheData
	new  int
}

type cacheData struct {
	Stamp string               `json:"stamp"`
	Runs  map[string]cachedRun `json:"runs"` // by hash and id
}

// cachedRun is an outcome in few letters: there are a hundred thousand.
type cachedRun struct {
	State   State  `json:"s"`
	Detail  string `json:"d,omitempty"`
	Calls   int    `json:"n"`
	Trace   uint32 `json:"t"`
	Globals uint32 `json:"g"`
}

// openCache reads the cache of a host. A file that is of no use is replaced.
func openCache(file string, h *host) (*cache, error) {
	stamp, err := stampOf(h)
	if err != nil {
		return nil, err
	}
	c := &cache{file: file, data: cacheData{Stamp: stamp, Runs: map[string]cachedRun{}}}
	if file == "" {
		return c, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return c, nil
	}
	var old cacheData
	if json.Unmarshal(text, &old) == nil && old.Stamp == stamp && old.Runs != nil {
		c.data = old
	}
	return c, nil
}

// stampOf says what all runs depend on besides the test itself.
func stampOf(h *host) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, h.version, worker)
	files, err := filepath.Glob(filepath.Join(h.checkout, "harness", "*.js"))
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", fmt.Errorf("%s is no test262 checkout: it has no harness", h.checkout)
	}
	for _, f := range files { // Glob sorts
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(sum, filepath.Base(f), len(text))
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:12]), nil
}

func (c *cache) get(t *Test) (outcome, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.data.Runs[t.hash+" "+t.id()]
	return outcome{State: r.State, Detail: r.Detail, Calls: r.Calls, Trace: r.Trace, Globals: r.Globals}, ok
}

func (c *cache) put(t *Test, o outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.new++
	c.data.Runs[t.hash+" "+t.id()] = cachedRun{o.State, o.Detail, o.Calls, o.Trace, o.Globals}
}

// save writes the file anew when something was added.
func (c *cache) save() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == "" || c.new == 0 {
		return nil
	}
	text, err := json.Marshal(c.data)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o777); err != nil {
		return err
	}
	part := fmt.Sprintf("%s.%d", c.file, os.Getpid())
	if err := os.WriteFile(part, text, 0o666); err != nil {
		return err
	}
	c.new = 0
	return os.Rename(part, c.file)
}
