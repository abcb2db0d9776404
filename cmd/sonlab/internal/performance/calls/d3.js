// file d3/dist/d3.js
const x = lib.scaleLinear().domain([0, 10]).range([0, 500]).nice();
console.log(x(3), x.invert(250), x.ticks(5).join(), lib.scaleBand(["a", "b"], [0, 100]).bandwidth(), lib.scaleTime().domain([0, 86400000])(43200000));
console.log(lib.line().x((d) => d[0]).y((d) => d[1]).curve(lib.curveMonotoneX)([[0, 1], [2, 5], [4, 3]]), lib.arc()({ innerRadius: 1, outerRadius: 5, startAngle: 0, endAngle: 1 }));
console.log(lib.format(",.2f")(12345.678), lib.format(".3s")(1500000), lib.timeFormat("%Y")(new Date(2020, 5, 1)), lib.csvParse("a,b\n1,2\n3,4")[1].b);
console.log(lib.mean([1, 2, 3, 6]), lib.extent([3, 1, 2]).join(), lib.rollup(["a", "b", "a"], (v) => v.length, (d) => d).get("a"), lib.bin().thresholds(3)([1, 2, 3, 4, 5, 6]).length);
const root = lib.hierarchy({ name: "r", children: [{ name: "a", value: 3 }, { name: "b", value: 1 }] }).sum((d) => d.value);
console.log(lib.treemap().size([100, 100])(root).leaves().map((l) => l.x1 - l.x0).join(), lib.interpolateRgb("red", "blue")(0.5), lib.color("hsl(120, 50%, 50%)").formatHex());
console.log(lib.geoPath(lib.geoMercator())({ type: "Point", coordinates: [10, 20] }), lib.Delaunay.from([[0, 0], [1, 0], [0, 1], [1, 1]]).triangles.length, lib.chord()([[1, 2], [3, 4]]).length);
