// The worker runs one test a line: a request in on standard input, an answer out
// on standard output. Each run has a context of its own. argv[2] is the checkout.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { types } from "node:util";
import v8 from "node:v8";
import vm from "node:vm";

const checkout = process.argv[2];
const asyncLimit = +process.argv[3]; // ms an asynchronous test has to report
const logged = 400; // calls whose text is sent back on request
const counted = 20000; // calls that go into the hash

process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});

const newContext = () => vm.createContext(vm.constants?.DONT_CONTEXTIFY ?? {});
const globalOf = (context) => vm.runInContext("globalThis", context);
const builtin = new Set(Reflect.ownKeys(globalOf(newContext())));

// --- The host ---------------------------------------------------------------

// natives evaluates text that may name V8's own functions. V8 may compile it
// again at any call, so that the syntax is admitted while f runs, and only then.
function natives(f) {
  v8.setFlagsFromString("--allow-natives-syntax");
  try {
    return f();
  } finally {
    v8.setFlagsFromString("--no-allow-natives-syntax");
  }
}

function install262(context, importer) {
  const global = globalOf(context);
  const host = {
    global,
    agent: undefined,
    gc: () => globalThis.gc?.(),
    IsHTMLDDA: natives(() => new Function("return %GetUndetectable()")()),
    createRealm: () => install262(newContext(), importer),
    detachArrayBuffer: (buffer) => natives(() => (new Function("b", "%ArrayBufferDetach(b)")(buffer), null)),
    evalScript: (text) => vm.runInContext(String(text), context, { filename: "evalScript", displayErrors: false, importModuleDynamically: importer }),
  };
  define(global, "$262", host);
  return host;
}

function define(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, configurable: true, enumerable: false });
}

const texts = new Map(); // of files beside the tests
function textOf(file) {
  let text = texts.get(file);
  if (text === undefined) texts.set(file, (text = fs.readFileSync(file, "utf8")));
  return text;
}

const helpers = new Map(); // of the harness, compiled
function helper(name) {
  let h = helpers.get(name);
  if (!h) {
    const text = fs.readFileSync(path.join(checkout, "harness", name), "utf8");
    helpers.set(name, (h = { script: new vm.Script(text, { filename: "harness/" + name }), host: text.includes("$262") }));
  }
  return h;
}

// --- The trace --------------------------------------------------------------

// watch makes the harness's assertion functions report their calls. It runs
// before the test, which may tamper with what it uses.
const watch = new vm.Script(`(function (note, names) {
  "use strict";
  const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const own = ["prototype", "length", "name", "arguments", "caller"];
  const watched = (name, f) => {
    const g = function () {
      note(name, arguments[0], arguments[1]);
      return apply(f, this, arguments);
    };
    for (const key of ownKeys(f)) {
      if (own.includes(key)) continue;
      const d = getOwnPropertyDescriptor(f, key);
      if (typeof key === "string" && key[0] !== "_" && typeof d.value === "function") d.value = watched(name + "." + key, d.value);
      defineProperty(g, key, d);
    }
    return g;
  };
  for (const name of names) {
    const d = getOwnPropertyDescriptor(globalThis, name);
    if (d && d.writable && typeof d.value === "function") globalThis[name] = watched(name, d.value);
  }
})`);
const assertion = /^(assert\w*|verify\w*|compareArray|check\w*|testWith\w*|asyncTest|\$DONE)$/;

// shown is a primitive value as text; of an object it says no more than that it
// is one: what an object shows may run code of the test.
function shown(x) {
  switch (typeof x) {
    case "string":
      return JSON.stringify(x.length > 200 ? x.slice(0, 200) + "…" + x.length : x);
    case "number":
      return Object.is(x, -0) ? "-0" : String(x);
    case "bigint":
      return x + "n";
    case "object":
      return x === null ? "null" : "object";
    case "boolean":
      return String(x);
  }
  return typeof x;
}

class Hash {
  value = 0x811c9dc5;
  add(s) {
    for (let i = 0; i < s.length; i++) this.value = Math.imul(this.value ^ s.charCodeAt(i), 0x01000193);
  }
}

// hide gives all functions that are not native the same text. It runs before the
// harness.
const hide = new vm.Script(`(function (note) {
  "use strict";
  const { apply, defineProperty } = Reflect;
  const { toString } = Function.prototype, { endsWith } = String.prototype;
  const hidden = {
    toString() {
      const text = apply(toString, this, []);
      if (apply(endsWith, text, ["[native code] }"])) return text;
      note();
      return "function () { [native code] }";
    },
  };
  defineProperty(Function.prototype, "toString", { value: hidden.toString });
})`);

// kindOf says what a function shows without running code of the test.
function kindOf(f) {
  const own = (key) => Reflect.getOwnPropertyDescriptor(f, key)?.value;
  return types.isProxy(f) ? "function" : `function ${shown(own("name"))} ${shown(own("length"))}`;
}

// madeBy lists what a test put on the global object.
function madeBy(global) {
  const out = [];
  for (const key of Reflect.ownKeys(global)) {
    const d = builtin.has(key) ? undefined : Reflect.getOwnPropertyDescriptor(global, key);
    if (!d) continue;
    const flags = (d.configurable ? "c" : "") + (d.enumerable ? "e" : "") + (d.writable ? "w" : "");
    out.push(`${String(key)} ${flags} ${"value" in d ? typeof d.value === "function" ? kindOf(d.value) : shown(d.value) : "accessor"}`);
  }
  return out.sort();
}

