// Minifies a file: node -e SCRIPT PACKAGE FILE OPTIONS
const [, directory, file, options] = process.argv;
const source = require("fs").readFileSync(file, "utf8");
process.stdout.write(require(directory).minifySync(source, { ...JSON.parse(options), format: { comments: false } }).code);
