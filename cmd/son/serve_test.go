package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/sonjs/son/cmd/son/internal/cli"
)

// TestServePrintsItsAddress starts the playground on a free port, and ends it.
func TestServePrintsItsAddress(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, w := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Main(ctx, []string{"serve", "--port", "0"}, cli.Streams{Out: w, Err: &errs})
		w.Close()
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
		t.Fatalf("%q %v %s", line, err, &errs)
	}
	resp, err := http.Get(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("%d", resp.StatusCode)
	}
	port := strings.Trim(line[strings.LastIndexByte(line, ':')+1:], "/\n")
	var second bytes.Buffer
	if code := cli.Main(ctx, []string{"serve", "--port", port}, cli.Streams{Out: io.Discard, Err: &second}); code != cli.ExitBadInput || !strings.Contains(second.String(), "cannot listen on port") {
		t.Errorf("a second server: %d %s", code, &second)
	}
	cancel()
	if code := <-ended; code != cli.ExitOK {
		t.Errorf("it ended with %d: %s", code, &errs)
	}
}
