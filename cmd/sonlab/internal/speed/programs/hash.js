// 32-bit arithmetic: FNV-1a and a xorshift generator, with named constants.
const OFFSET = 2166136261;
const PRIME = 16777619;
const BITS = 8 * 4;
function fnv(text) {
  let hash = OFFSET | 0;
  for (let i = 0; i < text.length; i++) {
    hash = hash ^ text.charCodeAt(i);
    hash = Math.imul(hash, PRIME) | 0;
  }
  return (hash >>> 0) & ((2 ** (BITS - 1) - 1) | 0);
}
function run(n) {
  let state = 88172645;
  let sum = 0;
  for (let round = 0; round < n; round++) {
    for (let i = 0; i < 20; i++) {
      state = state ^ (state << 13);
      state = state ^ (state >>> 17);
      state = state ^ (state << 5);
      state = state | 0;
    }
    sum = (sum + fnv("key" + (state & 1023))) | 0;
  }
  return sum;
}
