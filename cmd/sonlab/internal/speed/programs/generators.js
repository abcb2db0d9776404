// Generators that feed each other, and destructuring of what they give.
function* count(limit) {
  for (let i = 0; i < limit; i++) yield i;
}
function* pairs(items) {
  let last = 0;
  for (const item of items) {
    yield [last, item];
    last = item;
  }
}
function run(n) {
  let sum = 0;
  for (let round = 0; round < n; round++) {
    for (const [a, b] of pairs(count(25))) sum = (sum + a * b) % 1000003;
  }
  return sum;
}
