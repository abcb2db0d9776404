// Builds weighted road networks and answers shortest-path, reachability and spanning-tree questions on them.
// class kept aside
'use strict';

class BinaryHeap {
  constructor(compare) {
    this.compare = compare;
    this.items = [];
  }
  get size() {
    return this.items.length;
  }
  push(item) {
    this.items.push(item);
    this.siftUp(this.items.length - 1);
  }
  pop() {
    const top = this.items[0];
    const last = this.items.pop();
    if (this.items.length > 0) {
      this.items[0] = last;
      this.siftDown(0);
    }
    return top;
  }
  siftUp(index) {
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.compare(this.items[index], this.items[parent]) >= 0) return;
      this.swap(index, parent);
      index = parent;
    }
  }
  siftDown(index) {
    for (;;) {
      let smallest = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < this.items.length && this.compare(this.items[child], this.items[smallest]) < 0) smallest = child;
      }
      if (smallest === index) return;
      this.swap(index, smallest);
      index = smallest;
    }
  }
  swap(i, j) {
    [this.items[i], this.items[j]] = [this.items[j], this.items[i]];
  }
}

// First in, first out; a linked list of small cells.
class Queue {
  constructor(...items) {
    this.head = null;
    this.tail = null;
    this.length = 0;
    items.forEach((item) => this.enqueue(item));
  }
  get isEmpty() {
    return this.length === 0;
  }
  enqueue(item) {
    const cell = { item, next: null };
    if (this.tail) this.tail.next = cell;
    else this.head = cell;
    this.tail = cell;
    this.length++;
  }
  dequeue() {
    const { item, next } = this.head;
    this.head = next;
    if (!next) this.tail = null;
    this.length--;
    return item;
  }
}

class DisjointSet {
  constructor(elements) {
    this.parents = new Map(elements.map((element) => [element, element]));
  }
  find(element) {
    const parent = this.parents.get(element);
    if (parent === element) return element;
    const root = this.find(parent);
    this.parents.set(element, root);
    return root;
  }
  // Returns whether two different sets were joined.
  union(a, b) {
    const [rootA, rootB] = [this.find(a), this.find(b)];
    if (rootA === rootB) return false;
    this.parents.set(rootA, rootB);
    return true;
  }
}

class Edge {
  constructor(from, to, weight) {
    this.from = from;
    this.to = to;
    this.weight = weight;
  }
  reversed() {
    return new Edge(this.to, this.from, this.weight);
  }
}

class Graph {
  constructor() {
    this.adjacency = new Map();
  }
  addVertex(vertex) {
    if (!this.adjacency.has(vertex)) this.adjacency.set(vertex, []);
    return this;
  }
  addEdge(from, to, weight = 1) {
    this.addVertex(from).addVertex(to);
    const edge = new Edge(from, to, weight);
    this.adjacency.get(from).push(edge);
    return edge;
  }
  addRoad(from, to, weight) {
    const { from: a, to: b } = this.addEdge(from, to, weight).reversed();
    this.addEdge(a, b, weight);
  }
  get vertices() {
    return [...this.adjacency.keys()];
  }
  *neighbours(vertex) {
    for (const edge of this.adjacency.get(vertex)) yield edge.to;
  }
  *edges() {
    for (const outgoing of this.adjacency.values()) yield* outgoing;
  }
}

function shortestPaths(graph, source) {
  const distances = new Map([[source, 0]]);
  const previous = new Map();
  const settled = new Set();
  const frontier = new BinaryHeap((a, b) => a.distance - b.distance);
  frontier.push({ vertex: source, distance: 0 });
  while (frontier.size > 0) {
    const { vertex, distance } = frontier.pop();
    if (settled.has(vertex)) continue;
    settled.add(vertex);
    for (const { to, weight } of graph.adjacency.get(vertex)) {
      const candidate = distance + weight;
      const known = distances.get(to);
      if (known === undefined || candidate < known) {
        distances.set(to, candidate);
        previous.set(to, vertex);
        frontier.push({ vertex: to, distance: candidate });
      }
    }
  }
  return { distances, previous };
}

function pathTo(previous, target) {
  const path = [target];
  while (previous.has(path[0])) path.unshift(previous.get(path[0]));
  return path;
}

// Yields [vertex, depth] pairs in breadth-first order.
function* breadthFirst(graph, start) {
  const seen = new Set([start]);
  const queue = new Queue([start, 0]);
  while (!queue.isEmpty) {
    const [vertex, depth] = queue.dequeue();
    yield [vertex, depth];
    for (const neighbour of graph.neighbours(vertex)) {
      if (seen.has(neighbour)) continue;
      seen.add(neighbour);
      queue.enqueue([neighbour, depth + 1]);
    }
  }
}

function components(graph) {
  const assigned = new Set();
  const groups = [];
  for (const vertex of graph.vertices) {
    if (assigned.has(vertex)) continue;
    const group = Array.from(breadthFirst(graph, vertex), ([member]) => member);
    group.forEach((member) => assigned.add(member));
    groups.push(group);
  }
  return groups;
}

function spanningForest(graph) {
  const sets = new DisjointSet(graph.vertices);
  return [...graph.edges()]
    .filter((edge) => edge.from < edge.to)
    .sort((a, b) => a.weight - b.weight || a.from - b.from || a.to - b.to)
    .filter((edge) => sets.union(edge.from, edge.to));
}

function createRandom(seed) {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

// A grid of streets with some gaps and a few long shortcuts.
function buildCity(size, random) {
  const city = new Graph();
  const crossing = (row, column) => row * size + column;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const here = crossing(row, column);
      city.addVertex(here);
      if (column + 1 < size && random(8) > 0) city.addRoad(here, crossing(row, column + 1), 1 + random(9));
      if (row + 1 < size && random(8) > 0) city.addRoad(here, crossing(row + 1, column), 1 + random(9));
    }
  }
  for (let i = 0; i < size; i++) city.addEdge(random(size * size), random(size * size), 12);
  return city;
}

function run(n) {
  const random = createRandom(88675123);
  let checksum = 0;
  for (let unit = 0; unit < n; unit++) {
    const city = buildCity(12, random);
    const { distances, previous } = shortestPaths(city, 0);
    const reached = [...distances].sort(([, a], [, b]) => b - a);
    const [farthest, distance] = reached[0];
    checksum += distance * reached.length;
    checksum += pathTo(previous, farthest).reduce((sum, vertex, index) => sum + vertex * index, 0);
    for (const [vertex, depth] of breadthFirst(city, 5)) checksum += (vertex % 7) * depth;
    checksum += components(city).length * 1000;
    checksum += spanningForest(city).reduce((sum, { weight }) => sum + weight, 0);
  }
  return checksum;
}
