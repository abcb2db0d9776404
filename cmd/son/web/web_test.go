//go:build !js

package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/cmd/son/internal/play"
)

// driver runs the module of the page as the page's worker does, with node's counterparts
// of the functions of a browser.
const driver = `
globalThis.require = require;
globalThis.fs = require('fs');
globalThis.path = require('path');
require('./wasm_exec.js');
const go = new Go();
WebAssembly.instantiate(fs.readFileSync('son.wasm'), go.importObject).then(({ instance }) => {
  go.run(instance);
  const requests = JSON.parse(fs.readFileSync(0, 'utf8'));
  fs.writeFileSync('answers.json', JSON.stringify(requests.map(r => JSON.parse(sonTell(typeof r === 'string' ? r : JSON.stringify(r))))));
  process.exit(0);
});
`

// TestThePageWithoutAServer builds the page, which takes a while, and sends requests to its
// module in node. It runs if SON_WASM is set.
func TestThePageWithoutAServer(t *testing.T) {
	if os.Getenv("SON_WASM") == "" {
		t.Skip("SON_WASM is not set: compiling for WebAssembly takes a minute")
	}
	dir := t.TempDir()
	if err := build(context.Background(), dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "worker.js", "wasm_exec.js", "son.wasm"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not on the PATH: the module is built, and not run")
	}
	if err := os.WriteFile(filepath.Join(dir, "ask.cjs"), []byte(driver), 0o666); err != nil {
		t.Fatal(err)
	}
	requests := []any{
		play.Request{Source: "function f() { return 1 + 2 }", Level: 1},
		play.Request{Source: "let a = ;"},
		"no JSON",
		play.Request{Source: "const f = (a: number): number => a * 1;", Language: "ts", Level: 1, AllPhis: true},
	}
	in, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "ask.cjs")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(in))
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(filepath.Join(dir, "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var answers []play.Answer
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(requests) {
		t.Fatalf("%v: %.300s", err, out)
	}
	for i, want := range []string{"`1 + 2` is `3`", "playground.js:1:9: error:", "not valid JSON", "times-one does not fire on `a * 1`"} {
		if got := answers[i].Story + answers[i].Error; !strings.Contains(got, want) {
			t.Errorf("request %d: %.300s, want %s", i, got, want)
		}
	}
	if alone := play.Tell(context.Background(), requests[0].(play.Request)); alone.HTML != answers[0].HTML {
		t.Error("the page from WebAssembly differs from the native one")
	}
}
