// Vectors and 3 by 3 matrices as classes whose methods return new ones: a chain of turns and moves.
// class classes
class Vector {
  constructor(x, y, z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
  plus(v) {
    return new Vector(this.x + v.x, this.y + v.y, this.z + v.z);
  }
  minus(v) {
    return new Vector(this.x - v.x, this.y - v.y, this.z - v.z);
  }
  times(k) {
    return new Vector(this.x * k, this.y * k, this.z * k);
  }
  dot(v) {
    return this.x * v.x + this.y * v.y + this.z * v.z;
  }
  cross(v) {
    return new Vector(this.y * v.z - this.z * v.y, this.z * v.x - this.x * v.z, this.x * v.y - this.y * v.x);
  }
  get length() {
    return Math.sqrt(this.dot(this));
  }
  unit() {
    return this.times(1 / this.length);
  }
}
class Matrix {
  constructor(rows) {
    this.rows = rows;
  }
  static turn(axis, angle) {
    const { x, y, z } = axis.unit();
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const k = 1 - c;
    return new Matrix([
      new Vector(c + x * x * k, x * y * k - z * s, x * z * k + y * s),
      new Vector(y * x * k + z * s, c + y * y * k, y * z * k - x * s),
      new Vector(z * x * k - y * s, z * y * k + x * s, c + z * z * k),
    ]);
  }
  column(i) {
    const key = i === 0 ? "x" : i === 1 ? "y" : "z";
    return new Vector(this.rows[0][key], this.rows[1][key], this.rows[2][key]);
  }
  apply(v) {
    return new Vector(this.rows[0].dot(v), this.rows[1].dot(v), this.rows[2].dot(v));
  }
  times(m) {
    const columns = [m.column(0), m.column(1), m.column(2)];
    return new Matrix(this.rows.map((row) => new Vector(row.dot(columns[0]), row.dot(columns[1]), row.dot(columns[2]))));
  }
}
class Triangle {
  constructor(a, b, c) {
    this.a = a;
    this.b = b;
    this.c = c;
  }
  get normal() {
    return this.b.minus(this.a).cross(this.c.minus(this.a));
  }
  get area() {
    return this.normal.length / 2;
  }
  map(f) {
    return new Triangle(f(this.a), f(this.b), f(this.c));
  }
}
const run = (n) => {
  const axis = new Vector(1, 2, 2);
  let turn = Matrix.turn(axis, 0.1);
  let triangle = new Triangle(new Vector(1, 0, 0), new Vector(0, 1, 0), new Vector(0, 0, 1));
  let area = 0;
  for (let i = 0; i < n; i++) {
    triangle = triangle.map((corner) => turn.apply(corner).plus(axis.times(0.001)));
    area += triangle.area;
    if (i % 8 === 0) turn = turn.times(Matrix.turn(triangle.normal, 0.01));
  }
  return area.toFixed(6) + triangle.a.x.toFixed(6);
};
