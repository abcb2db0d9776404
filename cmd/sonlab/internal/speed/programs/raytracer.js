// A ray tracer: rays, materials and shapes as classes, with shadows and one reflection.
// class classes
class Vec {
  constructor(x, y, z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
  add(v) {
    return new Vec(this.x + v.x, this.y + v.y, this.z + v.z);
  }
  sub(v) {
    return new Vec(this.x - v.x, this.y - v.y, this.z - v.z);
  }
  scale(k) {
    return new Vec(this.x * k, this.y * k, this.z * k);
  }
  dot(v) {
    return this.x * v.x + this.y * v.y + this.z * v.z;
  }
  normalize() {
    return this.scale(1 / Math.sqrt(this.dot(this)));
  }
  reflect(normal) {
    return this.sub(normal.scale(2 * this.dot(normal)));
  }
}
class Ray {
  constructor(origin, direction) {
    this.origin = origin;
    this.direction = direction;
  }
  at(t) {
    return this.origin.add(this.direction.scale(t));
  }
}
class Material {
  constructor(color, mirror) {
    this.color = color;
    this.mirror = mirror;
  }
}
class Shape {
  constructor(material) {
    this.material = material;
  }
  colorAt() {
    return this.material.color;
  }
}
class Sphere extends Shape {
  constructor(center, radius, material) {
    super(material);
    this.center = center;
    this.radius = radius;
  }
  intersect(ray) {
    const offset = ray.origin.sub(this.center);
    const half = offset.dot(ray.direction);
    const rest = half * half - offset.dot(offset) + this.radius * this.radius;
    if (rest < 0) return null;
    const t = -half - Math.sqrt(rest);
    return t > 1e-4 ? t : null;
  }
  normalAt(point) {
    return point.sub(this.center).normalize();
  }
}
class Floor extends Shape {
  constructor(height, material) {
    super(material);
    this.height = height;
  }
  intersect(ray) {
    if (ray.direction.y === 0) return null;
    const t = (this.height - ray.origin.y) / ray.direction.y;
    return t > 1e-4 ? t : null;
  }
  normalAt() {
    return new Vec(0, 1, 0);
  }
  colorAt(point) {
    const isLight = (Math.floor(point.x) + Math.floor(point.z)) % 2 === 0;
    return isLight ? this.material.color : this.material.color.scale(0.5);
  }
}
class Scene {
  constructor(shapes, light) {
    this.shapes = shapes;
    this.light = light;
  }
  nearest(ray) {
    let best = null;
    let distance = Infinity;
    for (const shape of this.shapes) {
      const t = shape.intersect(ray);
      if (t !== null && t < distance) {
        best = shape;
        distance = t;
      }
    }
    return best === null ? null : { shape: best, point: ray.at(distance) };
  }
  trace(ray, depth) {
    const hit = this.nearest(ray);
    if (hit === null) return new Vec(0.2, 0.3, 0.5);
    const { shape, point } = hit;
    const normal = shape.normalAt(point);
    const toLight = this.light.sub(point).normalize();
    const isDark = this.shapes.some((other) => other !== shape && other.intersect(new Ray(point, toLight)) !== null);
    const brightness = isDark ? 0.1 : Math.max(0.1, normal.dot(toLight));
    const color = shape.colorAt(point).scale(brightness);
    const { mirror } = shape.material;
    if (mirror === 0 || depth === 0) return color;
    const reflected = this.trace(new Ray(point, ray.direction.reflect(normal)), depth - 1);
    return color.scale(1 - mirror).add(reflected.scale(mirror));
  }
}
const run = (n) => {
  const scene = new Scene(
    [
      new Sphere(new Vec(0, 0, 5), 1, new Material(new Vec(1, 0.2, 0.2), 0.3)),
      new Sphere(new Vec(1.5, 0.5, 4), 0.5, new Material(new Vec(0.2, 1, 0.2), 0)),
      new Floor(-1, new Material(new Vec(0.8, 0.8, 0.8), 0.1)),
    ],
    new Vec(4, 6, -2),
  );
  const eye = new Vec(0, 0, -2);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const direction = new Vec(((i * 7) % 32) / 32 - 0.5, ((i * 13) % 24) / 24 - 0.5, 1).normalize();
    const color = scene.trace(new Ray(eye, direction), 2);
    sum += color.x + 2 * color.y + 3 * color.z;
  }
  return sum.toFixed(6);
};
