// Names in one spelling turned into others by helpers for strings.
// class many small functions
const run = (() => {
  const NAMES = ["background-color", "  max-width ", "z-index", "border-top-left-radius", "x", "font--size"];
  const code = (s, i) => s.charCodeAt(i);
  const isSpace = (c) => c === 32 || c === 9;
  const isDash = (c) => c === 45;
  const isLower = (c) => c >= 97 && c <= 122;
  const isUpper = (c) => c >= 65 && c <= 90;
  const upper = (c) => (isLower(c) ? c - 32 : c);
  const lower = (c) => (isUpper(c) ? c + 32 : c);
  const char = (c) => String.fromCharCode(c);
  const first = (s) => s.charAt(0);
  const rest = (s) => s.slice(1);
  const isEmpty = (s) => s.length === 0;
  const capitalized = (s) => (isEmpty(s) ? s : char(upper(code(s, 0))) + rest(s));
  const padded = (s, n) => (s.length < n ? padded(s + ".", n) : s);
  function trimmed(s) {
    let from = 0, to = s.length;
    while (from < to && isSpace(code(s, from))) from++;
    while (to > from && isSpace(code(s, to - 1))) to--;
    return s.slice(from, to);
  }
  function camel(s) {
    let out = "", up = false;
    for (let i = 0; i < s.length; i++) {
      const c = code(s, i);
      if (isDash(c)) up = true;
      else {
        out += char(up ? upper(c) : lower(c));
        up = false;
      }
    }
    return out;
  }
  function kebab(s) {
    let out = "";
    for (let i = 0; i < s.length; i++) out += isUpper(code(s, i)) ? "-" + char(lower(code(s, i))) : s.charAt(i);
    return out;
  }
  function weight(s) {
    let sum = 0;
    for (let i = 0; i < s.length; i++) sum = (sum * 31 + code(s, i)) % 65521;
    return sum;
  }
  return function run(n) {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const name = camel(trimmed(NAMES[i % NAMES.length]));
      sum = (sum + weight(kebab(name)) + weight(capitalized(name)) + padded(first(name), 4).length + i % 7) % 1000003;
    }
    return sum;
  };
})();
