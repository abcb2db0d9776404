// Evaluates a small spreadsheet whose formulas are parsed into expression trees and recalculated through a dependency graph.
// class kept aside
'use strict';

class FormulaError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

class Expression {
  evaluate(sheet) { throw new FormulaError('#IMPL', 'evaluate() is abstract'); }
  // Yields the address of every cell the expression reads.
  *references() {}
}

class NumberLiteral extends Expression {
  constructor(value) {
    super();
    this.value = value;
  }
  evaluate() { return this.value; }
}

class CellReference extends Expression {
  constructor(address) {
    super();
    this.address = address;
  }
  evaluate(sheet) { return sheet.valueOf(this.address); }
  *references() { yield this.address; }
}

class RangeReference extends Expression {
  constructor(from, to) {
    super();
    this.addresses = expandRange(from, to);
  }
  evaluate(sheet) { return this.addresses.map((address) => sheet.valueOf(address)); }
  *references() { yield* this.addresses; }
}

function divide(a, b) {
  if (b === 0) throw new FormulaError('#DIV/0!', 'division by zero');
  return a / b;
}

const OPERATORS = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': divide,
  '<': (a, b) => (a < b ? 1 : 0),
  '>': (a, b) => (a > b ? 1 : 0),
};

class BinaryOperation extends Expression {
  constructor(operator, left, right) {
    super();
    this.apply = OPERATORS[operator];
    this.left = left;
    this.right = right;
  }
  evaluate(sheet) {
    return this.apply(this.left.evaluate(sheet), this.right.evaluate(sheet));
  }
  *references() {
    yield* this.left.references();
    yield* this.right.references();
  }
}

const FUNCTIONS = {
  SUM: (values) => values.reduce((total, v) => total + v, 0),
  AVG: (values) => FUNCTIONS.SUM(values) / values.length,
  MAX: (values) => Math.max(...values),
  MIN: (values) => Math.min(...values),
  ABS: ([value]) => Math.abs(value),
};

class FunctionCall extends Expression {
  constructor(name, args) {
    super();
    this.name = name;
    this.args = args;
  }
  evaluate(sheet) {
    if (this.name === 'IF') {
      const [condition, whenTrue, whenFalse] = this.args;
      return condition.evaluate(sheet) ? whenTrue.evaluate(sheet) : whenFalse.evaluate(sheet);
    }
    const values = this.args.flatMap((arg) => arg.evaluate(sheet));
    return FUNCTIONS[this.name](values);
  }
  *references() { for (const arg of this.args) yield* arg.references(); }
}

function expandRange(from, to) {
  const addresses = [];
  const lastColumn = to.charCodeAt(0);
  const [firstRow, lastRow] = [Number(from.slice(1)), Number(to.slice(1))];
  for (let column = from.charCodeAt(0); column <= lastColumn; column++) {
    for (let row = firstRow; row <= lastRow; row++) addresses.push(String.fromCharCode(column) + row);
  }
  return addresses;
}

// Binary operators, the loosest binding first.
const PRECEDENCE = [['<', '>'], ['+', '-'], ['*', '/']];

class FormulaParser {
  constructor(text) {
    this.tokens = text.match(/[A-Z]+[0-9]+|[A-Z]+|[0-9]+(?:\.[0-9]+)?|[-+*\/<>(),:]/g) || [];
    this.position = 0;
  }
  peek() { return this.tokens[this.position]; }
  next() { return this.tokens[this.position++]; }
  expect(token) {
    if (this.next() !== token) throw new FormulaError('#SYNTAX', `expected ${token}`);
  }
  parse() {
    const tree = this.parseExpression();
    if (this.position < this.tokens.length) throw new FormulaError('#SYNTAX', 'trailing input');
    return tree;
  }
  parseExpression(level = 0) {
    if (level === PRECEDENCE.length) return this.parseFactor();
    let left = this.parseExpression(level + 1);
    while (PRECEDENCE[level].includes(this.peek())) {
      const operator = this.next();
      left = new BinaryOperation(operator, left, this.parseExpression(level + 1));
    }
    return left;
  }
  parseFactor() {
    const token = this.next();
    if (token === '-') return new BinaryOperation('-', new NumberLiteral(0), this.parseFactor());
    if (token === '(') {
      const inner = this.parseExpression();
      this.expect(')');
      return inner;
    }
    if (/^[0-9]/.test(token)) return new NumberLiteral(parseFloat(token));
    if (this.peek() === '(') return this.parseCall(token);
    if (this.peek() === ':') {
      this.next();
      return new RangeReference(token, this.next());
    }
    return new CellReference(token);
  }
  parseCall(name) {
    const args = [];
    do {
      this.next(); // the opening parenthesis or a comma
      args.push(this.parseExpression());
    } while (this.peek() === ',');
    this.expect(')');
    return new FunctionCall(name, args);
  }
}

