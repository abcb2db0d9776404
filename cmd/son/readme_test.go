package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sonjs/son/cmd/son/internal/cli"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTheReadmesExampleIsReal optimizes the README's first program and compares the
// result with its second.
func TestTheReadmesExampleIsReal(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```js\n(.*?)```").FindAllStringSubmatch(readme(t), 2)
	if len(blocks) != 2 {
		t.Fatalf("the README has %d programs", len(blocks))
	}
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), []string{"opt"}, cli.Streams{In: strings.NewReader(blocks[0][1]), Out: &out, Err: &errs})
	if code != cli.ExitOK || errs.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	if out.String() != blocks[1][1] {
		t.Errorf("the README says\n%s\nbut it is\n%s", blocks[1][1], &out)
	}
}

// TestTheReadmesCommandsWork runs the README's son commands that name files of
// the repository.
func TestTheReadmesCommandsWork(t *testing.T) {
	lines := strings.Split(readme(t), "\n")
	t.Chdir(filepath.Join("..", ".."))
	n := 0
	for _, line := range lines {
		words, ok := strings.CutPrefix(line, "go run ./cmd/son ")
		if !ok {
			continue
		}
		n++
		args, made := strings.Fields(words), ""
		for i, a := range args {
			if a == "-o" {
				made = filepath.Join(t.TempDir(), args[i+1])
				args[i+1] = made
			}
		}
		var out, errs bytes.Buffer
		if code := cli.Main(context.Background(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code != cli.ExitOK {
			t.Errorf("%s: exit code %d\n%s", line, code, &errs)
		}
		if info, err := os.Stat(made); made != "" && (err != nil || info.Size() == 0) {
			t.Errorf("%s: it writes nothing", line)
		}
		if made == "" && out.Len()+errs.Len() == 0 {
			t.Errorf("%s: it prints nothing", line)
		}
	}
	if n < 4 {
		t.Errorf("only %d commands were found", n)
	}
}
