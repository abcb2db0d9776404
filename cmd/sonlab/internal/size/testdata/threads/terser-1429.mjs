// Constants of an exported function that another exported function mentions.
const GAP = 4, EDGE = 0, COLUMNS = 3, WIDTH = 10;
export function total() {
  return COLUMNS * (WIDTH + GAP) + 2 * EDGE;
}
export function describe() {
  return { total };
}