function described(error) {
  try {
    if (error === null || (typeof error !== "object" && typeof error !== "function")) return "thrown " + String(error).slice(0, 240);
    const name = typeof error.name === "string" && error.name ? error.name : error.constructor?.name;
    return `${String(name)}: ${String(error.message).slice(0, 240)}`;
  } catch {
    return "thrown: something without a description";
  }
}

// --- Running ----------------------------------------------------------------

// modules is the loader of one run. The test itself is known under its own
// path: one that imports itself meets the text that runs.
function modules(context, self, code) {
  const made = new Map(), linking = new Map();
  const at = (file, attributes) => {
    let m = made.get(file);
    if (m) return m;
    const text = file === self ? code : textOf(file);
    if (attributes?.type === "json") {
      const value = vm.runInContext("JSON.parse", context)(text);
      m = new vm.SyntheticModule(["default"], function () { this.setExport("default", value); }, { context, identifier: file });
    } else {
      m = new vm.SourceTextModule(text, { context, identifier: file, importModuleDynamically: load });
    }
    made.set(file, m);
    return m;
  };
  const beside = (from, name) => path.resolve(path.dirname(from), String(name));
  const link = (m) => {
    if (!linking.has(m)) {
      linking.set(m, m.status === "unlinked"
        ? m.link((name, from, extra) => at(beside(from.identifier, name), extra?.attributes ?? extra?.assert))
        : Promise.resolve());
    }
    return linking.get(m);
  };
  const load = async (name, from, attributes) => {
    const m = at(beside(from?.identifier ?? self, name), attributes);
    if (m.status === "unlinked" || m.status === "linking") await link(m);
    await m.evaluate();
    return m;
  };
  const run = async () => {
    const m = at(self);
    await link(m);
    await m.evaluate();
  };
  return { load, run };
}

async function run(r) {
  const context = newContext(), global = globalOf(context);
  const self = path.join(checkout, "test", r.path);
  const { load, run: runModule } = modules(context, self, r.code);
  const hash = new Hash(), log = [];
  let calls = 0, texts = 0;
  const note = (name, x, y) => {
    if (++calls > counted) return;
    const line = `${name} ${shown(x)} ${shown(y)}`;
    hash.add(line + "\n");
    if (r.verbose && log.length < logged) log.push(line.slice(0, 160));
  };

  let report, wake;
  const reported = new Promise((done) => { wake = done; });
  try {
    const names = r.raw ? [] : ["assert.js", "sta.js", ...(r.async ? ["doneprintHandle.js"] : []), ...(r.includes ?? [])];
    if (r.async) {
      define(global, "print", (...words) => {
        const line = words.map(String).join(" ");
        if (line.startsWith("Test262:AsyncTestFailure")) report = line;
        else if (line === "Test262:AsyncTestComplete") report ??= "";
        else return;
        wake();
      });
    }
    if (r.code.includes("$262") || names.some((x) => helper(x).host)) install262(context, load);
    if (r.hide) hide.runInContext(context)(() => { texts++; });
    for (const x of names) helper(x).script.runInContext(context, { displayErrors: false });
    watch.runInContext(context)(note, Reflect.ownKeys(global).filter((k) => typeof k === "string" && !builtin.has(k) && assertion.test(k)));
  } catch (e) {
    return { state: "fail", detail: "harness: " + described(e) };
  }

  let threw = false, error;
  try {
    if (r.module) {
      await runModule();
    } else {
      const o = { filename: self, displayErrors: false };
      if (/\bimport\b/.test(r.code)) o.importModuleDynamically = (name, _, attributes) => load(name, null, attributes);
      vm.runInContext(r.code, context, o);
    }
  } catch (e) {
    threw = true;
    error = e;
  }

  let detail = "", silent = false;
  if (r.throws) {
    let kind;
    try { kind = error.constructor.name; } catch {}
    if (!threw) detail = `expected a ${r.throws}`;
    else if (kind !== r.throws) detail = `expected a ${r.throws}, got ${described(error)}`;
  } else if (threw) {
    detail = described(error) || "thrown";
  } else if (r.async) {
    let timer;
    if (report === undefined) await Promise.race([reported, new Promise((done) => { timer = setTimeout(done, asyncLimit); })]);
    clearTimeout(timer);
    await new Promise((done) => setImmediate(done)); // a second report, of a failure, still counts
    silent = report === undefined;
    if (silent) detail = "$DONE was never called";
    else if (report) detail = report.slice(0, 300);
  }

  const answer = { state: silent ? "timeout" : detail ? "fail" : "pass", detail, calls, trace: hash.value >>> 0, globals: 0, texts };
  try {
    const list = madeBy(global), h = new Hash();
    h.add(list.join("\n"));
    answer.globals = h.value >>> 0;
    if (r.verbose) answer.made = list;
  } catch {} // a proxy as the global's prototype, say: nothing to compare
  if (r.verbose) answer.log = log;
  return answer;
}

function say(o) {
  let b = Buffer.from(JSON.stringify(o) + "\n");
  while (b.length) {
    try {
      b = b.subarray(fs.writeSync(1, b));
    } catch (e) {
      if (e.code !== "EAGAIN") throw e;
    }
  }
}

for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) say(await run(JSON.parse(line)));
