// for-of over arrays of numbers and of pairs.
function run(n) {
  const rows = [];
  for (let i = 0; i < 50; i++) rows.push([i, i * i, i % 7]);
  let total = 0;
  for (let round = 0; round < n; round++) {
    for (const row of rows) {
      for (const cell of row) total = (total + cell) % 1000003;
    }
    for (const [key, value] of rows) total = (total + key * value) % 1000003;
  }
  return total;
}
