// Sets of small numbers as bits of a word, and a generator of pseudo-random words.
// class many small functions
const run = (() => {
  const bit = (i) => 1 << i;
  const has = (set, i) => (set & bit(i)) !== 0;
  const insert = (set, i) => set | bit(i);
  const remove = (set, i) => set & ~bit(i);
  const toggle = (set, i) => (has(set, i) ? remove(set, i) : insert(set, i));
  const lowest = (x) => x & -x;
  const rotate = (x, k) => (x << k) | (x >>> (32 - k));
  const unsigned = (x) => x >>> 0;
  const low = (x) => x & 0xffff;
  const high = (x) => x >>> 16;
  function count(x) {
    let n = 0;
    while (x !== 0) {
      x ^= lowest(x);
      n++;
    }
    return n;
  }
  function parity(x) {
    return count(x) & 1;
  }
  let state = 1;
  function seed(x) {
    state = x | 1;
  }
  function next() {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  }
  return function run(n) {
    let set = 0, sum = 0;
    seed(2463534242);
    for (let i = 0; i < n; i++) {
      const x = next();
      set = toggle(set, x & 31);
      sum = (sum + count(low(x)) + parity(high(x)) + (has(set, i & 31) ? 1 : 0) + unsigned(rotate(set, i & 15)) % 97) % 1000003;
    }
    return sum;
  };
})();
