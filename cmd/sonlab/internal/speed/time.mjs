// Runs a script, then times calls of its run(n), and tells of the fastest: node time.mjs FILE N CALLS
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [file, n, calls] = process.argv.slice(2);
runInThisContext(readFileSync(file, "utf8"));
const run = runInThisContext("run");
let microseconds = Infinity, result;
for (let i = 0; i < Number(calls); i++) {
  const start = process.cpuUsage();
  result = String(run(Number(n)));
  const { user, system } = process.cpuUsage(start);
  microseconds = Math.min(microseconds, user + system);
}
process.stdout.write(JSON.stringify({ microseconds, result }));
