// Simulates a hanging cloth of particles joined by springs with interchangeable integrators, forces and constraints.
// class kept aside
'use strict';

class Vector {
  constructor(x, y, z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
  static zero() {
    return new Vector(0, 0, 0);
  }
  add(other) {
    return new Vector(this.x + other.x, this.y + other.y, this.z + other.z);
  }
  subtract(other) {
    return new Vector(this.x - other.x, this.y - other.y, this.z - other.z);
  }
  scale(factor) {
    return new Vector(this.x * factor, this.y * factor, this.z * factor);
  }
  dot(other) {
    return this.x * other.x + this.y * other.y + this.z * other.z;
  }
  get length() {
    return Math.sqrt(this.dot(this));
  }
  normalize() {
    const length = this.length;
    return length === 0 ? Vector.zero() : this.scale(1 / length);
  }
}

class Particle {
  constructor(position, mass) {
    this.position = position;
    this.previous = position;
    this.velocity = Vector.zero();
    this.force = Vector.zero();
    this.mass = mass;
    this.pinned = false;
  }
  applyForce(force) {
    this.force = this.force.add(force);
  }
  clearForce() {
    this.force = Vector.zero();
  }
  get acceleration() {
    return this.force.scale(1 / this.mass);
  }
  get kineticEnergy() {
    return 0.5 * this.mass * this.velocity.dot(this.velocity);
  }
}

class Spring {
  constructor(a, b, { stiffness, damping }) {
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.damping = damping;
    this.restLength = b.position.subtract(a.position).length;
  }
  get stretch() {
    return this.b.position.subtract(this.a.position).length - this.restLength;
  }
  apply() {
    const direction = this.b.position.subtract(this.a.position).normalize();
    const closing = this.b.velocity.subtract(this.a.velocity).dot(direction);
    const force = direction.scale(this.stiffness * this.stretch + this.damping * closing);
    this.a.applyForce(force);
    this.b.applyForce(force.scale(-1));
  }
  get potentialEnergy() {
    return 0.5 * this.stiffness * this.stretch ** 2;
  }
}

// ---- forces: functions from (particle, time) to a vector ---------------

const gravity = (strength) => {
  const down = new Vector(0, -strength, 0);
  return (particle) => down.scale(particle.mass);
};

const drag = (coefficient) => (particle) => particle.velocity.scale(-coefficient);

const wind = (direction, period) => (particle, time) =>
  direction.scale(Math.sin((2 * Math.PI * time) / period + particle.position.x));

// ---- integrators: functions from (particle, dt) to nothing -------------

function semiImplicitEuler() {
  return (particle, dt) => {
    particle.previous = particle.position;
    particle.velocity = particle.velocity.add(particle.acceleration.scale(dt));
    particle.position = particle.position.add(particle.velocity.scale(dt));
  };
}

function verlet(friction) {
  const keep = 1 - friction;
  return (particle, dt) => {
    const moved = particle.position.subtract(particle.previous).scale(keep);
    const next = particle.position.add(moved).add(particle.acceleration.scale(dt * dt));
    particle.velocity = next.subtract(particle.previous).scale(1 / (2 * dt));
    particle.previous = particle.position;
    particle.position = next;
  };
}

// ---- constraints -------------------------------------------------------

class Floor {
  constructor(height, bounce) {
    this.height = height;
    this.bounce = bounce;
  }
  enforce(particle) {
    const { x, y, z } = particle.position;
    if (y >= this.height) return;
    particle.position = new Vector(x, this.height, z);
    const v = particle.velocity;
    particle.velocity = new Vector(v.x, -v.y * this.bounce, v.z);
  }
}

class Sphere {
  constructor(center, radius) {
    this.center = center;
    this.radius = radius;
  }
  enforce(particle) {
    const offset = particle.position.subtract(this.center);
    if (offset.dot(offset) >= this.radius * this.radius) return;
    const normal = offset.normalize();
    particle.position = this.center.add(normal.scale(this.radius));
    const inward = particle.velocity.dot(normal);
    if (inward < 0) particle.velocity = particle.velocity.subtract(normal.scale(inward));
  }
}

class World {
  constructor(integrate) {
    this.integrate = integrate;
    this.particles = [];
    this.springs = [];
    this.forces = [];
    this.constraints = [];
    this.time = 0;
  }
  addParticle(position, mass) {
    const particle = new Particle(position, mass);
    this.particles.push(particle);
    return particle;
  }
  connect(a, b, options) {
    this.springs.push(new Spring(a, b, options));
  }
  step(dt) {
    for (const particle of this.particles) {
      particle.clearForce();
      for (const force of this.forces) particle.applyForce(force(particle, this.time));
    }
    this.springs.forEach((spring) => spring.apply());
    for (const particle of this.particles) {
      if (particle.pinned) continue;
      this.integrate(particle, dt);
      this.constraints.forEach((constraint) => constraint.enforce(particle));
    }
    this.time += dt;
  }
  energy() {
    const kinetic = this.particles.reduce((sum, particle) => sum + particle.kineticEnergy, 0);
    const potential = this.springs.reduce((sum, spring) => sum + spring.potentialEnergy, 0);
    return kinetic + potential;
  }
  centerOfMass() {
    const total = this.particles.reduce((sum, { mass }) => sum + mass, 0);
    return this.particles
      .map(({ position, mass }) => position.scale(mass))
      .reduce((sum, weighted) => sum.add(weighted), Vector.zero())
      .scale(1 / total);
  }
}

function createCloth(integrate, columns, rows) {
  const world = new World(integrate);
  const grid = [];
  for (let row = 0; row < rows; row++) {
    const line = [];
    for (let column = 0; column < columns; column++) {
      const sag = 0.01 * ((row * 7 + column * 3) % 5);
      line.push(world.addParticle(new Vector(column, 6 - row * 0.2, row + sag), 1 + 0.1 * ((row + column) % 3)));
    }
    grid.push(line);
  }
  const structural = { stiffness: 60, damping: 0.8 };
  const shear = { stiffness: 20, damping: 0.4 };
  grid.forEach((line, row) => {
    line.forEach((particle, column) => {
      if (column > 0) world.connect(line[column - 1], particle, structural);
      if (row > 0) world.connect(grid[row - 1][column], particle, structural);
      if (row > 0 && column > 0) world.connect(grid[row - 1][column - 1], particle, shear);
    });
  });
  grid[0][0].pinned = true;
  grid[0][columns - 1].pinned = true;
  world.forces.push(gravity(9.81), drag(0.3), wind(new Vector(0.5, 0, 1.5), 2.5));
  world.constraints.push(new Floor(0, 0.4), new Sphere(new Vector(2.5, 2, 2.5), 1.2));
  return world;
}

function run(n) {
  const worlds = [createCloth(semiImplicitEuler(), 6, 5), createCloth(verlet(0.01), 6, 5)];
  let total = 0;
  for (let unit = 0; unit < n; unit++) {
    for (const world of worlds) {
      for (let step = 0; step < 10; step++) world.step(0.008);
      total += world.energy() + world.centerOfMass().dot(new Vector(1, 2, 3));
    }
  }
  return Math.round(total * 1000) / 1000;
}
