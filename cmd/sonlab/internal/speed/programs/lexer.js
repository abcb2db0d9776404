// A lexer of small predicates over character codes.
// class many small functions
const run = (() => {
  const TEXT = "fn area(w, h) { return w * h + 0.5; } // rounding\nlet a1 = area(12, 7.25) >= 80 && !done;\n".repeat(3);
  const between = (c, low, high) => c >= low && c <= high;
  const isDigit = (c) => between(c, 48, 57);
  const isLower = (c) => between(c, 97, 122);
  const isUpper = (c) => between(c, 65, 90);
  const isLetter = (c) => isLower(c) || isUpper(c) || c === 95;
  const isPart = (c) => isLetter(c) || isDigit(c);
  const isSpace = (c) => c === 32 || c === 10 || c === 9;
  const isDouble = (c, d) => (c === 62 && d === 61) || (c === 38 && d === 38);
  let at = 0, text = "";
  const more = () => at < text.length;
  const peek = () => text.charCodeAt(at);
  const second = () => text.charCodeAt(at + 1);
  const skip = () => { at++; };
  function skipSpace() {
    while (more() && isSpace(peek())) skip();
  }
  function skipComment() {
    while (more() && peek() !== 10) skip();
  }
  function word() {
    const from = at;
    while (more() && isPart(peek())) skip();
    return at - from;
  }
  function numeral() {
    const from = at;
    while (more() && (isDigit(peek()) || peek() === 46)) skip();
    return at - from;
  }
  function next() {
    skipSpace();
    if (!more()) return 0;
    const c = peek();
    if (isLetter(c)) return 100 + word();
    if (isDigit(c)) return 200 + numeral();
    if (c === 47 && second() === 47) {
      skipComment();
      return 300;
    }
    if (isDouble(c, second())) skip();
    skip();
    return 400 + (c % 50);
  }
  return function run(n) {
    let sum = 0;
    for (let round = 0; round < n; round++) {
      text = TEXT;
      at = 0;
      for (let t = next(); t !== 0; t = next()) sum = (sum * 3 + t) % 1000003;
    }
    return sum;
  };
})();
