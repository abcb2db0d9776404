// The worker runs one program a line: {id, src, timeout} in, a trace out.
// Each program has a context of its own.
import vm from "node:vm";
import readline from "node:readline";
import { readFileSync } from "node:fs";

const prelude = new vm.Script(readFileSync(process.argv[2], "utf8"), { filename: "prelude.js" });

// A promise that nobody asks is no reason to die.
process.on("unhandledRejection", () => {});

function run({ id, src, timeout }) {
  const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  const finish = prelude.runInContext(context);
  let script, how = 0, error;
  try {
    script = new vm.Script(src, { filename: "program.js" });
  } catch (e) {
    return { id, syntax: String(e && e.message) };
  }
  try {
    script.runInContext(context, { timeout });
  } catch (e) {
    if (e && e.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { id, timeout: true };
    how = 1;
    error = e;
  }
  return { id, trace: finish(how, error) };
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  let answer;
  const request = JSON.parse(line);
  try {
    answer = run(request);
  } catch (e) {
    answer = { id: request.id, fault: String(e && e.stack) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
