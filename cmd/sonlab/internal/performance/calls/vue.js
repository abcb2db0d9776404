// file vue/dist/vue.global.js
// global Vue
const state = lib.reactive({ count: 1, list: [1, 2] });
const twice = lib.computed(() => state.count * 2);
const seen = [];
lib.watchEffect(() => seen.push(state.count + ":" + state.list.length), { flush: "sync" });
state.count = 5;
state.list.push(3);
console.log(twice.value, seen.join(), lib.isReactive(state.list), lib.unref(lib.ref(7)));
const node = lib.h("div", { class: ["a", { b: true }], id: "x" }, [lib.h("p", "text"), "more"]);
console.log(node.type, node.props.class, node.children.length, lib.isVNode(node));
console.log(lib.normalizeStyle([{ color: "red" }, "top:1px"]).top, lib.toDisplayString({ a: 1 }), lib.camelize("on-my-click"));
const scope = lib.effectScope();
scope.run(() => lib.watch(() => state.count, (now, old) => seen.push(old + ">" + now), { flush: "sync" }));
state.count++;
scope.stop();
state.count++;
console.log(seen.join(), lib.toRaw(state).count, lib.version.split(".").length);
