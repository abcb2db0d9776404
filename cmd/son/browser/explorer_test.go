//go:build browser

package browser

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const nested = `function f(arg) {
  let sum = 0;
  let i = 0;
  while (i < arg) {
    i = i + 1;
    let j = 0;
    while (j < arg) {
      sum = sum + j;
      j = j + 1;
    }
  }
  return sum;
}
`

func explorer(t *testing.T) *page {
	t.Helper()
	return open(t, made(t, "viz", write(t, "in.js", nested), "--all-phis", "-f", "html"), 1500, 900)
}

// step is the step that the page shows.
func (p *page) step() int {
	n, err := strconv.Atoi(p.text("document.getElementById('slider').value"))
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

func TestAConstructionIsSteppedThrough(t *testing.T) {
	p := explorer(t)
	p.key(kb.Home)
	p.is("document.getElementById('count').textContent.startsWith('step 1 of ')", "true")
	seen := map[string]bool{}
	words := []string{"scope: loop opened", "made: eager phi", "scope: loop tested", "scope: back edge closed", "replaced: useless phi removed", "after build"}
	nodes := "document.querySelectorAll('g.cell').length"
	most := 0
	for range 400 {
		text := p.text("document.getElementById('step').textContent")
		for _, w := range words {
			if strings.HasPrefix(text, w) && !seen[w] {
				seen[w] = true
				p.picture("step-" + strings.ReplaceAll(w, " ", "-"))
			}
		}
		if strings.HasPrefix(text, "made:") && strings.Contains(text, "= Add") && p.text("document.querySelectorAll('#source .made').length") == "0" {
			t.Errorf("nothing is underlined at %q", text)
		}
		if n, err := strconv.Atoi(p.text(nodes)); err == nil {
			most = max(most, n)
		}
		if seen["after build"] {
			break
		}
		p.click("#next")
	}
	for _, w := range words {
		if !seen[w] {
			t.Errorf("no step %q", w)
		}
	}
	p.key(kb.Home)
	if n := p.text(nodes); n == strconv.Itoa(most) || most < 15 {
		t.Errorf("%s nodes at first, %d at most", n, most)
	}
	at := p.step()
	p.key(kb.ArrowRight)
	p.key(kb.ArrowRight)
	p.key(kb.ArrowLeft)
	if p.step() != at+1 {
		t.Errorf("two steps forward and one back from %d is %d", at, p.step())
	}
	p.key(kb.End)
	p.is("document.getElementById('step').textContent.startsWith('after builtin-caching')", "true")
}

// A picked node highlights its source and its output, whichever pane it is picked in.
func TestTheSameRangesAreHighlighted(t *testing.T) {
	p := explorer(t)
	lit := func(pane string) string {
		return p.text("[...document.querySelectorAll('#" + pane + " .lit')].map(e => e.textContent).join('')")
	}
	id := p.text("JSON.parse(document.getElementById('data').textContent).trace.steps.flatMap(s => s.nodes || []).findLast(n => n.label === 'Add' && n.name !== 'i' && n.span).id")
	p.click("g.cell[data-node='" + id + "'] text")
	source, output := lit("source"), lit("output")
	if !strings.HasPrefix(source, "sum + j") && !strings.HasPrefix(source, "j + 1") && !strings.HasPrefix(source, "sum = sum + j") || strings.TrimSpace(output) == "" {
		t.Fatalf("lit are %q of the source and %q of the output", source, output)
	}
	if !strings.Contains(source, strings.TrimSpace(output)) && !strings.Contains(output, source) {
		t.Errorf("%q became %q", source, output)
	}
	p.is("document.querySelectorAll('#graph .picked').length", "1")
	p.is("document.querySelector('#schedule .picked').dataset.node", id)
	p.picture("picked")
	p.key(kb.Escape)
	p.is("document.querySelectorAll('.lit, .picked').length", "0")
	p.js(`[...document.querySelectorAll('#schedule .row')].find(e => e.dataset.node === '` + id + `').click()`)
	if lit("source") != source || lit("output") != output {
		t.Errorf("picked in the schedule: %q and %q", lit("source"), lit("output"))
	}
	p.key(kb.Escape)
	p.js(`[...document.querySelectorAll('#source span')].find(e => e.textContent.includes('sum + j') || e.textContent === 'sum').click()`)
	p.is("document.querySelectorAll('#graph .picked').length", "1")
}

func TestSearchFinds(t *testing.T) {
	p := explorer(t)
	p.key("/")
	p.is("document.activeElement.id", "search")
	p.set("search", "", "input") // a simulated key types its letter even if the page prevents that
	p.types("Phi")
	p.is("document.querySelectorAll('g.found').length > 2", "true")
	p.types(kb.Enter)
	first := p.text("document.querySelector('#graph .picked').dataset.node")
	p.types(kb.Enter)
	if second := p.text("document.querySelector('#graph .picked').dataset.node"); second == first {
		t.Error("Enter stays at the first node")
	}
	p.picture("search")
	p.set("search", "(", "input")
	p.is("document.getElementById('found').textContent", "not a regular expression")
}

func TestMemoryEdgesAreHidden(t *testing.T) {
	p := explorer(t)
	p.set("view", "sea", "change")
	edges := func(class string) string {
		return p.text("document.querySelectorAll('#graph path." + class + "').length")
	}
	if edges("ve") == "0" {
		t.Fatal("no values are drawn")
	}
	values, memory := edges("ve"), p.text("document.querySelectorAll('#graph path.me, #graph .memtext').length")
	p.picture("sea")
	if memory == "0" {
		t.Error("no memory is drawn")
	}
	p.click("input[data-hide=memory]")
	p.is("document.querySelectorAll('#graph path.me, #graph .memtext').length", "0")
	if edges("ve") != values {
		t.Error("values are hidden with memory")
	}
	p.click("input[data-hide=memory]")
	p.is("document.querySelectorAll('#graph path.me, #graph .memtext').length", memory)
}

// places are the places of all nodes that the page shows.
func (p *page) places() map[string]string {
	var out map[string]string
	text := p.text(`JSON.stringify(Object.fromEntries([...document.querySelectorAll('g.cell')].map(g => { const r = g.querySelector('.hit'); return [g.dataset.node, r.getAttribute('x') + ' ' + r.getAttribute('y')]; })))`)
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		p.t.Fatal(err)
	}
	return out
}

