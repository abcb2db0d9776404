// The prelude runs before every program, in every engine. It records what the
// program does as a list of strings and gives the program values that make
// optimizers wrong. It hands back a function that ends the record.
(() => {
"use strict";
const G = globalThis;
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { isArray } = Array, isNaN = Number.isNaN, objectIs = Object.is;
const toStr = String, NativeProxy = Proxy, NativeError = Error;
const hasOwn = (o, k) => getOwnPropertyDescriptor(o, k) !== undefined;
const tagOf = Function.prototype.call.bind(Object.prototype.toString);
const MAX_EVENTS = 4000, MAX_TEXT = 300, FUEL = 100;
const events = [];
const ids = new Map();
const proxies = new WeakSet();
const open = new Set(); // objects being shown
let left = FUEL, resource = "";

// ---- formatting -------------------------------------------------------------

const hex = (n) => n.toString(16).padStart(4, "0");
function quote(s) {
  let cut = "";
  if (s.length > MAX_TEXT) {
    let h = 0;
    for (let i = 0; i < s.length && i < 20000; i++) h = (Math.imul(h, 31) + s.charCodeAt(i)) | 0;
    cut = "...(" + s.length + "," + h + ")";
    s = s.slice(0, 60);
  }
  let out = '"';
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c === 34 || c === 92) out += "\\" + s[i];
    else if (c < 32 || c > 126) out += "\\u" + hex(c);
    else out += s[i];
  }
  return out + '"' + cut;
}

function identity(o) {
  let id = ids.get(o);
  if (id === undefined) ids.set(o, id = ids.size + 1);
  return "#" + id;
}

function key(k) {
  return typeof k === "symbol" ? "[" + toStr(k) + "]" : /^[\w$]+$/.test(k) ? k : quote(k);
}

function dataValue(o, k) {
  const d = getOwnPropertyDescriptor(o, k);
  return d !== undefined && hasOwn(d, "value") ? d.value : undefined;
}

function className(o) {
  const p = getPrototypeOf(o);
  if (p === null) return "null-proto";
  if (proxies.has(p)) return "proxy-proto";
  const c = dataValue(p, "constructor");
  const n = typeof c === "function" ? dataValue(c, "name") : undefined;
  return typeof n === "string" && n !== "" ? n : "?";
}

// An engine's own message may name source text ("a is not a function"), which
// an optimizer may change; a message of the program's own may not change.
// The generator and the helpers below mark theirs.
function errorText(e) {
  const m = dataValue(e, "message");
  const own = typeof m === "string" && (m.startsWith("u:") || m.startsWith("lab:"));
  return className(e) + (own ? "(" + quote(m) + ")" : "()");
}

function fmt(v, depth) {
  switch (typeof v) {
    case "undefined": return "undefined";
    case "boolean": return v ? "true" : "false";
    case "number": return objectIs(v, -0) ? "-0" : toStr(v);
    case "bigint": { const s = toStr(v); return (s.length > 80 ? s.slice(0, 80) + "..(" + s.length + ")" : s) + "n"; }
    case "string": return quote(v);
    case "symbol": return toStr(v);
  }
  if (v === null) return "null";
  if (v === G) return "global";
  if (proxies.has(v)) return "proxy" + identity(v);
  const id = identity(v);
  if (typeof v === "function") {
    let more = "";
    if (depth > 0) for (const k of ownKeys(v)) {
      if (k !== "length" && k !== "name" && k !== "prototype" && k !== "arguments" && k !== "caller") more += "," + key(k);
    }
    return "fn(" + fmt(dataValue(v, "name"), 0) + "/" + fmt(dataValue(v, "length"), 0) + more + ")" + id;
  }
  if (v instanceof NativeError) return errorText(v) + id;
  if (depth <= 0 || open.has(v)) return className(v) + id;
  open.add(v);
  const text = fields(v, depth);
  open.delete(v);
  return text + id;
}

