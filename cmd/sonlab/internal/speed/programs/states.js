// A dispatch loop over a state variable: a checker of quoted, comma-separated lines.
const LINES = ['a,b,"c,d",e', '"one ""two""",three', 'plain', 'x,"unfinished', ',,,'];
function fields(line) {
  let state = "start";
  let count = 0;
  let i = 0;
  while (state !== "done" && state !== "error") {
    const ch = i < line.length ? line[i] : "";
    switch (state) {
      case "start":
        if (ch === '"') {
          state = "quoted";
          i++;
        } else {
          state = "plain";
        }
        break;
      case "plain":
        if (ch === "," || ch === "") {
          count++;
          state = ch === "" ? "done" : "start";
        }
        i++;
        break;
      case "quoted":
        if (ch === "") state = "error";
        else if (ch === '"') state = "quote";
        i++;
        break;
      case "quote":
        if (ch === '"') {
          state = "quoted";
          i++;
        } else {
          state = "plain";
        }
        break;
    }
  }
  return state === "error" ? -1 : count;
}
function run(n) {
  let sum = 0;
  for (let round = 0; round < n; round++) {
    for (let k = 0; k < LINES.length; k++) sum = (sum * 3 + fields(LINES[k])) % 1000003;
  }
  return sum;
}
