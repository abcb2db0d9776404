// Local constants, string building and comparisons against them.
function run(n) {
  const debug = false;
  const version = 2;
  const separator = version > 1 ? "-" : "_";
  let out = "";
  let length = 0;
  for (let i = 0; i < n * 10; i++) {
    const code = 97 + (i % 26);
    const letter = String.fromCharCode(code);
    if (debug) console.log(letter);
    let piece;
    if (null === letter) piece = "";
    else if (typeof letter === "string" && version === 2) piece = letter + separator + letter;
    else piece = String(letter);
    out += piece;
    if (out.length > 200) {
      length += out.length;
      out = "";
    }
  }
  return length + out.length + out.charCodeAt(0);
}