// fields shows the own properties of an object without running its accessors.
function fields(v, depth) {
  let out = "", n = 0;
  const names = ownKeys(v), list = isArray(v);
  for (const k of names) {
    if (list && k === "length") continue;
    if (n++ >= 16) { out += ", ..." + names.length; break; }
    const d = getOwnPropertyDescriptor(v, k);
    let text;
    if (hasOwn(d, "value")) text = fmt(d.value, depth - 1);
    else text = "[" + (d.get ? "get " : "") + (d.set ? "set" : "") + "]";
    if (!d.enumerable) text += "~e";
    if (hasOwn(d, "writable") && !d.writable) text += "~w";
    if (!d.configurable) text += "~c";
    out += (out === "" ? "" : ", ") + key(k) + ":" + text;
  }
  if (list) return "[" + v.length + "| " + out + "]";
  let box = "";
  const tag = tagOf(v);
  if (tag === "[object Number]" || tag === "[object Boolean]" || tag === "[object String]" || tag === "[object Symbol]" || tag === "[object BigInt]") {
    try { box = "=" + fmt(v.constructor.prototype.valueOf.call(v), 0); } catch { box = "=?"; }
  } else if (tag === "[object RegExp]") {
    try { box = "=" + toStr(v) + "@" + v.lastIndex; } catch { box = "=?"; }
  } else if (tag === "[object Arguments]") box = "=args";
  return className(v) + box + "{" + out + "}";
}

// ---- the record -------------------------------------------------------------

function limited(e) {
  if (!(e instanceof NativeError)) return false;
  const m = dataValue(e, "message");
  return typeof m === "string" &&
    /stack|out of memory|Invalid string length|invalid string length|Maximum BigInt|too large|too big|too long|Invalid array length|invalid array|Invalid count|lab:fuel/i.test(m) &&
    !m.startsWith("u:");
}

function log(what) {
  if (events.length >= MAX_EVENTS) {
    resource = resource || "events";
    throw new NativeError("lab:fuel events");
  }
  events.push(what);
}

function all(args) {
  let s = "";
  for (let i = 0; i < args.length; i++) s += " " + fmt(args[i], 3);
  return s;
}

function define(name, value) {
  Object.defineProperty(G, name, { value, writable: true, enumerable: false, configurable: true });
}

// A function's text changes when it is optimized; nothing may look at it.
Object.defineProperty(Function.prototype, "toString", {
  value: function toString() { return "[fn " + (typeof this === "function" ? toStr(dataValue(this, "name")) : "?") + "]"; },
  writable: true, enumerable: false, configurable: true,
});
// Some engines walk over four billion holes without a chance to stop them.
for (const name of ["join", "map", "push", "unshift", "concat", "forEach", "filter", "indexOf", "includes", "reverse", "sort", "fill", "slice", "splice"]) {
  const native = Array.prototype[name];
  const guarded = { [name]() {
    if (isArray(this) && !proxies.has(this) && this.length > 1e6) {
      resource = resource || "long array";
      throw new NativeError("lab:long array");
    }
    return Reflect.apply(native, this, arguments);
  } }[name];
  Object.defineProperty(guarded, "length", { value: native.length, configurable: true });
  Object.defineProperty(Array.prototype, name, { value: guarded, writable: true, enumerable: false, configurable: true });
}
define("Proxy", new NativeProxy(NativeProxy, {
  construct(target, args) { const p = new target(args[0], args[1]); proxies.add(p); return p; },
}));

