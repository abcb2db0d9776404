// underscore compiles and runs a template, and walks collections.
// uses underscore/underscore-umd.js
function run(n) {
  const _ = module.exports._ || module.exports;
  const view = _.template("<ul><% _.each(items, function (item) { %><li><%- item.name %>: <%= item.size %></li><% }); %></ul>");
  const items = _.map(_.range(12), i => ({ name: "n<" + i, size: i * i }));
  let sum = 0;
  for (let round = 0; round < n; round++) {
    const index = _.indexBy(items, "name");
    const picked = _.filter(items, item => item.size % 3 === 0);
    sum = (sum + view({ items }).length + _.keys(index).length + _.pluck(picked, "size").length) % 1000003;
  }
  return sum;
}
