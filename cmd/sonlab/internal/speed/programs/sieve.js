// Primes, with the length of the array as the bound of the loops.
function run(n) {
  let count = 0;
  for (let round = 0; round < n; round++) {
    const flags = [];
    for (let i = 0; i < 2000; i++) flags.push(true);
    for (let i = 2; i * i < flags.length; i++) {
      if (flags[i] === true) {
        for (let k = i * i; k < flags.length; k += i) flags[k] = false;
      }
    }
    for (let i = 2; i < flags.length; i++) {
      if (flags[i]) count++;
    }
  }
  return count;
}
