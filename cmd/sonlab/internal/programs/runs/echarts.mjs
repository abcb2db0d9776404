// echarts draws charts of most kinds to SVG text.
const wave = (n, f = 1) => Array.from({ length: n }, (_, i) => Math.round(1e4 * Math.sin(i * f) * Math.cos(i / 7)) / 100);
const days = Array.from({ length: 40 }, (_, i) => new Date(Date.UTC(2023, 1, 1 + i)).toISOString().slice(0, 10));
const axes = { xAxis: { type: "category", data: days }, yAxis: {} };
const links = Array.from({ length: 20 }, (_, i) => ({ source: `n${i >> 1}`, target: `n${i + 1}`, value: 1 + (i % 4) }));
const tree = (d, k = "r") => ({ name: k, value: d * 3 + k.length, children: d > 0 ? [0, 1, 2].slice(0, 1 + (d % 3)).map((i) => tree(d - 1, k + i)) : undefined });

const charts = {
  line: { ...axes, title: { text: "Lines", subtext: "of {b|two}" }, legend: {}, tooltip: { trigger: "axis" }, dataZoom: [{ start: 20, end: 80 }], series: [{ type: "line", name: "a", smooth: true, areaStyle: {}, data: wave(40), markLine: { data: [{ type: "average" }] } }, { type: "line", name: "b", step: "end", stack: "s", data: wave(40, 2) }] },
  bar: { ...axes, visualMap: { min: -100, max: 100, type: "piecewise" }, toolbox: { feature: { saveAsImage: {}, dataView: {} } }, series: [{ type: "bar", stack: "x", label: { show: true, formatter: "{c}!", rotate: 30 }, data: wave(40), markPoint: { data: [{ type: "max" }] } }, { type: "bar", stack: "x", itemStyle: { borderRadius: 3 }, data: wave(40, 3) }] },
  pie: { legend: { type: "scroll", orient: "vertical" }, series: [{ type: "pie", roseType: "area", radius: ["20%", "70%"], data: wave(9, 5).map((v, i) => ({ name: `p${i}`, value: Math.abs(v) })) }] },
  scatter: { xAxis: { type: "log" }, yAxis: { type: "value", splitArea: { show: true } }, visualMap: { inRange: { color: ["blue", "red"], symbolSize: [4, 30] }, dimension: 2, max: 100 }, series: [{ type: "scatter", symbol: "diamond", data: wave(50).map((v, i) => [i + 1, v, Math.abs(v)]) }, { type: "effectScatter", data: [[3, 4, 5]] }] },
  candle: { ...axes, series: [{ type: "candlestick", data: wave(40).map((v) => [v, v + 5, v - 3, v + 9]) }, { type: "boxplot", data: wave(40).map((v) => [v - 4, v - 2, v, v + 1, v + 6]) }] },
  radar: { radar: { indicator: [..."abcde"].map((name) => ({ name, max: 100 })) }, series: [{ type: "radar", areaStyle: {}, data: [{ value: wave(5).map(Math.abs), name: "x" }] }] },
  tree: { series: [{ type: "tree", data: [tree(4)], initialTreeDepth: -1, layout: "radial" }] },
  treemap: { series: [{ type: "treemap", data: [tree(5)], leafDepth: 3 }] },
  sunburst: { series: [{ type: "sunburst", data: [tree(4)], label: { rotate: "tangential" } }] },
  graph: { series: [{ type: "graph", layout: "circular", roam: true, data: Array.from({ length: 21 }, (_, i) => ({ name: `n${i}`, symbolSize: 5 + i })), links, lineStyle: { curveness: 0.3 } }] },
  sankey: { series: [{ type: "sankey", data: Array.from({ length: 21 }, (_, i) => ({ name: `n${i}` })), links }] },
  heat: { xAxis: { type: "category", data: [..."abcdef"] }, yAxis: { type: "category", data: [..."uvw"] }, visualMap: { max: 100, calculable: true }, series: [{ type: "heatmap", data: wave(18).map((v, i) => [i % 6, (i / 6) | 0, v]) }] },
  calendar: { calendar: { range: "2023-02" }, visualMap: {}, series: [{ type: "heatmap", coordinateSystem: "calendar", data: days.map((d, i) => [d, i]) }] },
  polar: { polar: {}, angleAxis: { max: 360 }, radiusAxis: { type: "category", data: ["x", "y", "z"] }, series: [{ type: "bar", coordinateSystem: "polar", data: [90, 180, 300] }] },
  parallel: { parallelAxis: [0, 1, 2].map((dim) => ({ dim, name: "d" + dim })), series: [{ type: "parallel", data: wave(10).map((v, i) => [v, i, v * i]) }] },
  gauge: { series: [{ type: "gauge", progress: { show: true }, data: [{ value: 42, name: "g" }] }, { type: "funnel", left: "60%", data: [{ value: 5, name: "f" }, { value: 3, name: "g" }] }] },
  river: { singleAxis: { type: "time" }, series: [{ type: "themeRiver", data: days.flatMap((d, i) => [[d, i, "a"], [d, 40 - i, "b"]]) }] },
  data: { dataset: [{ source: [["k", "v", "w"], ["a", 3, 4], ["b", 1, 9], ["c", 2, 6]] }, { transform: [{ type: "filter", config: { dimension: "v", gte: 2 } }, { type: "sort", config: { dimension: "w", order: "desc" } }] }], xAxis: { type: "category" }, yAxis: {}, series: [{ type: "bar", datasetIndex: 1 }, { type: "pictorialBar", symbol: "circle", datasetIndex: 1, encode: { x: "k", y: "w" } }, { type: "custom", renderItem: (p, api) => ({ type: "group", children: [{ type: "circle", shape: { cx: api.coord([0, 1])[0], cy: 50, r: 5 + p.dataIndex }, style: { fill: api.visual("color") } }] }), data: [1, 2] }] },
};

export default async function ({ say, require }) {
  const echarts = require("echarts");
  console.warn = console.error = () => {};
  for (const [name, option] of Object.entries(charts)) {
    await say(name, () => {
      const chart = echarts.init(null, name === "line" ? "dark" : null, { renderer: "svg", ssr: true, width: 700, height: 400 });
      chart.setOption({ animation: false, ...option });
      const first = chart.renderToSVGString();
      chart.dispatchAction({ type: "highlight", seriesIndex: 0, dataIndex: 1 });
      chart.setOption({ title: { text: "changed" }, backgroundColor: { type: "linear", x: 0, y: 0, x2: 1, y2: 1, colorStops: [{ offset: 0, color: "#fff" }, { offset: 1, color: "#eef" }] } });
      chart.resize({ width: 500, height: 300 });
      const out = [first, chart.renderToSVGString({ useViewBox: true }), chart.getOption().series.length, chart.convertToPixel?.({ seriesIndex: 0 }, [1, 2])];
      chart.dispose();
      return out;
    });
  }
  await say("animated", () => { const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 400, height: 300 }); chart.setOption(charts.bar); const text = chart.renderToSVGString(); chart.dispose(); return text; });
  await say("helpers", () => [echarts.format.formatTime("yyyy-MM-dd hh:mm", 1e12, true), echarts.number.linearMap(3, [0, 10], [5, 9], true), echarts.color.lerp(0.3, ["#000", "red", "#0f08"]), echarts.time.parse("2020-01-02").getTime(), echarts.util.merge({ a: { b: 1 } }, { a: { c: [1] } }, true)]);
}