define("print", function print() { log("print" + all(arguments)); });
define("console", { log: function () { log("log" + all(arguments)); } });
// eff is an effect in an expression: it logs its first argument and is it.
define("eff", function eff(v) { log("eff" + all(arguments)); return v; });
// fuel is true until it is used up; then every use throws.
define("fuel", function fuel() {
  if (--left < 0) { throw new NativeError("lab:fuel"); }
  return true;
});
// call runs a function with fresh fuel and records how it ended.
define("call", function call(label, f, self, args) {
  left = FUEL;
  log("call " + label + all(args));
  try {
    const r = f.apply(self, args);
    log("ret" + all([r]));
  } catch (e) {
    if (limited(e) && !(dataValue(e, "message") === "lab:fuel")) resource = resource || toStr(dataValue(e, "message"));
    log("threw" + all([e]));
  }
});
// tag logs what a template hands over, the identity of its strings included.
define("tag", function tag(strings) { log("tag" + all(arguments) + all([strings.raw])); return arguments.length > 1 ? arguments[1] : strings[0]; });
let pulled = 0;
define("next", function next() {
  pulled++;
  const r = pulled % 5 === 0 ? null : pulled % 5;
  log("next " + toStr(r));
  return r;
});

// pump makes a function of a generator function: it runs the generator to its
// end, with one step that may be a throw or a return.
define("pump", (f, how) => function () {
  const it = f.apply(this, arguments);
  for (let i = 0; i < 12; i++) {
    const r = how === 1 && i === 2 ? it.throw(new NativeError("u:sent")) : how === 2 && i === 2 ? it.return(i) : it.next(how === 3 ? obj(i) : i);
    log("step" + all([r.done, r.value]));
    if (r.done) return r.value;
  }
  return it.return("enough").value;
});
// later logs what the promise of an async function becomes.
define("later", (f) => function () {
  f.apply(this, arguments).then((v) => log("resolved" + all([v])), (e) => log("rejected" + all([e])));
});
// pumpLater is pump for async generators; it does not wait between two steps.
define("pumpLater", (f, how) => function () {
  const it = f.apply(this, arguments);
  for (let i = 0; i < 6; i++) {
    const p = how === 1 && i === 3 ? it.throw(new NativeError("u:sent")) : how === 2 && i === 3 ? it.return(i) : it.next(i);
    p.then((r) => log("step " + i + all([r.done, r.value])), (e) => log("rejected " + i + all([e])));
  }
});
define("inner", function* inner() { const x = yield "inner"; log("inner" + all([x])); return "left"; });
// tick is a value that comes two ticks later.
define("tick", (v) => Promise.resolve().then(() => { log("tick"); return v; }));

// ---- awkward values ---------------------------------------------------------

