'use strict';
// The explorer of one function. All places are in the page's data; this script replays
// the steps, draws the graph at each, and keeps the panes in sync.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const trace = data.trace, steps = trace.steps, phases = trace.phases;
  const $ = id => document.getElementById(id);
  const make = (name, attrs = {}, text = '') => {
    const e = document.createElement(name);
    for (const k in attrs) e.setAttribute(k, attrs[k]);
    e.textContent = text;
    return e;
  };
  const svg = (name, attrs = {}, text) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const k in attrs) e.setAttribute(k, attrs[k]);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const hidable = ['control', 'memory', 'value', 'const', 'types'];
  const state = { step: steps.length - 1, view: 'blocks', picked: 0, hide: new Set(), found: [], at: -1 };

  // Replay. A copy of the nodes is saved now and then, so that going back is cheap.
  const every = 64, copies = [new Map()];
  function nodesAt(step) {
    let k = Math.min(Math.floor((step + 1) / every), copies.length - 1);
    let nodes = new Map(copies[k]);
    for (let i = k * every; i <= step; i++) {
      for (const id of steps[i].gone || []) nodes.delete(id);
      for (const n of steps[i].nodes || []) nodes.set(n.id, n);
      if ((i + 1) % every === 0 && copies.length === (i + 1) / every) copies.push(new Map(nodes));
    }
    return nodes;
  }

  // The phase that a step belongs to: the first one that has not ended before it.
  const phaseOf = step => { const i = phases.findIndex(p => p.step >= step); return i < 0 ? phases.length - 1 : i; };
  const places = phases.map(p => {
    const m = new Map();
    for (const b of p.blocks) for (const id of [b.head, ...(b.phis || []), ...b.nodes, b.end]) if (id) m.set(id, b.head);
    return m;
  });
  const written = n => n.kind === 'const' || n.kind === 'entry' || n.op === 'Dead';

  let nodes = nodesAt(state.step);
  const layout = () => data[state.view] || data.blocks;

  function operand(id) {
    const n = nodes.get(id);
    if (!n) return [`v${id}?`, 'dim'];
    if (n.kind === 'const') return [n.label, 'const'];
    if (written(n)) return [n.name || n.label, 'name'];
    return [`v${id}`, 't'];
  }

  function words(n) {
    const list = [[`v${n.id}`.padEnd(5), 'dim'], [n.label, 'strong']];
    for (const e of n.in || []) {
      if (e.kind === 'value' && !state.hide.has('value')) {
        const w = operand(e.from);
        if (!(state.hide.has('const') && w[1] === 'const')) list.push([' ', 't'], w);
      }
      if (e.kind === 'memory' && !state.hide.has('memory')) list.push([` @v${e.from}`, 'memtext']);
    }
    if ((n.kind === 'phi' || n.kind === 'memphi') && (n.in || []).length === 2) list.push([' _', 'dim']); // its loop is still open
    if (n.name) list.push([` {${n.name}}`, 'name']);
    return list;
  }

  const shade = n => ({ memphi: 'phi', entry: 'pinned', const: 'pure' })[n.kind] || n.kind;

  // Selects the cell of a node at this moment: if several blocks have room for a node, it
  // is drawn in only one.
  function chooser() {
    const now = places[phaseOf(state.step)] || new Map();
    const first = new Map();
    for (const c of layout().cells) if (!first.has(c.node)) first.set(c.node, c.block);
    return c => (now.has(c.node) && layout().cells.some(x => x.node === c.node && x.block === now.get(c.node)) ? now.get(c.node) : first.get(c.node)) === c.block;
  }

  const line = path => 'M' + path.map(p => p.join(' ')).join('L');
  function arrow(path, cls) {
    const [x, y] = path[path.length - 1];
    return svg('path', { class: cls + 'a', d: `M${x} ${y}L${x - 4} ${y - 7}L${x + 4} ${y - 7}Z` });
  }

  function drawGraph() {
    const l = layout(), now = steps[state.step];
    const changed = new Set((now.nodes || []).map(n => n.id)), gone = new Set(now.gone || []);
    const before = state.step > 0 && gone.size ? nodesAt(state.step - 1) : new Map();
    const root = svg('svg', { width: l.w, height: l.h, viewBox: `0 0 ${l.w} ${l.h}` });
    const live = id => nodes.has(id);
    const cellIn = chooser();
    for (const b of l.loops || []) if (live(b.head)) {
      const [x, y, w, h] = b.at;
      root.append(svg('rect', { class: b.inner ? 'innerloop' : 'loop', x, y, width: w, height: h, rx: 3 }));
    }
    for (const b of l.blocks) if (live(b.head)) {
      const [x, y, w, h] = b.at;
      root.append(svg('rect', { class: b.loop ? 'loopblock' : 'block', x, y, width: w, height: h, rx: 3 }));
      root.append(svg('text', { class: 'title', x: x + 8, y: y + 16 }, blockTitle(b)));
    }
    for (const e of l.edges) if (live(e.from) && live(e.to) && !state.hide.has('control') && leads(e)) {
      const cls = e.back ? 'be' : 'ce';
      root.append(svg('path', { class: cls, d: line(e.path) }), arrow(e.path, cls));
      const to = nodes.get(e.to);
      if (to.op !== 'Proj') continue;
      const first = to.in && nodes.get(to.in[0].from)?.op === 'If' && to.label === 'true'; // away from the label beside it
      root.append(svg('text', { class: 'dim', x: e.path[0][0] + (first ? -5 : 5), y: e.path[0][1] + 12, 'text-anchor': first ? 'end' : 'start' }, to.label));
    }
    const drawn = new Set();
    let above = 0; // the instance of the row above
    for (const c of l.cells) {
      const n = nodes.get(c.node) || (gone.has(c.node) && before.get(c.node));
      if (!n || !cellIn(c)) continue;
      drawn.add(c.node);
      const first = (n.instance || 0) !== above;
      above = n.instance || 0;
      root.append(state.view === 'sea' && data.sea ? box(c, n) : row(c, n, first));
    }
    for (const w of l.wires || []) {
      const n = nodes.get(w.to);
      const e = n && (n.in || []).find(e => e.slot === w.slot && e.from === w.from);
      if (!e || !live(w.from) || state.hide.has(e.kind)) continue;
      const cls = e.kind === 'memory' ? 'me' : 've';
      const p = svg('path', { class: cls, d: line(w.path), 'data-from': w.from, 'data-to': w.to });
      root.append(p, arrow(w.path, cls));
    }
    for (const id of changed) root.querySelector(`[data-node="${id}"]`)?.classList.add('changed');
    for (const id of gone) root.querySelector(`[data-node="${id}"]`)?.classList.add('gone');
    $('graph').replaceChildren(root);
  }

  // An edge exists if control flows along it at this step.
  function leads(e) {
    const to = nodes.get(e.to);
    return (to.in || []).some(x => {
      for (let id = x.from, k = 0; id && k < 3; k++) {
        if (id === e.from) return true;
        const n = nodes.get(id);
        id = n && n.kind === 'control' && n.in && n.op !== 'Region' && n.op !== 'Loop' ? n.in[0].from : 0;
      }
      return false;
    });
  }

  function blockTitle(b) {
    const p = phases[phaseOf(state.step)], s = p && p.blocks.find(x => x.head === b.head);
    return 'block ' + (s ? s.id : 'of v' + b.head) + (b.loop ? ` · head of a loop, depth ${b.depth}` : b.depth ? ` · depth ${b.depth}` : '');
  }

  function cell(c, n) {
    const g = svg('g', { class: 'cell', 'data-node': n.id, tabindex: -1 });
    g.addEventListener('click', ev => { ev.stopPropagation(); pick(n.id); });
    g.append(svg('title', {}, `v${n.id} = ${n.text}\n${trace.ops[n.op] || ''}`));
    return g;
  }

  function put(g, x, y, list) {
    const t = svg('text', { x, y });
    for (const [text, cls] of list) t.append(svg('tspan', { class: cls }, text));
    g.append(t);
  }

  // The callee that a node is of, in place of a call.
  const inside = n => trace.instances && trace.instances[n.instance - 1];

  function row(c, n, first) {
    const [x, y, w, h] = c.at, g = cell(c, n), callee = inside(n);
    if (callee) g.append(svg('rect', { class: 'inst', x: x + 2, y, width: w - 4, height: h }));
    g.append(svg('rect', { class: 'hit', x: x + 2, y: y + 1, width: w - 4, height: h - 1 }), svg('rect', { class: 'bar', x, y: y + 1, width: 4, height: h - 1 }));
    g.append(svg('rect', { class: shade(n), x: x + 5, y: y + 4, width: 9, height: 9, rx: 2 }));
    put(g, x + 20, y + 13, callee && first ? [...words(n), [` · in ${callee.name}`, 'instt']] : words(n));
    if (n.type && n.kind !== 'control' && n.kind !== 'memphi' && !state.hide.has('types')) g.append(svg('text', { class: 'type', x: x + w - 8, y: y + 13, 'text-anchor': 'end' }, n.type));
    return g;
  }

  function box(c, n) {
    const [x, y, w, h] = c.at, g = cell(c, n);
    if (inside(n)) g.append(svg('rect', { class: 'inst', x: x - 4, y: y - 4, width: w + 8, height: h + 8, rx: 3 }));
    g.append(svg('rect', { class: shade(n), x, y, width: w, height: h, rx: 3 }), svg('rect', { class: 'hit', x, y, width: w, height: h, rx: 3 }), svg('rect', { class: 'bar', x: x - 4, y, width: 4, height: h }));
    for (const [slot, at, wired] of c.slots || []) {
      const e = (n.in || []).find(e => e.slot === slot);
      if (!e || state.hide.has(e.kind) || wired && layout().wires.some(v => v.to === n.id && v.slot === slot && v.from === e.from)) continue;
      const [text, cls] = operand(e.from);
      if (state.hide.has('const') && cls === 'const') continue;
      g.append(svg('text', { class: e.kind === 'memory' ? 'memtext' : cls, x: x + at, y: y + 13, 'text-anchor': 'middle' }, text));
    }
    const list = [[`v${n.id} `, 'dim'], [n.label, 'strong']];
    if (n.name) list.push([' ' + n.name, 'name']);
    if (n.type && n.kind !== 'memphi' && !state.hide.has('types')) list.push([' ' + n.type, 'type']);
    if (inside(n)) list.push([` · in ${inside(n).name}`, 'instt']);
    put(g, x + 6, y + h - 6, list);
    return g;
  }

  // Source and output: text in pieces, split wherever a range begins or ends.
  function pieces(pre, text, cuts, chosen) {
    const at = [...new Set([0, text.length, ...cuts])].filter(i => i <= text.length).sort((a, b) => a - b);
    pre.replaceChildren();
    for (let i = 0; i + 1 < at.length; i++) {
      const s = make('span', { 'data-start': at[i], 'data-end': at[i + 1] }, text.slice(at[i], at[i + 1]));
      s.addEventListener('click', () => chosen(at[i]));
      pre.append(s);
    }
  }

  const spanCuts = [];
  for (const s of steps) for (const n of s.nodes || []) if (n.span) spanCuts.push(...n.span);
  const links = (trace.output && trace.output.links) || [];
  pieces($('source'), trace.source.text, spanCuts, at => pick(nodeAt(at)));
  pieces($('output'), trace.output ? trace.output.text : '', links.flatMap(l => l.out), at => {
    const l = links.findLast(l => l.out[0] <= at && at < l.out[1]);
    pick(l ? nodeAt(l.from[0]) : 0);
  });
  $('outcome').textContent = trace.output ? `son opt: ${trace.output.outcome}${trace.output.reason ? ', ' + trace.output.reason : ''}` : '';
  $('structure').textContent = trace.structure ? trace.structure.text + '\n' + trace.structure.notes.map(n => '· ' + n).join('\n') : '';

  // nodeAt is the node with the shortest source range around a position.
  function nodeAt(at) {
    let best = 0, size = Infinity;
    for (const n of nodes.values()) {
      if (n.span && n.span[0] <= at && at < n.span[1] && n.span[1] - n.span[0] < size && !(n.kind === 'const' && size < Infinity)) {
        best = n.id;
        size = n.span[1] - n.span[0];
      }
    }
    return best;
  }

  function drawSchedule() {
    const p = phases[phaseOf(state.step)], pre = $('schedule');
    pre.replaceChildren();
    if (!p) return;
    const last = nodes;
    for (const b of p.blocks) {
      pre.append(make('span', { class: 'row' }, '  '.repeat(b.depth) + `block ${b.id}${b.loop === b.id ? ' (loop)' : ''}${b.succs.length ? ' → ' + b.succs.join(', ') : ''}`));
      let above = 0;
      for (const id of [b.head, ...(b.phis || []), ...b.nodes, b.end]) {
        const n = id && last.get(id);
        if (!n) continue;
        const callee = inside(n), first = (n.instance || 0) !== above;
        above = n.instance || 0;
        const r = make('span', { class: 'row', 'data-node': id }, '  '.repeat(b.depth + 1) + words(n).map(w => w[0]).join('') + (callee && first ? ` · in ${callee.name}` : ''));
        const place = (p.places || []).find(x => x.node === id);
        if (place) r.title = `early: block ${place.early}, late: block ${place.late}, chosen: block ${place.block}\n${place.why}`;
        r.addEventListener('click', () => pick(id));
        pre.append(r);
      }
    }
  }

  function drawStep() {
    const s = steps[state.step], box = $('step');
    box.replaceChildren(make('b', {}, s.kind === 'rule' ? `rule ${s.rule}` : s.kind === 'phase' ? `after ${s.text}` : `${s.kind}: ${s.text}`));
    const add = (cls, text) => box.append(make('div', { class: cls }, text));
    if (s.kind === 'phase') add('why', (phases.find(p => p.step === state.step) || {}).doc || '');
    if (s.rule) add('why', trace.rules[s.rule].doc + '    for example ' + trace.rules[s.rule].example);
    if (s.before) add('was', '− ' + s.before);
    if (s.after) add('is', '+ ' + s.after);
    if (s.types) add('why', 'types: ' + Object.entries(s.types).map(([id, t]) => `v${id} ${t}`).join(', '));
    if (s.gone) add('why', 'removed: ' + s.gone.map(id => 'v' + id).join(' '));
    $('scopes').replaceChildren();
    for (const sc of s.scopes || []) {
      const t = make('table');
      t.append(make('tr', {}));
      t.firstChild.append(make('th', { colspan: 2 }, 'scope ' + sc.title));
      for (const b of sc.names) {
        const n = nodes.get(b.node), r = make('tr');
        r.append(make('td', {}, b.name), make('td', {}, n ? `v${b.node} ${n.label}` : b.node ? `v${b.node} (removed)` : '–'));
        r.addEventListener('click', () => pick(b.node));
        t.append(r);
      }
      $('scopes').append(t);
    }
    $('count').textContent = `step ${state.step + 1} of ${steps.length}`;
    $('slider').value = state.step;
    for (const b of $('phases').children) b.setAttribute('aria-pressed', String(+b.dataset.step === state.step));
  }

  // Underline the source of the nodes of this step.
  function markNew() {
    for (const e of document.querySelectorAll('.made')) e.classList.remove('made');
    const s = steps[state.step];
    if (s.kind === 'phase') return;
    for (const n of s.nodes || []) {
      if (!n.span) continue;
      for (const e of $('source').children) if (+e.dataset.start >= n.span[0] && +e.dataset.end <= n.span[1]) e.classList.add('made');
    }
  }

  // Highlight in every pane what belongs to the picked node.
  function light() {
    for (const e of document.querySelectorAll('.lit, .picked')) e.classList.remove('lit', 'picked');
    const n = nodes.get(state.picked);
    if (!n) return;
    const near = new Set((n.in || []).filter(e => e.kind === 'value').map(e => e.from));
    for (const m of nodes.values()) if ((m.in || []).some(e => e.from === n.id && e.kind === 'value')) near.add(m.id);
    for (const e of document.querySelectorAll('[data-node]')) {
      if (+e.dataset.node === n.id) e.classList.add('picked');
      else if (near.has(+e.dataset.node)) e.classList.add('lit');
    }
    for (const e of document.querySelectorAll('path[data-from]')) if (+e.dataset.from === n.id || +e.dataset.to === n.id) e.classList.add('lit');
    if (!n.span) return;
    const [a, b] = n.span, inside = (s, from, to) => +s.dataset.start >= from && +s.dataset.end <= to && +s.dataset.start < to;
    for (const s of $('source').children) if (inside(s, a, b)) s.classList.add('lit');
    for (const s of $('output').children) {
      if (links.some(l => l.from[0] >= a && l.from[1] <= b && inside(s, l.out[0], l.out[1]))) s.classList.add('lit');
    }
  }

  // A page around this one may show the source itself: it gets messages with the ranges to
  // highlight.
  const framed = document.body.dataset.framed !== undefined;
  function postRanges() {
    if (!framed) return;
    const ranges = cls => Array.from(document.querySelectorAll('#source > .' + cls), e => [+e.dataset.start, +e.dataset.end]);
    parent.postMessage({ lit: ranges('lit'), made: ranges('made') }, '*');
  }
  if (framed) addEventListener('message', ev => {
    if (ev.source === parent && ev.data && typeof ev.data.at === 'number') pick(nodeAt(ev.data.at));
  });

  function pick(id) {
    state.picked = id;
    light();
    postRanges();
    for (const pane of ['graph', 'schedule', 'source', 'output']) {
      ($(pane).querySelector('.picked') || $(pane).querySelector('.lit'))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  function search() {
    const text = $('search').value;
    state.found = [];
    for (const e of document.querySelectorAll('.found')) e.classList.remove('found');
    $('found').textContent = '';
    if (!text) return;
    let re;
    try { re = new RegExp(text, 'i'); } catch (e) { $('found').textContent = 'not a regular expression'; return; }
    const inNode = n => /^v\d+$/.test(text) ? 'v' + n.id === text : re.test(n.op) || re.test(n.label) || re.test(n.name || '');
    for (const n of nodes.values()) if (inNode(n)) state.found.push({ node: n.id });
    steps.forEach((s, i) => { if (s.rule && re.test(s.rule)) state.found.push({ step: i }); });
    for (const f of state.found) if (f.node) document.querySelector(`g[data-node="${f.node}"]`)?.classList.add('found');
    const k = state.found.filter(f => f.node).length;
    $('found').textContent = `${k} nodes, ${state.found.length - k} steps`;
  }

  function nextFound() {
    if (!state.found.length) return;
    state.at = (state.at + 1) % state.found.length;
    const f = state.found[state.at];
    if (f.node) pick(f.node); else { const keep = state.at; go(f.step); state.at = keep; pick(steps[f.step].by || steps[f.step].node); }
  }

  function draw() {
    nodes = nodesAt(state.step);
    drawStep();
    drawGraph();
    drawSchedule();
    markNew();
    search();
    light();
    postRanges();
  }

  function go(step) {
    state.step = Math.max(0, Math.min(steps.length - 1, step));
    const x = $('graph').scrollLeft, y = $('graph').scrollTop;
    draw();
    $('graph').scrollTo(x, y);
  }

  function toPhase(by) {
    const at = phases.map(p => p.step);
    const to = by > 0 ? at.find(s => s > state.step) : at.findLast(s => s < state.step);
    go(to === undefined ? (by > 0 ? steps.length - 1 : 0) : to);
  }

  function theme(dark) { document.documentElement.dataset.theme = dark ? 'dark' : 'light'; }
  const toggleTheme = () => theme(document.documentElement.dataset.theme !== 'dark');
  function view(v) { if (data[v]) { state.view = v; $('view').value = v; draw(); toStart(); } }

  // Center the first block: the space to the left of it may be empty.
  function toStart() {
    const b = layout().blocks[0];
    if (b) $('graph').scrollTo(b.at[0] + b.at[2] / 2 - $('graph').clientWidth / 2, 0);
  }

  $('title').textContent = `${trace.function.name} (${trace.file.split(/[\\/]/).pop()}:${trace.function.line})`;
  $('title').title = trace.file;
  $('about').textContent = `trace version ${trace.version}, -O${trace.options.level}${trace.options.for ? ' --for ' + trace.options.for : ''}${trace.options.assume ? ' --assume ' + trace.options.assume.join() : ''}${trace.merged ? ', some phases merged into one step' : ''}`;
  for (const p of phases) {
    const b = make('button', { type: 'button', 'data-step': p.step, title: p.doc || '' }, p.name);
    b.addEventListener('click', () => go(p.step));
    $('phases').append(b, ' ');
  }
  for (const h of hidable) {
    const l = make('label'), c = make('input', { type: 'checkbox', 'data-hide': h });
    c.checked = true;
    c.addEventListener('change', () => { c.checked ? state.hide.delete(h) : state.hide.add(h); draw(); });
    l.append(c, ' ' + h + ' ');
    $('hide').append(l);
  }
  for (const [cls, text] of [['control', 'control'], ['phi', 'phi'], ['effect', 'has an effect'], ['read', 'reads memory'], ['pure', 'pure, floats'], ['pinned', 'pinned, no effect'], ...(trace.instances ? [['inst', 'of a callee, inlined']] : [])]) {
    const box = svg('svg', { width: 10, height: 10 });
    box.append(svg('rect', { class: cls, x: .5, y: .5, width: 9, height: 9, rx: 2 }));
    const item = make('span');
    item.append(box, ' ' + text);
    $('legend').append(item);
  }
  if (!data.sea) $('view').querySelector('[value=sea]').disabled = true;
  $('slider').max = steps.length - 1;
  $('slider').addEventListener('input', () => go(+$('slider').value));
  $('back').addEventListener('click', () => go(state.step - 1));
  $('next').addEventListener('click', () => go(state.step + 1));
  $('view').addEventListener('change', () => view($('view').value));
  $('search').addEventListener('input', () => { state.at = -1; search(); });
  $('theme').addEventListener('click', toggleTheme);
  $('graph').addEventListener('click', () => pick(0));
  document.addEventListener('keydown', ev => {
    if (ev.target === $('search')) {
      if (ev.key === 'Enter') nextFound();
      if (ev.key === 'Escape') $('search').blur();
      return;
    }
    if (ev.ctrlKey || ev.metaKey || ev.altKey || ev.target === $('view')) return;
    const keys = {
      ArrowLeft: () => ev.shiftKey ? toPhase(-1) : go(state.step - 1),
      ArrowRight: () => ev.shiftKey ? toPhase(1) : go(state.step + 1),
      Home: () => go(0), End: () => go(steps.length - 1),
      '/': () => $('search').focus(), b: () => view('blocks'), s: () => view('sea'), d: toggleTheme,
      Escape: () => pick(0), n: nextFound,
    };
    if (keys[ev.key]) { keys[ev.key](); ev.preventDefault(); }
  });
  theme(matchMedia('(prefers-color-scheme: dark)').matches);
  draw();
  toStart();
})();
