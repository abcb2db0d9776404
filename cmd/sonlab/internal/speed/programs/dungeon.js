// A dungeon of rooms and corridors: cells by class, paths by A*, and monsters that hunt a hero.
// class classes
class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  plus({ x, y }) {
    return new Point(this.x + x, this.y + y);
  }
  distance(other) {
    return Math.abs(this.x - other.x) + Math.abs(this.y - other.y);
  }
  equals(other) {
    return this.x === other.x && this.y === other.y;
  }
  get key() {
    return `${this.x},${this.y}`;
  }
}

const DIRECTIONS = [new Point(1, 0), new Point(0, 1), new Point(-1, 0), new Point(0, -1)];

class Tile {
  constructor(symbol, { cost = 1, solid = false } = {}) {
    this.symbol = symbol;
    this.cost = cost;
    this.solid = solid;
  }
  static of(symbol) {
    return Tile.kinds.get(symbol) ?? Tile.kinds.get("#");
  }
}
Tile.kinds = new Map([
  ["#", new Tile("#", { solid: true })],
  [".", new Tile(".")],
  ["~", new Tile("~", { cost: 3 })],
]);

class Grid {
  constructor(rows) {
    this.cells = rows.map((row) => row.split("").map((symbol) => Tile.of(symbol)));
    this.height = rows.length;
    this.width = rows[0].length;
  }
  contains({ x, y }) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }
  tile(point) {
    return this.cells[point.y][point.x];
  }
  neighbours(point) {
    return DIRECTIONS.map((d) => point.plus(d)).filter((p) => this.contains(p) && !this.tile(p).solid);
  }
}

class Frontier {
  constructor() {
    this.items = [];
  }
  get isEmpty() {
    return this.items.length === 0;
  }
  add(point, priority) {
    const entry = { point, priority };
    let i = this.items.length;
    while (i > 0 && this.items[i - 1].priority < priority) i--;
    this.items.splice(i, 0, entry);
  }
  take() {
    return this.items.pop().point;
  }
}

function findPath(grid, start, goal) {
  const frontier = new Frontier();
  const cameFrom = new Map();
  const costs = new Map([[start.key, 0]]);
  frontier.add(start, 0);
  while (!frontier.isEmpty) {
    const current = frontier.take();
    if (current.equals(goal)) break;
    for (const next of grid.neighbours(current)) {
      const cost = costs.get(current.key) + grid.tile(next).cost;
      if (!costs.has(next.key) || cost < costs.get(next.key)) {
        costs.set(next.key, cost);
        frontier.add(next, cost + next.distance(goal));
        cameFrom.set(next.key, current);
      }
    }
  }
  const path = [];
  for (let p = goal; p !== undefined && !p.equals(start); p = cameFrom.get(p.key)) path.push(p);
  return path.reverse();
}

class Creature {
  constructor(name, position, health) {
    this.name = name;
    this.position = position;
    this.health = health;
  }
  get isAlive() {
    return this.health > 0;
  }
  hit(amount) {
    this.health = Math.max(0, this.health - amount);
  }
  update(game) {}
}

class Hero extends Creature {
  update(game) {
    const target = game.nearest(this.position);
    if (!target) return;
    if (target.position.distance(this.position) <= 1) target.hit(4);
  }
}

class Monster extends Creature {
  constructor(name, position, { health = 5, damage = 1, speed = 1 } = {}) {
    super(name, position, health);
    this.damage = damage;
    this.speed = speed;
  }
  update(game) {
    const path = findPath(game.grid, this.position, game.hero.position);
    const step = path[Math.min(this.speed, path.length) - 1];
    if (step === undefined || step.equals(game.hero.position)) game.hero.hit(this.damage);
    else this.position = step;
  }
}

class Game {
  constructor(rows, hero) {
    this.grid = new Grid(rows);
    this.hero = hero;
    this.monsters = [];
    this.turns = 0;
  }
  spawn(monster) {
    this.monsters.push(monster);
  }
  nearest(point) {
    let best = null;
    for (const m of this.monsters) {
      if (m.isAlive && (best === null || m.position.distance(point) < best.position.distance(point))) best = m;
    }
    return best;
  }
  turn() {
    this.turns++;
    [this.hero, ...this.monsters].filter((c) => c.isAlive).forEach((creature) => creature.update(this));
    this.monsters = this.monsters.filter((m) => m.isAlive);
    return this.hero.isAlive && this.monsters.length > 0;
  }
}

const MAP = [
  "############",
  "#....#.....#",
  "#.##.#.###.#",
  "#.#..~...#.#",
  "#.#.###.##.#",
  "#...~......#",
  "############",
];

function run(n) {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const game = new Game(MAP, new Hero("hero", new Point(1, 1 + (i % 4)), 20));
    game.spawn(new Monster("rat", new Point(10, 1), { speed: 2 }));
    game.spawn(new Monster("ogre", new Point(10, 5), { health: 9, damage: 3 }));
    while (game.turn() && game.turns < 12);
    checksum = (checksum * 31 + game.hero.health * 7 + game.turns + game.monsters.length) % 1000003;
  }
  return checksum;
}
