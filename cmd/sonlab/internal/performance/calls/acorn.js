// file acorn/dist/acorn.js
const tree = lib.parse("class A extends B { static #x = 1; async *m([a, ...b] = [], { c }) { for await (const d of a) yield d ?? `t${c}`; } }\nlabel: while (/[/]x/u.test(y)) break label;", { ecmaVersion: 2022, locations: true });
console.log(tree.body.length, tree.body[0].superClass.name, tree.body[0].body.body[1].value.generator, tree.loc.end.line, JSON.stringify(tree).length);
console.log([...lib.tokenizer("let x = 1.5e3 / 2; // c", { ecmaVersion: 2020 })].map((t) => t.type.label).join(" "));
try { lib.parse("let a; let a;", { ecmaVersion: 2020 }); } catch (e) { console.log(e.message, e.pos); }
const comments = [];
console.log(lib.parseExpressionAt("  a ** b.c?.d", 2, { ecmaVersion: 2020, onComment: comments }).operator, lib.isIdentifierStart(97), lib.getLineInfo("a\nb", 2).line);
class Loud extends lib.Parser { parseIdent(...a) { const n = super.parseIdent(...a); n.name += "!"; return n; } }
console.log(Loud.parse("f(x)", { ecmaVersion: 2020 }).body[0].expression.arguments[0].name);
