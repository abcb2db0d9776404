// acorn parses the text of its own tokenizer.
// uses acorn/dist/acorn.js
function run(n) {
  const text = "function f(a, b) {\n  for (let i = 0; i < a.length; i++) {\n    if (a[i] > b) return { at: i, value: `${a[i]}` };\n  }\n  return b ? [...a, b] : null;\n}\n".repeat(5);
  let sum = 0;
  for (let round = 0; round < n; round++) {
    const tree = module.exports.parse(text, { ecmaVersion: 2022 });
    sum = (sum + tree.end + tree.body.length) % 1000003;
  }
  return sum;
}
