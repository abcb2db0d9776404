package viz

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/viz/internal/tracetest"
)

// document is as much of a browser's document as the explorer's script uses.
const document = `
class Element {
  constructor(name) { this.name = name; this.attrs = {}; this.children = []; this.dataset = {}; this.on = {}; this.value = ''; this.own = ''; }
  setAttribute(k, v) {
    this.attrs[k] = String(v);
    if (k.startsWith('data-')) this.dataset[k.slice(5)] = String(v);
  }
  get classes() { return (this.attrs.class || '').split(' ').filter(c => c); }
  get classList() {
    return { add: (...cs) => { this.attrs.class = [...new Set([...this.classes, ...cs])].join(' '); },
      remove: (...cs) => { this.attrs.class = this.classes.filter(c => !cs.includes(c)).join(' '); } };
  }
  get textContent() { return this.own + this.children.map(c => c.textContent).join(''); }
  set textContent(s) { this.own = String(s); this.children = []; }
  get firstChild() { return this.children[0]; }
  append(...list) {
    for (const x of list) {
      let c = x;
      if (typeof x === 'string') { c = new Element('#text'); c.own = x; }
      this.children.push(c);
    }
  }
  replaceChildren(...list) { this.own = ''; this.children = []; this.append(...list); }
  addEventListener(type, f) { this.on[type] = f; }
  scrollTo() {}
  scrollIntoView() {}
  *all() { for (const c of this.children) { yield c; yield* c.all(); } }
  is(s) {
    const m = /^([a-z]*)((?:\.[a-z]+)?)((?:\[[^\]]*\])?)$/.exec(s.trim());
    if (!m) throw new Error('selector ' + s);
    if (m[1] && this.name !== m[1] || m[2] && !this.classes.includes(m[2].slice(1))) return false;
    if (!m[3]) return true;
    const [key, value] = m[3].slice(1, -1).split('=');
    return key in this.attrs && (value === undefined || this.attrs[key] === value.replace(/"/g, ''));
  }
  querySelectorAll(s) { return [...this.all()].filter(e => s.split(',').some(p => e.is(p))); }
  querySelector(s) { return this.querySelectorAll(s)[0] || null; }
}
var body = new Element('body'), byId = {}, keys;
var document = {
  body, documentElement: new Element('html'),
  getElementById: id => byId[id],
  createElement: n => new Element(n), createElementNS: (_, n) => new Element(n),
  querySelector: s => body.querySelector(s), querySelectorAll: s => body.querySelectorAll(s),
  addEventListener: (_, f) => { keys = f; },
};
var matchMedia = () => ({ matches: false });
for (const id of IDS) { byId[id] = new Element('div'); byId[id].attrs.id = id; body.append(byId[id]); }
const sea = new Element('option');
sea.attrs.value = 'sea';
byId.view.append(sea);
byId.data.textContent = DATA;
const press = key => keys({ key, target: body, preventDefault() {} });
const seen = [];
const look = what => seen.push({ what, tinted: byId.graph.querySelectorAll('.inst').length, graph: byId.graph.textContent, schedule: byId.schedule.textContent });
(function (uncaught) { return JSON.stringify({ seen, uncaught, legend: byId.legend.textContent }); })`

// tour shows both views at the end of each phase.
const tour = `
for (const button of byId.phases.querySelectorAll('button')) {
  button.on.click();
  press('b'); look(button.textContent + ' blocks');
  press('s'); look(button.textContent + ' sea');
}
for (const c of byId.graph.querySelectorAll('.cell')) c.on.click({ stopPropagation() {} });
press('Home'); look('first'); press('End');`

// explore runs the script of a page and returns what the panes show.
func explore(t *testing.T, page string) (got struct {
	Seen []struct {
		What, Graph, Schedule string
		Tinted                int
	}
	Uncaught, Legend string
}) {
	t.Helper()
	var ids []string
	for _, m := range regexp.MustCompile(`id="([a-z-]+)"`).FindAllStringSubmatch(page, -1) {
		ids = append(ids, m[1])
	}
	list, err := json.Marshal(ids)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(pageData.FindStringSubmatch(page)[1])
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(page[strings.Index(page, `id="data"`):], "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	prelude := strings.NewReplacer("IDS", string(list), "DATA", string(data)).Replace(document)
	if err := json.Unmarshal([]byte(enginetest.Run(t, prelude, script+tour)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Uncaught != "" || len(got.Seen) == 0 {
		t.Fatalf("the script of the page throws %q", got.Uncaught)
	}
	return got
}

// In the page, too, the nodes of a callee are tinted, and its name stands at the first of them.
func TestTheExplorerShowsCallees(t *testing.T) {
	got := explore(t, page(t, tracetest.With(t, inlined, tracetest.Options{Level: 2})))
	if !strings.Contains(got.Legend, "of a callee, inlined") {
		t.Errorf("the legend is %q", got.Legend)
	}
	for _, v := range got.Seen {
		if v.What == "first" {
			continue
		}
		if v.Tinted < 3 {
			t.Errorf("%s: %d tinted nodes", v.What, v.Tinted)
		}
		for _, name := range []string{"sign", "twice", "next"} {
			if !strings.Contains(v.Graph, "· in "+name) {
				t.Errorf("%s: the graph does not name %s: %s", v.What, name, v.Graph)
			}
			if !strings.Contains(v.Schedule, "· in "+name) {
				t.Errorf("%s: the schedule does not name %s: %s", v.What, name, v.Schedule)
			}
		}
	}
	for _, v := range explore(t, page(t, tracetest.Of(t, inlined))).Seen {
		if v.Tinted > 0 || strings.Contains(v.Graph+v.Schedule, "· in ") {
			t.Errorf("%s: there are callees at -O1", v.What)
		}
	}
}
