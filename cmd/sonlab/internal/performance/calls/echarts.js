// file echarts/dist/echarts.js
const chart = lib.init(null, null, { renderer: "svg", ssr: true, width: 400, height: 300 });
chart.setOption({
  animation: false, title: { text: "Sales" }, xAxis: { type: "category", data: ["a", "b", "c"] }, yAxis: {},
  series: [{ type: "bar", data: [5, 20, 36] }, { type: "line", smooth: true, data: [3, 9, 27] }],
});
const svg = chart.renderToSVGString();
console.log(svg.length, svg.split("<path").length, svg.includes("Sales"), chart.getOption().series.length);
chart.setOption({ xAxis: { show: false }, yAxis: { show: false }, series: [{ type: "pie", data: [{ name: "x", value: 1 }, { name: "y", value: 3 }] }] }, true);
console.log(chart.renderToSVGString().split("<path").length, chart.getWidth());
console.log(lib.format.addCommas(1234567), lib.number.round(1.2345, 2));
chart.dispose();
