// calls.mjs LIBRARY FILE TEXT: loads one build of a library, makes a few
// thousand calls, and prints one line per call: the call and its result. Two
// builds behave the same if they print the same. TEXT is a large script for a
// library to read, the same one for both builds.
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as jquery from "./jquery.mjs";

const [, , library, file, text] = process.argv;

// The same dice and the same clock for every build.
let state = 12345;
Math.random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
Date.now = () => 1700000000000;

// How to print the values of a library's own types: functions that return
// undefined for other values.
const special = [];

function show(v, depth = 5, open = new Set()) {
  switch (typeof v) {
    case "string": return JSON.stringify(v);
    case "number": return Object.is(v, -0) ? "-0" : String(v);
    case "bigint": return v + "n";
    case "function": return `fn ${v.name}/${v.length}`;
    case "object": break;
    default: return String(v);
  }
  if (v === null) return "null";
  for (const kind of special) {
    const text = kind(v, (x) => show(x, depth - 1, open));
    if (text !== undefined) return text;
  }
  if (v instanceof Error) return problem(v);
  if (v instanceof RegExp) return `${v}@${v.lastIndex}`;
  if (v instanceof Date) return `Date ${v.getTime()}`;
  if (open.has(v)) return "<cycle>";
  const name = v.constructor && v.constructor.name || "?";
  if (depth === 0) return `<${name}>`;
  open.add(v);
  const inner = (x) => show(x, depth - 1, open);
  let out;
  if (v instanceof Map) out = `Map{${[...v].map(([k, x]) => inner(k) + "=>" + inner(x))}}`;
  else if (v instanceof Set) out = `Set{${[...v].map(inner)}}`;
  else {
    const names = Reflect.ownKeys(v).filter((k) => Object.prototype.propertyIsEnumerable.call(v, k));
    const parts = names.slice(0, 400).map((k) => {
      const d = Object.getOwnPropertyDescriptor(v, k);
      return String(k) + ":" + ("value" in d ? inner(d.value) : "<accessor>");
    });
    if (names.length > 400) parts.push("..." + names.length);
    if (Array.isArray(v)) out = `[${v.length}|${parts}]`;
    else if (v instanceof Number || v instanceof String || v instanceof Boolean) out = `${name}(${v}){${parts}}`;
    else out = `${name}{${parts}}`;
  }
  open.delete(v);
  return out;
}

// An engine's own message may quote the names of variables.
const engineMessage = / is not (a function|defined|iterable|a constructor|an object)|Cannot (read|set|convert|access|assign|create)|object is not|Invalid (array|string) length|Maximum call stack|constant variable|read only/;
function problem(e) {
  if (!(e instanceof Error)) return "threw " + show(e);
  const m = engineMessage.test(e.message) ? "" : e.message;
  const rest = Object.keys(e).map((k) => `${k}=${show(e[k], 2)}`);
  return `${e.name}(${m})${rest}`;
}

let calls = 0;
function say(label, what) {
  calls++;
  let text;
  try {
    text = show(what());
  } catch (e) {
    text = "! " + problem(e);
  }
  if (text.length > 600) text = `${text.slice(0, 200)}...${text.length} ${createHash("sha1").update(text).digest("hex")}`;
  process.stdout.write(`${label} => ${text}\n`);
}

// every calls each function of an object with tuples of ordinary arguments.
// The tuples are new for each call; what the call did to them is printed, too.
function every(lib, prefix, skip) {
  const names = Object.keys(lib).filter((k) => typeof lib[k] === "function" && !skip.has(k)).sort();
  for (const name of names) {
    say(`${prefix}.${name} itself`, () => lib[name]);
    for (const [i, make] of tuples.entries()) {
      say(`${prefix}.${name} #${i}`, () => {
        const seen = [];
        const args = make((...a) => { if (seen.length < 30) seen.push(show(a, 2)); return a[0]; });
        const parts = [];
        let r;
        try {
          r = lib[name](...args);
          parts.push(r);
          if (typeof r === "function") parts.push(r(1, 2), r("a"), r.call({ a: 1 }, [3]));
          else if (r && typeof r.next === "function") parts.push(r.next());
        } catch (e) {
          parts.push(problem(e));
        }
        return [parts, args.map((a) => show(a, 3)), seen];
      });
    }
  }
  return names.length;
}

