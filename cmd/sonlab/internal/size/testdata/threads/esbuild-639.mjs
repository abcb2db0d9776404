// A namespace of helpers, of which the module needs one.
const shapes = {
  square: (side) => side * side,
  circle: (radius) => Math.PI * radius * radius,
  cube: (side) => shapes.square(side) * side,
  label: (name, area) => `${name}: ${area} square meters`,
};
export const floor = (width) => shapes.square(width) + 1;
