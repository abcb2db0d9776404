// A generated TypeScript project: modules of a few kinds that import one
// another. Every fifth module holds mistakes that a compiler must report.
const kinds = { shapes, store, async: tasks, text, types, classes, graph };

export function project(n) {
  const names = Object.keys(kinds);
  const files = new Map();
  for (let k = 0; k < n; k++) files.set(`/src/m${k}.ts`, kinds[names[k % names.length]](k) + (k % 5 === 4 ? mistakes(k) : ""));
  files.set("/src/view.tsx", view());
  files.set("/src/old.js", old());
  files.set("/src/index.ts", Array.from({ length: n }, (_, k) => `export * as m${k} from "./m${k}";`).join("\n") + `\nexport { View } from "./view";\nexport { twice } from "./old";\n`);
  return files;
}

// before imports the preceding module, if there is one.
const before = (k) => (k === 0 ? "" : `import * as prev from "./m${k - 1}";\nexport const previous: string = prev.title;\n`);

function shapes(k) {
  return `${before(k)}export const title = "shapes ${k}";
export type Shape =
  | { readonly kind: "circle"; r: number }
  | { readonly kind: "box"; w: number; h: number }
  | { readonly kind: "path"; points: readonly [x: number, y: number][] };
export enum Side { Left = 1, Right = Left << 1, Both = Left | Right, Name = "n".length }
export const enum Fast { A = ${k}, B = A * 2, C = "c" }
declare const brand: unique symbol;
export type Area = number & { [brand]: true };
export function area(s: Shape): Area {
  switch (s.kind) {
    case "circle": return (Math.PI * s.r ** 2) as Area;
    case "box": { const { w, h } = s; return (w * h) as Area; }
    case "path": {
      let sum = 0;
      for (const [i, [x, y]] of s.points.entries()) {
        const [nx, ny] = s.points[(i + 1) % s.points.length]!;
        sum += x * ny - nx * y;
      }
      return Math.abs(sum / 2) as Area;
    }
    default: { const never: never = s; return never; }
  }
}
export function isCircle(s: Shape): s is Extract<Shape, { kind: "circle" }> { return s.kind === "circle"; }
export const sides = [Side.Left, Side.Both, Fast.B, Fast.C] as const;
export function total(...shapes: [Shape, ...Shape[]]): number {
  let sum = 0;
  outer: for (const s of shapes) {
    if (isCircle(s) && s.r < 0) continue outer;
    sum += area(s);
    if (sum > ${k + 100}) break outer;
  }
  return sum;
}
`;
}

function store(k) {
  return `${before(k)}export const title = \`store \${${k}}\`;
export interface Action<T extends string = string, P = unknown> { type: T; payload?: P }
type Handlers<S> = { [K in string]: (state: Readonly<S>, a: Action<K, any>) => S };
export type ActionsOf<H> = H extends Handlers<infer _S> ? { [K in keyof H & string]: Parameters<H[K]>[1] extends Action<string, infer P> ? Action<K, P> : never }[keyof H & string] : never;
export class Store<S extends object, H extends Handlers<S>> {
  #state: S;
  private listeners = new Set<(s: S, old: S) => void>();
  static created = 0;
  static { Store.created += ${k}; }
  constructor(initial: S, private readonly handlers: H, protected limit?: number) { this.#state = initial; Store.created++; }
  get state(): Readonly<S> { return this.#state; }
  set state(s) { this.#state = { ...s }; }
  dispatch(a: ActionsOf<H>): this;
  dispatch(type: keyof H & string, payload?: unknown): this;
  dispatch(a: any, payload?: unknown): this {
    const action: Action = typeof a === "string" ? { type: a, payload } : a;
    const handler = this.handlers[action.type];
    const old = this.#state;
    this.#state = handler?.(old, action) ?? old;
    if (old !== this.#state) for (const l of this.listeners) l(this.#state, old);
    return this;
  }
  on(l: (s: S, old: S) => void) { this.listeners.add(l); return () => void this.listeners.delete(l); }
  *[Symbol.iterator](): Generator<keyof S, void, undefined> { for (const key in this.#state) yield key; }
}
export const counter = new Store({ n: 0, log: [] as string[] }, {
  add: (s, a: Action<"add", number>) => ({ ...s, n: s.n + (a.payload ?? 1) }),
  note: (s, { payload = "none" }: Action<"note", string>) => ({ ...s, log: [...s.log, payload] }),
});
counter.dispatch({ type: "add", payload: ${k} }).dispatch("note", "x");
`;
}

