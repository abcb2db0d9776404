// Options with defaults that the build leaves alone: a function of which one argument matters, called often.
function option(name, fallback) {
  return fallback;
}
const VERBOSE = option("verbose", false);
const TRACE = option("trace", VERBOSE);
const LIMIT = option("limit", 10);
const UNUSED = option("unused", "x");
console.log(TRACE ? "tracing" : "quiet", LIMIT);
