// An assembler with labels, and a stack machine with a call stack and traps that runs what it makes.
// class classes
class AssemblyError extends Error {
  constructor(message, line) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

class Instruction {
  constructor(op, operand = null) {
    this.op = op;
    this.operand = operand;
  }
}

class Assembler {
  constructor() {
    this.labels = new Map();
    this.fixups = [];
    this.code = [];
  }
  assemble(source) {
    source.split("\n").forEach((text, i) => this.line(text.replace(/;.*/, "").trim(), i + 1));
    for (const { at, label, line } of this.fixups) {
      if (!this.labels.has(label)) throw new AssemblyError(`no label ${label}`, line);
      this.code[at].operand = this.labels.get(label);
    }
    return this.code;
  }
  line(text, number) {
    if (text === "") return;
    if (text.endsWith(":")) {
      this.labels.set(text.slice(0, -1), this.code.length);
      return;
    }
    const [op, arg] = text.split(/\s+/);
    if (!(op in operations)) throw new AssemblyError(`unknown ${op}`, number);
    if (arg === undefined) this.code.push(new Instruction(op));
    else if (/^-?\d+$/.test(arg)) this.code.push(new Instruction(op, Number(arg)));
    else {
      this.fixups.push({ at: this.code.length, label: arg, line: number });
      this.code.push(new Instruction(op));
    }
  }
}

class Stack {
  #items = [];
  push(x) {
    this.#items.push(x);
  }
  pop() {
    if (this.#items.length === 0) throw new RangeError("stack is empty");
    return this.#items.pop();
  }
  peek() {
    return this.#items[this.#items.length - 1];
  }
  get depth() {
    return this.#items.length;
  }
}

const binary = (f) => (vm) => {
  const b = vm.stack.pop();
  const a = vm.stack.pop();
  vm.stack.push(f(a, b));
};

const operations = {
  push: (vm, x) => vm.stack.push(x),
  pop: (vm) => vm.stack.pop(),
  dup: (vm) => vm.stack.push(vm.stack.peek()),
  add: binary((a, b) => (a + b) | 0),
  sub: binary((a, b) => (a - b) | 0),
  mul: binary((a, b) => Math.imul(a, b)),
  mod: binary((a, b) => a % b),
  less: binary((a, b) => (a < b ? 1 : 0)),
  load: (vm, slot) => vm.stack.push(vm.memory[slot]),
  store: (vm, slot) => {
    vm.memory[slot] = vm.stack.pop();
  },
  jump: (vm, target) => {
    vm.pc = target;
  },
  jz: (vm, target) => {
    if (vm.stack.pop() === 0) vm.pc = target;
  },
  call: (vm, target) => {
    vm.frames.push(vm.pc);
    vm.pc = target;
  },
  ret: (vm) => {
    vm.pc = vm.frames.pop();
  },
  out: (vm) => vm.output.push(vm.stack.pop()),
  halt: (vm) => {
    vm.running = false;
  },
};

class Machine {
  constructor(code, { size = 16, limit = 100000 } = {}) {
    this.code = code;
    this.limit = limit;
    this.memory = new Array(size).fill(0);
    this.stack = new Stack();
    this.frames = [];
    this.output = [];
    this.pc = 0;
    this.steps = 0;
    this.running = true;
  }
  step() {
    const { op, operand } = this.code[this.pc++];
    this.steps++;
    operations[op](this, operand);
  }
  run() {
    while (this.running) {
      if (this.steps >= this.limit) throw new Error("too many steps");
      this.step();
    }
    return this;
  }
}

const PROGRAM = `
  push 0
  store 0        ; sum
  push 1
  store 1        ; i
loop:
  load 1
  load 2
  less
  jz end
  load 1
  call square
  load 0
  add
  push 9973
  mod
  store 0
  load 1
  push 1
  add
  store 1
  jump loop
square:
  dup
  mul
  ret
end:
  load 0
  out
  halt
`;

function run(n) {
  let checksum = 0;
  const code = new Assembler().assemble(PROGRAM);
  for (let i = 0; i < n; i++) {
    const machine = new Machine(code);
    machine.memory[2] = 10 + (i % 15);
    try {
      const { output, steps } = machine.run();
      checksum = (checksum * 7 + output[0] + steps) % 1000003;
      if (i % 5 === 0) machine.stack.pop();
    } catch (e) {
      checksum += e instanceof RangeError ? 1 : 1000;
    }
  }
  return checksum;
}
