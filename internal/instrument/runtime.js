// What an instrumented program calls. The program stands beside it, so it may have names like Object itself,
// and change everything that is built in: what is needed later is read at the start, and nothing iterates.
//
// data is made by package instrument:
//   assumptions  names
//   checks       [assumption, place, what is wrong, the line there, what is expected, may be nullish] of each place
//                that is checked
//   functions    what the functions of the program are called in messages, by number
//   classes      [number or 0, members] of classes, literals: members of object literals; a member is
//                [static, name, number, what of its descriptor is the function]
//   fields       the fields of records, by check
//   reserved     the names that no computed key may be, besides constructor where it gets a value
//   globals      the names of built-in objects; null: nobody asks
//   names        how many names of the script have one value; variables: [name, check] of those that are var
//   start, end   the checks of built-in objects at the beginning and at the end; end is -1 if they are not checked
// functions and values are the declared functions and their numbers, [n, f, n, f, …]; as functions, and as names.
(function (data, functions, values) {
  "use strict";
  const world = globalThis;
  const { Object, Reflect, WeakMap, Symbol, Array, Error, String } = world;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { is, hasOwn } = Object, { isArray } = Array;
  const { call, bind, toString } = world.Function.prototype;
  const uncurried = (f) => apply(bind, call, [f]);
  const textOf = uncurried(toString), find = uncurried(String.prototype.indexOf);
  const getterOf = Object.prototype.__lookupGetter__ ? uncurried(Object.prototype.__lookupGetter__) : function (o, name) {
    for (; o !== null; o = getPrototypeOf(o)) {
      const d = getOwnPropertyDescriptor(o, name);
      if (d !== undefined) return d.get;
    }
  };
  const { console, print, process } = world;
  const error = console && console.error;
  const count = (list) => list.length;

  const open = {}; // the assumptions whose violation is not reported yet
  for (let i = 0; i < count(data.assumptions); i++) open[data.assumptions[i]] = true;
  let objects, scripts, builtins, zones, named;
  function refresh() {
    objects = open["closed-objects"] === true, scripts = open["closed-world"] === true;
    builtins = open["builtins"] === true, zones = open["no-tdz"] === true, named = open["fn-names"] === true;
  }
  refresh();

  function say(text) {
    if (typeof error === "function") apply(error, console, [text]);
    else if (typeof print === "function") print(text);
    else throw new Error(text);
  }

  // report reports a violation that check k is about, in the place of check at.
  function report(k, found, at = k) {
    const check = data.checks[k], place = data.checks[at], name = data.assumptions[check[0]];
    if (open[name] !== true) return;
    open[name] = false;
    refresh();
    say(place[1] + ": warning: " + name + " does not hold: " + check[2] + place[3] +
      (check[4] === "" ? "" : "\n  expected: " + check[4]) + (found === "" ? "" : "\n  found: " + found));
  }

  // The functions and classes of the program have numbers.
  const numbers = new WeakMap();
  numbers.get = numbers.get, numbers.set = numbers.set, numbers.has = numbers.has;

  function describe(v) {
    switch (typeof v) {
      case "undefined": return "undefined";
      case "object": return v === null ? "null" : "an object";
      case "function": {
        const n = numbers.get(v);
        return n === undefined ? "another function" : data.functions[n];
      }
      default: return "a " + typeof v;
    }
  }

  const isObject = (o) => typeof o === "object" && o !== null || typeof o === "function";

  function made(n, f) {
    numbers.set(f, n);
    return f;
  }

  function enter(o, member) {
    const d = getOwnPropertyDescriptor(o, member[1]), f = d === undefined ? undefined : d[member[3]];
    if (typeof f === "function" && !numbers.has(f)) numbers.set(f, member[2]);
  }

  function members(i, c) {
    const n = data.classes[i][0], list = data.classes[i][1];
    if (n !== 0) numbers.set(c, n);
    for (let k = 0; k < count(list); k++) enter(list[k][0] ? c : c.prototype, list[k]);
  }

  function literal(i, o) {
    const list = data.literals[i];
    for (let k = 0; k < count(list); k++) enter(o, list[k]);
    return o;
  }

  // Each use of a check brings the next comparison of the built-ins nearer.
  let left = builtins ? 1000 : 0, pause = 1000;
  function again(k) {
    left = pause = pause < 1e6 ? 2 * pause : pause;
    compare(data.end, k);
  }

  function method(k, name, n, o) {
    if (objects && (!isObject(o) || getterOf(o, name) !== undefined || numbers.get(o[name]) !== n)) noMethod(k, name, o);
    if (--left === 0) again(k);
    return o;
  }

  function noMethod(k, name, o) {
    if (o === undefined || o === null) {
      if (!data.checks[k][5]) report(k, "its object is " + describe(o));
    } else if (!isObject(o)) report(k, "its object is " + describe(o));
    else if (getterOf(o, name) !== undefined) report(k, "a getter");
    else report(k, describe(o[name]));
  }

  function getter(k, name, n, o) {
    if (objects && (!isObject(o) || numbers.get(getterOf(o, name)) !== n)) noGetter(k, name, o);
    if (--left === 0) again(k);
    return o;
  }

  function noGetter(k, name, o) {
    if (o === undefined || o === null) {
      if (!data.checks[k][5]) report(k, "its object is " + describe(o));
    } else if (!isObject(o)) report(k, "its object is " + describe(o));
    else {
      const f = getterOf(o, name);
      report(k, f === undefined ? "no getter" : numbers.has(f) ? describe(f) : "another getter");
    }
  }

  function base(k, n, f, self, ...args) {
    if (objects && numbers.get(f) !== n) report(k, describe(f));
    return apply(f, self, args);
  }

  const { iterator } = Symbol, arrayProto = Array.prototype;
  const items = arrayProto[iterator], steps = getPrototypeOf([][iterator]()), { next } = steps;

  const generatorProto = getPrototypeOf(function* () {}).prototype;

  function generator(k, o) {
    for (let p = o; objects && p !== generatorProto; p = getPrototypeOf(p)) {
      if (p === null || typeof p !== "object") {
        report(k, p === o ? describe(o) : "an object that no generator returns");
        break;
      }
      if (getOwnPropertyDescriptor(p, "next") || getOwnPropertyDescriptor(p, "return") || getOwnPropertyDescriptor(p, iterator)) {
        report(k, "a method of its own");
        break;
      }
    }
    if (--left === 0) again(k);
    return o;
  }

  function array(k, o) {
    if (o !== undefined && o !== null) {
      if (objects) {
        if (!isArray(o)) report(k, describe(o));
        else if (getPrototypeOf(o) !== arrayProto) report(k, "an array with another prototype");
        else if (getOwnPropertyDescriptor(o, iterator) !== undefined) report(k, "an array with an iterator of its own");
      }
      if (builtins) {
        const of = getOwnPropertyDescriptor(arrayProto, iterator), by = getOwnPropertyDescriptor(steps, "next");
        if (of === undefined || of.value !== items || by === undefined || by.value !== next) compare(data.end, k);
      }
    }
    if (--left === 0) again(k);
    return o;
  }

  function record(k, n, c) {
    if (objects) {
      if (numbers.get(c) !== n) report(k, describe(c));
      else {
        const list = data.fields[k], proto = c.prototype;
        for (let i = 0; i < count(list); i++) if (list[i] in proto) inherits(k, list[i], proto);
      }
    }
    return c;
  }

  function inherits(k, name, o) {
    while (isObject(o)) {
      const d = getOwnPropertyDescriptor(o, name);
      if (d !== undefined) {
        if (d.writable !== true) report(k, name + " of the prototype, which " + (d.writable === false ? "cannot be written" : "is an accessor"));
        return;
      }
      o = getPrototypeOf(o);
    }
  }

  const reserved = Object.create(null);
  for (let i = 0; i < count(data.reserved); i++) reserved[data.reserved[i]] = true;

  function key(k, x) {
    if (objects && typeof x === "string" && reserved[x] === true) report(k, x);
    return x;
  }

  // written is key for what gets a value there.
  function written(k, x) {
    return x === "constructor" && objects ? (report(k, x), x) : key(k, x);
  }

  // Names of the script that have one value.
  const none = {}, known = [];
  for (let i = 0; i < data.names; i++) known[i] = none;

  function initial(n, v) {
    known[n] = v;
    return v;
  }

  function value(k, n, v) {
    if (scripts && known[n] !== none && !is(known[n], v)) report(k, describe(v));
    if (--left === 0) again(k);
    return v;
  }

  const same = (v) => v;

  // early touches a variable before it is used: early(k, () => x)(x).
  function early(k, touch) {
    if (zones) {
      try {
        touch();
      } catch (e) {
        report(k, "");
      }
    }
    return same;
  }

  // stored is early for the value of an assignment.
  function stored(k, touch, v) {
    early(k, touch);
    return v;
  }

  const isNative = (f) => find(textOf(f), "[native code]") >= 0;

  const isMade = (f) => typeof f === "function" && !isNative(f);

  function name(k, o) {
    if (named && isMade(o)) report(k, "a function that is not built in");
    return o;
  }

  // effect reports something that is about to happen: effect(k)(x = 1).
  function effect(k) {
    report(k, "");
    return same;
  }

  // The properties of built-in objects at the start, [object, what it is called, key, descriptor, …], and how many
  // Object.prototype and Array.prototype have.
  const standard = [], { globals } = data;
  const ofObject = ["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf", "__proto__",
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"];
  let sizeOfObject = 0, sizeOfArray = 0, last = "the beginning of the program";

  const spell = (key) => typeof key === "symbol" ? "[" + String(key) + "]" : "." + key;
  const isOfObject = (key) => {
    for (let i = 0; i < count(ofObject); i++) if (ofObject[i] === key) return true;
    return false;
  };

  function remember(o, label) {
    const keys = ownKeys(o);
    for (let i = 0; i < count(keys); i++) {
      const d = getOwnPropertyDescriptor(o, keys[i]);
      if (typeof d.value !== "function" && d.get === undefined && d.set === undefined) continue;
      standard[count(standard)] = { o, label: label + spell(keys[i]), key: keys[i], d };
    }
  }

  // start remembers the built-ins, and reports those that are not those of the language any more.
  function start() {
    let changed = "";
    for (let i = 0; i < count(globals); i++) {
      const d = getOwnPropertyDescriptor(world, globals[i]), o = d === undefined ? undefined : d.value;
      if (!isObject(o)) continue;
      standard[count(standard)] = { o: world, label: globals[i], key: globals[i], d };
      if (globals[i] !== "Error" && globals[i] !== "RegExp") remember(o, globals[i]); // engines have more of their own there
      const p = typeof o === "function" ? o.prototype : undefined;
      if (isObject(p)) remember(p, globals[i] + ".prototype");
    }
    const one = (function* () {})(), hidden = [steps, getPrototypeOf(steps), getPrototypeOf(getPrototypeOf(one)),
      getPrototypeOf(new world.Map()[iterator]()), getPrototypeOf(new world.Set()[iterator]()), getPrototypeOf(""[iterator]())];
    const labels = ["%ArrayIteratorPrototype%", "%IteratorPrototype%", "%GeneratorPrototype%", "%MapIteratorPrototype%", "%SetIteratorPrototype%",
      "%StringIteratorPrototype%"];
    for (let i = 0; i < count(hidden); i++) remember(hidden[i], labels[i]);
    for (let i = 0; i < count(standard) && changed === ""; i++) {
      const { d, label } = standard[i];
      if (isMade(d.value) || isMade(d.get) || isMade(d.set)) changed = label + " was replaced";
    }
    const keys = ownKeys(Object.prototype);
    for (let i = 0; i < count(keys); i++) if (!isOfObject(keys[i])) changed = "Object.prototype" + spell(keys[i]) + " was added";
    sizeOfObject = count(keys), sizeOfArray = count(ownKeys(arrayProto));
    if (changed !== "") report(data.start, changed + " before the program began");
  }

  function difference() {
    for (let i = 0; i < count(standard); i++) {
      const s = standard[i], d = getOwnPropertyDescriptor(s.o, s.key);
      if (d === undefined) return s.label + " was deleted";
      if (d.value !== s.d.value || d.get !== s.d.get || d.set !== s.d.set) return s.label + " was replaced";
    }
    if (count(ownKeys(Object.prototype)) !== sizeOfObject) {
      const keys = ownKeys(Object.prototype);
      for (let i = 0; i < count(keys); i++) if (!isOfObject(keys[i])) return "Object.prototype" + spell(keys[i]) + " was added";
    }
    return count(ownKeys(arrayProto)) > sizeOfArray ? "a property of Array.prototype was added" : "";
  }

  // compare compares the built-ins with those at the start, for check k; at is the one that gives the place.
  function compare(k, at) {
    if (!builtins) return;
    const found = difference();
    if (found !== "") {
      report(k, at === k && k !== data.end ? found : found + ", not yet at " + last, at);
    } else last = data.checks[at][1];
  }

  // after compares the built-ins after an expression that may change them.
  function after(k, v) {
    compare(k, k);
    return v;
  }

  function end() {
    compare(data.end, data.end);
    // node warns of more than ten listeners.
    const listens = builtins && process && typeof process.on === "function" && process.listenerCount("exit") < 8;
    if (listens) process.on("exit", () => compare(data.end, data.end));
    return none;
  }

  for (let i = 0; i < count(functions); i += 2) made(functions[i], functions[i + 1]);
  for (let i = 0; i < count(values); i += 2) initial(values[i], values[i + 1]);
  for (let i = 0; scripts && i < count(data.variables); i++) {
    const k = data.variables[i][1], d = getOwnPropertyDescriptor(world, data.variables[i][0]);
    if (d !== undefined && (d.get !== undefined || d.set !== undefined)) report(k, "an accessor, before the program starts");
    else if (d !== undefined && d.value !== undefined) report(k, describe(d.value) + ", before the program began");
  }
  if (builtins) start();
  return { method, getter, base, array, generator, record, key, written, made, members, literal, initial, value, early, stored, name, effect, after, end };
})
