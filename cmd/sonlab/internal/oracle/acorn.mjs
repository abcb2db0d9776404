// Oracle B: compares acorn's trees of a source and of the texts printed from it.
// One request a line, {sources: [{text, module, either, check, printed: [text, …]}]};
// the answer has a verdict for each source.
//
// The whole tree is compared (ESTree: directive, template texts, the parts of
// regular expressions, module names, …), except for
//
//   - positions, and the spelling of literals: values are compared, bigints as
//     numbers;
//   - `{a: a}` and `{a}`, unless a is __proto__: only the first then sets the
//     prototype;
//   - in templates, `<\/script` and `</script`;
//   - parentheses. The tree shows without them what binds to what, how much a
//     chain (a?.b).c skips, whether a string is a directive, whether `export
//     default (class {})` is an expression. They mean more in one place: a
//     function or class without a name gets that of the target it is assigned
//     to, in `=`, in logical assignments and in defaults of patterns, unless
//     the target is in parentheses: `(f) = function () {}`. Parentheses
//     around the value, `f = (function () {})`, do not matter; nor do those of
//     `(eval)(x)`, which is still a direct eval, of `delete (a.b)` and of
//     `(a.b)()`.
import vm from "node:vm";
import readline from "node:readline";
import { createRequire } from "node:module";

const acorn = createRequire(import.meta.url)(process.argv[2]);

function parse(text, module) {
  return acorn.parse(text, {
    ecmaVersion: "latest", sourceType: module ? "module" : "script",
    preserveParens: true, allowHashBang: true,
  });
}

// syntax returns why node refuses a text, or nothing.
function syntax(text, module) {
  try {
    if (module) new vm.SourceTextModule(text);
    else new vm.Script(text);
    return "";
  } catch (e) {
    return String(e && e.message);
  }
}

const isParen = (n) => n?.type === "ParenthesizedExpression";

function bare(n) {
  while (isParen(n)) n = n.expression;
  return n;
}

// hidesName: a function does not get the target's name because of its parentheses.
function hidesName(n) {
  if (n.type !== "AssignmentPattern" && !(n.type === "AssignmentExpression" && ["=", "&&=", "||=", "??="].includes(n.operator))) return false;
  const right = bare(n.right);
  const anonymous = right.type === "ArrowFunctionExpression" || /^(Function|Class)Expression$/.test(right.type) && !right.id;
  return anonymous && isParen(n.left) && bare(n.left).type === "Identifier";
}

function literalsDiffer(a, b) {
  if (a.regex || b.regex) return a.regex?.pattern !== b.regex?.pattern || a.regex?.flags !== b.regex?.flags;
  if (a.bigint != null || b.bigint != null) return a.bigint == null || b.bigint == null || BigInt(a.bigint) !== BigInt(b.bigint);
  return !Object.is(a.value, b.value);
}

const script = (s) => s.replace(/<\\\/(script)/gi, "</$1");

const isProto = (p) => !p.computed && bare(p.key).type === "Identifier" && bare(p.key).name === "__proto__";

const unseen = new Set(["type", "start", "end"]);

// differ returns the path of the first difference and what is found there.
function differ(a, b, path) {
  a = bare(a);
  b = bare(b);
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object")
    return Object.is(a, b) ? null : { path, a, b };
  if (Array.isArray(a)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const d = differ(a[i], b[i], `${path}[${i}]`);
      if (d) return d;
    }
    return null;
  }
  if (a.type !== b.type) return { path: path + ".type", a: a.type, b: b.type };
  switch (a.type) {
    case "Literal":
      return literalsDiffer(a, b) ? { path, a: a.raw, b: b.raw } : null;
    case "TemplateElement":
      if (a.value.cooked === b.value.cooked && script(a.value.raw) === script(b.value.raw) && a.tail === b.tail) return null;
      return { path, a: a.value, b: b.value };
    case "AssignmentExpression":
    case "AssignmentPattern":
      if (hidesName(a) !== hidesName(b)) return { path: path + ".left", a: a.left.type, b: b.left.type };
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (unseen.has(key) || a.type === "Property" && key === "shorthand" && !isProto(a)) continue;
    const d = differ(a[key], b[key], `${path}.${key}`);
    if (d) return d;
  }
  return null;
}

const shown = (x) => String(JSON.stringify(x, (k, v) => (typeof v === "bigint" ? v + "n" : v))).slice(0, 120);

// byAcorn compares acorn's tree of one source with those of its printed texts.
function byAcorn({ text, module, either, printed }) {
  let before;
  try {
    before = parse(text, module);
  } catch (e) {
    if (either && !module) return byAcorn({ text, module: true, printed });
    return { refused: String(e && e.message) };
  }
  return {
    differences: printed.map((code) => {
      if (code === null) return "";
      try {
        const d = differ(before, parse(code, module), "program");
        return d ? `${d.path}: ${shown(d.a)} became ${shown(d.b)}` : "";
      } catch (e) {
        return "refuses what is printed: " + (e && e.message);
      }
    }),
  };
}

function judge(source) {
  const verdict = byAcorn(source);
  if (verdict.refused === undefined && !source.check) return verdict;
  verdict.nodeRefuses = syntax(source.text, source.module);
  if (verdict.nodeRefuses === "") verdict.syntax = source.printed.map((code) => (code === null ? "" : syntax(code, source.module)));
  return verdict;
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  process.stdout.write(JSON.stringify(JSON.parse(line).sources.map(judge)) + "\n");
});
