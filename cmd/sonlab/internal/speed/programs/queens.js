// Backtracking with closures over shared sets of columns and diagonals.
function run(n) {
  let solutions = 0;
  for (let round = 0; round < n; round++) {
    const size = 6;
    const cols = new Set(), up = new Set(), down = new Set();
    const place = row => {
      if (row === size) {
        solutions++;
        return;
      }
      for (let col = 0; col < size; col++) {
        if (cols.has(col) || up.has(row + col) || down.has(row - col)) continue;
        cols.add(col);
        up.add(row + col);
        down.add(row - col);
        place(row + 1);
        cols.delete(col);
        up.delete(row + col);
        down.delete(row - col);
      }
    };
    place(0);
  }
  return solutions;
}
