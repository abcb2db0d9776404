// The spectral norm: floating point in nested loops.
function weight(i, j) {
  return 1 / (((i + j) * (i + j + 1)) / 2 + i + 1);
}
function multiply(v, out) {
  for (let i = 0; i < v.length; i++) {
    let sum = 0;
    for (let j = 0; j < v.length; j++) sum += weight(i, j) * v[j];
    out[i] = sum;
  }
}
function run(n) {
  const u = new Float64Array(16).fill(1), v = new Float64Array(16);
  for (let round = 0; round < n; round++) {
    multiply(u, v);
    multiply(v, u);
    const norm = Math.sqrt(u.reduce((s, x) => s + x * x, 0));
    for (let i = 0; i < u.length; i++) u[i] /= norm;
  }
  return u[0].toFixed(9);
}
