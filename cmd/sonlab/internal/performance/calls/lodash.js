// file lodash/lodash.js
const people = [{ name: "ann", age: 30 }, { name: "bob", age: 25 }, { name: "cy", age: 30 }];
console.log(JSON.stringify(lib.groupBy(people, "age")), lib.map(lib.sortBy(people, ["age", "name"]), "name").join());
console.log(JSON.stringify(lib.merge({ a: [{ b: 2 }] }, { a: [{ c: 3 }] })), lib.get({ a: { b: [1, 2] } }, "a.b[1]"), lib.camelCase("foo bar-baz"));
console.log(lib.chain([1, 2, 3, 4]).filter((n) => n % 2).map((n) => n * 2).value().join(), lib([3, 1, 2]).sortBy().take(2).value().join());
console.log(lib.isEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), JSON.stringify(lib.cloneDeep({ a: [1, { b: 2 }] })), lib.uniq([1, 2, 1]).length);
console.log(lib.template("hello <%= user %><% _.each(list, function (x) { %>[<%- x %>]<% }) %>")({ user: "bob", list: ["<a>", "b"] }));
console.log(lib.curry((a, b, c) => a + b + c)(1)(2, 3), lib.memoize((x) => x * 2)(4), lib.padStart("7", 3, "0"), lib.words("a b, c").length);
