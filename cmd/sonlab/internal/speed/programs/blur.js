// Properties of one object read again and again: a box blur over a picture.
function blur(image, out) {
  for (let y = 1; y < image.height - 1; y++) {
    for (let x = 1; x < image.width - 1; x++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          sum += image.data[(y + dy) * image.width + x + dx];
        }
      }
      out.data[y * out.width + x] = (sum / 9) | 0;
    }
  }
}
function run(n) {
  const make = () => ({ width: 40, height: 30, data: new Array(1200).fill(0) });
  let a = make(), b = make();
  for (let i = 0; i < a.data.length; i++) a.data[i] = (i * 7919) & 255;
  for (let round = 0; round < n; round++) {
    blur(a, b);
    const t = a;
    a = b;
    b = t;
  }
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum = (sum * 31 + a.data[i]) % 1000003;
  return sum;
}
