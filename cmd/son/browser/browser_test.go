//go:build browser

package browser

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	son     string // the command
	browser string // the program that SON_BROWSER names
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	found, err := exec.LookPath(os.Getenv("SON_BROWSER"))
	if err != nil {
		fmt.Println("SKIPPED: SON_BROWSER names no browser:", err)
		return 0
	}
	browser = found
	dir, err := os.MkdirTemp("", "son-browser")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	son = filepath.Join(dir, "son")
	if out, err := exec.Command("go", "build", "-o", son, "github.com/sonjs/son/cmd/son").CombinedOutput(); err != nil {
		fmt.Printf("%v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// longest is how long one test may take on a busy machine.
const longest = 3 * time.Minute

// page is a tab with a page.
type page struct {
	t   *testing.T
	ctx context.Context
}

// open opens a page in a browser of its own. Errors of the page's scripts fail the test.
func open(t *testing.T, url string, width, height int) *page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.WindowSize(width, height),
		chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(longest))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium's does not work for root
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithListener(func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page throws: %v", &chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails})
		}
	}))
	t.Cleanup(cancel)
	p := &page{t, ctx}
	p.do(chromedp.Navigate(url))
	return p
}

func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// js runs a script.
func (p *page) js(text string) { p.t.Helper(); p.do(chromedp.Evaluate[chromedp.Void](text)) }

// text evaluates an expression and returns it as a string.
func (p *page) text(js string) string {
	p.t.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("String("+js+")"))
	if err != nil {
		p.t.Fatalf("%s: %v", js, err)
	}
	return out
}

// until waits for an expression to be true.
func (p *page) until(js string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](js, chromedp.WithPollingTimeout(longest/2))); err != nil {
		p.t.Fatalf("%s does not become true: %v", js, err)
	}
}

func (p *page) is(js, want string) {
	p.t.Helper()
	if got := p.text(js); got != want {
		p.t.Errorf("%s is %q, want %q", js, got, want)
	}
}

func (p *page) click(selector string) { p.t.Helper(); p.do(chromedp.Click(selector)) }

// types presses keys where the cursor is.
func (p *page) types(keys string) { p.t.Helper(); p.do(chromedp.KeyEvent(keys)) }

// set sets a field to a value, as the user would.
func (p *page) set(id, value, event string) {
	p.t.Helper()
	p.js(fmt.Sprintf("{ const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event(%q)); }", id, value, event))
}

// key presses a key outside of any field.
func (p *page) key(keys string) {
	p.t.Helper()
	p.js("document.activeElement.blur()")
	p.types(keys)
}

// picture writes a screenshot to the directory that SON_PICTURES names.
func (p *page) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("SON_PICTURES")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// write creates a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// made runs son and returns the URL of the page that it wrote.
func made(t *testing.T, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "page.html")
	if text, err := exec.Command(son, append(args, "-o", out)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return "file://" + filepath.ToSlash(out)
}

// serving starts the playground and returns its URL.
func serving(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(son, "serve", "--port", "0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}
