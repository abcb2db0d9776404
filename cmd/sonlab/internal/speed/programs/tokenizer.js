// A tokenizer with a class for positions, one for tokens, and a table of rules.
// class classes
class Position {
  constructor(offset, line, column) {
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
  advance(c) {
    if (c === "\n") return new Position(this.offset + 1, this.line + 1, 1);
    return new Position(this.offset + 1, this.line, this.column + 1);
  }
}
class Token {
  constructor(kind, text, start, end) {
    this.kind = kind;
    this.text = text;
    this.start = start;
    this.end = end;
  }
  is(kind, text) {
    return this.kind === kind && (text === undefined || this.text === text);
  }
  get width() {
    return this.end.offset - this.start.offset;
  }
}
class Reader {
  constructor(text) {
    this.text = text;
    this.position = new Position(0, 1, 1);
  }
  get isAtEnd() {
    return this.position.offset >= this.text.length;
  }
  get current() {
    return this.text[this.position.offset];
  }
  next() {
    const c = this.current;
    this.position = this.position.advance(c);
    return c;
  }
  takeWhile(test) {
    let taken = "";
    while (!this.isAtEnd && test(this.current)) taken += this.next();
    return taken;
  }
}
const isSpace = (c) => c === " " || c === "\n" || c === "\t";
const isDigit = (c) => c >= "0" && c <= "9";
const isLetter = (c) => (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_";
const keywords = new Set(["let", "if", "else", "return"]);
class Rule {
  constructor(kind, starts, read) {
    this.kind = kind;
    this.starts = starts;
    this.read = read;
  }
  apply(reader) {
    const start = reader.position;
    const text = this.read(reader);
    return new Token(this.kind, text, start, reader.position);
  }
}
const rules = [
  new Rule("space", isSpace, (reader) => reader.takeWhile(isSpace)),
  new Rule("number", isDigit, (reader) => reader.takeWhile((c) => isDigit(c) || c === ".")),
  new Rule("word", isLetter, (reader) => reader.takeWhile((c) => isLetter(c) || isDigit(c))),
  new Rule("sign", () => true, (reader) => reader.next()),
];
class Tokenizer {
  constructor(text) {
    this.reader = new Reader(text);
  }
  *tokens() {
    while (!this.reader.isAtEnd) {
      const rule = rules.find((r) => r.starts(this.reader.current));
      const token = rule.apply(this.reader);
      if (!token.is("space")) yield this.classify(token);
    }
  }
  classify(token) {
    if (token.is("word") && keywords.has(token.text)) token.kind = "keyword";
    return token;
  }
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const text = `let total_${i} = 12.5 * count;\nif (total_${i} > ${i}) return total_${i};\nelse x = ${i % 7};`;
    for (const token of new Tokenizer(text).tokens()) {
      const weight = token.is("keyword") ? 7 : token.is("sign", ";") ? 3 : 1;
      checksum = (checksum * 5 + weight * token.width + token.start.line * token.end.column) % 1000003;
    }
  }
  return checksum;
};
