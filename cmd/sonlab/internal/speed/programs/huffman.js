// Huffman coding: frequencies, a tree built with a priority queue, a bit writer and reader.
// class classes
class PriorityQueue {
  #heap = [];
  #compare;
  constructor(compare = (a, b) => a - b) {
    this.#compare = compare;
  }
  get size() {
    return this.#heap.length;
  }
  push(item) {
    this.#heap.push(item);
    this.#up(this.#heap.length - 1);
  }
  pop() {
    const top = this.#heap[0];
    const last = this.#heap.pop();
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#down(0);
    }
    return top;
  }
  #less(i, j) {
    return this.#compare(this.#heap[i], this.#heap[j]) < 0;
  }
  #swap(i, j) {
    [this.#heap[i], this.#heap[j]] = [this.#heap[j], this.#heap[i]];
  }
  #up(i) {
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#less(i, parent)) break;
      this.#swap(i, parent);
      i = parent;
    }
  }
  #down(i) {
    for (;;) {
      const left = 2 * i + 1;
      const right = left + 1;
      let smallest = i;
      if (left < this.size && this.#less(left, smallest)) smallest = left;
      if (right < this.size && this.#less(right, smallest)) smallest = right;
      if (smallest === i) return;
      this.#swap(i, smallest);
      i = smallest;
    }
  }
}

class Leaf {
  constructor(symbol, weight) {
    this.symbol = symbol;
    this.weight = weight;
  }
  get isLeaf() {
    return true;
  }
  walk(visit, path) {
    visit(this.symbol, path || "0");
  }
}

class Branch {
  constructor(left, right) {
    this.left = left;
    this.right = right;
    this.weight = left.weight + right.weight;
  }
  get isLeaf() {
    return false;
  }
  walk(visit, path) {
    this.left.walk(visit, path + "0");
    this.right.walk(visit, path + "1");
  }
}

class BitWriter {
  constructor() {
    this.bytes = [];
    this.current = 0;
    this.filled = 0;
  }
  bit(b) {
    this.current = (this.current << 1) | b;
    if (++this.filled === 8) this.flush();
  }
  write(bits) {
    for (const b of bits) this.bit(b === "1" ? 1 : 0);
  }
  flush() {
    this.bytes.push(this.current);
    this.current = 0;
    this.filled = 0;
  }
  finish() {
    while (this.filled !== 0) this.bit(0);
    return this.bytes;
  }
}

class BitReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.position = 0;
  }
  next() {
    const byte = this.bytes[this.position >> 3];
    const bit = (byte >> (7 - (this.position & 7))) & 1;
    this.position++;
    return bit;
  }
}

function frequencies(text) {
  const counts = {};
  for (const c of text) counts[c] = (counts[c] || 0) + 1;
  return counts;
}

function buildTree(text) {
  const queue = new PriorityQueue((a, b) => a.weight - b.weight);
  for (const [symbol, count] of Object.entries(frequencies(text))) queue.push(new Leaf(symbol, count));
  while (queue.size > 1) queue.push(new Branch(queue.pop(), queue.pop()));
  return queue.pop();
}

class Codec {
  constructor(sample) {
    this.tree = buildTree(sample);
    this.codes = new Map();
    this.tree.walk((symbol, path) => this.codes.set(symbol, path), "");
  }
  encode(text) {
    const writer = new BitWriter();
    for (const c of text) {
      const code = this.codes.get(c);
      if (code === undefined) throw new RangeError(`no code for ${c}`);
      writer.write(code);
    }
    return { bytes: writer.finish(), length: text.length };
  }
  decode({ bytes, length }) {
    const reader = new BitReader(bytes);
    let text = "";
    while (text.length < length) {
      let node = this.tree;
      while (!node.isLeaf) node = reader.next() ? node.right : node.left;
      text += node.symbol;
    }
    return text;
  }
}

const SAMPLE = "it was the best of times, it was the worst of times, it was the age of wisdom";

function run(n) {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const codec = new Codec(SAMPLE.slice(i % 20));
    const message = SAMPLE.slice(20 + (i % 7), 45 + (i % 11));
    const packed = codec.encode(message);
    if (codec.decode(packed) !== message) throw new Error("wrong");
    checksum = packed.bytes.reduce((sum, byte) => (sum * 31 + byte) % 1000003, checksum);
  }
  return checksum;
}