function tasks(k) {
  return `${before(k)}export const title = "tasks" + ${k};
export type Result<T, E extends Error = Error> = { ok: true; value: T } | { ok: false; error: E };
export async function attempt<T>(work: () => Promise<T> | T, times = ${k % 4}): Promise<Result<Awaited<T>>> {
  for (let i = 0; ; i++) {
    try { return { ok: true, value: await work() }; }
    catch (e) { if (i >= times) return { ok: false, error: e instanceof Error ? e : new Error(String(e)) }; }
    finally { await null; }
  }
}
export async function* numbers(to: number, signal?: { readonly aborted: boolean }) {
  for (let i = 0; i < to; i++) { if (signal?.aborted) return "aborted" as const; yield i; }
  yield* [to, to + 1];
}
export async function collect<T>(source: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of source) out.push(item);
  return out;
}
export const all = async <const T extends readonly (() => Promise<unknown>)[]>(jobs: T) =>
  Promise.all(jobs.map((j) => j())) as Promise<{ -readonly [I in keyof T]: Awaited<ReturnType<T[I]>> }>;
export const both = all([async () => ${k}, async () => "text"]);
export class Queue { private last: Promise<unknown> = Promise.resolve(); run = <T,>(f: () => Promise<T>): Promise<T> => { const next = this.last.then(f, f); this.last = next.catch(() => {}); return next; }; }
`;
}

function text(k) {
  return `${before(k)}export const title = ["text", ${k}].join();
type Split<S extends string, D extends string> = S extends \`\${infer A}\${D}\${infer B}\` ? [A, ...Split<B, D>] : [S];
export type Camel<S extends string> = Split<S, "-"> extends [infer A extends string, ...infer R extends string[]] ? \`\${A}\${Join<R>}\` : never;
type Join<R extends string[]> = R extends [infer A extends string, ...infer B extends string[]] ? \`\${Capitalize<A>}\${Join<B>}\` : "";
export const name: Camel<"one-two-three-${k}"> = "oneTwoThree${k}";
export function camel<const S extends string>(s: S): Camel<S> { return s.replace(/-(\\w)/g, (_, c: string) => c.toUpperCase()) as Camel<S>; }
const cases = new Map<RegExp, (m: RegExpExecArray) => string>([[/^(?<n>\\d+)$/u, (m) => m.groups!.n!.padStart(${(k % 7) + 1}, "0")], [/./s, ([c]) => c]]);
export function format(strings: TemplateStringsArray, ...values: unknown[]): string {
  return strings.raw.reduce((out, s, i) => { let v = values[i - 1]; v ??= ""; return out + v + s; });
}
export function* words(s: string): IterableIterator<string> { for (let i = 0, j; i <= s.length; i = j + 1) { j = s.indexOf(" ", i); if (j < 0) j = s.length; yield s.slice(i, j); } }
export const shown = format\`a \${camel("x-y-z")} b \${[...words("p q r")].length}\`;
export function classify(s: string) { for (const [re, f] of cases) { const m = re.exec(s); if (m) return f(m); } return undefined; }
export namespace Tools { export const sep = "/" as const; export namespace Deep { export let depth = ${k}; export function up() { return Deep.depth++ + sep; } } export import D = Deep; }
`;
}

function types(k) {
  return `${before(k)}export const title: string = "types ${k}";
export type DeepPartial<T> = T extends (...a: never[]) => unknown ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;
export type Getters<T> = { readonly [K in keyof T & string as \`get\${Capitalize<K>}\`]-?: () => T[K] };
export type Paths<T, P extends string = ""> = T extends object ? { [K in keyof T & string]: \`\${P}\${K}\` | Paths<T[K], \`\${P}\${K}.\`> }[keyof T & string] : never;
type Tuple<N extends number, R extends unknown[] = []> = R["length"] extends N ? R : Tuple<N, [...R, R["length"]]>;
export type Ten = Tuple<${(k % 10) + 3}>[number];
interface Config { server: { port: number; hosts: string[]; tls?: { cert: string } }; debug: boolean | "verbose"; on(event: string): void; on(event: number, x?: Config): Config }
export const path: Paths<Config> = "server.port";
export function merge<T extends object>(base: T, ...over: DeepPartial<T>[]): T { for (const o of over) for (const [key, v] of Object.entries(o)) Reflect.set(base, key, v); return base; }
export const getters = <T extends object>(o: T): Getters<T> => Object.fromEntries(Object.entries(o).map(([key, v]) => ["get" + key[0]!.toUpperCase() + key.slice(1), () => v])) as Getters<T>;
export const port = getters({ port: ${k}, host: "h" }).getPort();
export function assertIs<T>(v: unknown, test: (v: unknown) => v is T): asserts v is T { if (!test(v)) throw new TypeError(); }
export function first<T, U = T extends readonly (infer E)[] ? E : never>(list: T): U | undefined { return (list as any)[0]; }
export const ten: Ten = 1, found = first([1, "a"] as const);
let u: unknown = ten; if (typeof u === "object" && u && "x" in u) { u.x satisfies unknown; } else if (Array.isArray(u)) u.length;
declare global { interface Array<T> { m${k}?: T } }
`;
}

