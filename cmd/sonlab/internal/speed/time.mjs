// Runs a script, then times its run(n): node time.mjs FILE N
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [file, n] = process.argv.slice(2);
runInThisContext(readFileSync(file, "utf8"));
const run = runInThisContext("run");
const start = process.cpuUsage();
const result = String(run(Number(n)));
const { user, system } = process.cpuUsage(start);
process.stdout.write(JSON.stringify({ microseconds: user + system, result }));
