// Tasks that depend on each other: ordered, given to workers, with events, failures and retries.
// class classes
class Emitter {
  constructor() {
    this.handlers = {};
  }
  on(event, handler) {
    (this.handlers[event] ||= []).push(handler);
    return this;
  }
  emit(event, ...args) {
    const handlers = this.handlers[event];
    if (handlers === undefined) return false;
    for (const handler of handlers) handler(...args);
    return true;
  }
}

class CycleError extends Error {
  constructor(path) {
    super(`cycle: ${path.join(" -> ")}`);
    this.name = "CycleError";
    this.path = path;
  }
}

class Task {
  static #count = 0;
  constructor(name, { duration = 1, priority = 0, needs = [], retries = 0 } = {}) {
    this.id = Task.#count++;
    this.name = name;
    this.duration = duration;
    this.priority = priority;
    this.needs = needs;
    this.retries = retries;
    this.state = "waiting";
  }
  get isDone() {
    return this.state === "done";
  }
  isReady(graph) {
    return this.state === "waiting" && this.needs.every((name) => graph.get(name).isDone);
  }
}

class Graph {
  constructor() {
    this.tasks = new Map();
  }
  add(task) {
    this.tasks.set(task.name, task);
    return this;
  }
  get(name) {
    const task = this.tasks.get(name);
    if (!task) throw new Error(`no task ${name}`);
    return task;
  }
  [Symbol.iterator]() {
    return this.tasks.values();
  }
  order() {
    const sorted = [];
    const marks = new Map();
    const visit = (task, path) => {
      const mark = marks.get(task.name);
      if (mark === "done") return;
      if (mark === "open") throw new CycleError([...path, task.name]);
      marks.set(task.name, "open");
      for (const name of task.needs) visit(this.get(name), [...path, task.name]);
      marks.set(task.name, "done");
      sorted.push(task);
    };
    for (const task of this) visit(task, []);
    return sorted;
  }
}

class Worker {
  constructor(id, speed) {
    this.id = id;
    this.speed = speed;
    this.task = null;
    this.remaining = 0;
  }
  get isFree() {
    return this.task === null;
  }
  start(task) {
    this.task = task;
    task.state = "running";
    this.remaining = task.duration;
  }
  tick() {
    if (this.isFree) return null;
    this.remaining -= this.speed;
    if (this.remaining > 0) return null;
    const task = this.task;
    this.task = null;
    return task;
  }
}

class Scheduler extends Emitter {
  constructor(graph, speeds) {
    super();
    this.graph = graph;
    this.workers = speeds.map((speed, i) => new Worker(i, speed));
    this.time = 0;
  }
  get ready() {
    return [...this.graph].filter((task) => task.isReady(this.graph)).sort((a, b) => b.priority - a.priority || a.id - b.id);
  }
  assign() {
    const queue = this.ready;
    for (const worker of this.workers) {
      if (!worker.isFree) continue;
      const task = queue.shift();
      if (!task) return;
      worker.start(task);
      this.emit("start", task, worker);
    }
  }
  finish(task, worker) {
    if (task.retries > 0) {
      task.retries--;
      task.state = "waiting";
      this.emit("retry", task);
    } else {
      task.state = "done";
      this.emit("done", task, worker, this.time);
    }
  }
  run() {
    const order = this.graph.order();
    while (order.some((task) => !task.isDone)) {
      this.assign();
      this.time++;
      for (const worker of this.workers) {
        const task = worker.tick();
        if (task !== null) this.finish(task, worker);
      }
    }
    return this.time;
  }
}

function project(i) {
  const graph = new Graph();
  const names = ["plan", "buy", "dig", "build", "paint", "roof", "test", "move"];
  names.forEach((name, k) => {
    const needs = names.slice(0, k).filter((_, j) => (i * 3 + j * 7 + k) % 4 === 0);
    graph.add(new Task(name, { duration: 1 + ((i + k * 5) % 4), priority: (k * i) % 3, needs, retries: (i + k) % 7 === 0 ? 1 : 0 }));
  });
  if (i % 11 === 10) graph.get("plan").needs = ["move"], (graph.get("move").needs = ["plan"]);
  return graph;
}

function run(n) {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const log = [];
    const scheduler = new Scheduler(project(i), [1, 2]);
    scheduler
      .on("start", (task, worker) => log.push(`${worker.id}:${task.name}`))
      .on("done", (task, worker, time) => {
        checksum = (checksum * 3 + task.name.length * time + worker.id) % 1000003;
      })
      .on("retry", ({ name }) => log.push(name));
    try {
      checksum += scheduler.run() + log.length;
    } catch (error) {
      if (!(error instanceof CycleError)) throw error;
      checksum += error.path.length;
    }
  }
  return checksum;
}
