// Sums over a chain of variables, solved by propagating ranges along a class hierarchy of constraints.
// class classes
class Variable {
  constructor(name, low, high) {
    this.name = name;
    this.low = low;
    this.high = high;
    this.constraints = [];
  }
  get isFixed() {
    return this.low === this.high;
  }
  narrow(low, high) {
    const before = this.high - this.low;
    if (low > this.low) this.low = low;
    if (high < this.high) this.high = high;
    if (this.low > this.high) throw new Contradiction(this);
    return this.high - this.low !== before;
  }
}
class Contradiction extends Error {
  constructor(variable) {
    super(`no value for ${variable.name}`);
    this.variable = variable;
  }
}
class Constraint {
  constructor(...variables) {
    this.variables = variables;
    this.queued = false;
    for (const v of variables) v.constraints.push(this);
  }
  propagate() {
    throw new Error("not implemented");
  }
}
class Sum extends Constraint {
  constructor(a, b, total) {
    super(a, b, total);
    this.a = a;
    this.b = b;
    this.total = total;
  }
  propagate(changed) {
    const { a, b, total } = this;
    if (total.narrow(a.low + b.low, a.high + b.high)) changed(total);
    if (a.narrow(total.low - b.high, total.high - b.low)) changed(a);
    if (b.narrow(total.low - a.high, total.high - a.low)) changed(b);
  }
}
class Less extends Constraint {
  constructor(a, b) {
    super(a, b);
    this.a = a;
    this.b = b;
  }
  propagate(changed) {
    if (this.a.narrow(-Infinity, this.b.high - 1)) changed(this.a);
    if (this.b.narrow(this.a.low + 1, Infinity)) changed(this.b);
  }
}
class Even extends Constraint {
  propagate(changed) {
    const v = this.variables[0];
    if (v.narrow(v.low + (v.low & 1), v.high - (v.high & 1))) changed(v);
  }
}
class Solver {
  constructor() {
    this.queue = [];
    this.steps = 0;
  }
  enqueue(constraint) {
    if (constraint.queued) return;
    constraint.queued = true;
    this.queue.push(constraint);
  }
  solve(constraints) {
    constraints.forEach((c) => this.enqueue(c));
    while (this.queue.length > 0) {
      const constraint = this.queue.pop();
      constraint.queued = false;
      this.steps++;
      constraint.propagate((variable) => {
        for (const c of variable.constraints) {
          if (c !== constraint) this.enqueue(c);
        }
      });
    }
    return this.steps;
  }
}
function puzzle(seed) {
  const variables = [];
  const constraints = [];
  for (let i = 0; i < 8; i++) variables.push(new Variable(`v${i}`, (seed + i) % 3, 20 + ((seed * i) % 7)));
  for (let i = 0; i + 2 < variables.length; i++) constraints.push(new Sum(variables[i], variables[i + 1], variables[i + 2]));
  for (let i = 3; i + 1 < variables.length; i++) constraints.push(new Less(variables[i], variables[i + 1]));
  constraints.push(new Even(variables[seed % 8]));
  return { variables, constraints };
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const { variables, constraints } = puzzle(i);
    const solver = new Solver();
    try {
      checksum += solver.solve(constraints);
      for (const v of variables) checksum = (checksum * 7 + v.low + v.high + (v.isFixed ? 1 : 0)) % 1000003;
    } catch (e) {
      if (!(e instanceof Contradiction)) throw e;
      checksum += e.variable.low + solver.steps;
    }
  }
  return checksum;
};
