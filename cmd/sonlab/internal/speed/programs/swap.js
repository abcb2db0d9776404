// Heap's algorithm: permutations in place, swapped by patterns.
function run(n) {
  let sum = 0;
  for (let round = 0; round < n; round++) {
    const items = [1, 2, 3, 4, 5, 6];
    const counts = [0, 0, 0, 0, 0, 0];
    let i = 1;
    while (i < items.length) {
      if (counts[i] < i) {
        if (i % 2 === 0) [items[0], items[i]] = [items[i], items[0]];
        else [items[counts[i]], items[i]] = [items[i], items[counts[i]]];
        sum = (sum + items[0] * 7 + items[5]) % 1000003;
        counts[i]++;
        i = 1;
      } else {
        counts[i] = 0;
        i++;
      }
    }
  }
  return sum;
}
