// The bundled application renders itself; see app.jsx.
export default async function ({ say, require, texts, full }) {
  const errors = [];
  for (const level of ["error", "warn"]) console[level] = (...args) => errors.push(`${level}: ${args.map((a) => a?.message ?? a).join(" ").replace(/\n {4}(at|in) [^]*/, "")}`);
  const app = require("../bundle.cjs");
  for (const { name, text } of texts.documents().slice(0, full ? undefined : 2)) await app.renderAll({ say, name, text });
  await say("console", () => errors);
}
