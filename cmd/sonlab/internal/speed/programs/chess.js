// Moves of chess pieces on a board: a class for each piece, generators of squares, and a count of positions.
// class classes
const SIZE = 8;
const WHITE = "white";
const BLACK = "black";
const opposite = (color) => (color === WHITE ? BLACK : WHITE);

class Square {
  constructor(file, rank) {
    this.file = file;
    this.rank = rank;
  }
  offset(df, dr) {
    return new Square(this.file + df, this.rank + dr);
  }
  get isInside() {
    return this.file >= 0 && this.file < SIZE && this.rank >= 0 && this.rank < SIZE;
  }
  get index() {
    return this.rank * SIZE + this.file;
  }
  equals(other) {
    return this.file === other.file && this.rank === other.rank;
  }
  toString() {
    return "abcdefgh"[this.file] + (this.rank + 1);
  }
}

class Move {
  constructor(piece, from, to, captured = null) {
    this.piece = piece;
    this.from = from;
    this.to = to;
    this.captured = captured;
  }
  get isCapture() {
    return this.captured !== null;
  }
}

class Piece {
  constructor(color, value) {
    this.color = color;
    this.value = value;
  }
  moves() {
    throw new Error("not implemented");
  }
  slide(board, from, directions, reach = SIZE) {
    const moves = [];
    for (const [df, dr] of directions) {
      let to = from.offset(df, dr);
      for (let step = 0; step < reach && to.isInside; step++) {
        const other = board.at(to);
        if (other !== null && other.color === this.color) break;
        moves.push(new Move(this, from, to, other));
        if (other !== null) break;
        to = to.offset(df, dr);
      }
    }
    return moves;
  }
}

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const JUMPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

class Rook extends Piece {
  constructor(color) {
    super(color, 5);
  }
  moves(board, from) {
    return this.slide(board, from, STRAIGHT);
  }
}
class Bishop extends Piece {
  constructor(color) {
    super(color, 3);
  }
  moves(board, from) {
    return this.slide(board, from, DIAGONAL);
  }
}
class Knight extends Piece {
  constructor(color) {
    super(color, 3);
  }
  moves(board, from) {
    return this.slide(board, from, JUMPS, 1);
  }
}
class King extends Piece {
  constructor(color) {
    super(color, 100);
  }
  moves(board, from) {
    return this.slide(board, from, [...STRAIGHT, ...DIAGONAL], 1);
  }
}
class Pawn extends Piece {
  constructor(color) {
    super(color, 1);
  }
  get forward() {
    return this.color === WHITE ? 1 : -1;
  }
  moves(board, from) {
    const moves = [];
    const ahead = from.offset(0, this.forward);
    if (ahead.isInside && board.at(ahead) === null) moves.push(new Move(this, from, ahead));
    [-1, 1].forEach((df) => {
      const to = from.offset(df, this.forward);
      const other = to.isInside ? board.at(to) : null;
      if (other?.color === opposite(this.color)) moves.push(new Move(this, from, to, other));
    });
    return moves;
  }
}

class Board {
  #squares = new Array(SIZE * SIZE).fill(null);
  at(square) {
    return this.#squares[square.index];
  }
  put(square, piece) {
    this.#squares[square.index] = piece;
  }
  *pieces(color) {
    for (let rank = 0; rank < SIZE; rank++) {
      for (let file = 0; file < SIZE; file++) {
        const square = new Square(file, rank);
        const piece = this.at(square);
        if (piece !== null && piece.color === color) yield [square, piece];
      }
    }
  }
  legalMoves(color) {
    const all = [];
    for (const [square, piece] of this.pieces(color)) all.push(...piece.moves(this, square));
    return all;
  }
  play(move) {
    this.put(move.from, null);
    this.put(move.to, move.piece);
  }
  undo({ piece, from, to, captured }) {
    this.put(from, piece);
    this.put(to, captured);
  }
  score(color) {
    return this.#squares.reduce((sum, p) => (p === null ? sum : p.color === color ? sum + p.value : sum - p.value), 0);
  }
}

function search(board, color, depth) {
  if (depth === 0) return { score: board.score(color), nodes: 1 };
  let best = -Infinity;
  let nodes = 0;
  for (const move of board.legalMoves(color)) {
    if (move.isCapture && move.captured instanceof King) return { score: 1000, nodes: nodes + 1 };
    board.play(move);
    const reply = search(board, opposite(color), depth - 1);
    board.undo(move);
    nodes += reply.nodes;
    best = Math.max(best, -reply.score);
  }
  return { score: best, nodes };
}

function run(n) {
  let result = 0;
  for (let i = 0; i < n; i++) {
    const board = new Board();
    const pieces = [new Rook(WHITE), new King(WHITE), new Pawn(WHITE), new Knight(BLACK), new King(BLACK), new Bishop(BLACK), new Pawn(BLACK)];
    pieces.forEach((piece, k) => board.put(new Square((k * 3 + i) % SIZE, (k * 5 + 1) % SIZE), piece));
    const { score, nodes } = search(board, i % 2 ? WHITE : BLACK, 2);
    result = (result * 31 + score + nodes) % 1000003;
  }
  return result;
}
