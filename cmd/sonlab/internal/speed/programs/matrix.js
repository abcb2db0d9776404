// Matrix multiplication, arrays of arrays.
function multiply(a, b) {
  const rows = a.length, cols = b[0].length, inner = b.length;
  const out = [];
  for (let i = 0; i < rows; i++) {
    const row = [];
    for (let j = 0; j < cols; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) {
        sum += a[i][k] * b[k][j];
      }
      row.push(sum % 1009);
    }
    out.push(row);
  }
  return out;
}
function run(n) {
  const size = 10;
  let m = [];
  for (let i = 0; i < size; i++) {
    m.push([]);
    for (let j = 0; j < size; j++) m[i].push((i * 3 + j * 5) % 11);
  }
  const factor = m;
  for (let round = 0; round < n; round++) m = multiply(m, factor);
  return m[3][4] + m[9][9] * 1009;
}
