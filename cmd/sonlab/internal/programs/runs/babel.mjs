// Babel lowers modules and small programs for old engines, and reads
// TypeScript, JSX and Flow.
const own = `
import fs, { readFile as read } from "fs"; import * as all from "all";
export default class Tree extends Map {
  #root = null; static count = 0; static #secret = [1, ...[2, 3]];
  static { Tree.count += this.#secret.length; }
  constructor(...args) { super(...args); this.size2 = super.size ?? 0; Tree.count++; }
  get root() { return this.#root; } set root(v) { this.#root = v; }
  async *walk({ deep = false, ...rest } = {}, [first, , ...others] = []) {
    for await (const [k, v] of this.entries()) { if (#root in this) yield* this.step(k, { v, ...rest }); }
    label: for (let i = 0, n = others.length; i < n; i++) { for (const x in others[i]) { if (x > first) continue label; setTimeout(() => console.log(i, x, arguments.length)); } }
    try { return await Promise.all(others.map(async (o) => (await o)?.value ?? (o ||= 2))); } catch { throw new Error(\`bad \${deep ? "deep" : \`flat \${first}\`}\`); } finally { this.root = undefined; }
  }
  *step(k, o) { const r = yield k; switch (r) { case 1: yield o; break; default: return r ** 2; } }
  ["computed" + 1]() { return new.target === undefined && super["get"](1); }
}
export const { a: { b = 1 } = {}, ...c } = read?.(fs?.[0]) ?? {}; export { all };
let { length } = "text", re = /(?<year>\\d{4})-\\p{L}/suy, big = 10n ** 20n, f = ({ x }, y = x) => y;
[length, ...re.rest] = [1, 2, 3]; delete c?.d; tag\`a\${1}\\u{1F600}\`; var o = { __proto__: null, f, async *g() {}, get [length]() { return 1_000; }, "a-b": f };
do { var fn = function fn() { return typeof Symbol() === "symbol" ? fn : new.target; }; } while (0);
export async function late() { const m = await import("./late.js"); for (var i = 0; i < 3; i++) await m[i]; return import.meta.url; }
`;
const jsx = `export const App = ({ items, ...rest }) => <><Item.Part {...rest} key="k" on={() => <b>{"x"} text &nbsp; </b>}>{items.map((i) => <li key={i} data-x={i} />)}</Item.Part></>;`;
const ts = `enum Color { Red, Green = Red << 2, Text = "t" } const enum K { A = 1 } abstract class P<T> { constructor(private readonly a: T, public b?: string) {} declare c: number; abstract m(): void } namespace N { export const x: number = 1; export namespace M { export let y = x } } import type { T } from "t"; import E = N.M; export default function f<T>(this: Window, a: T): asserts a is NonNullable<T> { return a! as unknown as any; } let v = <any>f satisfies object; export type { T };`;
const decorated = `@dec @other({ a: 1 }) class A { @field x = 1; @method m() {} @get get v() { return 1; } @auto accessor z = 2; static @st #p = 3; }`;
const flow = `// @flow\nimport type { A } from "a"; type O = {| +a: ?number, [string]: A |}; opaque type X: string = string; function f<T: Object>(x: T, ...r: Array<?T>): %checks { return !!x; } export type { O }; (f: any);`;

export default async function ({ say, require, texts, full }) {
  const babel = require("@babel/standalone");
  const env = (targets, more) => ["env", { targets, ...more }];
  const ways = {
    ie11: { presets: [env("ie 11")], sourceMaps: true },
    modules: { presets: [env("ie 11", { modules: "umd", loose: true, bugfixes: true })], sourceType: "unambiguous", assumptions: { setPublicClassFields: true, noDocumentAll: true } },
    node: { presets: [env({ node: "12" }, { useBuiltIns: false })], minified: true, comments: false },
    printed: { retainLines: true, ast: false },
  };
  const sources = [{ name: "own", text: own }, ...texts.scripts(), ...(full ? texts.programs() : texts.programs().slice(0, 40))];
  for (const { name, text } of sources) {
    for (const [kind, o] of Object.entries(ways)) {
      await say(`${name} ${kind}`, () => {
        const { code, map } = babel.transform(text, { filename: "in.js", compact: false, ...o });
        return { code, map };
      });
    }
  }
  const code = (text, o) => babel.transform(text, { filename: "in.tsx", ...o }).code;
  await say("jsx classic", () => code(jsx, { presets: [["react", { runtime: "classic" }]] }));
  await say("jsx automatic", () => code(jsx, { presets: [["react", { runtime: "automatic", development: true }], env("chrome 60")] }));
  await say("ts", () => code(ts, { filename: "in.ts", presets: [["typescript", { optimizeConstEnums: true }], env("ie 11")] }));
  await say("flow", () => code(flow, { presets: ["flow", env("ie 11")] }));
  for (const version of ["legacy", "2023-11"]) await say(`decorators ${version}`, () => code(decorated, { plugins: [["proposal-decorators", { version }]], presets: [env("ie 11")] }));
  await say("tree", () => babel.transform(own, { ast: true, code: false, sourceType: "module" }).ast.program);
  await say("own plugin", () => code(own, {
    plugins: [({ types: t }) => ({ visitor: {
      Identifier(path) { if (path.node.name === "others") path.node.name = "rest2"; },
      ForOfStatement(path) { path.insertBefore(t.expressionStatement(t.stringLiteral("before a loop"))); },
      Class: { exit(path) { path.scope.rename("Tree", "Forest"); } },
    } })],
  }));
  await say("template", () => babel.transform("1", { plugins: [({ template }) => ({ visitor: { NumericLiteral(path) { path.replaceWith(template.expression("a.%%b%%(C)")({ b: "x", C: { type: "StringLiteral", value: "c" } })); } } })] }).code);
  await say("broken", () => code("let a = ; class {", {}));
  await say("lists", () => [Object.keys(babel.availablePlugins), Object.keys(babel.availablePresets)]);
}
