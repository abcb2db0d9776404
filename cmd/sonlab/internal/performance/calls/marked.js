// file marked/lib/marked.umd.js
console.log(lib.parse("# Title\n\nSome *text* with `code`, a [link](http://example.test/a \"t\") and **more**.\n\n- one\n- [x] two\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n"));
console.log(lib.lexer("> quoted\n\n```js\nlet x = 1 < 2;\n```\n").map((t) => t.type).join(), lib.parseInline("a ~~b~~ <http://c.test>"));
lib.use({ renderer: { heading({ text, depth }) { return "H" + depth + ":" + text + "\n"; } } });
console.log(lib.parse("## two\n\n1. a\n2. b\n"));
