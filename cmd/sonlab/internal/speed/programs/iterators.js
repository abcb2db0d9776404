// Lazy sequences: iterators by hand, generators, and for-of over chains of them.
// class classes
class Sequence {
  map(f) {
    return new Mapped(this, f);
  }
  filter(f) {
    return new Filtered(this, f);
  }
  take(count) {
    return new Taken(this, count);
  }
  reduce(f, initial) {
    let result = initial;
    for (const x of this) result = f(result, x);
    return result;
  }
  toArray() {
    return [...this];
  }
}
class Counting extends Sequence {
  constructor(from) {
    super();
    this.from = from;
  }
  [Symbol.iterator]() {
    let at = this.from;
    return {
      next() {
        return { value: at++, done: false };
      },
    };
  }
}
class Mapped extends Sequence {
  constructor(source, f) {
    super();
    this.source = source;
    this.f = f;
  }
  *[Symbol.iterator]() {
    for (const x of this.source) yield this.f(x);
  }
}
class Filtered extends Sequence {
  constructor(source, f) {
    super();
    this.source = source;
    this.f = f;
  }
  *[Symbol.iterator]() {
    for (const x of this.source) {
      if (this.f(x)) yield x;
    }
  }
}
class Taken extends Sequence {
  constructor(source, count) {
    super();
    this.source = source;
    this.count = count;
  }
  [Symbol.iterator]() {
    const inner = this.source[Symbol.iterator]();
    let left = this.count;
    return {
      next() {
        if (left-- > 0) return inner.next();
        return { value: undefined, done: true };
      },
    };
  }
}
class Pair {
  constructor(first, second) {
    this.first = first;
    this.second = second;
  }
  *[Symbol.iterator]() {
    yield this.first;
    yield this.second;
  }
}
function* pairs(list) {
  for (let i = 1; i < list.length; i++) yield new Pair(list[i - 1], list[i]);
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const numbers = new Counting(i)
      .map((x) => (x * 17) % 101)
      .filter((x) => x % 3 !== 0)
      .take(8)
      .toArray();
    for (const pair of pairs(numbers)) {
      const [a, b] = pair;
      checksum = (checksum * 3 + (a > b ? a - b : b - a)) % 1000003;
    }
    checksum += new Counting(0).take(5).reduce((total, x) => total + x * i, 0);
  }
  return checksum;
};
