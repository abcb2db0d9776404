// file underscore/underscore-umd.js
console.log(lib.map([1, 2, 3], (x) => x * 2).join(), lib.reduce([1, 2, 3], (a, b) => a + b, 0), lib.pluck([{ a: 1 }, { a: 2 }], "a").join());
console.log(JSON.stringify(lib.groupBy([1.3, 2.1, 2.4], Math.floor)), lib.sortBy(["bb", "a", "ccc"], "length").join(), lib.chain([1, 2, 3]).reverse().first().value());
console.log(lib.template("<% _.each(items, function (i) { %>(<%- i %>)<% }) %>")({ items: ["<", "b"] }));
console.log(lib.isEqual({ a: [1, new Date(0)] }, { a: [1, new Date(0)] }), JSON.stringify(lib.extend({ a: 1 }, { b: 2 })), lib.difference([1, 2, 3], [2]).join());
console.log(lib.memoize((x) => x + 1)(1), lib.compose((x) => x + 1, (x) => x * 2)(5), lib.zip([1, 2], ["a", "b"]).join("|"), lib.range(2, 10, 3).join(), lib([3, 4]).max());
