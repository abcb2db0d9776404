// Accounts that notify listeners of their changes: private fields, accessors, validation and an audit.
// class classes
class Money {
  #cents;
  constructor(cents) {
    this.#cents = cents;
  }
  static zero = new Money(0);
  get cents() {
    return this.#cents;
  }
  plus(other) {
    return new Money(this.#cents + other.#cents);
  }
  minus(other) {
    return new Money(this.#cents - other.#cents);
  }
  isLess(other) {
    return this.#cents < other.#cents;
  }
  share(parts) {
    const each = Math.floor(this.#cents / parts);
    const shares = Array.from({ length: parts }, () => new Money(each));
    shares[0] = shares[0].plus(new Money(this.#cents - each * parts));
    return shares;
  }
}
class Emitter {
  #listeners = [];
  on(listener) {
    this.#listeners.push(listener);
    return this;
  }
  emit(event) {
    for (const listener of this.#listeners) listener(event);
  }
}
class Account extends Emitter {
  #balance = Money.zero;
  #limit;
  constructor(name, limit = Money.zero) {
    super();
    this.name = name;
    this.#limit = limit;
  }
  get balance() {
    return this.#balance;
  }
  #change(balance, kind) {
    const before = this.#balance;
    this.#balance = balance;
    this.emit({ account: this, kind, before, after: balance });
  }
  deposit(amount) {
    this.#change(this.#balance.plus(amount), "deposit");
  }
  withdraw(amount) {
    const left = this.#balance.minus(amount);
    if (left.isLess(this.#limit)) return false;
    this.#change(left, "withdrawal");
    return true;
  }
}
class Audit {
  constructor() {
    this.count = 0;
    this.volume = 0;
    this.largest = null;
  }
  watch(account) {
    return account.on((event) => this.record(event));
  }
  record({ kind, before, after }) {
    const change = Math.abs(after.cents - before.cents);
    this.count++;
    this.volume = (this.volume * 3 + change + kind.length) % 1000003;
    if (this.largest === null || change > this.largest) this.largest = change;
  }
}
function transfer(from, to, amount) {
  if (!from.withdraw(amount)) return false;
  to.deposit(amount);
  return true;
}
const run = (n) => {
  const audit = new Audit();
  const accounts = ["rent", "food", "travel", "savings"].map((name, i) => audit.watch(new Account(name, new Money(-100 * i))));
  let refused = 0;
  accounts.forEach((account) => account.deposit(new Money(5000)));
  for (let i = 0; i < n; i++) {
    const from = accounts[i % 4];
    const to = accounts[(i * 3 + 1) % 4];
    if (from !== to && !transfer(from, to, new Money(1 + ((i * 97) % 700)))) refused++;
    if (i % 10 === 0) {
      const shares = new Money(100 + i).share(accounts.length);
      accounts.forEach((account, k) => account.deposit(shares[k]));
    }
  }
  return [audit.count, audit.volume, audit.largest, refused, ...accounts.map((a) => a.balance.cents)].join(" ");
};
