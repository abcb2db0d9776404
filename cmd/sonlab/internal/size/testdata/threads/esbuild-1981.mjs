// Flags are constants that are computed, and used in several functions.
const READY = 1 << 0;
const DIRTY = 1 << 1;
const GONE = 1 << 2;
export function isDirty(node) {
  return (node.flags & DIRTY) !== 0;
}
export function finish(node) {
  if (node.flags & GONE) return;
  node.flags = (node.flags | READY) & ~DIRTY;
}
export function remove(node) {
  node.flags |= GONE | DIRTY;
}
