// The prelude runs before every program, in every engine, in the realm of the
// program. It provides values that optimizers tend to get wrong, and returns a
// function that ends the record.
((record) => {
"use strict";
const G = globalThis;
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { isArray } = Array, { hasOwn } = Object;
const { log, all, refuel, threw, meet, isKnownProxy, knowProxy, toStr, dataValue, key, ownMessage, limited } = record;
const NativeProxy = Proxy, NativeError = Error;
record.start(G);
// Stack traces take time and are never looked at.
if ("stackTraceLimit" in NativeError) NativeError.stackTraceLimit = 0;

function define(name, value) {
  Object.defineProperty(G, name, { value, writable: true, enumerable: false, configurable: true });
}

// A function's text changes when it is optimized, so it must stay hidden.
Object.defineProperty(Function.prototype, "toString", {
  value: function toString() { return "[fn " + (typeof this === "function" ? toStr(dataValue(this, "name")) : "?") + "]"; },
  writable: true, enumerable: false, configurable: true,
});
// An engine's message quotes names of the program. Converted to text, an error of the
// engine is its kind alone, as it is in the record.
{
  const native = NativeError.prototype.toString, Limit = G.InternalError;
  // The text of an error about a limit stays: a host may have nothing else to pass on.
  const quotes = (e) => typeof e === "object" && e !== null && hasOwn(e, "message") && typeof dataValue(e, "message") === "string" &&
    !ownMessage(dataValue(e, "message")) && !limited(e) && !(Limit && e instanceof Limit);
  const guarded = { toString() { return Reflect.apply(native, quotes(this) ? { name: this.name } : this, []); } }.toString;
  Object.defineProperty(NativeError.prototype, "toString", { value: guarded, writable: true, enumerable: false, configurable: true });
}
// Some engines walk over four billion holes and cannot be interrupted meanwhile.
for (const name of ["join", "map", "push", "unshift", "concat", "forEach", "filter", "indexOf", "includes", "reverse", "sort", "fill", "slice", "splice"]) {
  const native = Array.prototype[name];
  const guarded = { [name]() {
    if (isArray(this) && !isKnownProxy(this) && this.length > 1e6) {
      meet("long array");
      throw new NativeError("lab:long array");
    }
    return Reflect.apply(native, this, arguments);
  } }[name];
  Object.defineProperty(guarded, "length", { value: native.length, configurable: true });
  Object.defineProperty(Array.prototype, name, { value: guarded, writable: true, enumerable: false, configurable: true });
}
define("Proxy", new NativeProxy(NativeProxy, {
  construct(target, args) { const p = new target(args[0], args[1]); knowProxy(p); return p; },
}));

define("print", function print() { log("print" + all(arguments)); });
define("console", { log: function () { log("log" + all(arguments)); } });
// eff is an effect in an expression: it logs its arguments and returns the first one.
define("eff", function eff(v) { log("eff" + all(arguments)); return v; });
// fuel is true until it is used up; then every use throws.
define("fuel", function fuel() { return record.fuel(); });
// call calls a function with fresh fuel and records how it ended.
define("call", function call(label, f, self, args) {
  refuel();
  log("call " + label + all(args));
  try {
    const r = f.apply(self, args);
    log("ret" + all([r]));
  } catch (e) {
    threw(e);
  }
});
// tag logs the arguments that a template passes, including the identity of its strings.
define("tag", function tag(strings) { log("tag" + all(arguments) + all([strings.raw])); return arguments.length > 1 ? arguments[1] : strings[0]; });
let pulled = 0;
define("next", function next() {
  pulled++;
  const r = pulled % 5 === 0 ? null : pulled % 5;
  log("next " + toStr(r));
  return r;
});

// pump turns a generator function into a function that runs the generator to its end.
// how selects what step number at is: 1 a throw, 2 a return; 3: all steps send objects.
define("pump", (f, how, at) => function () {
  const it = f.apply(this, arguments);
  for (let i = 0; i < 12; i++) {
    const r = how === 1 && i === at ? it.throw(new NativeError("u:sent")) : how === 2 && i === at ? it.return(i) : it.next(how === 3 ? obj(i) : i);
    log("step" + all([r.done, r.value]));
    if (r.done) return r.value;
  }
  return it.return("enough").value;
});
// now returns the number of ticks since the first async function was called.
let ticks = 0, ticking = false;
const now = () => " at " + ticks;
const NativePromise = Promise, { then } = Promise.prototype;
function clock() {
  if (ticking) return;
  ticking = true;
  const tick = () => { if (++ticks < 100) wait(NativePromise.resolve(), tick); };
  wait(NativePromise.resolve(), tick);
}
const wait = (p, ...react) => Reflect.apply(then, p, react);
// later logs how the promise of an async function settles, and when.
define("later", (f) => function () {
  clock();
  wait(f.apply(this, arguments), (v) => log("resolved" + now() + all([v])), (e) => log("rejected" + now() + all([e])));
});
// pumpLater is pump for async generators; it does not wait between two steps.
define("pumpLater", (f, how, at) => function () {
  clock();
  const it = f.apply(this, arguments);
  for (let i = 0; i < 6; i++) {
    const p = how === 1 && i === at ? it.throw(new NativeError("u:sent")) : how === 2 && i === at ? it.return(i) : it.next(how === 3 ? obj(i) : i);
    wait(p, (r) => log("step " + i + now() + all([r.done, r.value])), (e) => log("rejected " + i + now() + all([e])));
  }
});
define("inner", function* inner() { const x = yield "inner"; log("inner" + all([x])); return "left"; });
// tick returns a promise that settles two ticks later.
define("tick", (v) => Promise.resolve().then(() => { log("tick"); return v; }));

// ---- awkward values ---------------------------------------------------------

let made = 0;
let obj = function obj(n) {
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
// acc returns another value for p each time and counts the writes to it.
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
  knowProxy(p);
  return p;
});
// iter yields n items and logs each step; some of them throw when they are asked for
// more, and some when they are closed early.
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
// kept holds closures that outlive their loop.
const kept = [];
define("kept", kept);
// keep stores a closure and returns a value, in an expression; ask calls what may be a
// closure and returns its result or what it throws. A generator is advanced by one step.
define("keep", function keep(f, v) { if (kept.length < 30) kept.push(f); return v; });
define("ask", function ask(f) {
  if (typeof f !== "function") return f;
  try {
    const r = f();
    return typeof r === "object" && r !== null && getPrototypeOf(f) === GeneratorFunction.prototype ? r.next() : r;
  } catch (e) {
    return record.asked(e);
  }
});
const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
// commonjs runs the body of a CommonJS file.
define("commonjs", function commonjs(body) {
  const module = { exports: {} };
  try {
    return Reflect.apply(body, module.exports, [module.exports, function require() {}, module, "file", "dir"]);
  } finally {
    log("exports" + all([module.exports]));
  }
});
// seq can be iterated, and read: it yields n, undefined, a list, then numbers, six in all.
// how: 1, 2: the second or third step throws; 3: return throws; 4: return does not
// return an object; 5: there is no return.
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

// tame makes the values above satisfy what optimizers like to assume: nothing runs code when
// it is read or converted, and the record omits the names of functions.
define("tame", function tame() {
  record.tame();
  const plain = (n) => {
    const id = ++made;
    return { n, valueOf() { return n; }, toString() { return "<" + id + ">"; } };
  };
  const named = (o) => ({ ...o, m(a) { log("m" + all([a])); this.q = a; return a; } });
  define("obj", obj = plain);
  define("bad", plain);
  define("acc", (n) => named({ p: n, x: n, q: 0, r: n }));
  define("prox", (n) => named({ p: n, q: 2 }));
  define("gacc", 1);
  Object.defineProperty(Function.prototype, "toString", { value: () => "[fn]" });
});

// renew prepares the realm for another program.
record.renew = () => {
  made = pulled = ticks = reads = kept.length = 0;
  ticking = false;
  G.gval = 1;
  record.start(G);
  record.begin();
};
record.begin();
return record.finish;
})
