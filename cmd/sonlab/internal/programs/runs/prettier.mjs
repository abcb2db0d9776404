// prettier formats this project's scripts, programs and documents, and texts in
// other languages that it knows.
import * as prettier from "prettier";
import { markdown } from "./markdown.mjs";

const others = {
  "a.ts": `enum E{A=1,B="x"} abstract class C<T extends {a:string}=any> implements I<T>{private readonly x?:number;constructor(public a:string,protected b=1){super()} get v():T|undefined{return <T>this.#w} declare y:unique symbol;static{ this.z=1 } }
type M<T>={readonly [K in keyof T as \`get\${Capitalize<K&string>}\`]-?:T[K] extends infer U?U:never};function f(this:Window,...r:[a:string,b?:number]):asserts r is any{ for await(const x of y) if(a)b;else if(c)d() } export type {X} from './x'; namespace N.M{ export const a=1 as const satisfies number }`,
  "a.css": `@import url("x.css") screen;a{color:RED;background:URL(data:xyz)}\n.a>.b~c+d::before,#id[data-x='1'  i]{margin:-0.50px auto!important;grid-template-areas:"a b" "c d"}@media (max-width:100px) and (min-width:calc(1px+2em)){a:not(.b):hover{--x:{a:b}}}`,
  "a.scss": `@use "x" as *;$map:(key:value,other:(1,2));@mixin m($a:1,$b...){&:hover{@extend %p;color:map-get($map,key)}}@each $k,$v in $map{.a-#{$k}{@include m($v...)}}@if $a==1{b{c:d}}@else if not $x{e{f:g}}`,
  "a.less": `@a:10px;.m(@x;@y:2) when (iscolor(@x)){width:~"calc(100% - @{a})";.n()!important}@plugin "p";.guard when (@mode=huge){width:100%}`,
  "a.html": `<!doctype html><html><head><style>a{b:c}</style><script>let a=1,b=()=>{}</script></head><body><p>some <b>bold</b>text <a href=x   class="a  b c">link</a><pre>  kept\n   as is</pre><ul><li>1<li>2</ul><button     disabled onclick="go( 1 )">x</button><!-- c --><textarea>\n a</textarea></body></html>`,
  "a.vue": `<template><div v-for="(a,b) in  list" :key="a.id" @click="go(a);stop()"><span v-if="a&&b">{{a|f}}</span></div></template>\n<script setup lang="ts">const a=defineProps<{a:string}>()</script>\n<style scoped>a{b:c}</style>`,
  "a.json": `{"a":[1,2,{"b":null}],// c\n"long":"${"x".repeat(90)}","e":{}}`,
  "a.yaml": `a:   1\nb:\n- x\n-   y: &anchor {a: 1,   b: [1,2,3]}\n  z: *anchor\nc: >-\n  folded\n  text\n\n---\n? complex\n: value # comment\n`,
  "a.graphql": `query Q($a:Int=1,$b:[String!]!)@d(x:1){f(a:$a){...F,...on T{x}}}fragment F on U{a b:c}type T implements A&B{"""doc"""f(a:I={x:1}):String!@deprecated}`,
  "a.hbs": `<div class="a {{if  b 'c'}}">{{#each items key="@index" as |x i|}}{{x.name}}{{else}}none{{/each}}</div>`,
};

const styles = {
  default: {},
  other: { semi: false, singleQuote: true, tabWidth: 4, trailingComma: "none", arrowParens: "avoid", printWidth: 60, objectWrap: "collapse", experimentalTernaries: true, proseWrap: "always" },
};

export default async function ({ say, require, texts, full }) {
  const documents = markdown(require, texts, false);
  const all = [...texts.scripts(), ...documents.map((d) => ({ ...d, filepath: "a.md" })), ...Object.entries(others).map(([name, text]) => ({ name, text }))];
  const programs = texts.programs();
  for (const { name, text, filepath = name } of all.concat(full ? programs : programs.slice(0, 40))) {
    for (const [kind, style] of Object.entries(styles)) await say(`${name} ${kind}`, () => prettier.format(text, { filepath, ...style }));
  }
  for (const parser of ["babel", "acorn", "espree", "meriyah", "flow", "typescript", "babel-ts", "babel-flow"]) {
    for (const { name, text } of full ? programs : programs.slice(0, 15)) await say(`${name} by ${parser}`, () => prettier.format(text, { parser }));
  }
  for (const { name, text } of texts.scripts()) await say(`${name} cursor`, () => prettier.formatWithCursor(text, { filepath: name, cursorOffset: text.length >> 1 }));
  await say("what there is", () => prettier.getSupportInfo());
}
