// Matches a stream of limit, market and cancel orders in a price-time priority order book and reports trades to listeners.
// class kept aside
'use strict';

const Side = Object.freeze({ BUY: 'buy', SELL: 'sell' });

class EventEmitter {
  constructor() { this.listeners = new Map(); }
  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, []);
    this.listeners.get(event).push(listener);
    return this;
  }
  emit(event, payload) {
    const listeners = this.listeners.get(event);
    if (listeners) listeners.forEach((listener) => listener(payload));
  }
}

class Order {
  constructor(id, trader, side, quantity) {
    this.id = id;
    this.trader = trader;
    this.side = side;
    this.quantity = quantity;
    this.remaining = quantity;
  }
  get isFilled() { return this.remaining === 0; }
  get rests() { return false; }
  fill(quantity) { this.remaining -= quantity; }
  accepts(price) { return true; }
}

class MarketOrder extends Order {}

class LimitOrder extends Order {
  constructor(id, trader, side, quantity, price) {
    super(id, trader, side, quantity);
    this.price = price;
  }
  get rests() { return true; }
  accepts(price) {
    return this.side === Side.BUY ? price <= this.price : price >= this.price;
  }
}

// Fills what it can at its limit and drops the rest.
class ImmediateOrder extends LimitOrder {
  get rests() { return false; }
}

class PriceLevel {
  constructor(price) {
    this.price = price;
    this.orders = [];
  }
  get isEmpty() { return this.orders.length === 0; }
  get volume() {
    return this.orders.reduce((sum, order) => sum + order.remaining, 0);
  }
  first() { return this.orders[0]; }
  append(order) { this.orders.push(order); }
  remove(order) {
    const index = this.orders.indexOf(order);
    if (index >= 0) this.orders.splice(index, 1);
  }
}

// One half of the book: levels are kept sorted, best price first.
class BookSide {
  constructor(compare) {
    this.compare = compare;
    this.levels = [];
    this.byPrice = new Map();
  }
  best() {
    return this.levels.length > 0 ? this.levels[0] : null;
  }
  add(order) {
    let level = this.byPrice.get(order.price);
    if (!level) {
      level = new PriceLevel(order.price);
      this.byPrice.set(order.price, level);
      this.levels.splice(this.insertionIndex(order.price), 0, level);
    }
    level.append(order);
  }
  remove(order) {
    const level = this.byPrice.get(order.price);
    level.remove(order);
    if (level.isEmpty) this.dropLevel(level);
  }
  dropLevel(level) {
    this.byPrice.delete(level.price);
    this.levels.splice(this.levels.indexOf(level), 1);
  }
  insertionIndex(price) {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.levels[middle].price, price) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  *depth(count) {
    for (const level of this.levels) {
      if (count-- <= 0) return;
      yield { price: level.price, volume: level.volume };
    }
  }
}

class MatchingEngine extends EventEmitter {
  constructor() {
    super();
    this.bids = new BookSide((a, b) => b - a);
    this.asks = new BookSide((a, b) => a - b);
    this.open = new Map();
  }
  sideOf(order) {
    return order.side === Side.BUY ? this.bids : this.asks;
  }
  oppositeOf(order) {
    return order.side === Side.BUY ? this.asks : this.bids;
  }
  submit(order) {
    this.match(order, this.oppositeOf(order));
    if (order.isFilled) {
      this.emit('filled', order);
    } else if (order.rests) {
      this.open.set(order.id, order);
      this.sideOf(order).add(order);
      this.emit('resting', order);
    } else {
      this.emit('expired', order);
    }
  }
  match(taker, book) {
    let level;
    while (!taker.isFilled && (level = book.best()) && taker.accepts(level.price)) {
      const maker = level.first();
      const quantity = Math.min(taker.remaining, maker.remaining);
      taker.fill(quantity);
      maker.fill(quantity);
      this.emit('trade', { maker, taker, quantity, price: level.price });
      if (maker.isFilled) {
        this.open.delete(maker.id);
        book.remove(maker);
        this.emit('filled', maker);
      }
    }
  }
  cancel(id) {
    const order = this.open.get(id);
    if (!order) return false;
    this.open.delete(id);
    this.sideOf(order).remove(order);
    this.emit('cancelled', order);
    return true;
  }
  spread() {
    const bid = this.bids.best();
    const ask = this.asks.best();
    return bid && ask ? ask.price - bid.price : 0;
  }
}

class Ledger {
  constructor() { this.accounts = new Map(); }
  account(trader) {
    if (!this.accounts.has(trader)) this.accounts.set(trader, { trader, cash: 0, shares: 0, trades: 0 });
    return this.accounts.get(trader);
  }
  record({ maker, taker, quantity, price }) {
    const [buyer, seller] = taker.side === Side.BUY ? [taker, maker] : [maker, taker];
    this.transfer(buyer.trader, -price * quantity, quantity);
    this.transfer(seller.trader, price * quantity, -quantity);
  }
  transfer(trader, cash, shares) {
    const account = this.account(trader);
    account.cash += cash;
    account.shares += shares;
    account.trades++;
  }
}

function createRandom(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % limit;
  };
}

function createOrderFlow(random, traders) {
  let nextId = 1;
  return () => {
    const id = nextId++;
    const trader = traders[random(traders.length)];
    const side = random(2) === 0 ? Side.BUY : Side.SELL;
    const quantity = 1 + random(50);
    const price = 1000 + random(40) - (side === Side.BUY ? 25 : 15);
    const kind = random(10);
    if (kind === 0) return new MarketOrder(id, trader, side, quantity);
    if (kind === 1) return new ImmediateOrder(id, trader, side, quantity, price);
    return new LimitOrder(id, trader, side, quantity, price);
  };
}

function run(n) {
  const random = createRandom(20240);
  const nextOrder = createOrderFlow(random, ['alice', 'bruno', 'chen', 'dora', 'emil']);
  const engine = new MatchingEngine();
  const ledger = new Ledger();
  const counts = { filled: 0, expired: 0, cancelled: 0 };
  let turnover = 0;
  engine.on('trade', (trade) => ledger.record(trade));
  engine.on('trade', ({ price, quantity }) => (turnover += price * quantity));
  for (const event of Object.keys(counts)) engine.on(event, () => counts[event]++);

  let checksum = 0;
  for (let unit = 0; unit < n; unit++) {
    // Orders left over from the previous session lapse when the new one is under way.
    const leftOver = [...engine.open.keys()];
    for (let i = 0; i < 400; i++) engine.submit(nextOrder());
    leftOver.forEach((id) => engine.cancel(id));
    for (const { price, volume } of engine.bids.depth(5)) checksum += price * volume;
    for (const { price, volume } of engine.asks.depth(5)) checksum -= price * volume;
    checksum += engine.spread();
  }
  const positions = [...ledger.accounts.values()]
    .sort((a, b) => a.trader.localeCompare(b.trader))
    .map(({ trader, shares, trades }) => `${trader}:${shares}/${trades}`);
  return [checksum, turnover, ...Object.values(counts), ...positions].join(' ');
}
