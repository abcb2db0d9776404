// vue compiles single-file components and renders an application to text; its
// reactivity is exercised separately.
const component = `<script setup lang="ts">
import { ref, computed, watch } from "vue";
import Child from "./Child.vue";
const props = withDefaults(defineProps<{ items: string[]; size?: number; on?: boolean }>(), { size: 3, items: () => [] });
const emit = defineEmits<{ (e: "pick", item: string): void; (e: "close"): void }>();
const model = defineModel<string>("text", { default: "" });
const count = ref(0); let plain = 1; const { size: renamed } = props;
const doubled = computed(() => count.value++ * 2 + plain);
watch(() => props.items, (v) => { for (const x of v) emit("pick", x); }, { deep: true });
const data = await fetch("/x"); defineExpose({ count }); defineOptions({ inheritAttrs: false });
type Local = { a: number }; const local = { a: 1 } satisfies Local;
</script>
<template>
  <Child v-for="(item, i) in items" :key="item" v-model:text.trim="model" :class="{ odd: i % 2, [item]: renamed }" @pick.once="(x) => emit('pick', x)" @click.prevent.stop="count += 1">
    <template #head="{ title, ...rest }"><b v-if="title" v-bind="rest">{{ title }} {{ doubled }}</b><i v-else-if="count > 2">many</i><template v-else>none</template></template>
    <template v-if="props.on" #[item]>dynamic</template>
  </Child>
  <input v-model.number="count" :style="{ width: size + 'px' }" :ref="(el) => (plain = el ? 2 : 3)"><component :is="items.length ? 'ul' : Child" v-show="plain" /><p v-html="data" v-once /><slot name="foot" :count v-memo="[count]">static &amp; text</slot>
</template>
<style scoped lang="css">.a > .b :deep(.c) { color: v-bind(renamed); animation: spin 1s; } @keyframes spin { to { transform: none } } :slotted(p), .d::before { x: y }</style>
<style module>.m { a: b }</style>
<docs>kept</docs>`;

const templates = {
  list: `<ul><li v-for="n in 4" :key="n" :class="[n % 2 ? 'odd' : 'even', { last: n === 4 }]">{{ n }}: {{ words[n] ?? "none" }}</li></ul>`,
  form: `<form @submit.prevent><label>{{ title.toUpperCase() }}<input v-model="title"></label><select v-model="pick"><option v-for="w of words" :value="w">{{ w }}</option></select><textarea v-model="title" /><input type="checkbox" v-model="flags" value="a"></form>`,
  slots: `<card :level="2"><template #head="{ n }">head {{ n }}</template><p v-for="(v, k, i) in table" v-text="k + v + i"></p><template #foot><slot-less/></template></card>`,
  raw: `<div v-pre>{{ raw }}</div><div v-html="'<b>' + title + '</b>'"></div><!-- c --><svg viewBox="0 0 1 1"><path :d="'M' + total"/></svg><teleport to="#t"><i>{{ total }}</i></teleport>`,
  broken: `<div v-for="a"><p v-else :x="1 +"></p></div>`,
};

export default async function ({ say, require, texts, full }) {
  const vue = require("vue"), { renderToString } = require("vue/server-renderer"), sfc = require("vue/compiler-sfc");
  const warned = [];
  console.warn = console.error = (...args) => warned.push(String(args[0]));
  const { computed, createSSRApp, h, inject, isRef, nextTick, provide, reactive, ref, shallowReactive, toRaw, watch, watchEffect } = vue;

  const Card = {
    props: { level: { type: Number, default: 1, validator: (n) => n > 1 } },
    setup(props, { slots }) {
      const outer = inject("depth", 0);
      provide("depth", outer + props.level);
      return () => h("section", { "data-depth": outer, style: { color: "red", fontSize: props.level + "em" } }, [slots.head?.({ n: props.level }), slots.default?.(), h("footer", slots.foot?.())]);
    },
  };
  const SlotLess = { async setup() { const n = await Promise.resolve(7); return () => h("em", { onClick: () => {} }, `later ${n}`); } };
  const make = (template) => createSSRApp({
    template, components: { Card, SlotLess },
    data: () => ({ title: 'a "title" & more', words: ["zero", "one", "two", , "four"], pick: "one", flags: ["a"], table: { x: 1, y: 2 } }),
    computed: { total() { return this.words.reduce((n, w) => n + w.length, 0); } },
    async serverPrefetch() { this.title = await Promise.resolve(this.title + "!"); },
  });
  for (const [name, template] of Object.entries(templates)) {
    await say(`${name} rendered`, async () => { const context = {}; return (await renderToString(make(template), context)) + JSON.stringify(context.teleports ?? null); });
    await say(`${name} compiled`, () => vue.compile(template).toString());
    for (const ssr of [false, true]) {
      await say(`${name} template ${ssr}`, () => { const r = sfc.compileTemplate({ source: template, filename: "a.vue", id: "x", ssr, ssrCssVars: [], compilerOptions: { mode: "module", prefixIdentifiers: true, hoistStatic: true } }); return [r.code, r.tips, r.errors.map((e) => e.message)]; });
    }
  }
  const { descriptor, errors } = sfc.parse(component, { filename: "a.vue" });
  await say("component parsed", () => [descriptor.template.content.length, descriptor.customBlocks.map((b) => b.type), errors, descriptor.cssVars]);
  for (const inlineTemplate of [true, false]) await say(`component script ${inlineTemplate}`, () => { const s = sfc.compileScript(descriptor, { id: "x", inlineTemplate, genDefaultAs: "made" }); return [s.content, s.bindings, s.imports]; });
  for (const style of descriptor.styles) await say("component style", () => sfc.compileStyle({ source: style.content, filename: "a.vue", id: "data-v-x", scoped: !!style.scoped }).code);

  await say("reactivity", async () => {
    const log = [], state = reactive({ n: 0, list: [3, 1, 2], deep: { map: new Map([["a", { v: 1 }]]), set: new Set() } }), twice = computed(() => (log.push("computed"), state.n * 2));
    const stop = watchEffect((clean) => { log.push(`effect ${twice.value} ${state.list.join()} ${state.deep.map.get("a")?.v}`); clean(() => log.push("clean")); });
    watch(() => [state.n, state.deep.set.size], (now, old) => log.push(`watch ${old} to ${now}`), { flush: "post" });
    for (const step of [() => state.n++, () => state.list.sort(), () => state.list.push(state.list.length), () => (state.deep.map.get("a").v = ref(9)), () => state.deep.set.add(state), () => delete state.n, stop, () => (state.n = 5)]) { step(); await nextTick(); }
    return [...log, isRef(toRaw(state).deep.map.get("a").v), shallowReactive({ a: { b: 1 } }), "n" in state, Object.keys(state)];
  });
  await say("warnings", () => warned);
}
