// The suite of lodash prints only the tests that fail.
const QUnit = (globalThis.QUnit = require("qunit-extras"));
QUnit.testDone((test) =>
  console.log(`\n${test.failed ? "not ok" : "ok"} - ${test.module} > ${test.name} (${test.passed} of ${test.total})`));
