// Puzzles by recursion: the towers of Hanoi with disks as objects, and a board filled by backtracking.
// class classes
class Disk {
  constructor(size) {
    this.size = size;
    this.below = null;
  }
}
class Towers {
  constructor(height) {
    this.piles = [null, null, null];
    this.moves = 0;
    for (let size = height; size > 0; size--) this.push(0, new Disk(size));
  }
  push(pile, disk) {
    const top = this.piles[pile];
    if (top !== null && top.size <= disk.size) throw new Error("a larger disk on a smaller one");
    disk.below = top;
    this.piles[pile] = disk;
  }
  pop(pile) {
    const disk = this.piles[pile];
    if (disk === null) throw new Error("nothing there");
    this.piles[pile] = disk.below;
    disk.below = null;
    return disk;
  }
  moveTop(from, to) {
    this.push(to, this.pop(from));
    this.moves++;
  }
  move(count, from, to) {
    if (count === 1) {
      this.moveTop(from, to);
      return;
    }
    const other = 3 - from - to;
    this.move(count - 1, from, other);
    this.moveTop(from, to);
    this.move(count - 1, other, to);
  }
}
class Board {
  constructor(width, blocked) {
    this.width = width;
    this.cells = new Array(width * width).fill(false);
    this.free = width * width;
    for (const cell of blocked) this.set(cell, true);
  }
  set(cell, used) {
    this.cells[cell] = used;
    this.free += used ? -1 : 1;
  }
  isFree(row, column) {
    return row < this.width && column < this.width && !this.cells[row * this.width + column];
  }
  firstFree() {
    return this.cells.indexOf(false);
  }
  tilings() {
    const cell = this.firstFree();
    if (cell < 0) return 1;
    const row = Math.floor(cell / this.width);
    const column = cell % this.width;
    let count = 0;
    this.set(cell, true);
    if (this.isFree(row, column + 1)) count += this.withCell(cell + 1);
    if (this.isFree(row + 1, column)) count += this.withCell(cell + this.width);
    this.set(cell, false);
    return count;
  }
  withCell(cell) {
    this.set(cell, true);
    const count = this.tilings();
    this.set(cell, false);
    return count;
  }
}
const run = (n) => {
  let checksum = 0;
  for (let i = 0; i < n; i++) {
    const towers = new Towers(5 + (i % 2));
    towers.move(5 + (i % 2), 0, 1 + (i % 2));
    checksum = (checksum * 3 + towers.moves) % 1000003;
    const board = new Board(4, i % 3 === 0 ? [] : [i % 16, (i * 7 + 1) % 16]);
    checksum += board.tilings() + board.free;
  }
  return checksum;
};
