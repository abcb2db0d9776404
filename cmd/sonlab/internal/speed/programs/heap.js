// A priority queue as a class.
class Heap {
  constructor() {
    this.items = [];
  }
  get size() {
    return this.items.length;
  }
  push(value) {
    const items = this.items;
    let i = items.length;
    items.push(value);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (items[parent] <= items[i]) break;
      [items[parent], items[i]] = [items[i], items[parent]];
      i = parent;
    }
  }
  pop() {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      let i = 0;
      while (true) {
        const left = 2 * i + 1, right = left + 1;
        let least = i;
        if (left < items.length && items[left] < items[least]) least = left;
        if (right < items.length && items[right] < items[least]) least = right;
        if (least === i) break;
        const t = items[i];
        items[i] = items[least];
        items[least] = t;
        i = least;
      }
    }
    return top;
  }
}
function run(n) {
  let sum = 0;
  for (let round = 0; round < n; round++) {
    const heap = new Heap();
    for (let i = 0; i < 60; i++) heap.push((i * 7919) % 101);
    while (heap.size > 0) sum = (sum * 3 + heap.pop()) % 1000003;
  }
  return sum;
}
