// Results as objects and arrays that the caller takes apart at once.
function run(n) {
  let sum = 0;
  for (let i = 0; i < n * 10; i++) {
    const a = i % 97, b = (i * 7) % 89;
    const { low, high } = a < b ? { low: a, high: b } : { low: b, high: a };
    const [first, second, ...rest] = [low, high, high - low];
    const options = { scale: 2, shift: 1 };
    sum = (sum + first * options.scale + second + rest[0] + options.shift) % 1000003;
  }
  return sum;
}
