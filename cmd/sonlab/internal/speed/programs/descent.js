// A calculator: a parser by recursive descent, with helpers that look at the input.
// class many small functions
const run = (() => {
  const SOURCE = "(1 + 2 * 3) - 4 / (5 - 3) + 2 * (7 - (2 + 1)) * 3 - -6 + 10 % 4";
  let text = "", at = 0;
  const isDigit = (c) => c >= 48 && c <= 57;
  const peek = () => text.charCodeAt(at);
  const advance = () => { at++; };
  const atEnd = () => at >= text.length;
  function space() {
    while (peek() === 32) advance();
  }
  function accept(c) {
    space();
    if (peek() !== c) return false;
    advance();
    return true;
  }
  function expect(c) {
    if (!accept(c)) throw new Error("expected " + String.fromCharCode(c));
  }
  const digit = () => {
    const d = peek() - 48;
    advance();
    return d;
  };
  function number() {
    let value = 0;
    space();
    while (!atEnd() && isDigit(peek())) value = value * 10 + digit();
    return value;
  }
  function primary() {
    if (accept(40)) {
      const value = sum();
      expect(41);
      return value;
    }
    if (accept(45)) return -primary();
    return number();
  }
  function product() {
    let value = primary();
    for (;;) {
      if (accept(42)) value *= primary();
      else if (accept(47)) value /= primary();
      else if (accept(37)) value %= primary();
      else return value;
    }
  }
  function sum() {
    let value = product();
    for (;;) {
      if (accept(43)) value += product();
      else if (accept(45)) value -= product();
      else return value;
    }
  }
  function evaluate(source) {
    text = source;
    at = 0;
    return sum();
  }
  return function run(n) {
    let total = 0;
    for (let i = 0; i < n; i++) total = (total + evaluate(SOURCE) + i) % 100003;
    return total;
  };
})();
