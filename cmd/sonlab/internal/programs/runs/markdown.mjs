// The documents that Markdown renderers work on.
import { readFileSync } from "node:fs";
import path from "node:path";

// tricky holds Markdown that is hard to parse.
const tricky = `
Title *with* __emphasis__ and \`code \`\` \`
===

1. one
   - nested **bold *both* bold** text
     > quote in a list
     lazy line

     \`\`\`js title="x"
     const a = "<b>";
     \`\`\`
2. two\\
   broken  
   hard

| left | right | *mid* |
|:-----|------:|:-----:|
| a \\| b | \`c|d\` | 1 |
| only |

[ref]: <http://example.com/a b> "title (x)"
[other ref]: /url 'single'

A [ref], an [inline](</a b> "t"), ![image *alt*](i.png), <https://auto.example/?q=1&r=2>, www.example.com,
me@example.com, a footnote-like [^1], &amp; &copy; &#35; &#xcab; &nosuch; ~~gone~~ and **un*closed.

<div class="raw">
*not emphasis*
</div>

<!-- comment --> text <span data-x='1'>inline *html*</span>

***bold italic*** **a**b **c** _x_y_z_ * not* \\*escaped\\* "quotes" 'single' -- --- ... (c) (tm) +-

- [ ] open
- [x] done

* * *

    indented code
	tab code

~~~
tilde fence
`;

const awkward = "[".repeat(50) + "a" + "](b)".repeat(50) + "\n\n" + "*a **b ".repeat(40) + "\n\n" + "> ".repeat(30) + "deep\n\n" + "`".repeat(7) + "x\n\n" + "<".repeat(20) + "\n";

export function markdown(require, texts, full, ...packages) {
  const of = (name) => ({ name: `README of ${name}`, text: readFileSync(path.join(path.dirname(new URL(import.meta.url).pathname), "../node_modules", name, "README.md"), "utf8") });
  const all = [{ name: "tricky", text: tricky }, { name: "awkward", text: awkward }, { name: "empty", text: "" }, ...packages.map(of), ...texts.documents()];
  return full ? all.concat(all.map((d) => ({ name: d.name + " as a quote", text: d.text.replace(/^/gm, "> ") }))) : all;
}
