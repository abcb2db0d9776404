// A pair of numbers that take each other's place, by a pattern over locals.
function run(n) {
  let total = 0;
  for (let round = 0; round < n; round++) {
    let a = 0, b = 1;
    for (let i = 0; i < 60; i++) {
      [a, b] = [b, (a + b) % 65537];
    }
    total = (total + a) % 1000003;
  }
  return total;
}
