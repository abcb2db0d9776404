// Minifies a file: node -e SCRIPT PACKAGE FILE [--module]
const [, directory, file, module] = process.argv;
const source = require("fs").readFileSync(file, "utf8");
const options = { compress: true, mangle: true, module: module === "--module", format: { comments: false } };
process.stdout.write(require(directory).minifySync(source, options).code);
