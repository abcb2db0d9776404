// Orders grouped, filtered and summed with classes over arrays and maps, and callbacks.
// class classes
class Collection {
  constructor(items = []) {
    this.items = items;
  }
  static range(from, to) {
    const items = [];
    for (let i = from; i < to; i++) items.push(i);
    return new Collection(items);
  }
  get size() {
    return this.items.length;
  }
  map(f) {
    return new Collection(this.items.map(f));
  }
  filter(f) {
    return new Collection(this.items.filter(f));
  }
  fold(initial, f) {
    let result = initial;
    this.items.forEach((item) => {
      result = f(result, item);
    });
    return result;
  }
  sum(f) {
    return this.fold(0, (total, item) => total + f(item));
  }
  max(f) {
    return this.fold(-Infinity, (best, item) => Math.max(best, f(item)));
  }
  any(f) {
    return this.items.some(f);
  }
  groupBy(f) {
    const groups = new Map();
    this.items.forEach((item) => {
      const key = f(item);
      if (!groups.has(key)) groups.set(key, new Collection());
      groups.get(key).items.push(item);
    });
    return groups;
  }
}
class Order {
  constructor(id, customer, lines) {
    this.id = id;
    this.customer = customer;
    this.lines = lines;
  }
  get total() {
    return this.lines.sum((line) => line.price * line.count);
  }
  get isLarge() {
    return this.total > 90;
  }
  contains(product) {
    return this.lines.any((line) => line.product === product);
  }
}
class Line {
  constructor(product, price, count) {
    this.product = product;
    this.price = price;
    this.count = count;
  }
}
function order(id) {
  const lines = Collection.range(0, 1 + (id % 4)).map((i) => new Line((id + i) % 7, 5 + ((id * 3 + i) % 11), 1 + (i % 3)));
  return new Order(id, id % 5, lines);
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const orders = Collection.range(i, i + 12).map(order);
    const large = orders.filter((o) => o.isLarge || o.contains(3));
    const groups = large.groupBy((o) => o.customer);
    groups.forEach((group, customer) => {
      checksum = (checksum * 31 + customer + group.size + group.sum((o) => o.total)) % 1000003;
    });
    checksum += orders.max((o) => o.lines.size);
  }
  return checksum;
};
