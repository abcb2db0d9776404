// A loop in the shape that normalizers write: while (true) with a test inside.
function run(n) {
  let sum = 0;
  let i = 0;
  while (true) {
    const more = i < n * 50;
    if (!more) break;
    let digits = 0;
    let rest = i;
    while (true) {
      const positive = rest > 0;
      if (!positive) break;
      const digit = rest % 10;
      digits = digits + digit;
      rest = (rest - digit) / 10;
    }
    const isEven = digits % 2 === 0;
    if (isEven) {
      sum = sum + digits;
    } else {
      sum = sum - 1;
    }
    i = i + 1;
  }
  return sum;
}
