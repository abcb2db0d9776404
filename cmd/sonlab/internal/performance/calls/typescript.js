// file typescript/lib/typescript.js
const source = "enum Color { Red, Green = 5 }\nclass Point<T extends number> { constructor(private x: T, public y?: T) {} get sum(): number { return this.x + (this.y ?? 0); } }\nexport const p = new Point(1) as unknown;\nasync function* f() { for await (const v of g()) yield v?.w; }\n";
console.log(lib.transpileModule(source, { compilerOptions: { target: lib.ScriptTarget.ES2017, module: lib.ModuleKind.CommonJS } }).outputText);
const file = lib.createSourceFile("a.ts", source, lib.ScriptTarget.Latest, true);
const kinds = [];
lib.forEachChild(file, (n) => { kinds.push(lib.SyntaxKind[n.kind]); });
console.log(kinds.join(), lib.createPrinter({ removeComments: true }).printFile(file).length);
const scanner = lib.createScanner(lib.ScriptTarget.Latest, true, lib.LanguageVariant.Standard, "let x = `a${1}`; // c");
let tokens = 0;
while (scanner.scan() !== lib.SyntaxKind.EndOfFileToken) tokens++;
console.log(tokens, lib.formatDiagnostics(lib.transpileModule("let 1", { reportDiagnostics: true }).diagnostics, { getCurrentDirectory: () => "", getCanonicalFileName: (f) => f, getNewLine: () => "\n" }));
