// terser minifies scripts and modules under several options; this is the work
// of its modules, terser-bundle.mjs is that of its bundle.
import { readFileSync } from "node:fs";

export async function work({ minify }, { say, require, texts, full }) {
  const lodash = readFileSync(require.resolve("lodash"), "utf8");
  const options = {
    plain: {},
    "no names": { mangle: false, compress: { passes: 2, unsafe: true, pure_getters: true, keep_fargs: false } },
    top: { toplevel: true, module: true, ecma: 2020, compress: { passes: 3 } },
    old: { ie8: true, safari10: true, format: { ascii_only: true, quote_style: 3, comments: "all" } },
    pretty: { compress: false, mangle: false, format: { beautify: true, braces: true } },
    map: { sourceMap: { includeSources: true, filename: "out.js", url: "out.js.map" } },
    properties: { mangle: { properties: { regex: /^_/ } }, nameCache: {} },
  };
  for (const { name, text } of [...texts.scripts(), ...texts.programs().filter((_, i) => full || i % 8 === 0)]) {
    for (const [kind, o] of Object.entries(options)) await say(`${name} ${kind}`, () => minify({ [name]: text }, structuredClone(o)));
  }
  await say("lodash plain", () => minify(lodash));
  if (!full) return;
  for (const [kind, o] of Object.entries(options)) await say(`lodash ${kind}`, () => minify({ "lodash.js": lodash }, structuredClone(o)));
  await say("broken", () => minify("let a = 1; let a = 2; ("));
}

export default async (tools) => work(await import("terser"), tools);
