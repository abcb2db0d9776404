// Runs a script as a program of a library: node run.cjs LIBRARY FILE [page]. LIBRARY is the file of the library as
// published, whose packages the script can require. With page, there is a document.
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");
const { dirname } = require("node:path");
const { runInThisContext } = require("node:vm");

const [, , library, file, page] = process.argv;
Object.assign(globalThis, { require: createRequire(library), __filename: library, __dirname: dirname(library) });
if (page) {
  const { window } = new (globalThis.require("jsdom").JSDOM)("<!doctype html><body></body>");
  Object.assign(globalThis, { window, document: window.document });
}
// The same dice and the same clock for every run.
let state = 12345;
Math.random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
Date.now = () => 1700000000000;
runInThisContext(readFileSync(file, "utf8"));
