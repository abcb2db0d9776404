// A check that throws, called in several methods.
function check(condition, text) {
  if (!condition) {
    throw new Error(`Registry: ${text}.`);
  }
}
export class Registry {
  constructor(options) {
    check(options, "needs options");
    this.names = [];
    this.limit = options.limit;
  }
  add(name) {
    check(typeof name === "string", "needs a name");
    check(this.names.length < this.limit, "is full");
    this.names.push(name);
  }
}
