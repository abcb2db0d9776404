// typescript compiles a project to several targets: its reports and its output
// are printed. The language service then answers questions about the project.
import { readFileSync } from "node:fs";
import path from "node:path";
import { project } from "./project.mjs";

export default async function ({ say, digest, require, texts, full }) {
  const ts = require("typescript");
  const lib = path.dirname(require.resolve("typescript"));
  const files = project(full ? 140 : 21);
  const lines = [...files.values()].reduce((n, text) => n + text.split("\n").length, 0);
  await say("project", () => `${files.size} files, ${lines} lines`);
  const { ES5, ES2017, ESNext } = ts.ScriptTarget;
  const common = { strict: true, jsx: ts.JsxEmit.React, jsxFactory: "h", allowJs: true, checkJs: true, outDir: "/out", rootDir: "/src", types: [] };
  const ways = {
    next: { target: ESNext, module: ts.ModuleKind.ESNext, declaration: true, sourceMap: true, noUnusedLocals: true, noUncheckedIndexedAccess: true, noImplicitReturns: true },
    old: { target: ES5, module: ts.ModuleKind.CommonJS, downlevelIteration: true, importHelpers: false, inlineSourceMap: true, lib: ["lib.esnext.d.ts", "lib.dom.d.ts"] },
    middle: { target: ES2017, module: ts.ModuleKind.System, removeComments: true, isolatedModules: true, exactOptionalPropertyTypes: true, useDefineForClassFields: true },
  };
  for (const [kind, o] of Object.entries(ways)) {
    const options = { ...common, ...o };
    const program = ts.createProgram(["/src/index.ts"], options, host(ts, files, lib));
    const diagnostics = [...ts.getPreEmitDiagnostics(program)];
    await say(`${kind} diagnostics`, () => ts.formatDiagnostics(diagnostics, { getCanonicalFileName: (f) => f, getCurrentDirectory: () => "/", getNewLine: () => "\n" }));
    const written = [];
    program.emit(undefined, (name, text) => written.push({ name, text }));
    for (const { name, text } of written) await say(`${kind} ${name}`, () => text);
    await say(`${kind} types`, () => typesOf(ts, program).join("\n"));
  }
  for (const { name, text } of texts.programs()) {
    await say(`${name} alone`, () => ts.transpileModule(text, { reportDiagnostics: true, compilerOptions: { target: ES5, module: ts.ModuleKind.CommonJS, downlevelIteration: true } }).outputText);
  }
  await say("service", () => service(ts, files, lib, { ...common, ...ways.next }, digest));
}

function host(ts, files, lib) {
  const cache = new Map();
  const read = (name) => files.get(name) ?? (name.startsWith(lib) && ts.sys.fileExists(name) ? readFileSync(name, "utf8") : undefined);
  return {
    getSourceFile(name, o) {
      const text = read(name);
      if (text === undefined) return undefined;
      if (!cache.has(name)) cache.set(name, ts.createSourceFile(name, text, o));
      return cache.get(name);
    },
    fileExists: (name) => read(name) !== undefined,
    readFile: read,
    writeFile: () => {},
    directoryExists: (d) => d === "/" || d === "/src",
    getDirectories: () => [],
    getDefaultLibFileName: (o) => path.join(lib, ts.getDefaultLibFileName(o)),
    getDefaultLibLocation: () => lib,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (f) => f,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
}

// typesOf lists the types of all exported names.
function typesOf(ts, program) {
  const checker = program.getTypeChecker();
  const out = [];
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith("/src/")) continue;
    const module = checker.getSymbolAtLocation(file);
    for (const s of module ? checker.getExportsOfModule(module) : []) {
      out.push(`${file.fileName} ${s.name}: ${checker.typeToString(checker.getTypeOfSymbol(s), undefined, ts.TypeFormatFlags.NoTruncation)}`);
    }
  }
  return out;
}

// service asks for completions, hints, references and edits.
function service(ts, files, lib, options, digest) {
  const h = host(ts, files, lib);
  const s = ts.createLanguageService({
    ...h,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => (h.fileExists(name) ? ts.ScriptSnapshot.fromString(h.readFile(name)) : undefined),
  });
  const out = [];
  for (const name of [...files.keys()].slice(0, 7).concat("/src/view.tsx", "/src/old.js")) {
    const text = files.get(name);
    for (let at = 37; at < text.length; at += 211) {
      const info = s.getQuickInfoAtPosition(name, at);
      out.push(`${name}:${at} ${info ? ts.displayPartsToString(info.displayParts) : "-"}`);
      out.push(`  references ${s.findReferences(name, at)?.map((r) => r.references.length) ?? "-"}`);
      out.push(`  completions ${digest((add) => s.getCompletionsAtPosition(name, at, {})?.entries.forEach((e) => add(e.name + e.kind + e.sortText)))}`);
      out.push(`  help ${JSON.stringify(s.getSignatureHelpItems(name, at, {})?.items.length)}`);
    }
    out.push(JSON.stringify(s.getNavigationTree(name), (k, v) => (k === "nameSpan" ? undefined : v)).slice(0, 3000));
    const formatted = s.getFormattingEditsForDocument(name, ts.getDefaultFormatCodeSettings("\n"));
    out.push(`  formatting ${formatted.length} ${digest((add) => formatted.forEach((e) => add(`${e.span.start} ${e.span.length} ${e.newText}`)))}`);
    out.push(`  suggestions ${s.getSuggestionDiagnostics(name).map((d) => d.code)}`);
    out.push(`  imports ${JSON.stringify(s.organizeImports({ type: "file", fileName: name }, {}, {}))}`);
    out.push(`  outline ${s.getOutliningSpans(name).length} ${s.getEncodedSemanticClassifications(name, { start: 0, length: text.length }).spans.length}`);
  }
  return out.join("\n");
}
