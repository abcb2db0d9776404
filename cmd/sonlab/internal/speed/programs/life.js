// Cells on a torus that live and die, with helpers for coordinates and rules.
// class many small functions
const run = (() => {
  const SIZE = 16;
  const wrap = (x) => (x + SIZE) % SIZE;
  const index = (x, y) => wrap(y) * SIZE + wrap(x);
  const at = (cells, x, y) => cells[index(x, y)];
  const row = (cells, x, y) => at(cells, x - 1, y) + at(cells, x, y) + at(cells, x + 1, y);
  const around = (cells, x, y) => row(cells, x, y - 1) + row(cells, x, y) + row(cells, x, y + 1) - at(cells, x, y);
  const isBorn = (n) => n === 3;
  const survives = (n) => n === 2 || n === 3;
  const rule = (alive, n) => (alive === 1 ? survives(n) : isBorn(n));
  const number = (flag) => (flag ? 1 : 0);
  function step(cells, next) {
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) next[index(x, y)] = number(rule(at(cells, x, y), around(cells, x, y)));
    }
  }
  function population(cells) {
    let n = 0;
    for (let i = 0; i < cells.length; i++) n += cells[i];
    return n;
  }
  return function run(n) {
    let cells = [], next = [], sum = 0;
    for (let i = 0; i < SIZE * SIZE; i++) {
      cells.push(number((i * 7) % 11 < 4));
      next.push(0);
    }
    for (let i = 0; i < n; i++) {
      step(cells, next);
      const t = cells;
      cells = next;
      next = t;
      sum = (sum * 3 + population(cells) + i) % 1000003;
    }
    return sum;
  };
})();
