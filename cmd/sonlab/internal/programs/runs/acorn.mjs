// acorn parses lodash, typescript and small programs; of the large trees only a
// digest is printed.
import { readFileSync } from "node:fs";

export default async function ({ say, digest, require, texts, full }) {
  const acorn = require("acorn");
  const tree = (text, options) =>
    digest((add) => {
      const extra = { comments: [], tokens: [] };
      const program = acorn.parse(text, { ecmaVersion: "latest", locations: true, ranges: true, onComment: extra.comments, onToken: extra.tokens, ...options });
      walk(program, add);
      walk(extra.comments, add);
      for (const t of extra.tokens) add(`${t.type.label} ${String(t.value)} ${t.start} ${t.end}`);
    });
  for (const { name, text } of [...texts.scripts(), ...texts.programs()]) {
    await say(`${name} script`, () => acorn.parse(text, { ecmaVersion: "latest", allowReturnOutsideFunction: true }));
    await say(`${name} module`, () => tree(text, { sourceType: "module" }));
    await say(`${name} ES5`, () => tree(text, { ecmaVersion: 5, preserveParens: true }));
    await say(`${name} cut`, () => tree(text.slice(0, text.length * 0.7), {}));
  }
  await say("lodash", () => tree(readFileSync(require.resolve("lodash"), "utf8"), {}));
  if (full) await say("typescript", () => tree(readFileSync(require.resolve("typescript"), "utf8"), {}));
}

// walk adds each property of each node, without using the stack for depth.
function walk(root, add) {
  const open = [root];
  while (open.length > 0) {
    const v = open.pop();
    if (v === null || typeof v !== "object" || v instanceof RegExp) {
      add(`${typeof v} ${String(v)}`);
      continue;
    }
    const keys = Object.keys(v);
    add(`${v.constructor?.name} ${keys}`);
    for (const k of keys) open.push(v[k]);
  }
}
