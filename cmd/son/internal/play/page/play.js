(() => {
  'use strict';
  const $ = id => document.getElementById(id);
  const examples = { // the first one is shown initially
    'constants in a loop': 'function seconds(days) {\n  const MINUTE = 60, HOUR = 60 * MINUTE;\n  const DEBUG = false;\n  let total = 0;\n  for (let i = 0; i < days.length; i++) {\n    if (DEBUG) console.log(days[i]);\n    total = total + days[i] * HOUR * 24;\n  }\n  return total;\n}\n',
    'loop with two variables': 'function sum(n) {\n  let total = 0;\n  let i = 0;\n  while (i < n) {\n    total = total + i;\n    i = i + 1;\n  }\n  return total;\n}\n',
    'nested loops': 'function f(arg) {\n  let sum = 0;\n  let i = 0;\n  while (i < arg) {\n    i = i + 1;\n    let j = 0;\n    while (j < arg) {\n      sum = sum + j;\n      j = j + 1;\n    }\n  }\n  return sum;\n}\n',
    'constants': 'function left(days, hours) {\n  const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;\n  const DEBUG = false;\n  if (DEBUG) console.log(days);\n  return days * DAY + hours * HOUR;\n}\n',
    'what prevents hoisting': 'function f(a, b, n) {\n  let s = 0;\n  for (let i = 0; i < n; i++) {\n    s = s + (a * b);   // may run code: a and b may be objects\n  }\n  return s * 1;\n}\n',
    'closures': 'function counters(n) {\n  const all = [];\n  for (let i = 0; i < n; i++) {\n    let calls = 0;\n    all.push(() => { calls = calls + 1; return i + calls; });\n  }\n  return all;\n}\n',
    'switch and labels': 'function next(text, i) {\n  outer: for (;;) {\n    switch (text[i]) {\n      case " ": case "\\n": i++; continue outer;\n      case "": return -1;\n      default: break outer;\n    }\n  }\n  return i;\n}\n',
    'try and finally': 'function read(open) {\n  let result = null;\n  try {\n    result = open();\n  } catch (e) {\n    result = e;\n  } finally {\n    open.count++;\n  }\n  return result;\n}\n',
  };
  const fields = { language: $('language'), kind: $('kind'), level: $('level'), for: $('for'), function: $('function') };
  const boxes = assumptions.map(a => {
    const l = document.createElement('label'), b = document.createElement('input');
    b.type = 'checkbox';
    b.value = a.name;
    b.addEventListener('change', () => soon(0));
    l.title = a.doc;
    l.append(' ', b, ' ' + a.name);
    $('assume').append(l);
    return b;
  });
  let begins = 0; // where the function that is shown begins in the program
  let number = 0, pending = null, timer = 0, wanted = '';

  function request() {
    return { source: $('source').value, language: fields.language.value, kind: fields.kind.value,
      level: +fields.level.value, for: fields.for.value, function: wanted, allPhis: $('all-phis').checked,
      assume: boxes.filter(b => b.checked).map(b => b.value) };
  }

  // All of it is in the fragment of the address, which is never sent to a server.
  const encode = text => btoa(Array.from(new TextEncoder().encode(text), b => String.fromCharCode(b)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const decode = text => new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0)));
  const link = () => location.href.split('#')[0] + '#1' + encode(JSON.stringify(request()));

  function fromLink() {
    if (!location.hash.startsWith('#1')) return false;
    try {
      const r = JSON.parse(decode(location.hash.slice(2)));
      $('source').value = String(r.source);
      for (const k of ['language', 'kind', 'level', 'for']) if ([...fields[k].options].some(o => o.value === String(r[k]))) fields[k].value = String(r[k]);
      $('all-phis').checked = !!r.allPhis;
      for (const b of boxes) b.checked = (r.assume || []).includes(b.value);
      wanted = String(r.function || '');
      return true;
    } catch (e) {
      complain('This link contains no program: it was truncated, or is not from this page.');
      return false;
    }
  }

  function complain(text) {
    $('error').textContent = text;
    $('error').hidden = !text;
  }

  // The program is on the page only once: the ranges that the explorer highlights are
  // marked on a layer below the text.
  function mark(lit, made) {
    const text = $('source').value, at = [...new Set([...lit, ...made].flat())].map(i => begins + i).sort((a, b) => a - b);
    const covers = (ranges, i) => ranges.some(r => begins + r[0] <= i && i < begins + r[1]);
    $('marks').replaceChildren();
    if (!at.length) return;
    [0, ...at].forEach((from, k) => {
      const s = document.createElement('span');
      s.textContent = text.slice(from, k < at.length ? at[k] : text.length);
      if (k && covers(lit, from)) s.classList.add('lit');
      if (k && covers(made, from)) s.classList.add('made');
      $('marks').append(s);
    });
    follow();
  }

  function follow() {
    $('marks').scrollTop = $('source').scrollTop;
    $('marks').scrollLeft = $('source').scrollLeft;
  }

  function list(functions, shown) {
    const s = fields.function;
    s.replaceChildren();
    for (const f of functions) {
      const o = document.createElement('option');
      o.value = f.at;
      o.textContent = f.at === 'top' ? f.name : `${f.name} ${f.at}`;
      s.append(o);
    }
    if (shown) s.value = shown;
  }

  async function run() {
    const mine = ++number, started = performance.now();
    if (pending) pending.abort();
    pending = new AbortController();
    $('status').textContent = 'working…';
    let a;
    try {
      a = await ask.tell(request(), pending.signal);
    } catch (e) {
      if (mine !== number) return;
      a = { error: e instanceof TypeError ? 'The server does not answer: is son serve still running?' : String(e.message || e), functions: null };
    }
    if (mine !== number) return; // outdated by a newer request
    $('status').textContent = `${Math.round(performance.now() - started)} ms`;
    complain(a.error || '');
    for (const id of ['explorer', 'story']) $(id).classList.toggle('old', !!a.error);
    begins = a.offset || 0;
    if (a.error) mark([], []);
    if (a.functions && a.functions.length) list(a.functions, a.function);
    if (a.html) $('explorer').srcdoc = a.html;
    if (a.story !== undefined) $('story').textContent = a.story;
    document.body.dataset.answers = mine;
  }

  function soon(wait) {
    clearTimeout(timer);
    timer = setTimeout(run, wait);
  }

  function show(story) {
    $('story').hidden = !story;
    $('explorer').hidden = story;
    $('show-story').setAttribute('aria-pressed', String(story));
    $('show-graph').setAttribute('aria-pressed', String(!story));
  }

  for (const name in examples) {
    const o = document.createElement('option');
    o.textContent = o.value = name;
    $('example').append(o);
  }
  $('example').addEventListener('change', () => {
    const text = examples[$('example').value];
    if (text === undefined) return;
    $('source').value = text;
    wanted = '';
    soon(0);
  });
  $('source').addEventListener('input', () => { mark([], []); soon(350); });
  $('source').addEventListener('scroll', follow);
  $('source').addEventListener('click', () => {
    const at = $('source').selectionStart - begins;
    if (at >= 0 && $('source').selectionEnd === $('source').selectionStart) $('explorer').contentWindow.postMessage({ at }, '*');
  });
  addEventListener('message', ev => {
    if (ev.source === $('explorer').contentWindow && ev.data && Array.isArray(ev.data.lit) && Array.isArray(ev.data.made)) mark(ev.data.lit, ev.data.made);
  });
  $('source').addEventListener('keydown', e => {
    if (e.key !== 'Tab' || e.shiftKey || e.ctrlKey || e.altKey) return;
    e.preventDefault();
    $('source').setRangeText('  ', $('source').selectionStart, $('source').selectionEnd, 'end');
    soon(350);
  });
  for (const id of ['level', 'for', 'language', 'kind', 'all-phis']) $(id).addEventListener('change', () => soon(0));
  fields.function.addEventListener('change', () => { wanted = fields.function.value; soon(0); });
  $('share').addEventListener('click', async () => {
    const to = link();
    history.replaceState(null, '', to);
    try {
      await navigator.clipboard.writeText(to);
      $('status').textContent = 'the link is copied';
    } catch (e) {
      $('status').textContent = 'the link is in the address bar';
    }
  });
  $('explorer').addEventListener('load', () => { document.body.dataset.shown = +(document.body.dataset.shown || 0) + 1; });
  $('show-graph').addEventListener('click', () => show(false));
  $('show-story').addEventListener('click', () => show(true));
  addEventListener('hashchange', () => { if (fromLink()) soon(0); });
  if (!fromLink()) $('source').value = Object.values(examples)[0];
  run();
})();