const people = () => [{ name: "ann", age: 30, tags: ["x"] }, { name: "bob", age: 25 }, { name: "cy", age: 30, tags: [] }];
const tuples = [
  () => [],
  () => [[3, 1, 2, 3, 0, null, undefined, NaN, "a"]],
  (f) => [[1, 2, 3, 4], f],
  (f) => [people(), f, 1],
  () => [people(), "age"],
  () => [people(), { age: 30 }],
  () => [people(), ["name", "bob"]],
  () => [{ a: 1, b: { c: [1, 2, { d: 3 }] } }, "b.c[2].d", "deep"],
  () => [{ a: 1, b: 2 }, ["a", "b"], (v) => v],
  (f) => [{ a: 1, b: [2] }, { b: [3], c: 4 }, f],
  () => ["hello World-fooBar baz", 3, "-"],
  () => ["  <b>&amp;</b> é ", "<"],
  () => [5, 2, 9],
  () => [-3.75, 1],
  (f) => [f, 2, "x"],
  (f) => [(a, b) => (f(a), a > b), [1, 2]],
  () => [[[1, [2, [3]]], [4]], 1],
  () => [[1, 2, 3], [2, 3, 4], [3, 5]],
  () => [["a", "b"], [1, 2]],
  () => [null, undefined],
  () => [new Map([[1, { a: 2 }]]), new Set([1, 2])],
  () => [/x(y)/gi, new Date(0)],
  () => [Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } })],
  () => [(function () { return arguments; })(1, 2, 3)],
  () => [new Uint8Array([1, 2, 3]), 1],
];

function lines(lib, name, text) {
  for (const line of text.trim().split("\n")) {
    if (line.trim() !== "") say(line.trim(), () => new Function(name, "people", "return " + line)(lib, people));
  }
}

const source = readFileSync(text, "utf8");
// Other packages are found next to the original.
const page = library === "jquery" ? await jquery.open(createRequire(text)) : null;
const lib = createRequire(import.meta.url)(path.resolve(file));