let made = 0;
const obj = function obj(n) {
  const id = ++made;
  return {
    n,
    valueOf() { log("valueOf" + id); return n; },
    toString() { log("toString" + id); return "<" + id + ">"; },
  };
};
define("obj", obj);
define("bad", function bad(n) {
  const id = ++made;
  return {
    n,
    valueOf() { log("bad valueOf" + id); throw new NativeError("lab:valueOf " + toStr(n)); },
    toString() { log("bad toString" + id); throw new NativeError("lab:toString " + toStr(n)); },
  };
});
// acc answers p differently each time and counts what is written to it.
define("acc", function acc(n) {
  const id = ++made;
  let reads = 0, writes = 0;
  return {
    get p() { log("get p" + id); reads++; return reads % 3 === 2 ? "p" + reads : n + reads; },
    set p(v) { log("set p" + id + all([v])); writes++; this.q = writes; },
    get x() { log("get x" + id); throw new NativeError("lab:get x"); },
    q: 0,
    r: n,
    m(a) { log("m" + id + all([a])); this.q = a; return reads; },
  };
});
define("prox", function prox(n) {
  const id = ++made;
  const say = (what, k) => log(what + " " + (k === undefined ? "" : key(k)) + id);
  const p = new NativeProxy({ p: n, q: 2, m(a) { log("proxy m" + all([a])); return a; } }, {
    get(t, k, r) { say("trap get", k); return Reflect.get(t, k, r); },
    set(t, k, v, r) { say("trap set" + all([v]), k); t[k] = v; return true; },
    has(t, k) { say("trap has", k); return k in t; },
    deleteProperty(t, k) { say("trap delete", k); return delete t[k]; },
    ownKeys(t) { say("trap ownKeys"); return ownKeys(t); },
    getOwnPropertyDescriptor(t, k) { say("trap gopd", k); return getOwnPropertyDescriptor(t, k); },
    getPrototypeOf(t) { say("trap proto"); return getPrototypeOf(t); },
  });
  proxies.add(p);
  return p;
});
// iter gives n items and tells of each step; some of them throw when they are asked
// for more, and some when they are left early.
define("iter", function iter(n) {
  const id = ++made;
  return {
    n,
    [Symbol.iterator]() {
      log("open" + id);
      let i = 0;
      return {
        next() {
          log("next" + id);
          if (n === 5 && i === 3) throw new NativeError("lab:next");
          return i < n ? { value: n === 4 ? "v" + i++ : i++, done: false } : { value: undefined, done: true };
        },
        return(v) {
          log("return" + id + all([v]));
          if (n === 3) throw new NativeError("lab:return");
          return {};
        },
      };
    },
  };
});
// kept is for closures that outlive their loop.
define("kept", []);
// seq can be iterated, and read: it gives n, undefined, a list, then numbers, six in all.
// how: 1, 2 the second or third step throws; 3 return throws; 4 it gives no
// object; 5 there is none.
define("seq", function seq(n, how) {
  const id = ++made;
  let i = 0;
  const it = {
    next() {
      log("seq next" + id);
      if (++i === how + 1 && how < 3 && how > 0) throw new NativeError("lab:seq next");
      return { get done() { log("seq done" + id); return i > 6; }, get value() { log("seq value" + id); return i === 1 ? n : i === 2 ? undefined : i === 3 ? [i, n] : i; } };
    },
    return() {
      log("seq return" + id);
      if (how === 3) throw new NativeError("lab:seq return");
      return how === 4 ? 1 : {};
    },
  };
  if (how === 5) delete it.return;
  return { p: n, q: undefined, r: id, [Symbol.iterator]() { log("seq open" + id); return it; } };
});
define("frozen", function frozen(n) { return Object.freeze({ p: n, q: n }); });
define("sym", Symbol("s"));
define("Box", function Box(v) { log("new Box" + all([v])); this.v = v; });
define("Late", { [Symbol.hasInstance](v) { log("hasInstance" + all([v])); return typeof v === "object"; } });
G.gval = 1;
let reads = 0;
Object.defineProperty(G, "gacc", {
  get() { log("get gacc"); return ++reads; },
  set(v) { log("set gacc" + all([v])); },
  enumerable: false, configurable: true,
});
Object.defineProperty(G, "gro", { value: 7, writable: false, enumerable: false, configurable: false });

// ---- the end ----------------------------------------------------------------

const before = new Set(ownKeys(G));
// finish(how, e): how is 0 for a normal end, 1 when e was thrown, and 2 when a
// host that cannot hand over what was thrown says it in text.
const finish = function (how, e) {
  if (how === 1) {
    if (limited(e)) resource = resource || "uncaught";
    events.push("uncaught" + all([e]));
  } else if (how === 2) {
    if (/InternalError|stack overflow|out of memory|too long|invalid string length|lab:fuel/i.test(e)) resource = resource || "uncaught";
    const m = /^(\w+): (.*)$/s.exec(e);
    events.push("uncaught " + (m && !/^(u|lab):/.test(m[2]) ? m[1] + "()" : quote(e)));
  }
  try {
    for (const k of ownKeys(G)) {
      if (before.has(k)) continue;
      const d = getOwnPropertyDescriptor(G, k);
      if (d) events.push("global " + key(k) + " " + (hasOwn(d, "value") ? fmt(d.value, 1) : "[accessor]"));
    }
    events.push("gval " + fmt(G.gval, 1));
  } catch (e) { events.push("finish failed " + errorText(e)); }
  return JSON.stringify({ events, resource });
};
return finish;
})()
