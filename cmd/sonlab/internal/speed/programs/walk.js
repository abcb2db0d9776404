// A walk over a tree of objects and arrays: typeof, for-in, recursion, options with defaults.
const TREE = {
  name: "root",
  tags: ["a", "b", "c"],
  size: { width: 10, height: 20, unit: null },
  children: [
    { name: "left", tags: [], children: [], flag: true },
    { name: "right", tags: ["x"], children: [{ name: "leaf", tags: ["y", "z"], children: [] }] },
  ],
};
function measure(value, { depth = 0, limit = 10 } = {}) {
  if (depth > limit) return 0;
  if (value === null || value === undefined) return 1;
  if (typeof value === "string") return value.length;
  if (typeof value === "number" || typeof value === "boolean") return 2;
  let sum = depth;
  if (Array.isArray(value)) {
    for (const item of value) sum += measure(item, { depth: depth + 1, limit });
    return sum;
  }
  for (const key in value) {
    sum += key.length + measure(value[key], { depth: depth + 1, limit });
  }
  return sum;
}
function run(n) {
  let sum = 0;
  for (let round = 0; round < n; round++) sum = (sum + measure(TREE)) % 1000003;
  return sum;
}
