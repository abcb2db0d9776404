// A JSON parser and a printer, each a class.
// class classes
class ParseError extends Error {
  constructor(message, at) {
    super(`${message} at ${at}`);
    this.at = at;
  }
}
class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }
  peek() {
    return this.text.charCodeAt(this.at);
  }
  skip() {
    while (this.peek() === 32 || this.peek() === 10) this.at++;
  }
  fail(message) {
    throw new ParseError(message, this.at);
  }
  expect(c) {
    this.skip();
    if (this.text[this.at] !== c) this.fail(`no ${c}`);
    this.at++;
  }
  accept(c) {
    this.skip();
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }
  value() {
    this.skip();
    switch (this.text[this.at]) {
      case "{":
        return this.object();
      case "[":
        return this.array();
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }
  word(text, value) {
    if (!this.text.startsWith(text, this.at)) this.fail("unknown word");
    this.at += text.length;
    return value;
  }
  string() {
    this.expect('"');
    let result = "";
    for (;;) {
      const c = this.text[this.at++];
      if (c === '"') return result;
      if (c === undefined) this.fail("the string does not end");
      result += c === "\\" ? this.escape() : c;
    }
  }
  escape() {
    const c = this.text[this.at++];
    return c === "n" ? "\n" : c === "t" ? "\t" : c;
  }
  isDigit() {
    const c = this.peek();
    return c >= 48 && c <= 57;
  }
  number() {
    const start = this.at;
    if (this.text[this.at] === "-") this.at++;
    while (this.isDigit()) this.at++;
    if (this.text[this.at] === ".") {
      this.at++;
      while (this.isDigit()) this.at++;
    }
    if (this.at === start) this.fail("no value");
    return Number(this.text.slice(start, this.at));
  }
  list(end, item) {
    if (this.accept(end)) return;
    do item();
    while (this.accept(","));
    this.expect(end);
  }
  array() {
    const result = [];
    this.expect("[");
    this.list("]", () => result.push(this.value()));
    return result;
  }
  object() {
    const result = {};
    this.expect("{");
    this.list("}", () => {
      this.skip();
      const key = this.string();
      this.expect(":");
      result[key] = this.value();
    });
    return result;
  }
}
class Printer {
  constructor() {
    this.parts = [];
  }
  write(text) {
    this.parts.push(text);
    return this;
  }
  print(value) {
    if (Array.isArray(value)) return this.list("[", "]", value, (x) => this.print(x));
    if (value !== null && typeof value === "object") {
      return this.list("{", "}", Object.keys(value), (key) => this.write(`"${key}":`).print(value[key]));
    }
    return this.write(typeof value === "string" ? `"${value}"` : String(value));
  }
  list(open, close, items, print) {
    this.write(open);
    items.forEach((item, i) => {
      if (i > 0) this.write(",");
      print(item);
    });
    return this.write(close);
  }
  toString() {
    return this.parts.join("");
  }
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const text = `{ "id": ${i}, "tags": ["a", "b\\n", "c${i % 10}"], "at": [1.5, -${i}], "ok": ${i % 2 === 0}, "none": null }`;
    const value = new Parser(text).value();
    const printed = new Printer().print(value).toString();
    checksum = (checksum * 31 + printed.length + value.id + value.tags[2].charCodeAt(1)) % 1000003;
    if (i % 16 === 0) {
      try {
        new Parser(text.slice(0, i % 60)).value();
      } catch (e) {
        checksum += e.at;
      }
    }
  }
  return checksum;
};
