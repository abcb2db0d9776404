// Minifies a file: node -e SCRIPT PACKAGE FILE OPTIONS [--module]
const [, directory, file, options, module] = process.argv;
const source = require("fs").readFileSync(file, "utf8");
const kind = module === "--module" ? { module: true } : {};
process.stdout.write(require(directory).minifySync(source, { ...JSON.parse(options), ...kind, format: { comments: false } }).code);
