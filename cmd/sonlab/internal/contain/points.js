// The recorder of points: $at(point, [read, spec, …]) records the values of variables. A spec is a list of
// descriptions, each of which has the keys of objects that are to be recorded, with descriptions of their values;
// 0 is an object that is not looked at. The value is a function that returns the record as JSON.
(() => {
"use strict";
const { is, getPrototypeOf, getOwnPropertyDescriptor, prototype } = Object, { ownKeys } = Reflect, { stringify } = JSON, toStr = String;
const { push } = Array.prototype, { apply } = Reflect, { get, set } = Map.prototype, NativeMap = Map;
const surrogate = /\p{Surrogate}/u, { test } = RegExp.prototype, { InternalError } = globalThis, NativeError = Error;
const points = [], most = 2000, enough = new NativeError("u:enough");
let ids;

// show records a value; specs are the descriptions of it.
function show(v, specs) {
  switch (typeof v) {
    case "number": return { k: "number", v: is(v, -0) ? "-0" : toStr(v) };
    case "string": return v.length > 200 || apply(test, surrogate, [v]) ? { k: "text" } : { k: "string", v };
    case "bigint": return { k: "bigint", v: toStr(v) };
    case "boolean": return { k: toStr(v) };
    case "object": return v === null ? { k: "null" } : object(v, specs);
  }
  return { k: typeof v };
}
function object(v, specs) {
  let id = apply(get, ids, [v]);
  if (id === undefined) { id = ids.size + 1; apply(set, ids, [v, id]); }
  const out = { k: "object", id };
  let looks = false;
  for (let i = 0; i < specs.length; i++) looks ||= specs[i] !== 0;
  if (!looks) return out;
  out.plain = getPrototypeOf(v) === prototype;
  out.keys = { __proto__: null }; // __proto__ may be a key
  const keys = ownKeys(v);
  for (let i = 0; i < keys.length; i++) {
    const d = getOwnPropertyDescriptor(v, keys[i]), inner = [];
    for (let j = 0; j < specs.length; j++) {
      const list = specs[j] === 0 ? undefined : getOwnPropertyDescriptor(specs[j], keys[i])?.value;
      for (let k = 0; list && k < list.length; k++) {
        const text = list[k];
        apply(push, inner, [text === "0" ? 0 : JSON.parse(text)]);
      }
    }
    out.plain &&= typeof keys[i] === "string" && "value" in d && d.writable && d.enumerable && d.configurable;
    out.keys[toStr(keys[i])] = show(d.value, inner);
  }
  return out;
}
Object.defineProperty(globalThis, "$at", { enumerable: false, value: (at, reads) => {
  if (points.length === most) throw enough;
  ids = new NativeMap();
  const vars = [];
  for (let i = 0; i < reads.length; i += 2) {
    let v, unset = false;
    try { v = reads[i](); } catch (e) { if (InternalError && e instanceof InternalError) throw e; unset = true; }
    apply(push, vars, [unset ? { k: "unset" } : show(v, reads[i + 1])]);
  }
  apply(push, points, [{ at, vars }]);
} });
return (uncaught) => stringify({ points, uncaught: toStr(uncaught) });
})
