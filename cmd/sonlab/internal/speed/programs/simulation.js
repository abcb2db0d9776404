// Animals on a ring of fields: a class hierarchy whose members act, eat, breed and die.
// class classes
class Random {
  constructor(seed) {
    this.state = seed;
  }
  next(limit) {
    this.state = (this.state * 1103 + 12345) & 0xfffff;
    return this.state % limit;
  }
}
class Animal {
  constructor(world, place) {
    this.world = world;
    this.place = place;
    this.energy = this.constructor.start;
    this.isAlive = true;
  }
  static get start() {
    return 6;
  }
  move() {
    this.place = this.world.wrap(this.place + this.world.random.next(3) - 1);
  }
  act() {
    this.move();
    this.eat();
    this.energy--;
    if (this.energy <= 0) this.die();
    else if (this.energy > this.limit) this.breed();
  }
  get limit() {
    return 10;
  }
  eat() {}
  breed() {
    this.energy = this.energy >> 1;
    this.world.add(new this.constructor(this.world, this.place));
  }
  die() {
    this.isAlive = false;
  }
}
class Hare extends Animal {
  eat() {
    const field = this.world.fieldAt(this.place);
    this.energy += field.graze(3);
  }
}
class Fox extends Animal {
  static get start() {
    return super.start + 4;
  }
  get limit() {
    return super.limit * 2;
  }
  eat() {
    const prey = this.world.animals.find((a) => a instanceof Hare && a.isAlive && a.place === this.place);
    if (prey === undefined) return;
    prey.die();
    this.energy += prey.energy;
  }
}
class Field {
  constructor() {
    this.grass = 4;
  }
  grow() {
    if (this.grass < 8) this.grass++;
  }
  graze(most) {
    const eaten = Math.min(most, this.grass);
    this.grass -= eaten;
    return eaten;
  }
}
class World {
  constructor(size, random) {
    this.fields = Array.from({ length: size }, () => new Field());
    this.random = random;
    this.animals = [];
  }
  wrap(place) {
    const { length } = this.fields;
    return (place + length) % length;
  }
  fieldAt(place) {
    return this.fields[place];
  }
  add(animal) {
    if (this.animals.length < 60) this.animals.push(animal);
  }
  step() {
    this.fields.forEach((field) => field.grow());
    for (const animal of this.animals.slice()) {
      if (animal.isAlive) animal.act();
    }
    this.animals = this.animals.filter((animal) => animal.isAlive);
  }
  count(kind) {
    return this.animals.reduce((total, animal) => total + (animal instanceof kind ? 1 : 0), 0);
  }
}
const run = (n) => {
  let checksum = 0;
  let world = null;
  for (let i = 0; i < n; i++) {
    if (world === null || world.count(Hare) === 0) {
      world = new World(12, new Random(i + 1));
      for (let k = 0; k < 8; k++) world.add(new Hare(world, k));
      for (let k = 0; k < 2; k++) world.add(new Fox(world, 3 * k));
    }
    world.step();
    checksum = (checksum * 7 + 3 * world.count(Hare) + world.count(Fox)) % 1000003;
  }
  return checksum;
};