class Cell {
  constructor(address) {
    this.address = address;
    this.expression = new NumberLiteral(0);
    this.value = 0;
    this.error = null;
    this.dependents = new Set();
  }
  recalculate(sheet) {
    try {
      this.value = this.expression.evaluate(sheet);
      this.error = null;
    } catch (problem) {
      if (!(problem instanceof FormulaError)) throw problem;
      this.value = 0;
      this.error = problem.code;
    }
  }
}

class Sheet {
  constructor() {
    this.cells = new Map();
    this.recalculations = 0;
  }
  cell(address) {
    let cell = this.cells.get(address);
    if (!cell) this.cells.set(address, (cell = new Cell(address)));
    return cell;
  }
  valueOf(address) { return this.cells.get(address)?.value ?? 0; }
  set(address, content) {
    const cell = this.cell(address);
    for (const old of cell.expression.references()) this.cell(old).dependents.delete(cell);
    cell.expression = typeof content === 'number' ? new NumberLiteral(content) : new FormulaParser(content).parse();
    for (const source of cell.expression.references()) this.cell(source).dependents.add(cell);
    this.refresh(cell);
  }
  // Recalculates a cell and everything downstream of it, sources first.
  refresh(origin) {
    const order = [];
    const visited = new Set();
    const visit = (cell) => {
      if (visited.has(cell)) return;
      visited.add(cell);
      cell.dependents.forEach(visit);
      order.push(cell);
    };
    visit(origin);
    for (const cell of order.reverse()) cell.recalculate(this);
    this.recalculations += order.length;
  }
}

function buildBudget(rows) {
  const sheet = new Sheet();
  for (let row = 1; row <= rows; row++) {
    sheet.set(`A${row}`, row * 3);
    sheet.set(`B${row}`, 100 - row);
    sheet.set(`C${row}`, `A${row}*B${row}/(A${row}-12)`);
    sheet.set(`D${row}`, row === 1 ? 'C1' : `D${row - 1}*0.5+ABS(C${row})`);
  }
  sheet.set('E1', `SUM(C1:C${rows})`);
  sheet.set('E2', `AVG(A1:B${rows})`);
  sheet.set('E3', `IF(E1>E2,MAX(D1:D${rows}),-MIN(D1:D${rows}))`);
  sheet.set('E4', 'E3*2+E1/E2');
  return sheet;
}

function run(n) {
  const sheet = buildBudget(12);
  let seed = 4711;
  let checksum = 0;
  const random = (limit) => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) % limit;
  for (let unit = 0; unit < n; unit++) {
    for (let edit = 0; edit < 12; edit++) {
      const row = 1 + (random(1200) >> 3) % 12;
      sheet.set((edit & 1 ? 'A' : 'B') + row, 1 + (random(4000) >> 4) % 60);
    }
    // One formula per unit is typed in again.
    const row = 2 + (unit % 11);
    sheet.set(`C${row}`, `(A${row}+${unit % 7})*B${row}/(A${row}-B${row - 1})`);
    const failed = [...sheet.cells.values()].filter((cell) => cell.error !== null).length;
    checksum += sheet.valueOf('E4') + failed;
  }
  return `${checksum.toFixed(4)}/${sheet.recalculations}`;
}
