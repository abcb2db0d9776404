// Rays against spheres: vectors as records, one helper for each operation.
// class many small functions
const run = (() => {
  const vec = (x, y, z) => ({ x, y, z });
  const add = (a, b) => vec(a.x + b.x, a.y + b.y, a.z + b.z);
  const sub = (a, b) => vec(a.x - b.x, a.y - b.y, a.z - b.z);
  const scale = (a, k) => vec(a.x * k, a.y * k, a.z * k);
  const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
  const length = (a) => Math.sqrt(dot(a, a));
  const unit = (a) => scale(a, 1 / length(a));
  const square = (x) => x * x;
  const spheres = [];
  for (let i = 0; i < 5; i++) spheres.push({ center: vec(i - 2, (i % 3) - 1, 4 + i), radius: 0.5 + i / 8 });
  function hit(origin, direction, sphere) {
    const offset = sub(origin, sphere.center);
    const half = dot(offset, direction);
    const rest = square(half) - (dot(offset, offset) - square(sphere.radius));
    if (rest < 0) return -1;
    return -half - Math.sqrt(rest);
  }
  function nearest(origin, direction) {
    let best = Infinity;
    for (let i = 0; i < spheres.length; i++) {
      const t = hit(origin, direction, spheres[i]);
      if (t > 0 && t < best) best = t;
    }
    return best;
  }
  return function run(n) {
    const eye = vec(0, 0, 0);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const direction = unit(vec(((i * 7) % 31) / 31 - 0.5, ((i * 11) % 29) / 29 - 0.5, 1));
      const t = nearest(eye, direction);
      if (t < Infinity) sum += length(add(eye, scale(direction, t)));
      else sum += 0.001;
    }
    return sum.toFixed(4);
  };
})();
