// Parses regular expressions to syntax trees, compiles them to nondeterministic automata and simulates those on text.
// class kept aside
'use strict';

// ---- automaton -------------------------------------------------------

class State {
  constructor(id) {
    this.id = id;
    this.matcher = null; // predicate on characters, or null when only epsilon moves leave
    this.next = null;
    this.epsilon = [];
  }
}

class Automaton {
  constructor() {
    this.states = [];
    this.start = null;
    this.accept = null;
  }
  newState() {
    const state = new State(this.states.length);
    this.states.push(state);
    return state;
  }
}

// ---- syntax tree: connect() wires a node between two states ------------

class Empty {
  connect(automaton, from, to) { from.epsilon.push(to); }
}

class CharacterMatch {
  constructor(matcher) { this.matcher = matcher; }
  connect(automaton, from, to) {
    const entry = automaton.newState();
    entry.matcher = this.matcher;
    entry.next = to;
    from.epsilon.push(entry);
  }
}

class Sequence {
  constructor(items) { this.items = items; }
  connect(automaton, from, to) {
    const end = this.items.reduce((current, item) => {
      const after = automaton.newState();
      item.connect(automaton, current, after);
      return after;
    }, from);
    end.epsilon.push(to);
  }
}

class Alternation {
  constructor(options) { this.options = options; }
  connect(automaton, from, to) {
    for (const option of this.options) option.connect(automaton, from, to);
  }
}

class Repetition {
  constructor(item, minimum, unbounded) {
    this.item = item;
    this.minimum = minimum;
    this.unbounded = unbounded;
  }
  connect(automaton, from, to) {
    const before = automaton.newState();
    const after = automaton.newState();
    from.epsilon.push(before);
    this.item.connect(automaton, before, after);
    if (this.minimum === 0) before.epsilon.push(to);
    if (this.unbounded) after.epsilon.push(before);
    after.epsilon.push(to);
  }
}

// ---- parser ----------------------------------------------------------

