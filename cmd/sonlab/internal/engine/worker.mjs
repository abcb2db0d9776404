// The worker runs programs that should behave the same: {sources, timeout, how} in,
// {runs} out, a line each. A run that did the same as the first one reports only that.
// A timeout of 0 means none: node starts a thread for each timeout, which takes longer
// than most programs.
// how is "alone" for a context of its own, "shared" for one that the next program
// uses, too, unless this one left something there, and "module" for modules, which
// share a context as well.
import vm from "node:vm";
import readline from "node:readline";
import { readFileSync } from "node:fs";

const [, , recordPath, preludePath] = process.argv;
const load = (path) => new vm.Script(readFileSync(path, "utf8"), { filename: path });
// One copy of the record serves all contexts: its code stays warm.
const record = load(recordPath).runInThisContext();
const prelude = load(preludePath);
Error.stackTraceLimit = 0;

// A rejected promise without a handler is no reason to exit.
process.on("unhandledRejection", () => {});

const limit = (timeout) => (timeout > 0 ? { timeout } : {});

const newRealm = (options) => {
  const context = vm.createContext(vm.constants?.DONT_CONTEXTIFY ?? {}, options);
  return { context, finish: prelude.runInContext(context)(record), renew: record.renew };
};

// A realm for the programs of each environment; it is replaced when one left something
// there. The changes of tame() are permanent, so programs that call it have realms of their
// own, in which it is called before the first of them: a module's exports can be called
// before the module runs.
const realms = {};
const keyOf = (source, how) => (/\btame\(\)/.test(source) ? how + ", tame" : how);
function realmFor(source, how) {
  if (how === "alone") return newRealm({ microtaskMode: "afterEvaluate" });
  const key = keyOf(source, how);
  let realm = realms[key];
  if (realm === undefined) {
    realm = realms[key] = newRealm(how === "module" ? {} : { microtaskMode: "afterEvaluate" });
    if (key !== how) vm.runInContext("tame()", realm.context);
  }
  realm.renew();
  return realm;
}

function done(source, how, result) {
  if (result.events === undefined || result.resource || result.events.some((what) => what.startsWith("global "))) delete realms[keyOf(source, how)];
  return result;
}

function run(source, timeout, how) {
  const { context, finish } = realmFor(source, how);
  let script, ended = 0, error;
  try {
    script = new vm.Script(source, { filename: "program.js" });
  } catch (e) {
    return { syntax: String(e && e.message) };
  }
  try {
    script.runInContext(context, limit(timeout));
  } catch (e) {
    if (e && e.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { timeout: true };
    ended = 1;
    error = e;
  }
  return finish(ended, error);
}

// The driver and the module import each other. The driver runs first; it prints all
// exports of the module, and calls those that are functions.
const driver = `
import * as program from "program";
export function look(at) {
  print("look", at);
  for (const k of Reflect.ownKeys(program)) {
    if (typeof k !== "string") continue;
    const v = ask(() => program[k]);
    print(k, v);
    if (typeof v === "function") print(k, ask(v));
  }
}
look("begin");
`;

async function runModule(source, timeout, how) {
  const { context, finish } = realmFor(source, how);
  let program, ended = 0, error;
  try {
    program = new vm.SourceTextModule(source, { identifier: "program", context });
    const other = new vm.SourceTextModule(driver, { identifier: "driver", context });
    await program.link((name) => (name === "driver" ? other : program));
  } catch (e) {
    return { syntax: String(e && e.message) };
  }
  try {
    await program.evaluate(limit(timeout));
  } catch (e) {
    if (e && e.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { timeout: true };
    ended = 1;
    error = e;
  }
  // All reactions run before the next turn of the event loop.
  await new Promise(setImmediate);
  return finish(ended, error);
}

async function attempt(source, timeout, how) {
  try {
    return done(source, how, how === "module" ? await runModule(source, timeout, how) : run(source, timeout, how));
  } catch (e) {
    delete realms[keyOf(source, how)];
    return { fault: String(e && e.stack) };
  }
}

function same(a, b) {
  return a.events !== undefined && b.events !== undefined && a.resource === b.resource &&
    a.events.length === b.events.length && a.events.every((what, i) => what === b.events[i]);
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
for await (const line of lines) {
  const { sources, timeout, how } = JSON.parse(line);
  const runs = [];
  for (const source of sources) runs.push(await attempt(source, timeout, how));
  process.stdout.write(JSON.stringify({ runs: runs.map((r, i) => (i > 0 && same(r, runs[0]) ? { same: true } : r)) }) + "\n");
}
