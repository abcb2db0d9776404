// Parses a markdown-like text into a tree of document nodes and renders it to HTML and to word-wrapped plain text with visitors.
// class kept aside
'use strict';

class Node {
  constructor(children = []) { this.children = children; }
  accept(visitor) { throw new Error('accept() is abstract'); }
}

class Document extends Node {
  accept(visitor) { return visitor.visitDocument(this); }
}
class Heading extends Node {
  constructor(level, children) {
    super(children);
    this.level = level;
  }
  accept(visitor) { return visitor.visitHeading(this); }
}
class Paragraph extends Node {
  accept(visitor) { return visitor.visitParagraph(this); }
}
class List extends Node {
  accept(visitor) { return visitor.visitList(this); }
}
class ListItem extends Node {
  accept(visitor) { return visitor.visitListItem(this); }
}
class CodeBlock extends Node {
  constructor(lines) {
    super();
    this.lines = lines;
  }
  accept(visitor) { return visitor.visitCodeBlock(this); }
}
class Text extends Node {
  constructor(value) {
    super();
    this.value = value;
  }
  accept(visitor) { return visitor.visitText(this); }
}
class Styled extends Node {
  constructor(style, children) {
    super(children);
    this.style = style;
  }
  accept(visitor) { return visitor.visitStyled(this); }
}
class Link extends Node {
  constructor(target, children) {
    super(children);
    this.target = target;
  }
  accept(visitor) { return visitor.visitLink(this); }
}

// ---- parsing ---------------------------------------------------------

const MARKERS = new Map([['*', 'strong'], ['_', 'em'], ['`', 'code']]);

class InlineParser {
  constructor(source) {
    this.source = source;
    this.position = 0;
  }
  parse(stop = '') {
    const nodes = [];
    let pending = '';
    const flush = () => {
      if (pending) nodes.push(new Text(pending));
      pending = '';
    };
    while (this.position < this.source.length) {
      const char = this.source[this.position];
      if (char === stop) break;
      this.position++;
      if (MARKERS.has(char)) {
        flush();
        nodes.push(new Styled(MARKERS.get(char), this.parse(char)));
        this.position++;
      } else if (char === '[') {
        flush();
        nodes.push(this.parseLink());
      } else {
        pending += char;
      }
    }
    flush();
    return nodes;
  }
  parseLink() {
    const label = this.parse(']');
    const end = this.source.indexOf(')', this.position);
    const target = this.source.slice(this.position + 2, end);
    this.position = end + 1;
    return new Link(target, label);
  }
}

const parseInline = (text) => new InlineParser(text).parse();

class BlockParser {
  constructor(source) {
    this.lines = source.split('\n');
    this.index = 0;
  }
  // Takes lines as long as the predicate holds.
  takeWhile(predicate) {
    const taken = [];
    while (this.index < this.lines.length && predicate(this.lines[this.index])) taken.push(this.lines[this.index++]);
    return taken;
  }
  parse() {
    const blocks = [];
    while (this.index < this.lines.length) {
      const line = this.lines[this.index];
      if (line.trim() === '') this.index++;
      else blocks.push(this.parseBlock(line));
    }
    return new Document(blocks);
  }
  parseBlock(line) {
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (heading) {
      this.index++;
      return new Heading(heading[1].length, parseInline(heading[2]));
    }
    if (line.startsWith('- ')) {
      const items = this.takeWhile((candidate) => candidate.startsWith('- '));
      return new List(items.map((item) => new ListItem(parseInline(item.slice(2)))));
    }
    if (line.startsWith('    ')) {
      return new CodeBlock(this.takeWhile((candidate) => candidate.startsWith('    ')).map((code) => code.slice(4)));
    }
    return new Paragraph(parseInline(this.takeWhile((candidate) => candidate.trim() !== '').join(' ')));
  }
}

// ---- rendering -------------------------------------------------------

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]);

