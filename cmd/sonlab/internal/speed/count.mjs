// Runs scripts one after the other, each in a worker of its own, which has its own heap and its own code, and
// then its run(n): node count.mjs N WARM FILE...
// The last call of run follows WARM others and is between two calls of uv_getrusage, at which callgrind notes
// what it has counted. Each script prints a line.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

if (isMainThread) {
  const [n, warm, counted, ...files] = process.argv.slice(2);
  for (const file of files) {
    await new Promise((done) => {
      new Worker(new URL(import.meta.url), { workerData: { file, n: Number(n), warm: Number(warm), counted: Number(counted) } })
        .on("message", (said) => console.log(JSON.stringify(said)))
        .on("error", (e) => console.log(JSON.stringify({ marks: 0, error: String(e) })))
        .on("exit", done);
    });
  }
} else {
  const { file, n, warm, counted } = workerData;
  const said = { marks: 0 };
  const mark = () => { said.marks++; process.cpuUsage(); };
  try {
    runInThisContext(readFileSync(file, "utf8"));
    const run = runInThisContext("run");
    for (let i = 0; i < warm; i++) run(n);
    for (let i = 0; i < counted; i++) {
      mark();
      said.result = String(run(n));
    }
  } catch (e) {
    said.error = String(e);
  }
  mark();
  parentPort.postMessage(said);
}
