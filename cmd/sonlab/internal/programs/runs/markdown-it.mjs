// markdown-it renders its own documents and this project's under each preset,
// with a plugin, and lists their tokens.
import { markdown } from "./markdown.mjs";

export default async function ({ say, require, texts, full }) {
  const MarkdownIt = require("markdown-it");
  const build = MarkdownIt.default ?? MarkdownIt;
  const make = (...args) => new build(...args);
  for (const { name, text } of markdown(require, texts, full, "markdown-it")) {
    await say(`${name} default`, () => make().render(text));
    await say(`${name} all on`, () => make({ html: true, linkify: true, typographer: true, breaks: true, xhtmlOut: true }).render(text));
    await say(`${name} commonmark`, () => make("commonmark").render(text));
    await say(`${name} zero`, () => make("zero").enable(["emphasis", "list", "link"]).render(text));
    await say(`${name} tokens`, () => make({ linkify: true }).parse(text, { seen: [] }));
    await say(`${name} inline`, () => make().renderInline(text.slice(0, 2000)));
    await say(`${name} plugin`, () => {
      const env = {};
      const md = make({ highlight: (code, lang) => `<pre data-lang="${lang}">${code.length}</pre>`, quotes: ["«\xA0", "\xA0»", "‹\xA0", "\xA0›"], typographer: true }).use(shout, "!");
      return md.render(text, env) + JSON.stringify(env);
    });
  }
  await say("not a text", () => make().render(undefined));
  await say("rules", () => make().core.ruler.getRules("").map((f) => f.name));
}

function shout(md, mark) {
  md.core.ruler.push("shout", (state) => {
    for (const token of state.tokens) {
      if (token.type !== "heading_open") continue;
      token.attrJoin("class", "loud");
      token.attrSet("data-mark", mark);
      state.env.headings = (state.env.headings ?? 0) + 1;
    }
  });
  const old = md.renderer.rules.link_open ?? ((tokens, i, options, env, self) => self.renderToken(tokens, i, options));
  md.renderer.rules.link_open = (tokens, i, ...rest) => {
    tokens[i].attrPush(["rel", "nofollow"]);
    return old(tokens, i, ...rest);
  };
}
