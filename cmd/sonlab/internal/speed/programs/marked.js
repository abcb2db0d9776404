// marked renders a page.
// uses marked/lib/marked.umd.js marked/marked.min.js
function run(n) {
  const page = "# Title\n\nSome *text* with `code`, a [link](http://example.test/a) and **more**.\n\n- one\n- two\n  - three\n\n> quoted\n\n```js\nlet x = 1 < 2;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n".repeat(3);
  let sum = 0;
  for (let round = 0; round < n; round++) sum = (sum + module.exports.parse(page).length) % 1000003;
  return sum;
}
