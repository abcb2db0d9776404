// d3 computes layouts, scales, paths and formats.
import * as d3 from "d3";

export default async function ({ say, require, texts, full }) {
  const n = full ? 400 : 60;
  const random = d3.randomLcg(0.42), normal = d3.randomNormal.source(random)(5, 2);
  const values = Array.from({ length: n }, (_, i) => ({ id: `n${i}`, i, v: normal(), g: "abcdef"[Math.floor(random() * 6)], at: new Date(Date.UTC(2020, i % 12, (i * 7) % 28)) }));
  const v = values.map((d) => d.v);

  await say("statistics", () => [d3.mean(v), d3.median(v), d3.deviation(v), d3.variance(v), d3.quantile(v, 0.9), d3.extent(v), d3.fsum(v), d3.bin().thresholds(20)(v).map((b) => [b.x0, b.x1, b.length]), d3.rank(v).slice(0, 50), d3.cumsum(v).at(-1)]);
  await say("groups", () => [d3.rollups(values, (g) => d3.sum(g, (d) => d.v), (d) => d.g, (d) => d.at.getUTCMonth()), d3.index(values, (d) => d.id).size, d3.flatGroup(values, (d) => d.g, (d) => d.i % 3).length, d3.greatest(values, (d) => d.v), d3.sort(values, (d) => d.g, (d) => -d.v).slice(0, 9).map((d) => d.id)]);
  for (const name of ["Linear", "Log", "Symlog", "Sqrt", "Radial", "Utc"]) {
    await say(`scale ${name}`, () => { const s = d3[`scale${name}`]().domain(name === "Utc" ? [values[0].at, new Date(Date.UTC(2024, 5))] : [1, 137]).range([0, 500]).nice(); return [s.domain(), s.ticks(7), s.ticks(7).map(s.tickFormat(7)), [1, 20.5, 99].map(s), s.invert ? s.invert(321.5) : null]; });
  }
  await say("other scales", () => [d3.scaleBand("abc", [0, 99]).padding(0.2)("b"), d3.scaleOrdinal(d3.schemeSet2)("x"), d3.scaleQuantile(v, [1, 2, 3]).quantiles(), d3.scaleThreshold([1, 4], "abc")(3), d3.ticks(-3, 17.5, 9), d3.quantize(d3.interpolateViridis, 7), d3.schemeRdBu[5]]);
  await say("colors", () => ["steelblue", "#abc8", "hsl(120 50% 30%)", "rgba(1,2,3,.4)", "none"].map((c) => [String(d3.lab(c)), String(d3.hcl(c).brighter()), d3.color(c)?.formatHsl(), d3.cubehelix(c).h]));
  await say("interpolation", () => [0, 0.3, 1].map((t) => [d3.interpolate("10px solid red", "20.5px solid #00f")(t), d3.interpolate({ a: [1, new Date(0)], b: "x1" }, { a: [2, new Date(1e6)], b: "x9" })(t), d3.interpolateZoom([0, 0, 1], [9, 9, 5])(t), d3.interpolateTransformSvg === undefined, d3.interpolateHclLong("red", "lime")(t)]));
  await say("formats", () => [".2f", "+,.3s", "$,.0f", "#x", "^20,d", ".1%", "(.3~g", "015.2e", "c"].map((f) => [f, ...[0, -1.5, 12345.678, 1e-7, 1e21].map(d3.format(f))]));
  await say("times", () => values.slice(0, 20).map((d) => [d3.utcFormat("%A %e %B %Y, %j %U %V %q %L %p %s")(d.at), d3.utcMonday(d.at), d3.utcMonth.count(values[0].at, d.at), d3.utcParse("%Y-%m-%d")(d.at.toISOString().slice(0, 10))]).concat([d3.utcTicks(values[0].at, values[3].at, 9)]));
  await say("csv", () => [d3.csvFormat(values.slice(0, 5)), d3.csvParse('a,b\n1,"x ""y"",\nz"\n3,4\n', d3.autoType), d3.tsvParseRows("a\tb\nc\td")]);
  const root = d3.hierarchy({ kids: d3.groups(values, (d) => d.g).map(([name, kids]) => ({ name, kids })) }, (d) => d.kids).sum((d) => Math.abs(d.v ?? 0)).sort((a, b) => b.value - a.value);
  const places = (r) => r.descendants().map((d) => [d.x, d.y, d.r, d.x0, d.y1].map((x) => x?.toFixed(6)));
  for (const name of ["tree", "cluster", "pack", "partition", "treemap"]) await say(name, () => places(d3[name]().size([900, 700])(root.copy())));
  await say("tilings", () => ["treemapBinary", "treemapDice", "treemapSquarify", "treemapSliceDice"].map((t) => places(d3.treemap().tile(d3[t]).size([99, 99]).padding(1)(root.copy())).slice(0, 30)));
  await say("force", () => {
    const nodes = values.map(({ id }) => ({ id })), links = d3.range(1, n).map((i) => ({ source: nodes[Math.floor(i / 3)].id, target: nodes[i].id }));
    const s = d3.forceSimulation(nodes).stop().force("link", d3.forceLink(links).id((d) => d.id)).force("charge", d3.forceManyBody()).force("c", d3.forceCollide(4)).force("x", d3.forceX()).force("r", d3.forceRadial(50)).force("center", d3.forceCenter(10, 10));
    return s.tick(40).nodes().map((d) => [d.x, d.y]).concat([[s.alpha(), s.find(3, 3)?.id]]);
  });
  const points = values.map((d) => [d.i % 37, d.v * 10]);
  await say("delaunay", () => { const d = d3.Delaunay.from(points), w = d.voronoi([0, -50, 40, 150]); return [[...d.triangles].slice(0, 300), [...d.hull], w.render().slice(0, 3000), d.find(3, 3), [...w.neighbors(2)]]; });
  await say("shapes", () => [d3.line().curve(d3.curveCatmullRom)(points.slice(0, 30)), d3.area().curve(d3.curveMonotoneX).y0(3).defined((_, i) => i % 7)(points.slice(0, 30)), d3.pie()(v.slice(0, 8)).map(d3.arc().innerRadius(3).outerRadius(9).cornerRadius(1).padAngle(0.02)), d3.symbolsFill.map((s) => d3.symbol(s)()), d3.linkRadial()({ source: [1, 2], target: [3, 4] }), ["curveBasisClosed", "curveBundle", "curveCardinal", "curveNatural", "curveStepAfter", "curveBumpX"].map((c) => d3.line().curve(d3[c])(points.slice(0, 9)))]);
  await say("stack", () => [d3.stackOffsetWiggle, d3.stackOffsetExpand, d3.stackOffsetSilhouette].map((o) => d3.stack().keys(["a", "b", "c"]).order(d3.stackOrderInsideOut).offset(o)(d3.range(9).map((i) => ({ a: v[i], b: v[i + 9], c: v[i + 18] })))));
  await say("chord", () => d3.chordDirected().padAngle(0.05).sortSubgroups(d3.descending)([[1, 2, 3], [4, 0, 6], [7, 8, 9]]).map(d3.ribbonArrow().radius(9)));
  await say("contours", () => [d3.contours().size([20, 20]).thresholds([0.2, 0.5])(d3.range(400).map((i) => Math.sin(i / 20) * Math.cos((i % 20) / 5))), d3.contourDensity().x((d) => d[0]).y((d) => d[1]).size([40, 40])(points).slice(0, 3)]);
  const globe = { type: "FeatureCollection", features: [{ type: "Feature", geometry: { type: "Polygon", coordinates: [[[-170, -20], [170, 10], [30, 80], [-60, 40], [-170, -20]]] } }, { type: "Feature", geometry: d3.geoGraticule10() }] };
  for (const p of ["geoMercator", "geoOrthographic", "geoAlbersUsa", "geoConicEqualArea", "geoEqualEarth", "geoAzimuthalEquidistant", "geoNaturalEarth1", "geoStereographic"]) await say(p, () => { const g = d3[p](); if (g.rotate) g.rotate([20, -30, 5]); const path = d3.geoPath(g.fitSize?.([300, 200], globe) ?? g).digits(5); return [path(globe)?.slice(0, 2500), path.area(globe), path.centroid(globe), path.bounds(globe), g.invert?.([50, 60])]; });
  await say("sphere", () => [d3.geoArea(globe), d3.geoBounds(globe), d3.geoCentroid(globe), d3.geoContains(globe, [0, 20]), d3.geoLength(globe), d3.geoInterpolate([0, 0], [99, 50])(0.3)]);
  await say("quadtree", () => { const t = d3.quadtree(points); const seen = []; t.visit((q, x0, y0, x1, y1) => void seen.push([x0, y0, x1, y1, q.length ?? 1])); return [t.size(), t.find(5, 5), seen.slice(0, 80), t.removeAll(points.slice(0, 20)).size()]; });
  await say("dispatch", () => { const log = [], d = d3.dispatch("a", "b"); d.on("a.x", (x) => log.push(x)).on("a.y b", function (x) { log.push([this.t, x]); }); d.call("a", { t: 1 }, 2); d.on("a.x", null).apply("a", { t: 3 }, [4]); return log; });
  await say("random", () => ["Uniform", "Exponential", "Gamma", "Beta", "Binomial", "Poisson", "Weibull", "Cauchy", "Logistic", "IrwinHall", "Pareto", "Geometric"].map((k) => { const f = d3[`random${k}`].source(d3.randomLcg(0.1))(...{ Beta: [2, 3], Binomial: [20, 0.3], Gamma: [2], Geometric: [0.3] }[k] ?? [3]); return [k, f(), f(), f()]; }));
  await say("precision", () => d3.blur2({ data: v.slice(0, 36), width: 6 }, 1).data.concat(d3.shuffler(random)(d3.range(20)), d3.cross([1, 2], ["x"]).flat(), d3.transpose([[1, 2], [3, 4]]).flat()));
}
