// The worker runs programs that should do the same, each in a context of its
// own: {sources, timeout} in, {runs} out, a line each. A run that did
// what the first one did says only that.
import vm from "node:vm";
import readline from "node:readline";
import { readFileSync } from "node:fs";

const [, , recordPath, preludePath] = process.argv;
const load = (path) => new vm.Script(readFileSync(path, "utf8"), { filename: path });
// One copy of the record serves all contexts: its code stays warm.
const record = load(recordPath).runInThisContext();
const prelude = load(preludePath);
Error.stackTraceLimit = 0;

// A promise that nobody asks is no reason to die.
process.on("unhandledRejection", () => {});

function run(source, timeout) {
  const context = vm.createContext(vm.constants?.DONT_CONTEXTIFY ?? {}, { microtaskMode: "afterEvaluate" });
  const finish = prelude.runInContext(context)(record);
  let script, how = 0, error;
  try {
    script = new vm.Script(source, { filename: "program.js" });
  } catch (e) {
    return { syntax: String(e && e.message) };
  }
  try {
    script.runInContext(context, { timeout });
  } catch (e) {
    if (e && e.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { timeout: true };
    how = 1;
    error = e;
  }
  return finish(how, error);
}

function attempt(source, timeout) {
  try {
    return run(source, timeout);
  } catch (e) {
    return { fault: String(e && e.stack) };
  }
}

function same(a, b) {
  return a.events !== undefined && b.events !== undefined && a.resource === b.resource &&
    a.events.length === b.events.length && a.events.every((what, i) => what === b.events[i]);
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const { sources, timeout } = JSON.parse(line);
  const runs = sources.map((source) => attempt(source, timeout));
  process.stdout.write(JSON.stringify({ runs: runs.map((r, i) => (i > 0 && same(r, runs[0]) ? { same: true } : r)) }) + "\n");
});
