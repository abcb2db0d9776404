// file terser/dist/bundle.min.js
const source = "function add(first, second) { const unused = 1; if (false) { boom(); } return first + second + 2 * 3; }\nconsole.log(add(1, 2), ((a) => a ?? 5)(null));\n";
lib.minify(source, { toplevel: true, sourceMap: false }).then((r) => console.log(r.code), (e) => console.log("failed", e.message));
lib.minify("class A { #p = 1; get p() { return this.#p } static { A.q = new A().p } }", { compress: { passes: 2 }, mangle: false }).then((r) => console.log(r.code), (e) => console.log("failed", e.message));
lib.minify("let let;", {}).then((r) => console.log(r.code), (e) => console.log("failed", e.message, e.line));
