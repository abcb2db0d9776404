// Boxes in rows and columns that measure and place themselves: a hierarchy with overridden methods.
// class classes
class Size {
  constructor(width, height) {
    this.width = width;
    this.height = height;
  }
  grow(by) {
    return new Size(this.width + 2 * by, this.height + 2 * by);
  }
}
class Box {
  constructor() {
    this.x = 0;
    this.y = 0;
    this.size = new Size(0, 0);
  }
  measure() {
    return this.size;
  }
  place(x, y) {
    this.x = x;
    this.y = y;
  }
  get right() {
    return this.x + this.size.width;
  }
  get bottom() {
    return this.y + this.size.height;
  }
  visit(f) {
    f(this);
  }
}
class Label extends Box {
  constructor(text) {
    super();
    this.text = text;
  }
  measure() {
    this.size = new Size(this.text.length * 6, 12);
    return this.size;
  }
}
class Container extends Box {
  constructor(children, gap) {
    super();
    this.children = children;
    this.gap = gap;
  }
  visit(f) {
    super.visit(f);
    this.children.forEach((child) => child.visit(f));
  }
}
class Row extends Container {
  measure() {
    let width = 0;
    let height = 0;
    for (const child of this.children) {
      const size = child.measure();
      width += size.width + this.gap;
      height = Math.max(height, size.height);
    }
    this.size = new Size(width - this.gap, height);
    return this.size;
  }
  place(x, y) {
    super.place(x, y);
    for (const child of this.children) {
      child.place(x, y + (this.size.height - child.size.height) / 2);
      x = child.right + this.gap;
    }
  }
}
class Column extends Container {
  measure() {
    const sizes = this.children.map((child) => child.measure());
    const height = sizes.reduce((total, size) => total + size.height + this.gap, -this.gap);
    this.size = new Size(Math.max(...sizes.map((size) => size.width)), height);
    return this.size;
  }
  place(x, y) {
    super.place(x, y);
    for (const child of this.children) {
      child.place(x, y);
      y = child.bottom + this.gap;
    }
  }
}
class Framed extends Box {
  constructor(content, border) {
    super();
    this.content = content;
    this.border = border;
  }
  measure() {
    this.size = this.content.measure().grow(this.border);
    return this.size;
  }
  place(x, y) {
    super.place(x, y);
    this.content.place(x + this.border, y + this.border);
  }
  visit(f) {
    super.visit(f);
    this.content.visit(f);
  }
}
function page(seed) {
  const rows = [];
  for (let i = 0; i < 4; i++) {
    const labels = [];
    for (let j = 0; j <= (seed + i) % 3; j++) labels.push(new Label("x".repeat(1 + ((seed * i + j) % 9))));
    rows.push(new Framed(new Row(labels, 4), 1 + (i % 2)));
  }
  return new Column(rows, 3);
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const root = page(i);
    root.measure();
    root.place(i % 5, 0);
    root.visit((box) => {
      checksum = (checksum * 5 + box.right + 3 * box.bottom) % 1000003;
    });
  }
  return checksum;
};
