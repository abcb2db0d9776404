// A tokenizer: character codes, a switch, one object a token.
const SOURCE = "let total = 12 + (count * 3.5) - rate[7] / 'text' ; // done\n".repeat(4);
function isDigit(c) {
  return c >= 48 && c <= 57;
}
function isLetter(c) {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
}
function tokenize(text) {
  const tokens = [];
  let pos = 0;
  while (pos < text.length) {
    const c = text.charCodeAt(pos);
    const start = pos;
    if (c === 32 || c === 10) {
      pos++;
      continue;
    }
    if (isDigit(c)) {
      while (pos < text.length && (isDigit(text.charCodeAt(pos)) || text.charCodeAt(pos) === 46)) pos++;
      tokens.push({ type: "number", start: start, end: pos });
    } else if (isLetter(c)) {
      while (pos < text.length && isLetter(text.charCodeAt(pos))) pos++;
      tokens.push({ type: "name", start: start, end: pos });
    } else {
      switch (c) {
        case 39:
          pos = text.indexOf("'", pos + 1) + 1;
          tokens.push({ type: "string", start: start, end: pos });
          break;
        case 47:
          if (text.charCodeAt(pos + 1) === 47) {
            while (pos < text.length && text.charCodeAt(pos) !== 10) pos++;
            break;
          }
        // falls through
        default:
          pos++;
          tokens.push({ type: "operator", start: start, end: pos });
      }
    }
  }
  return tokens;
}
function run(n) {
  let sum = 0;
  for (let round = 0; round < n; round++) {
    const tokens = tokenize(SOURCE);
    for (let i = 0; i < tokens.length; i++) sum = (sum * 7 + tokens[i].end - tokens[i].start + tokens[i].type.length) % 1000003;
  }
  return sum;
}