class Renderer {
  renderAll(nodes, separator = '') {
    return nodes.map((node) => node.accept(this)).join(separator);
  }
}

class HtmlRenderer extends Renderer {
  tag(name, content, attributes = {}) {
    const rendered = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
    return `<${name}${rendered.join('')}>${content}</${name}>`;
  }
  visitDocument(node) { return this.tag('article', this.renderAll(node.children, '\n')); }
  visitHeading(node) {
    return this.tag(`h${node.level}`, this.renderAll(node.children));
  }
  visitParagraph(node) { return this.tag('p', this.renderAll(node.children)); }
  visitList(node) { return this.tag('ul', this.renderAll(node.children)); }
  visitListItem(node) { return this.tag('li', this.renderAll(node.children)); }
  visitCodeBlock(node) { return this.tag('pre', node.lines.map(escapeHtml).join('\n')); }
  visitText(node) { return escapeHtml(node.value); }
  visitStyled(node) { return this.tag(node.style, this.renderAll(node.children)); }
  visitLink(node) {
    return this.tag('a', this.renderAll(node.children), { href: node.target });
  }
}

class PlainTextRenderer extends Renderer {
  constructor(width) {
    super();
    this.width = width;
  }
  wrap(text, indent = '') {
    const lines = [];
    let line = indent;
    for (const word of text.split(/\s+/)) {
      if (line.length + word.length > this.width && line.trim() !== '') {
        lines.push(line.trimEnd());
        line = indent;
      }
      line += word + ' ';
    }
    return [...lines, line.trimEnd()].join('\n');
  }
  visitDocument(node) { return this.renderAll(node.children, '\n\n'); }
  visitHeading(node) {
    const title = this.renderAll(node.children);
    return `${title}\n${(node.level === 1 ? '=' : '-').repeat(title.length)}`;
  }
  visitParagraph(node) { return this.wrap(this.renderAll(node.children)); }
  visitList(node) { return this.renderAll(node.children, '\n'); }
  visitListItem(node) { return this.wrap('* ' + this.renderAll(node.children), '  '); }
  visitCodeBlock(node) { return node.lines.map((line) => '| ' + line).join('\n'); }
  visitText(node) { return node.value; }
  visitStyled(node) { return this.renderAll(node.children); }
  visitLink(node) {
    return `${this.renderAll(node.children)} <${node.target}>`;
  }
}

// ---- sample text -----------------------------------------------------

const WORDS = 'harbour lantern *quiet* river _seldom_ "stone" window & [old map](/maps?id=1&x=2) winter `a < b` garden paper'.match(/\[[^)]*\)|`[^`]*`|\S+/g);

function* sampleWords(seed) {
  for (let state = seed; ; state = (state * 75 + 74) % 65537) yield WORDS[state % WORDS.length];
}

function composeText(seed) {
  const words = sampleWords(seed);
  const sentence = (length) => Array.from({ length }, () => words.next().value).join(' ');
  const parts = [`# ${sentence(4)}`];
  for (let section = 0; section < 2; section++) {
    parts.push('', `## ${sentence(3)}`, sentence(14), `so ${sentence(10)}`, '');
    parts.push(...[3, 9, 5].map((length) => `- ${sentence(length)}`), '', '    if (x < 3) {', `      go(${section});`, '    }');
  }
  return parts.join('\n');
}

function hash(text) {
  let h = 17;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return h;
}

function run(n) {
  const renderers = [new HtmlRenderer(), new PlainTextRenderer(60)];
  let checksum = 0;
  let size = 0;
  for (let unit = 0; unit < n; unit++) {
    const tree = new BlockParser(composeText(unit * 13 + 5)).parse();
    for (const renderer of renderers) {
      const output = tree.accept(renderer);
      size += output.length;
      checksum = (checksum * 7 + hash(output)) | 0;
    }
  }
  return `${checksum}:${size}`;
}
