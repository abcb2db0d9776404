// The Mandelbrot set with complex numbers as objects and options as a record.
function run(n) {
  const view = { left: -2, top: -1.2, width: 3, height: 2.4, limit: 40 };
  let inside = 0;
  const size = 16;
  for (let round = 0; round < n; round++) {
    for (let row = 0; row < size; row++) {
      for (let col = 0; col < size; col++) {
        const c = { re: view.left + (col / size) * view.width, im: view.top + (row / size) * view.height };
        let z = { re: 0, im: 0 };
        let k = 0;
        while (k < view.limit && z.re * z.re + z.im * z.im < 4) {
          z = { re: z.re * z.re - z.im * z.im + c.re, im: 2 * z.re * z.im + c.im };
          k++;
        }
        if (k === view.limit) inside++;
      }
    }
  }
  return inside;
}
