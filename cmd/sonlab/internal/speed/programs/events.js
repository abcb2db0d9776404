// A queue of timed events: a heap with a comparator and helpers for its indices.
// class many small functions
const run = (() => {
  const parent = (i) => (i - 1) >> 1;
  const left = (i) => 2 * i + 1;
  const right = (i) => left(i) + 1;
  const earlier = (a, b) => a.time < b.time || (a.time === b.time && a.id < b.id);
  const event = (time, id) => ({ time, id });
  const queue = [];
  const size = () => queue.length;
  const isEmpty = () => size() === 0;
  const less = (i, j) => earlier(queue[i], queue[j]);
  function swap(i, j) {
    const t = queue[i];
    queue[i] = queue[j];
    queue[j] = t;
  }
  function up(i) {
    while (i > 0 && less(i, parent(i))) {
      swap(i, parent(i));
      i = parent(i);
    }
  }
  function smallest(i) {
    let best = i;
    if (left(i) < size() && less(left(i), best)) best = left(i);
    if (right(i) < size() && less(right(i), best)) best = right(i);
    return best;
  }
  function down(i) {
    for (;;) {
      const j = smallest(i);
      if (j === i) return;
      swap(i, j);
      i = j;
    }
  }
  function push(e) {
    queue.push(e);
    up(size() - 1);
  }
  function pop() {
    const first = queue[0];
    const last = queue.pop();
    if (!isEmpty()) {
      queue[0] = last;
      down(0);
    }
    return first;
  }
  return function run(n) {
    let now = 0, sum = 0;
    for (let i = 0; i < 20; i++) push(event((i * 37) % 50, i));
    for (let i = 0; i < n; i++) {
      const e = pop();
      now = e.time;
      sum = (sum + now * (e.id + 1)) % 1000003;
      push(event(now + 1 + ((e.id * 13 + i) % 17), e.id));
    }
    while (!isEmpty()) pop();
    return sum;
  };
})();
