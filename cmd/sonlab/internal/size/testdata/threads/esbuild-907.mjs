// A function that returns its argument is called for its type, or for a build step.
const same = (value) => value;
const styles = { root: same({ color: "navy" }), sizes: [same(12), same(16)] };
console.log(styles, same("ready"));
