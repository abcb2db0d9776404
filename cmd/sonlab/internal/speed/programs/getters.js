// Accounts whose state is in closures, read and written by small getters and setters.
// class many small functions
const run = (() => {
  const config = { fee: 2, limit: 500, rate: 3 };
  const fee = () => config.fee;
  const limit = () => config.limit;
  const interest = (x) => (x * config.rate) % 7;
  const clamp = (x, low, high) => (x < low ? low : x > high ? high : x);
  let moves = 0;
  const moved = () => { moves++; };
  const getMoves = () => moves;
  const reset = () => { moves = 0; };
  function account(start) {
    let balance = start, frozen = false;
    const get = () => balance;
    const set = (x) => { balance = clamp(x, 0, limit()); };
    const isFrozen = () => frozen;
    const canPay = (x) => !isFrozen() && get() >= x + fee();
    return {
      get,
      freeze() { frozen = !frozen; },
      deposit(x) { set(get() + x + interest(x)); moved(); },
      pay(x) {
        if (!canPay(x)) return false;
        set(get() - x - fee());
        moved();
        return true;
      },
    };
  }
  return function run(n) {
    const a = account(100), b = account(50);
    let sum = 0;
    reset();
    for (let i = 0; i < n; i++) {
      const x = (i * 17) % 23;
      if (a.pay(x)) b.deposit(x);
      else a.deposit(x + 5);
      if (i % 50 === 49) b.freeze();
      if (b.pay(x % 5)) a.deposit(x);
      sum = (sum + a.get() * 3 + b.get() + getMoves()) % 1000003;
    }
    return sum;
  };
})();
