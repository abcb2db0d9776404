// main.mjs PROGRAM INPUTS full|part LIST: does the work of one program, prints
// all results, and writes the URLs of the files that it loaded to LIST.
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { texts } from "./texts.mjs";

const [, , program, inputs, amount, list] = process.argv;
const root = fileURLToPath(new URL("..", import.meta.url));

// The same dice and the same clock before and after.
let state = 12345;
Math.random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
let now = 1700000000000;
Date.now = () => now++;
performance.now = () => now++ - 1700000000000;
process.env.TZ = "UTC";

register("./record.mjs", import.meta.url, { data: { list } });
const require = createRequire(import.meta.url);

// Stack traces show where in a file a function is, which may change.
const place = new RegExp(`(${root.replace(/\W/g, "\\$&")}[^\\s:]*):\\d+:\\d+`, "g");

function print(label, text) {
  process.stdout.write(`== ${label}\n${text.replace(place, "$1")}\n`);
}

// say prints what a piece of work returns, or the message of what it throws.
async function say(label, work) {
  let result;
  try {
    result = await work();
  } catch (e) {
    result = `threw ${e?.name}: ${e?.message}`;
  }
  print(label, typeof result === "string" ? result : JSON.stringify(result, plain, 1));
}

// plain converts values that JSON cannot represent.
function plain(key, v) {
  switch (typeof v) {
    case "bigint": return `${v}n`;
    case "function": return `function ${v.name}/${v.length}`;
    case "symbol": return String(v);
  }
  if (v instanceof Map || v instanceof Set) return [...v];
  if (v instanceof RegExp) return String(v);
  return v;
}

// digest is for results that are too long to print: it covers all their parts,
// in order.
function digest(add) {
  const hash = createHash("sha256");
  let parts = 0, text = "";
  add((part) => {
    parts++;
    if ((text += part + "\n").length > 1 << 16) hash.update(text), (text = "");
  });
  return `${parts} parts ${hash.update(text).digest("hex")}`;
}

const { default: work } = await import(`./${program}.mjs`);
await work({ say, digest, require, texts: texts(inputs), full: amount === "full" });

for (const file of Object.keys(require.cache)) appendFileSync(list, pathToFileURL(file) + "\n");
// Some programs leave timers behind.
process.stdout.write("", () => process.exit());
