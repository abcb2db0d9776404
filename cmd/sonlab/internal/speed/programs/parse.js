// A recursive descent calculator that reports errors by throwing.
const GOOD = "2*(3+4)-10/5+7*(1-(2+3))";
const BAD = "2*(3+";
class SyntaxProblem extends Error {
  constructor(message, pos) {
    super(message);
    this.pos = pos;
  }
}
function evaluate(text) {
  let pos = 0;
  const fail = what => {
    throw new SyntaxProblem("expected " + what, pos);
  };
  const primary = () => {
    if (text[pos] === "(") {
      pos++;
      const value = sum();
      if (text[pos] !== ")") fail(")");
      pos++;
      return value;
    }
    const start = pos;
    while (text[pos] >= "0" && text[pos] <= "9") pos++;
    if (pos === start) fail("a number");
    return Number(text.slice(start, pos));
  };
  const product = () => {
    let value = primary();
    while (text[pos] === "*" || text[pos] === "/") {
      const op = text[pos++];
      const right = primary();
      value = op === "*" ? value * right : value / right;
    }
    return value;
  };
  const sum = () => {
    let value = product();
    while (text[pos] === "+" || text[pos] === "-") {
      const op = text[pos++];
      const right = product();
      value = op === "+" ? value + right : value - right;
    }
    return value;
  };
  return sum();
}
function run(n) {
  let out = 0;
  for (let round = 0; round < n; round++) {
    out = (out + evaluate(GOOD)) % 1000003;
    if (round % 8 === 0) {
      try {
        evaluate(BAD);
      } catch (problem) {
        out += problem.pos;
      }
    }
  }
  return out;
}
