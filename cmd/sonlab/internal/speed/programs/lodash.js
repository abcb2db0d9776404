// lodash groups, sorts, merges and formats a list of records.
// uses lodash/lodash.js
function run(n) {
  const _ = module.exports._ || module.exports;
  const rows = [];
  for (let i = 0; i < 40; i++) rows.push({ id: (i * 17) % 41, kind: "k" + (i % 5), tags: ["t" + (i % 3), "t" + (i % 4)] });
  let sum = 0;
  for (let round = 0; round < n; round++) {
    const groups = _.groupBy(rows, "kind");
    const sorted = _.sortBy(rows, ["kind", "id"]);
    const merged = _.merge({}, groups, { k1: [{ extra: round % 3 }] });
    const names = _.chain(sorted).map(r => _.camelCase(r.kind + " " + r.id)).uniq().value();
    const tags = _.union(...rows.map(r => r.tags));
    sum = (sum + names.length + names[3].length + tags.length + merged.k1[0].extra + _.size(_.cloneDeep(groups))) % 1000003;
  }
  return sum;
}
