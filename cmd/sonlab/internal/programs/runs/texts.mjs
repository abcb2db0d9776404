// The texts that programs work on, from a checkout of this project: scripts,
// modules and documents, by name.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export function texts(root) {
  const at = (...p) => path.join(root, ...p);
  const list = (dir) => readdirSync(at(dir)).sort();
  const read = (...p) => readFileSync(at(...p), "utf8");
  const real = list("testdata/real").filter((f) => f.endsWith(".js"));
  const archives = ["testdata/emit", "testdata/opt", "testdata/seeds"].flatMap((d) => list(d).filter((f) => f.endsWith(".txtar")).map((f) => `${d}/${f}`));
  return {
    // Scripts that people wrote.
    scripts: () => real.map((f) => ({ name: `testdata/real/${f}`, text: read("testdata/real", f) })),
    // Small programs with every construct of the language.
    programs: () => archives.flatMap((f) => members(f, read(f))).filter((m) => m.name.endsWith(".js")),
    // Markdown.
    documents: () => [
      { name: "README.md", text: read("README.md") },
      ...list("docs").filter((f) => f.endsWith(".md")).map((f) => ({ name: `docs/${f}`, text: read("docs", f) })),
    ],
  };
}

// members are the files of a txtar archive.
function members(archive, text) {
  const parts = text.split(/^-- (.+) --$/m);
  const files = [];
  for (let i = 1; i < parts.length; i += 2) files.push({ name: `${archive}/${parts[i]}`, text: parts[i + 1].trimStart() });
  return files;
}
