// map, filter and reduce with small arrow functions, spread and templates.
function run(n) {
  const people = [];
  for (let i = 0; i < 30; i++) people.push({ id: i, name: "p" + (i % 10), age: (i * 13) % 80 });
  let out = 0;
  for (let round = 0; round < n; round++) {
    const adults = people.filter(p => p.age >= 18).map(p => ({ ...p, label: `${p.name}:${p.age}` }));
    const byName = adults.reduce((all, p) => {
      (all[p.name] ||= []).push(p.label);
      return all;
    }, {});
    for (const name of Object.keys(byName)) out = (out + byName[name].length * name.length + byName[name][0].length) % 1000003;
  }
  return out;
}