const isDigit = (char) => char >= '0' && char <= '9';
const isSpace = (char) => char === ' ' || char === '\t' || char === '\n';
const isWord = (char) => isDigit(char) || (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_';
const anyChar = () => true;
const literal = (expected) => (char) => char === expected;
const between = (low, high) => (char) => char >= low && char <= high;
const negate = (matcher) => (char) => !matcher(char);
const anyOf = (matchers) => (char) => matchers.some((matcher) => matcher(char));

const ESCAPES = new Map([['d', isDigit], ['s', isSpace], ['w', isWord], ['D', negate(isDigit)], ['W', negate(isWord)]]);
const QUANTIFIERS = new Map([
  ['*', (item) => new Repetition(item, 0, true)],
  ['+', (item) => new Repetition(item, 1, true)],
  ['?', (item) => new Repetition(item, 0, false)],
]);

class PatternParser {
  constructor(pattern) {
    this.pattern = pattern;
    this.position = 0;
  }
  get done() { return this.position >= this.pattern.length; }
  peek() { return this.pattern[this.position]; }
  next() {
    if (this.done) throw new SyntaxError(`Unexpected end of pattern: ${this.pattern}`);
    return this.pattern[this.position++];
  }
  eat(char) {
    if (this.peek() !== char) return false;
    this.position++;
    return true;
  }
  parse() {
    const tree = this.parseAlternation();
    if (!this.done) throw new SyntaxError(`Unexpected ${this.peek()} in pattern`);
    return tree;
  }
  parseAlternation() {
    const options = [this.parseSequence()];
    while (this.eat('|')) options.push(this.parseSequence());
    return options.length === 1 ? options[0] : new Alternation(options);
  }
  parseSequence() {
    const items = [];
    while (!this.done && this.peek() !== '|' && this.peek() !== ')') items.push(this.parseQuantified());
    return items.length === 0 ? new Empty() : new Sequence(items);
  }
  parseQuantified() {
    let item = this.parseAtom();
    while (QUANTIFIERS.has(this.peek())) item = QUANTIFIERS.get(this.next())(item);
    return item;
  }
  parseAtom() {
    const char = this.next();
    switch (char) {
      case '(': {
        const group = this.parseAlternation();
        if (!this.eat(')')) throw new SyntaxError('Missing )');
        return group;
      }
      case '[':
        return new CharacterMatch(this.parseClass());
      case '.':
        return new CharacterMatch(anyChar);
      case '\\':
        return new CharacterMatch(this.parseEscape());
      default:
        return new CharacterMatch(literal(char));
    }
  }
  parseEscape() {
    const char = this.next();
    return ESCAPES.get(char) || literal(char);
  }
  parseClass() {
    const negated = this.eat('^');
    const matchers = [];
    while (!this.eat(']')) {
      const low = this.next();
      if (low === '\\') matchers.push(this.parseEscape());
      else if (this.eat('-')) matchers.push(between(low, this.next()));
      else matchers.push(literal(low));
    }
    return negated ? negate(anyOf(matchers)) : anyOf(matchers);
  }
}

// ---- simulation ------------------------------------------------------

class StateSet {
  constructor() {
    this.members = [];
    this.ids = new Set();
  }
  // Adds a state together with all states reachable by epsilon moves.
  add(state) {
    if (this.ids.has(state.id)) return;
    this.ids.add(state.id);
    this.members.push(state);
    state.epsilon.forEach((target) => this.add(target));
  }
  has(state) { return this.ids.has(state.id); }
  advance(char) {
    const result = new StateSet();
    for (const { matcher, next } of this.members) {
      if (matcher !== null && matcher(char)) result.add(next);
    }
    return result;
  }
  get isEmpty() { return this.members.length === 0; }
}

class Pattern {
  constructor(source) {
    this.source = source;
    const automaton = new Automaton();
    automaton.start = automaton.newState();
    automaton.accept = automaton.newState();
    new PatternParser(source).parse().connect(automaton, automaton.start, automaton.accept);
    this.automaton = automaton;
  }
  // Returns the end of the longest match starting at the given offset, or -1.
  matchAt(text, offset) {
    let current = new StateSet();
    current.add(this.automaton.start);
    let end = current.has(this.automaton.accept) ? offset : -1;
    for (let i = offset; i < text.length && !current.isEmpty; i++) {
      current = current.advance(text[i]);
      if (current.has(this.automaton.accept)) end = i + 1;
    }
    return end;
  }
  test(text) { return this.matchAt(text, 0) === text.length; }
  *findAll(text) {
    for (let offset = 0; offset < text.length; ) {
      const end = this.matchAt(text, offset);
      if (end > offset) yield { offset, value: text.slice(offset, end) };
      offset = end > offset ? end : offset + 1;
    }
  }
}

const PATTERNS = ['\\d+(\\.\\d+)?', '[a-z]+@[a-z]+\\.(com|org|net)', '(ab|a)*b', '[A-Z]\\w*', '"[^"]*"'];

function composeLine(number) {
  const name = ['karin', 'ole', 'mira', 'tomas'][number % 4];
  const price = (number * 37) % 1000;
  return `Item${number} "by ${name}" ${price}.${number % 10} ab${'ab'.repeat(number % 5)}b ${name}@shop.${number % 3 ? 'org' : 'com'}`;
}

function run(n) {
  let checksum = 0;
  let accepted = 0;
  for (let unit = 0; unit < n; unit++) {
    const patterns = PATTERNS.map((source) => new Pattern(source));
    const line = composeLine(unit + 3);
    for (const pattern of patterns) {
      for (const { offset, value } of pattern.findAll(line)) checksum = (checksum * 33 + offset * value.length + value.charCodeAt(0)) % 1000003;
      accepted += line.split(' ').filter((word) => pattern.test(word)).length;
    }
  }
  return `${checksum}/${accepted}`;
}
