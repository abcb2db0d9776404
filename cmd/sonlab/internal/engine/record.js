// The record: what a program does, as a list of strings, and the format of values
// in it. start sets it up again for each program. It has no access to the program's
// realm beyond what it is passed; one copy may serve many realms, one after the
// other.
(() => {
"use strict";
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { isArray } = Array, objectIs = Object.is;
const toStr = String, HostError = Error;
const hasOwn = (o, k) => getOwnPropertyDescriptor(o, k) !== undefined;
const tagOf = Function.prototype.call.bind(Object.prototype.toString);
const MAX_EVENTS = 4000, MAX_TEXT = 300, FUEL = 100;
let G, NativeError; // of the program
let events, ids, proxies, before;
let open; // objects being shown
let left, resource;
let silent; // about names of functions

function start(realm) {
  G = realm;
  NativeError = G.Error;
  events = [];
  ids = new Map();
  proxies = new WeakSet();
  open = new Set();
  left = FUEL;
  resource = "";
  silent = false;
}

function tame() {
  silent = true;
}

// isError: an error of the realm, or one that met a limit in here.
const isError = (v) => v instanceof NativeError || v instanceof HostError;

// ---- formatting -------------------------------------------------------------

const hex = (n) => n.toString(16).padStart(4, "0");
function quote(s) {
  let cut = "";
  s = s.replace(/Cannot access '[^']*'|[^ ]+ is not initialized/g, "(not initialized)"); // the forms and --minify rename what is quoted
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
  if (silent && !(before.has(n) && dataValue(G, n) === c)) return "?";
  return typeof n === "string" && n !== "" ? n : "?";
}

// An engine's own message may quote source text ("a is not a function"), which an
// optimizer may change; a message of the program itself may not change. The
// generator and the helpers of the prelude mark theirs.
const ownMessage = (m) => m.startsWith("u:") || m.startsWith("lab:");
function errorText(e) {
  const m = dataValue(e, "message");
  const own = typeof m === "string" && ownMessage(m);
  // The language has no such limits, and a program may hit one in code whose result is unused.
  if (typeof m === "string" && !own && /string length|string too long|Maximum BigInt|BigInt is too|out of memory/i.test(m) && isError(e)) meet(m);
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
    return "fn(" + (silent ? "" : fmt(dataValue(v, "name"), 0)) + "/" + fmt(dataValue(v, "length"), 0) + more + ")" + id;
  }
  if (isError(v)) return errorText(v) + id;
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
  if (!isError(e)) return false;
  const m = dataValue(e, "message");
  return typeof m === "string" &&
    /stack|out of memory|Invalid string length|invalid string length|Maximum BigInt|too large|too big|too long|Invalid array length|invalid array|Invalid count|lab:fuel/i.test(m) &&
    !m.startsWith("u:");
}

function log(what) {
  if (events.length >= MAX_EVENTS) {
    meet("events");
    throw new NativeError("lab:fuel events");
  }
  events.push(what);
}

function all(args) {
  let s = "";
  for (let i = 0; i < args.length; i++) s += " " + fmt(args[i], 3);
  return s;
}

// meet records that the program hit a limit of the engine or of the record.
function meet(limit) {
  resource = resource || limit;
}

// fuel is true until it is used up; then every use throws.
function fuel() {
  if (--left < 0) { throw new NativeError("lab:fuel"); }
  return true;
}

function refuel() {
  left = FUEL;
}

// threw records what a function threw.
function threw(e) {
  if (limited(e) && !(dataValue(e, "message") === "lab:fuel")) meet(toStr(dataValue(e, "message")));
  log("threw" + all([e]));
}

// asked returns a value that stands for what a function threw.
function asked(e) {
  if (limited(e)) meet(toStr(dataValue(e, "message")));
  return "threw" + all([e]);
}

// begin is called when everything that a program expects is there.
function begin() {
  before = new Set(ownKeys(G));
}

// finish(how, e): how is 0 for a normal end, 1 if e was thrown, and 2 if e is the
// text of what was thrown, from a host that cannot pass on the value.
function finish(how, e) {
  if (how === 1) {
    if (limited(e)) meet("uncaught");
    events.push("uncaught" + all([e]));
  } else if (how === 2) {
    if (/InternalError|stack overflow|out of memory|too long|invalid string length|lab:fuel/i.test(e)) meet("uncaught");
    const m = /^(\w+): (.*)$/s.exec(e);
    events.push("uncaught " + (m && !/^(u|lab):/.test(m[2]) ? m[1] + "()" : quote(e)));
  }
  try {
    // Engines list the globals of a script in different orders.
    for (const k of ownKeys(G).filter((k) => !before.has(k)).sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
      const d = getOwnPropertyDescriptor(G, k);
      if (d) events.push("global " + key(k) + " " + (hasOwn(d, "value") ? fmt(d.value, 1) : "[accessor]"));
    }
    events.push("gval " + fmt(G.gval, 1));
  } catch (e) { events.push("finish failed " + errorText(e)); }
  return { events, resource };
}

return {
  start, tame, begin, finish, log, all, fuel, refuel, threw, asked, meet,
  isKnownProxy: (v) => proxies.has(v), knowProxy: (v) => proxies.add(v), toStr, dataValue, key, ownMessage, limited,
};
})()
