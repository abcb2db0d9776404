//go:build browser

package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// typed replaces the program, as a user who types does, and waits for the answer.
func (p *page) typed(text string) {
	p.t.Helper()
	before := p.text("document.body.dataset.answers || ''")
	p.set("source", text, "input")
	p.until("(document.body.dataset.answers || '') !== '" + before + "'")
}

// answered waits for the first answer.
func (p *page) answered() { p.t.Helper(); p.until("document.body.dataset.answers !== undefined") }

// plays tests what a playground does, whatever answers its requests.
func plays(t *testing.T, url string) {
	p := open(t, url, 1500, 900)
	p.answered()
	p.is("document.getElementById('error').hidden", "true")
	p.is("document.getElementById('explorer').srcdoc.includes('\"name\":\"seconds\"')", "true")
	p.is("document.getElementById('explorer').srcdoc.includes('\"outcome\":\"replaced\"')", "true") // the function improves
	p.picture("play-first")
	p.typed("function twice(a) { return a * (1 + 1) }")
	p.is("document.getElementById('story').textContent.includes('`1 + 1` is `2`')", "true")
	p.typed("function twice(a { return a }")
	p.is("document.getElementById('error').hidden", "false")
	p.is("document.getElementById('error').textContent.startsWith('playground.js:1:')", "true")
	p.is("getComputedStyle(document.getElementById('explorer')).opacity < 0.5", "true") // it still shows the old answer
	p.picture("play-error")
	shown := p.text("document.body.dataset.shown || ''")
	p.typed(nested)
	p.until("(document.body.dataset.shown || '') !== '" + shown + "'")
	p.is("document.getElementById('error').hidden", "true")
	p.is("getComputedStyle(document.getElementById('explorer')).opacity", "1")
	// The source is there only once. A click in it highlights the ranges of the node there.
	p.js("{ const s = document.getElementById('source'), at = s.value.indexOf('j + 1'); s.setSelectionRange(at, at); s.dispatchEvent(new Event('click')); }")
	p.until("[...document.querySelectorAll('#marks .lit')].map(s => s.textContent).join('') === 'j + 1'")
	p.is("document.getElementById('marks').textContent === document.getElementById('source').value", "true")
	p.picture("play")
	p.click("#show-story")
	p.picture("play-story")

	p.set("level", "0", "change")
	p.until("document.getElementById('story').textContent.includes('-O0')")
	p.click("#share")
	p.until("location.hash.length > 10")
	link := p.text("location.href")
	q := open(t, link, 1200, 800)
	q.answered()
	q.is("document.getElementById('source').value", nested)
	q.is("document.getElementById('level').value", "0")
	r := open(t, strings.Split(url, "#")[0]+"#1broken", 1200, 800)
	r.answered()
	r.is("document.getElementById('source').value.length > 0", "true")
}

func TestThePlayground(t *testing.T) { plays(t, serving(t)) }

func TestThePlaygroundWithoutAServer(t *testing.T) {
	if os.Getenv("SON_WASM") == "" {
		t.Skip("SON_WASM is not set: compiling for WebAssembly takes a minute")
	}
	dir := t.TempDir()
	if out, err := exec.Command("go", "run", "github.com/sonjs/son/cmd/son/web", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(files.Close)
	plays(t, files.URL+"/index.html")
}

// TestTheExplorerLivesInThePlayground looks into the frame, which has no origin.
func TestTheExplorerLivesInThePlayground(t *testing.T) {
	p := open(t, serving(t), 1500, 900)
	p.answered()
	// The frame shows the page of son viz, which also works when opened by itself.
	html := p.text("document.getElementById('explorer').srcdoc")
	q := open(t, "file://"+write(t, "frame.html", html), 1200, 800)
	q.is("document.querySelectorAll('g.cell').length > 5", "true")
	q.is("getComputedStyle(document.getElementById('source-pane')).display", "none")
}
