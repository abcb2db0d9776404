// The recorder is the part of the prelude that instrumented programs call. finish is the function that
// the engine's prelude returned. The value is a function that returns the calls as JSON.
((finish) => {
"use strict";
const { is } = Object, { stringify } = JSON, toStr = String, { push, pop, lastIndexOf } = Array.prototype;
const surrogate = /\p{Surrogate}/u, { test } = RegExp.prototype, { apply } = Reflect;
const calls = [], stack = [], unset = {};
// A program with more calls than that, or without stack, is stopped: from then on, every entry throws, and
// nothing is recorded.
const most = 3000, NativeError = Error;
let stopped = false;
const { InternalError } = globalThis, isLimit = (e) => e instanceof InternalError;
const define = (name, value) => Object.defineProperty(globalThis, name, { value, enumerable: false });
define("$events", { count: 0 });
const { $events } = globalThis;

// show says what a value is.
function show(v) {
  switch (typeof v) {
    case "number": return { k: "number", v: is(v, -0) ? "-0" : toStr(v) };
    case "string": return v.length > 200 || apply(test, surrogate, [v]) ? { k: "text" } : { k: "string", v };
    case "bigint": return { k: "bigint", v: toStr(v) };
    case "object": return v === null ? { k: "null" } : { k: "object" };
    case "boolean": return { k: toStr(v) };
  }
  return { k: typeof v };
}

// values are those of variables, some of which may have none yet.
function values(reads) {
  const list = [];
  for (let i = 0; i < reads.length; i++) {
    try { list[i] = reads[i](); } catch (e) { if (isLimit(e)) throw e; list[i] = unset; }
  }
  return list;
}

define("$enter", (fn, args, reads) => {
  if (stopped ||= calls.length === most) throw new NativeError("u:enough");
  const call = { fn, args: [], threw: false, left: false, changed: null, events: 0 };
  for (let i = 0; i < args.length; i++) call.args[i] = show(args[i]);
  const open = { call, args, reads, before: values(reads), events: $events.count };
  apply(push, stack, [open]);
  apply(push, calls, [call]);
  return open;
});
// leave ends a call. Those that it called and that did not end have thrown.
function leave(open) {
  if (apply(lastIndexOf, stack, [open]) >= 0) {
    for (let top; (top = apply(pop, stack, [])) !== open; ) top.call.threw = true;
  }
  const { call } = open, after = values(open.reads);
  call.changed = [];
  for (let i = 0; i < after.length; i++) if (!is(after[i], open.before[i])) apply(push, call.changed, [i]);
  call.events = $events.count - open.events;
}
define("$leave", (open, v) => {
  if (stopped) return v;
  leave(open);
  const { call, args } = open;
  call.result = show(v);
  call.same = [];
  for (let i = 0; i < args.length; i++) if (is(v, args[i])) apply(push, call.same, [i]);
  call.left = true; // last: the engine may stop the program in any of these steps
  return v;
});
define("$throws", (open, e) => {
  if (stopped ||= isLimit(e)) return e;
  leave(open);
  open.call.threw = true;
  return e;
});
return (uncaught) => {
  if (!stopped && uncaught !== "InternalError") for (const open of stack) open.call.threw = true;
  return stringify({ calls, uncaught: toStr(uncaught) });
};
})
