// marked renders its own documents and this project's, with and without
// extensions, and lists their tokens.
import { Marked, Lexer, Parser, Renderer, TextRenderer, marked } from "marked";
import { markdown } from "./markdown.mjs";

const mention = {
  name: "mention",
  level: "inline",
  start: (src) => src.match(/@/)?.index,
  tokenizer(src) {
    const match = /^@([a-z]+)/.exec(src);
    return match ? { type: "mention", raw: match[0], name: match[1] } : undefined;
  },
  renderer: (token) => `<span class="mention">${token.name}</span>`,
};

export default async function ({ say, require, texts, full }) {
  for (const { name, text } of markdown(require, texts, full, "marked")) {
    await say(`${name} html`, () => marked.parse(text));
    await say(`${name} pedantic`, () => new Marked({ pedantic: true, gfm: false }).parse(text));
    await say(`${name} breaks`, () => new Marked({ breaks: true, silent: true }).parse(text));
    await say(`${name} tokens`, () => Lexer.lex(text));
    await say(`${name} inline`, () => marked.parseInline(text.slice(0, 2000)));
    const own = new Marked({ extensions: [mention] });
    own.use({
      async: true,
      renderer: { heading: ({ tokens, depth }) => `<h${depth} data-n="${tokens.length}">` },
      hooks: { preprocess: (s) => s.replace(/\bthe\b/g, "@the"), postprocess: async (s) => s.toUpperCase() },
      walkTokens: async (token) => {
        if (token.type === "link") token.href += "#walked";
      },
    });
    await say(`${name} extended`, () => own.parse(text));
    await say(`${name} by hand`, () => new Parser({ renderer: new Renderer() }).parse(Lexer.lex(text)).length);
  }
  await say("plain text", () => Object.getOwnPropertyNames(TextRenderer.prototype));
  await say("not a text", () => marked.parse(undefined));
}
