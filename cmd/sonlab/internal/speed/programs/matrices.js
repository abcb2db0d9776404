// Products of small matrices and sums over small fixed ranges.
function run(n) {
  const a = [1, 0.5, 0.25, 0.125, 1, 0.5, 0.25, 0.125, 1];
  let v = [1, 2, 3];
  let bits = 0;
  for (let round = 0; round < n * 100; round++) {
    const w = [0, 0, 0];
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) w[i] += a[3 * i + j] * v[j];
    let norm = 0;
    for (let i = 0; i < 3; i++) norm += w[i] * w[i];
    for (let i = 0; i < 3; i++) v[i] = w[i] / Math.sqrt(norm);
    for (let k = 0; k < 4; k++) bits += (round >> (8 * k)) & 255;
  }
  return bits + v[0];
}
