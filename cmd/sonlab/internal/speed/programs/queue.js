// A priority queue of tasks with a comparator, and a scheduler that ages them.
// class classes
class PriorityQueue {
  constructor(before) {
    this.before = before;
    this.items = [];
  }
  get size() {
    return this.items.length;
  }
  isEmpty() {
    return this.size === 0;
  }
  static parent(i) {
    return (i - 1) >> 1;
  }
  static child(i) {
    return 2 * i + 1;
  }
  isBefore(i, j) {
    return this.before(this.items[i], this.items[j]);
  }
  swap(i, j) {
    [this.items[i], this.items[j]] = [this.items[j], this.items[i]];
  }
  push(item) {
    this.items.push(item);
    let i = this.size - 1;
    while (i > 0 && this.isBefore(i, PriorityQueue.parent(i))) {
      this.swap(i, PriorityQueue.parent(i));
      i = PriorityQueue.parent(i);
    }
  }
  pop() {
    this.swap(0, this.size - 1);
    const item = this.items.pop();
    let i = 0;
    for (;;) {
      let first = i;
      const child = PriorityQueue.child(i);
      for (let j = child; j < child + 2 && j < this.size; j++) {
        if (this.isBefore(j, first)) first = j;
      }
      if (first === i) return item;
      this.swap(i, first);
      i = first;
    }
  }
}
class Task {
  constructor(id, priority, work) {
    this.id = id;
    this.priority = priority;
    this.work = work;
    this.started = 0;
  }
  run(slice) {
    this.started++;
    this.work -= slice;
    return this.work <= 0;
  }
  aged() {
    return Object.assign(this, { priority: this.priority + 1 });
  }
}
class Scheduler {
  constructor() {
    this.tasks = new PriorityQueue((a, b) => a.priority > b.priority || (a.priority === b.priority && a.id < b.id));
    this.finished = [];
  }
  add(task) {
    this.tasks.push(task);
    return this;
  }
  step(slice) {
    const task = this.tasks.pop();
    if (task.run(slice)) this.finished.push(task);
    else this.tasks.push(task.aged());
  }
  runAll(slice) {
    while (!this.tasks.isEmpty()) this.step(slice);
    return this.finished;
  }
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const scheduler = new Scheduler();
    for (let k = 0; k < 10; k++) scheduler.add(new Task(k, (k * 7 + i) % 5, 1 + ((k * 3 + i) % 6)));
    const order = scheduler.runAll(2).map((task) => task.id * task.started);
    checksum = order.reduce((sum, id) => (sum * 11 + id) % 1000003, checksum);
  }
  return checksum;
};