func TestNodesKeepTheirPlaces(t *testing.T) {
	p := explorer(t)
	for _, view := range []string{"b", "s"} {
		p.key(view)
		after := map[string]map[string]string{}
		for _, phase := range []string{"build", "rules", "dce"} {
			p.js(`[...document.querySelectorAll('#phases button')].find(b => b.textContent === '` + phase + `').click()`)
			p.is("document.getElementById('step').textContent.startsWith('after "+phase+"')", "true")
			after[phase] = p.places()
		}
		both := 0
		for id, at := range after["build"] {
			if to, ok := after["rules"][id]; ok {
				both++
				if at != to {
					t.Errorf("view %s: v%s moves from %s to %s", view, id, at, to)
				}
			}
		}
		if both < 10 || len(after["rules"]) == 0 {
			t.Errorf("view %s: %d nodes are in both phases", view, both)
		}
	}
}

func TestLightAndDark(t *testing.T) {
	p := explorer(t)
	was := p.text("getComputedStyle(document.body).backgroundColor")
	p.key("d")
	if is := p.text("getComputedStyle(document.body).backgroundColor"); is == was {
		t.Errorf("%s stays", was)
	}
	p.picture("dark")
}

func TestDifferencesAreShown(t *testing.T) {
	p := open(t, made(t, "diff", write(t, "in.js", nested), "--fn", "f", "--from", "build", "--to", "rules", "-f", "html"), 1400, 900)
	p.is("document.querySelectorAll('#side-a, #side-b').length", "2")
	p.is("document.querySelector('h1').textContent", "f after build and f after rules")
	p.picture("diff")
}