function classes(k) {
  return `${before(k)}export const title = String("classes ${k}");
type Ctor<T = {}> = abstract new (...args: any[]) => T;
export abstract class Base<in out T> { declare readonly tag: string; abstract get value(): T; protected constructor(public readonly id: number) {} compare(this: Base<T>, o: Base<T>) { return this.id - o.id || +(this.value > o.value); } static of<C extends new (n: number) => any>(this: C) { return new this(${k}) as InstanceType<C>; } }
export function Timed<B extends Ctor>(B: B) { abstract class T extends B { at = ${k}; since(now: number) { return now - this.at; } } return T; }
export function bound(target: Function, context: ClassMethodDecoratorContext) { context.addInitializer(function (this: any) { this[context.name] = this[context.name].bind(this); }); }
export class Leaf extends Timed(Base)<number> implements Iterable<number> { accessor size = 1; static #made: WeakSet<Leaf> = new WeakSet(); constructor(n: number) { super(n); Leaf.#made.add(this); } override get value() { return this.id ** 2; } @bound double() { return super.since(0) * 2; } static made(l: object) { return #mark in l && Leaf.#made.has(l); } #mark = true; *[Symbol.iterator]() { yield this.size; yield* [this.id]; } }
export class Tree<T> { private kids: Tree<T>[] = []; constructor(public item: T, private up?: Tree<T>) {} add(item: T) { const t = new Tree(item, this); this.kids.push(t); return t; } *walk(depth = 0): Generator<[T, number]> { yield [this.item, depth]; for (const c of this.kids) yield* c.walk(depth + 1); } get root(): Tree<T> { let t: Tree<T> = this; while (t.up) t = t.up; return t; } map<U>(f: (t: T) => U): Tree<U> { const out = new Tree(f(this.item)); out.kids = this.kids.map((c) => c.map(f)); return out; } }
export const leaf = Leaf.of(), doubled = leaf.double(), spread = [...leaf], tree = new Tree("a").add("b").root.map((s) => s.length);
`;
}

function graph(k) {
  return `${before(k)}export const title = "graph".concat("${k}");
export class Graph<N extends PropertyKey, E = void> {
  private readonly edges: Partial<Record<N, Map<N, E>>> = {};
  edge(from: N, to: N, ...[e]: E extends void ? [] : [E]): this { (this.edges[from] ??= new Map()).set(to, e as E); return this; }
  order(): N[] {
    const done = new Map<N, "open" | "closed">(), out: N[] = [];
    const visit = (n: N): void => {
      switch (done.get(n)) { case "closed": return; case "open": throw new Error(\`cycle at \${String(n)}\`); }
      done.set(n, "open");
      this.edges[n]?.forEach((_, to) => visit(to));
      done.set(n, "closed");
      out.unshift(n);
    };
    for (const n of Reflect.ownKeys(this.edges) as N[]) visit(n);
    return out;
  }
  distance(from: N, to: N): number {
    let front = [from], steps = 0; const seen = new Set(front);
    do { if (front.includes(to)) return steps; steps++; front = front.flatMap((n) => [...(this.edges[n]?.keys() ?? [])].filter((m) => !seen.has(m) && seen.add(m))); } while (front.length > 0);
    return Infinity;
  }
}
export const g = new Graph<"a" | "b" | "c" | \`n\${number}\`, number>().edge("a", "b", ${k}).edge("b", "c", 1).edge("c", "n${k}", 2);
export const sorted = g.order(), far: number = g.distance("a", "n${k}");
const grid = Array.from({ length: ${(k % 6) + 2} }, (_, y) => Array.from({ length: 4 }, (_, x) => (x * y) & 1 ? -x : y));
export let best = -Infinity; for (let y = 0; y < grid.length; y++) for (let x = 0; x < grid[y]!.length; x++) { const v = grid[y]![x]!; if (v <= best) continue; best = v; }
`;
}

function mistakes(k) {
  return `
const wrong${k}: number = "text"; let unused${k};
export function bad${k}(a: string, b?: { c: number }) { a.nosuch(); b.c; return bad${k}(1, { d: 2 }); }
class Half${k} implements Iterable<string> { x: number; y = this.z; }
for (const q of ${k}) { q++; } const once${k} = 1; once${k} = 2; new Half${k}(3); missing${k}();
if (typeof title === "number") { title.length } export { nothing${k} }; import { absent } from "./m0"; type Loop${k} = Loop${k}[] | Loop${k};
let tuple${k}: [number, string] = [1]; async function f${k}(): number { await 1; return; } switch (title) { case 1: }
`;
}

const view = () => `declare namespace JSX { interface IntrinsicElements { div: { id?: string; children?: any }; b: {} } interface Element { e: 1 } interface ElementChildrenAttribute { children: {} } }
declare const h: (t: any, p: any, ...c: any[]) => JSX.Element;
export function View({ items, ...rest }: { items: string[]; id?: string }) { return <div {...rest}>{items.map((i) => <b key={i}>{i} &amp; more</b>)}<div id={1} /></div>; }
`;

const old = () => `/** @template T @param {T} x @returns {[T, T]} */
export function twice(x) { return [x, x]; }
/** @typedef {{ a: number, b?: string }} O */
/** @type {O} */ const o = { a: "x" }; exports.o = o; var self = this; Old.prototype.m = function () { return this.v; }; function Old() { /** @type {number} */ this.v = o.a; }
`;
