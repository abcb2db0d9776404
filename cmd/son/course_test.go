package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/cmd/son/internal/cli"
)

// updating says whether to regenerate the output in the course, and the catalogues.
var updating = os.Getenv("SON_UPDATE") != ""

// fence is a fenced block of a chapter: its language, the name of its file, its text.
var fence = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```\n")

// TestTheCourseIsReal runs every command of the course and compares the output and the
// pictures with those that the chapters show. SON_UPDATE=1 regenerates them.
//
// A block of js with a name is a file; a block of sh holds commands; the block of text
// after it is their output.
func TestTheCourseIsReal(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "docs", "course"))
	if err != nil {
		t.Fatal(err)
	}
	chapters, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(chapters) < 10 {
		t.Fatalf("%d chapters, %v", len(chapters), err)
	}
	shown := map[string]bool{}
	for _, path := range chapters {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".md"), func(t *testing.T) {
			c := &chapter{t: t, dir: dir, shown: shown}
			c.check(path)
		})
	}
	pictures, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		if !shown[filepath.Base(p)] {
			t.Errorf("no chapter makes %s", filepath.Base(p))
		}
	}
}

// chapter is the state of checking a chapter.
type chapter struct {
	t     *testing.T
	dir   string
	shown map[string]bool // pictures that the chapters so far have made
}

func (c *chapter) check(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Chdir(c.t.TempDir())
	text := string(data)
	var out strings.Builder
	last, ran, output := 0, false, ""
	for _, at := range fence.FindAllStringSubmatchIndex(text, -1) {
		language, body := text[at[2]:at[3]], text[at[6]:at[7]]
		out.WriteString(text[last:at[6]])
		switch language {
		case "js":
			if at[4] >= 0 {
				c.write(text[at[4]:at[5]], body)
			}
		case "sh":
			output, ran = c.run(body), true
		case "text":
			if ran {
				body = output
			}
		}
		if language != "sh" {
			ran = false
		}
		out.WriteString(body)
		last = at[7]
	}
	out.WriteString(text[last:])
	if updating {
		if err := os.WriteFile(path, []byte(out.String()), 0o666); err != nil {
			c.t.Fatal(err)
		}
	} else if diff := cmp.Diff(text, out.String()); diff != "" {
		c.t.Errorf("-shown +real (SON_UPDATE=1 regenerates it)\n%s", diff)
	}
	c.links(text)
}

func (c *chapter) write(name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// run runs commands, and checks the pictures that they make.
func (c *chapter) run(script string) string {
	var all strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(script), "\n") {
		args := strings.Fields(line)
		if len(args) < 2 || args[0] != "son" {
			c.t.Fatalf("the course has the command %q", line)
		}
		var out, errs bytes.Buffer
		code := cli.Main(context.Background(), args[1:], cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if code != cli.ExitOK {
			c.t.Fatalf("%s: exit code %d: %s", line, code, &errs)
		}
		all.Write(out.Bytes())
		if name := args[len(args)-1]; strings.HasSuffix(name, ".svg") {
			c.picture(name)
		}
	}
	if all.Len() > 0 && !strings.HasSuffix(all.String(), "\n") {
		all.WriteByte('\n')
	}
	return all.String()
}

// picture compares a picture with that of the course.
func (c *chapter) picture(name string) {
	c.shown[name] = true
	made, err := os.ReadFile(name)
	if err != nil {
		c.t.Fatal(err)
	}
	kept := filepath.Join(c.dir, name)
	if updating {
		if err := os.WriteFile(kept, made, 0o666); err != nil {
			c.t.Fatal(err)
		}
		return
	}
	if old, err := os.ReadFile(kept); err != nil || !bytes.Equal(old, made) {
		c.t.Errorf("%s looks different now (SON_UPDATE=1 regenerates it): %v", name, err)
	}
	if len(made) > 60_000 {
		c.t.Errorf("%s is large: %d bytes", name, len(made))
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// links checks that the files that a chapter links to exist.
func (c *chapter) links(text string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join(c.dir, m[1])); err != nil {
			c.t.Errorf("the link to %s leads nowhere", m[1])
		}
	}
}