const suites = {
  lodash() {
    every(lib, "_", new Set(["debounce", "throttle", "delay", "defer", "mixin", "noConflict", "runInContext", "now"]));
    const own = Object.keys(lib.prototype).filter((k) => typeof lib.prototype[k] === "function" && !/^(debounce|throttle|delay|defer|mixin|noConflict|runInContext|now)$/.test(k)).sort();
    for (const k of own) say(`chain ${k}`, () => { const r = lib([4, 1, 3])[k]((x) => x, 1); return r instanceof lib ? r.value() : r; });
    lines(lib, "_", String.raw`
      _.chain([1, 2, 3, 4]).filter((n) => n % 2).map((n) => n * 2).reverse().value()
      _([5, 3, 9]).sortBy().take(2).map((x) => x + 1).value()
      _.chain(_.range(500)).filter((n) => n % 3 == 0).map((n) => n + 1).take(5).value()
      _(_.range(300)).map((x) => x * x).filter((x) => x % 2).reject((x) => x > 900).takeRight(3).value()
      _(_.range(300)).drop(10).dropRight(10).takeWhile((x) => x < 40).last()
      _([1, 2]).concat([3], [[4]]).tap((a) => a.push(9)).thru((a) => a.length).value()
      _.template("hello <%= user %>! <% _.each(list, function (x) { %>[<%- x %>]<% }) %>")({ user: "bob", list: ["<a>", "b&c"] })
      _.template("\${ a + b } and <%= a %>")({ a: 1, b: 2 })
      _.template("{{ x }}", { interpolate: /{{([\s\S]+?)}}/g })({ x: "y" })
      _.template("<% throw new Error('in template') %>")({})
      _.template("<% if ( %>")
      _.merge({ a: [{ b: 2 }, { d: 4 }] }, { a: [{ c: 3 }, { e: 5 }] })
      _.mergeWith({ a: [1], b: [2] }, { a: [3], b: [4] }, (o, s) => _.isArray(o) ? o.concat(s) : undefined)
      _.defaultsDeep({ a: { b: 2 } }, { a: { b: 1, c: 3 } })
      _.cloneDeep({ a: [1, { b: new Date(5), c: /x/g }], m: new Map([[1, { z: 1 }]]), s: new Set([[1]]) })
      _.cloneDeepWith({ a: 1, b: [2] }, (v) => typeof v === "number" ? v + 1 : undefined)
      (() => { const o = { a: 1 }; o.self = o; const c = _.cloneDeep(o); return [c.self === c, c !== o] })()
      _.isEqual({ a: [1, { b: NaN }], c: new Map([[1, 2]]) }, { a: [1, { b: NaN }], c: new Map([[1, 2]]) })
      _.isEqual(new Set([{ a: 1 }, 2]), new Set([2, { a: 1 }]))
      _.isEqual([0, -0], [-0, 0])
      _.isEqualWith("hello", "hi", (a, b) => /^h/.test(a) && /^h/.test(b))
      _.isMatch({ a: { b: 1, c: 2 } }, { a: { b: 1 } })
      _.groupBy([6.1, 4.2, 6.3], Math.floor)
      _.orderBy(people(), ["age", "name"], ["asc", "desc"])
      _.sortedIndexBy([{ x: 4 }, { x: 5 }], { x: 4 }, "x")
      _.sortedUniqBy([1.1, 1.2, 2.3, 2.4], Math.floor)
      _.uniqWith([{ x: 1 }, { x: 2 }, { x: 1 }], _.isEqual)
      _.differenceWith([{ x: 1, y: 2 }, { x: 2, y: 1 }], [{ x: 1, y: 2 }], _.isEqual)
      _.intersectionBy([2.1, 1.2], [2.3, 3.4], Math.floor)
      _.xorBy([2.1, 1.2], [2.3, 3.4], Math.floor)
      _.unionBy([2.1], [1.2, 2.3], Math.floor)
      _.uniq(_.range(250).concat(_.range(250)))  .length
      _.difference(_.range(300), _.range(5, 300))
      _.zipObjectDeep(["a.b[0].c", "a.b[1].d"], [1, 2])
      _.zipWith([1, 2], [10, 20], [100, 200], (a, b, c) => a + b + c)
      _.unzipWith([[1, 10, 100], [2, 20, 200]], _.add)
      _.pullAllBy([{ x: 1 }, { x: 2 }, { x: 3 }, { x: 1 }], [{ x: 1 }, { x: 3 }], "x")
      (() => { const a = ["a", "b", "c", "d"]; return [_.pullAt(a, [1, 3]), a] })()
      (() => { const a = [1, 2, 3, 4]; return [_.remove(a, (n) => n % 2 == 0), a] })()
      (() => { const log = []; _.forEach([1, 2, 3], (x) => { log.push(x); return x < 2 }); return log })()
      (() => { const log = []; _.forOwnRight({ a: 1, b: 2 }, (v, k) => { log.push(k) }); return log })()
      (() => { function F() { this.a = 1 } F.prototype.b = 2; const log = []; _.forIn(new F(), (v, k) => { log.push(k) }); return log })()
      (() => { const f = _.curry((a, b, c) => [a, b, c]); return [f(1)(2)(3), f(1, 2)(3), f(_, 2)(1, 3), f(1)(_, 3)(2)] })()
      (() => { const f = _.curryRight((a, b, c) => [a, b, c]); return [f(3)(2)(1), f(2, 3)(1)] })()
      (() => { const f = _.partial((g, n, p) => g + " " + n + p, _, "fred"); return f("hi", "!") })()
      (() => { const f = _.partialRight((g, n) => g + " " + n, "fred"); return f("hi") })()
      (() => { const o = { user: "fred", greet(g, p) { return g + this.user + p } }; return [_.bind(o.greet, o, "hi ")("!"), _.bindKey(o, "greet", "yo ")("?"), _.bind(o.greet, o, _, ".")("hm ")] })()
      (() => { function P(a, b) { this.s = a + b } const B = _.bind(P, null, 1); const b = new B(2); return [b.s, b instanceof P] })()
      (() => { const o = { label: "docs", click() { return this.label } }; _.bindAll(o, ["click"]); const f = o.click; return f() })()
      (() => { const f = _.flow([_.add, (n) => n * n, String]); return f(1, 2) })()
      (() => { const f = _.flowRight([(n) => n * n, _.add]); return f(1, 2) })()
      (() => { let n = 0; const f = _.once(() => ++n); f(); f(); return [f(), n] })()
      (() => { const f = _.memoize((o) => o.a + 1); const k = { a: 1 }; const r = [f(k), f(k)]; k.a = 5; return [...r, f(k), f.cache.has(k)] })()
      (() => { const f = _.memoize((a, b) => a + b, (a, b) => a + "," + b); return [f(1, 2), f(1, 3), f.cache.get("1,2")] })()
      (() => { const f = _.after(2, () => "done"); return [f(), f(), f()] })()
      (() => { let n = 0; const f = _.before(3, () => ++n); return [f(), f(), f(), f()] })()
      (() => { const f = _.overArgs((a, b) => [a, b], [(x) => x * 2, (x) => x * x]); return f(9, 3) })()
      (() => { const f = _.rearg((a, b, c) => [a, b, c], [2, 0, 1]); return f("b", "c", "a") })()
      (() => { const f = _.spread((a, b) => a + b); return f([1, 2]) })()
      (() => { const f = _.wrap(_.escape, (g, t) => "<p>" + g(t) + "</p>"); return f("a & b") })()
      (() => { const f = _.cond([[_.matches({ a: 1 }), _.constant("A")], [_.stubTrue, _.constant("none")]]); return [f({ a: 1 }), f({})] })()
      (() => { const f = _.conforms({ b: (n) => n > 1 }); return [f({ b: 2 }), f({ b: 1 })] })()
      (() => { const f = _.overEvery([Boolean, isFinite]); return [f("1"), f(null), _.overSome([Boolean, isFinite])(NaN)] })()
      (() => { const o = _.set({}, "a[0].b.c", 4); _.update(o, "a[0].b.c", (n) => n * n); _.unset(o, "a[1]"); return [o, _.has(o, "a[0].b"), _.result(o, "a[0].b.c"), _.invoke(o, "a[0].b.c.toFixed", 2)] })()
      (() => { const o = _.setWith({}, "[0][1]", "a", Object); return o })()
      _.at({ a: [{ b: { c: 3 } }, 4] }, ["a[0].b.c", "a[1]"])
      _.toPath("a[0].b['c.d'][\"e\"]")
      _.invert({ a: 1, b: 2, c: 1 })
      _.invertBy({ a: 1, b: 2, c: 1 }, (v) => "g" + v)
      _.mapKeys({ a: 1, b: 2 }, (v, k) => k + v)
      _.transform([2, 3, 4], (acc, n) => { acc.push(n *= n); return n % 2 == 0 }, [])
      _.transform({ a: 1, b: 2, c: 1 }, (r, v, k) => { (r[v] || (r[v] = [])).push(k) }, {})
      _.reduceRight([[0, 1], [2, 3]], (f, o) => f.concat(o), [])
      _.flatMapDepth([1, 2], (n) => [[[n, n]]], 2)
      _.invokeMap([[5, 1, 7], [3, 2, 1]], "sort")
      _.partition(people(), (p) => p.age > 26)
      _.countBy(["one", "two", "three"], "length")
      _.words("fred, barney, & pebbles", /[^, ]+/g)
      ["camelCase", "kebabCase", "snakeCase", "startCase", "lowerCase", "upperCase", "upperFirst", "lowerFirst", "capitalize", "deburr"].map((k) => _[k]("--Foo_BAR  éàüß-fooBar2x9--"))
      _.truncate("hi-diddly-ho there, neighborino", { length: 24, separator: /,? +/, omission: " [...]" })
      [_.pad("abc", 8, "_-"), _.padStart("abc", 6), _.padEnd("abc", 6, "_-"), _.repeat("ab", 3), _.trim("-_-abc-_-", "_-"), _.trimStart("  x "), _.trimEnd(" x  ")]
      [_.escape("<a href='x'>&\"</a>"), _.unescape("&lt;&amp;&#39;&quot;&gt;"), _.escapeRegExp("[lodash](https://lodash.com/)")]
      [_.parseInt("08"), _.parseInt("0x1f", 16), _.toInteger("3.2"), _.toLength(-1), _.toSafeInteger(Infinity), _.toNumber("0b101"), _.toFinite("x")]
      [_.round(4.006, 2), _.ceil(6040, -2), _.floor(0.046, 2), _.clamp(-10, -5, 5), _.inRange(3, 2, 4), _.inRange(-3, -2, -6)]
      [_.sumBy([{ n: 4 }, { n: 2 }], "n"), _.meanBy([{ n: 4 }, { n: 2 }], "n"), _.maxBy([{ n: 1 }, { n: 2 }], (o) => o.n), _.minBy([], "n"), _.max([]), _.mean([])]
      [_.range(4), _.range(-4), _.range(1, 5), _.range(0, 20, 5), _.range(0, -4, -1), _.range(1, 4, 0), _.rangeRight(4)]
      [_.random(1, 9), _.random(1.5), _.random(5, true), _.sample([1, 2, 3]), _.sampleSize([1, 2, 3], 2), _.shuffle([1, 2, 3, 4])]
      _.attempt(() => { throw new RangeError("mine") })
      _.attempt((a) => a, 7)
      [_.isPlainObject(Object.create(null)), _.isPlainObject(new Map()), _.isElement({}), _.isEmpty({ length: 0 }), _.isArrayLike("abc"), _.isNative(Array.prototype.push), _.isArguments((function () { return arguments })())]
      _.uniqueId("u") + _.uniqueId("u")
      (() => { const c = _.create({ f() { return 1 } }, { x: 2 }); return [c.f(), c.x, Object.keys(c)] })()
      (() => { const l = _.runInContext({ Date, Math }); return [l.VERSION, l !== _, l.map([1], String)] })()
      (() => { const l = _.runInContext(); l.mixin({ twice: (x) => x * 2 }); return [l.twice(4), l(5).twice(), l.chain(5).twice().value()] })()
      (() => { const w = _([1, 2, 3]); const it = []; for (const x of w) it.push(x); return [it, w.next(), JSON.stringify(w), String(w)] })()
      (() => { const w = _([1, 2]).push(3); const p = w.plant([9]); return [w.value(), p.value(), w.commit().value()] })()
      _.forEach(null, () => 1)
      _.curry()
      _.negate(5)
      _.memoize("x")
      _.VERSION`);
  },
  underscore() {
    every(lib, "_", new Set(["debounce", "throttle", "delay", "defer", "mixin", "noConflict", "now", "random"]));
    lines(lib, "_", String.raw`
      _.chain([1, 2, 3, 4]).filter((n) => n % 2).map((n) => n * 2).reverse().value()
      _([3, 1, 2]).chain().sortBy().first(2).value()
      _.chain([1, [2, [3]]]).flatten().tap((a) => a.push(9)).size().value()
      _.template("hello <%= name %> <% _.each(xs, function (x) { %>(<%- x %>)<% }) %>")({ name: "moe", xs: ["<", "&"] })
      _.template("{{ x }}", { interpolate: /\{\{(.+?)\}\}/g })({ x: 5 })
      _.template("<%= a.b %>", { variable: "a" })({ b: 7 })
      _.template("<% if (x) { %>yes<% } else { %>no\n'q'\u2028<% } %>")({ x: 0 })
      _.template("<%= missing %>")({})
      _.template("x", { variable: "a b" })
      _.isEqual({ a: [1, { b: NaN }], d: new Date(5) }, { a: [1, { b: NaN }], d: new Date(5) })
      _.isEqual([0], [-0])
      _.isEqual(new Map([[1, [2]]]), new Map([[1, [2]]]))
      _.isEqual(new Uint8Array([1, 2]), new Uint8Array([1, 2]))
      (() => { const a = { x: 1 }, b = { x: 1 }; a.s = a; b.s = b; return _.isEqual(a, b) })()
      _.groupBy([1.3, 2.1, 2.4], (n) => Math.floor(n))
      _.indexBy(people(), "name")
      _.countBy([1, 2, 3], (n) => n % 2 ? "odd" : "even")
      _.partition([0, 1, 2, 3], (n) => n % 2)
      _.sortBy(people(), "age").map((p) => p.name)
      _.sortedIndex([10, 20, 30], 25)
      _.where(people(), { age: 30 })
      _.findWhere(people(), { name: "bob" })
      _.pluck(people(), "name")
      _.reduce([1, 2, 3], (m, n) => m + n)
      _.reduceRight([[0, 1], [2, 3]], (a, b) => a.concat(b), [])
      _.reduce([], (m, n) => m + n)
      _.inject({ a: 1, b: 2 }, (m, v, k) => m + k + v, "")
      _.invoke([[5, 1, 7], [3, 2, 1]], "sort")
      _.invoke([{ a: { f() { return this.v }, v: 3 } }], ["a", "f"])
      [_.max(people(), (p) => p.age), _.min([10, 5, 100]), _.max([]), _.min({})]
      [_.range(10), _.range(1, 11), _.range(0, 30, 5), _.range(0, -10, -1), _.range(0)]
      [_.zip(["moe", "larry"], [30, 40]), _.unzip([["a", 1], ["b", 2]]), _.object(["a", "b"], [1, 2]), _.object([["a", 1]])]
      [_.union([1, 2], [2, 3]), _.intersection([1, 2, 3], [2, 3]), _.difference([1, 2, 3], [2]), _.without([1, 2, 1], 1), _.uniq([1, 2, 1]), _.uniq([1, 1, 2], true), _.uniq([1, 2, 3], (x) => x % 2)]
      [_.flatten([1, [2, [3, [4]]]]), _.flatten([1, [2, [3]]], true), _.flatten([1, [2, [3, [4]]]], 2), _.compact([0, 1, false, 2, "", 3]), _.chunk([1, 2, 3, 4, 5], 2)]
      [_.first([5, 4, 3], 2), _.initial([5, 4, 3]), _.last([5, 4, 3], 2), _.rest([5, 4, 3], 2), _.sample([1, 2, 3], 2), _.shuffle([1, 2, 3, 4])]
      [_.indexOf([1, 2, 3], 2), _.lastIndexOf([1, 2, 1], 1), _.indexOf([1, 2, 3], 3, true), _.indexOf([NaN], NaN), _.findIndex([1, 2], (x) => x > 1), _.findLastIndex([1, 2, 3], (x) => x < 3)]
      (() => { const log = []; _.each({ a: 1, b: 2 }, function (v, k) { log.push(k, v, this.z) }, { z: 9 }); return log })()
      (() => { const f = _.bind(function (g, n) { return g + this.name + n }, { name: "moe" }, "hi "); return [f("!"), f.length] })()
      (() => { function P(a, b) { this.s = a + b } const B = _.bind(P, null, 1); const b = new B(2); return [b.s, b instanceof P] })()
      (() => { const f = _.partial((a, b, c) => [a, b, c], 1, _, 3); return f(2) })()
      (() => { const o = { l: "x", f() { return this.l } }; _.bindAll(o, "f"); return (0, o.f)() })()
      _.bindAll({})
      _.bind("x")
      (() => { const f = _.memoize((n) => n < 2 ? n : f(n - 1) + f(n - 2)); return [f(30), Object.keys(f.cache).length] })()
      (() => { let n = 0; const f = _.once(() => ++n); f(); f(); return n })()
      (() => { const f = _.after(2, () => "done"); return [f(), f()] })()
      (() => { let n = 0; const f = _.before(3, () => ++n); return [f(), f(), f()] })()
      (() => { const f = _.compose((x) => x + "!", (a, b) => a + b); return f(1, 2) })()
      (() => { const f = _.wrap((n) => "hi " + n, (g, n) => "<" + g(n) + ">"); return f("moe") })()
      (() => { const f = _.restArguments((a, rest) => [a, rest]); return [f(1, 2, 3), f()] })()
      (() => { const f = _.negate((x) => x > 1); return [f(1), f(2)] })()
      [_.keys({ a: 1 }), _.allKeys(Object.create({ b: 1 })), _.values({ a: 1 }), _.pairs({ a: 1 }), _.invert({ a: "b" }), _.functions(_).length, _.mapObject({ a: 1 }, (v) => v + 1)]
      [_.pick({ a: 1, b: 2, c: 3 }, "a", "c"), _.omit({ a: 1, b: 2 }, "a"), _.pick({ a: 1, b: 2 }, (v) => v > 1), _.defaults({ a: 1 }, { a: 2, b: 3 }), _.extend({ a: 1 }, { b: 2 }, null), _.extendOwn({}, Object.create({ z: 1 }))]
      [_.clone([1, [2]]), _.has({ a: { b: 1 } }, ["a", "b"]), _.get({ a: [{ b: 2 }] }, ["a", 0, "b"]), _.get({}, "x", 5), _.property(["a", "b"])({ a: { b: 3 } }), _.propertyOf({ a: 4 })("a"), _.matcher({ a: 1 })({ a: 1, b: 2 }), _.isMatch({ a: 1 }, { a: 2 })]
      [_.escape("<&>\"'"), _.unescape("&lt;&amp;&#x27;"), _.uniqueId("c"), _.uniqueId(), _.result({ a() { return this.b }, b: 2 }, "a"), _.result(null, "x", 7), _.times(3, (i) => i * i), _.identity(5), _.constant(6)()]
      ["isArray", "isObject", "isArguments", "isFunction", "isString", "isNumber", "isFinite", "isBoolean", "isDate", "isRegExp", "isError", "isSymbol", "isMap", "isSet", "isNaN", "isNull", "isUndefined", "isEmpty", "isElement", "isTypedArray"].map((k) => [[], {}, null, undefined, 0, NaN, "", "1", true, () => 1, /x/, new Date(0), new Map(), new Error(), Symbol.iterator].map((v) => _[k](v)))
      (() => { _.mixin({ twice: (x) => x * 2 }); return [_.twice(2), _(3).twice(), _.chain(4).twice().value()] })()
      (() => { const a = _([1, 2]); a.push(3); return [a.value(), a.join("-"), a.toJSON(), String(a)] })()
      _.noConflict() === _
      _.VERSION`);
  },
  acorn() {
    const versions = [3, 5, 6, 2020, "latest"];
    const good = String.raw`
      var a = 1, b = "x\u0041\n", c = /[/\]]+/gi;
      if (a) b; else { c }
      for (var i = 0; i < 10; i++) { if (i) continue; break }
      outer: for (var k in o) { for (;;) { continue outer } }
      function f(a, b) { "use strict"; return a + b * c ** 2 }
      x = y ? z : (1, 2, function named() {})
      do x++; while (x < 5) y
      switch (a) { case 1: case 2: b(); break; default: c() }
      try { throw new Error } catch (e) { } finally { done() }
      with (o) p
      a = b\n++c
      label: { break label }
      let {a, b: [c = 1, ...d], ...rest} = o, [,, e] = f
      const f = async (x) => { await x; for await (const y of z) {} }
      class A extends B { static #p = 1; get x() { return super.x } static { this.#p } constructor() { super(...arguments) } async *g() { yield* h() } "quoted"() {} [computed] = 5 }
      a?.b?.[c]?.(d) ?? e
      a ||= b; c &&= d; e ??= f; g **= 2
      tag${"`"}a${"$"}{b}c\u{1F600}${"`"} + ${"`"}x${"$"}{${"`"}y${"$"}{z}${"`"}}${"`"}
      function* g() { const x = yield; yield x; }
      new.target
      var o = { get a() { return 1 }, set a(v) {}, b() {}, async c() {}, *d() {}, ["e"]: 1, __proto__: null, f, "g": 2, 3: 4 }
      import("x").then(y)
      0b101 + 0o17 + 0xff + 1_000 + 10n + .5e-3 + 017
      (a, b) => ({a, b})
      async x => await x
      a => b => c
      ((a)) = 1
      if (1) function f() {}
      <!-- html comment
      x\u{61}b = \u0061bc
      for (const [a, b] of c) d
      for (async of => 1;;) break
      let async; async = 1; async()
      var yield_ = 1, let_ = 2, of = 3, get = 4, set = 5, static_ = 6
      a / b / c; a = /x/ / 2
      /(?<year>\d{4})-\k<year>|[\p{L}--q]/v
      /\u{1F600}(?=x)(?<!y)/u
      return 1
      await x
      import a, {b as c, default as d} from "m"; export * as ns from "n"; export {c as "str"}; export default class {}
      export const q = 1, r = 2; export function s() {} import * as t from "u" with { type: "json" }
      #!/usr/bin/env node
    `.trim().split("\n").map((s) => s.trim().replaceAll("\\n", "\n"));
    const bad = ["var", "let let = 1", "a b", "if (", "function (", "({a:1, a b})", "'abc", "`abc", "/abc", "1 = 2", "a++ = 1", "for (let x = 1 of y);", "return", "break", "continue x", "x: x: y",
      "let a; let a", "const a", "class A { constructor() {} constructor() {} }", "class A { #a; #a }", "x.#y", "super()", "new.target", "await 1", "yield 1", '"use strict"; with (a) b', '"use strict"; 017', '"use strict"; delete x',
      '"use strict"; var eval', "({ get a(b) {} })", "async () => { var await }", "function* g() { yield\n* 2; function yield() {} }", "import x from 5", "export { y }", "\\u0030a", "a\\u{110000}", "'\\u{110000}'", "'\\x1'", "0b12", "0o8", "1__0", "1_",
      "0xg", "1n.5", "3in []", "/a/gg", "/(/", "/(?<a>x)(?<a>y)/", "/[b-a]/", "/\\u{110000}/u", "/a{2,1}/", "try {}", "switch (1) { default: default: }", "throw\nx", "a?.b = 1", "a ?? b || c", "-1 ** 2", "({a = 1})", "(a, a) => { 'use strict' }", "function f(a, a) { 'use strict' }",
      "async function f(a = await 1) {}", "for await (x of y);", "label: function* g() {}", "if (1) class C {}", "while (1) let\n[a] = b", "@", "\u2028'a\n'", "import.meta", "import()", "...a", "[...a, b] = c", "({...{a}} = b)", "({a}) = 1", "/* open", "\u{1F600}", "enum x {}", "'use strict'; implements", "}"];
    for (const src of good.concat(bad)) {
      for (const ecmaVersion of versions) say(`parse ${ecmaVersion} ${JSON.stringify(src)}`, () => lib.parse(src, { ecmaVersion }));
      say(`module ${JSON.stringify(src)}`, () => lib.parse(src, { ecmaVersion: "latest", sourceType: "module", locations: true }));
      say(`loose options ${JSON.stringify(src)}`, () => lib.parse(src, { ecmaVersion: "latest", allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true, allowHashBang: true, allowSuperOutsideMethod: true, allowReserved: true, preserveParens: true, ranges: true, checkPrivateFields: false, sourceFile: "f.js" }));
      say(`tokens ${JSON.stringify(src)}`, () => [...lib.tokenizer(src, { ecmaVersion: "latest", locations: true })].map((t) => [t.type.label, t.value, t.start, t.loc.end.column]));
      say(`events ${JSON.stringify(src)}`, () => { const on = []; lib.parse(src, { ecmaVersion: "latest", onToken: (t) => on.push(t.type.label), onComment: (b, t, s, e) => on.push([b, t, s, e]), onInsertedSemicolon: (p) => on.push(p), onTrailingComma: (p) => on.push(p) }); return on; });
    }
    say("a large source", () => lib.parse(source, { ecmaVersion: 2022, locations: true }));
    say("its tokens", () => [...lib.tokenizer(source, { ecmaVersion: 2022 })].map((t) => t.type.label + t.start).join());
    say("this script", () => lib.parse(readFileSync(new URL(import.meta.url), "utf8"), { ecmaVersion: "latest", sourceType: "module" }));
    say("expression at", () => [lib.parseExpressionAt("var x = a + b; y", 8, { ecmaVersion: 6 }), lib.parseExpressionAt("  (1", 2, { ecmaVersion: 6 })]);
    say("comments", () => { const cs = []; lib.parse("/* a */ x // b\n<!-- c\n--> d", { ecmaVersion: 2020, onComment: cs, locations: true }); return cs; });
    say("line info", () => [lib.getLineInfo("a\r\nb\u2028c\nd", 7), lib.lineBreak.source, lib.isNewLine(10), lib.isNewLine(0x2028), lib.isNewLine(11)]);
    say("identifiers", () => [36, 48, 65, 95, 0xaa, 0x200c, 0x1d7ce, 0x20000, 0xe0100].map((c) => [lib.isIdentifierStart(c, true), lib.isIdentifierChar(c, true), lib.isIdentifierStart(c, false)]));
    say("plugin", () => lib.Parser.extend((P) => class extends P { parseLiteral(v) { const n = super.parseLiteral(v); n.seen = true; return n; } }).parse("1 + 'a'", { ecmaVersion: 2020 }));
    say("options", () => [lib.defaultOptions, Object.keys(lib).sort(), lib.version, Object.keys(lib.tokTypes), Object.keys(lib.keywordTypes)]);
    say("no version", () => lib.parse("1"));
    for (const k of Object.keys(lib).sort()) say(`export ${k}`, () => lib[k]);
  },
  jquery() {
    jquery.ask(lib, page, { say, every, special, problem, seeded: Math.random });
  },
};

suites[library]();
process.stdout.write(`calls ${calls}\n`);
