// Serves product look-ups through LRU and LFU caches and summarizes the request log with lazy query pipelines.
// class kept aside
'use strict';

// ---- lazy sequences ----------------------------------------------------

class Sequence {
  constructor(createIterator) {
    this.createIterator = createIterator;
  }
  static from(iterable) {
    return new Sequence(() => iterable[Symbol.iterator]());
  }
  static range(start, end) {
    return new Sequence(function* () {
      for (let i = start; i < end; i++) yield i;
    });
  }
  [Symbol.iterator]() {
    return this.createIterator();
  }
  map(transform) {
    const source = this;
    return new Sequence(function* () {
      for (const item of source) yield transform(item);
    });
  }
  // Written by hand: returns an iterator object instead of a generator.
  filter(predicate) {
    return new Sequence(() => {
      const iterator = this.createIterator();
      return {
        next() {
          let step = iterator.next();
          while (!step.done && !predicate(step.value)) step = iterator.next();
          return step;
        },
      };
    });
  }
  take(count) {
    const source = this;
    return new Sequence(function* () {
      if (count <= 0) return;
      let taken = 0;
      for (const item of source) {
        yield item;
        if (++taken === count) return;
      }
    });
  }
  flatMap(transform) {
    const source = this;
    return new Sequence(function* () {
      for (const item of source) yield* transform(item);
    });
  }
  reduce(reducer, initial) {
    let result = initial;
    for (const item of this) result = reducer(result, item);
    return result;
  }
  groupBy(keyOf) {
    const groups = new Map();
    for (const item of this) {
      const key = keyOf(item);
      if (groups.has(key)) groups.get(key).push(item);
      else groups.set(key, [item]);
    }
    return Sequence.from(groups);
  }
  sortBy(keyOf) {
    return Sequence.from([...this].sort((a, b) => keyOf(a) - keyOf(b)));
  }
  toArray() {
    return Array.from(this);
  }
}

const sum = (total, value) => total + value;
const count = (total) => total + 1;
const average = (selector) => ({ total, items }, item) => ({ total: total + selector(item), items: items + 1 });

// ---- caches --------------------------------------------------------------

class Cache {
  constructor(capacity) {
    this.capacity = capacity;
    this.hits = 0;
    this.misses = 0;
  }
  fetch(key, load) {
    const entry = this.lookup(key);
    if (entry !== undefined) {
      this.hits++;
      return entry;
    }
    this.misses++;
    const value = load(key);
    if (this.size >= this.capacity) this.evict();
    this.store(key, value);
    return value;
  }
  get hitRate() {
    return this.hits / (this.hits + this.misses);
  }
}

class LruCache extends Cache {
  constructor(capacity) {
    super(capacity);
    this.entries = new Map();
    // The sentinel's neighbours are the newest and the oldest entry.
    this.sentinel = { key: null, value: null };
    this.sentinel.newer = this.sentinel.older = this.sentinel;
  }
  get size() {
    return this.entries.size;
  }
  lookup(key) {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.unlink(entry);
    this.linkAsNewest(entry);
    return entry.value;
  }
  store(key, value) {
    const entry = { key, value, newer: null, older: null };
    this.entries.set(key, entry);
    this.linkAsNewest(entry);
  }
  evict() {
    const oldest = this.sentinel.newer;
    this.unlink(oldest);
    this.entries.delete(oldest.key);
  }
  unlink({ newer, older }) {
    newer.older = older;
    older.newer = newer;
  }
  linkAsNewest(entry) {
    const previous = this.sentinel.older;
    entry.older = previous;
    entry.newer = this.sentinel;
    previous.newer = this.sentinel.older = entry;
  }
}

class LfuCache extends Cache {
  constructor(capacity) {
    super(capacity);
    this.entries = new Map();
    this.buckets = new Map();
    this.lowest = 0;
  }
  get size() {
    return this.entries.size;
  }
  lookup(key) {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.promote(key, entry);
    return entry.value;
  }
  store(key, value) {
    this.entries.set(key, { value, uses: 1 });
    this.bucket(1).add(key);
    this.lowest = 1;
  }
  bucket(uses) {
    if (!this.buckets.has(uses)) this.buckets.set(uses, new Set());
    return this.buckets.get(uses);
  }
  promote(key, entry) {
    const bucket = this.bucket(entry.uses);
    bucket.delete(key);
    if (bucket.size === 0) {
      this.buckets.delete(entry.uses);
      if (this.lowest === entry.uses) this.lowest++;
    }
    entry.uses++;
    this.bucket(entry.uses).add(key);
  }
  evict() {
    const bucket = this.bucket(this.lowest);
    const [victim] = bucket;
    bucket.delete(victim);
    if (bucket.size === 0) this.buckets.delete(this.lowest);
    this.entries.delete(victim);
  }
}

// ---- data ----------------------------------------------------------------

const CATEGORIES = ['books', 'garden', 'kitchen', 'music', 'toys'];

class Product {
  constructor(id) {
    this.id = id;
    this.category = CATEGORIES[(id * 7) % CATEGORIES.length];
    this.price = 5 + ((id * 131) % 97);
    this.tags = [`t${id % 4}`, `t${id % 6}`];
  }
}

function createRequests(seed, products) {
  let state = seed;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  // Squaring makes small ids much more popular.
  return () => Math.floor(next() ** 2 * products);
}

function summarize(log) {
  const requests = Sequence.from(log);
  const revenue = requests.filter(({ hit }) => hit).map(({ product }) => product.price).reduce(sum, 0);
  const perCategory = requests
    .groupBy(({ product }) => product.category)
    .map(([category, items]) => {
      const { total, items: size } = Sequence.from(items).reduce(average(({ product }) => product.price), { total: 0, items: 0 });
      return { category, mean: total / size, size };
    })
    .sortBy(({ size }) => -size)
    .take(3)
    .toArray();
  const tagged = requests.flatMap(({ product }) => product.tags).filter((tag) => tag === 't1').reduce(count, 0);
  const early = requests.filter(({ product }) => product.price > 60).map(({ time }) => time).take(10).reduce(sum, 0);
  return { revenue, perCategory, tagged, early };
}

function run(n) {
  const nextId = createRequests(1597, 200);
  const caches = [new LruCache(40), new LfuCache(40)];
  let checksum = 0;
  for (let unit = 0; unit < n; unit++) {
    for (const cache of caches) {
      const log = Sequence.range(0, 150)
        .map((time) => {
          const before = cache.hits;
          const product = cache.fetch(nextId(), (id) => new Product(id));
          return { time, product, hit: cache.hits > before };
        })
        .toArray();
      const { revenue, perCategory, tagged, early } = summarize(log);
      checksum += revenue + tagged * 3 + early;
      for (const { category, mean, size } of perCategory) checksum += category.length * Math.round(mean * 100) + size;
    }
  }
  return `${checksum} ${caches.map(({ hitRate }) => hitRate.toFixed(4)).join(' ')}`;
}
